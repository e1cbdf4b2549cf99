# Debian packages, by `./dev package`: solvent, with everything but what needs MPI, and solvent-mpi.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME solvent)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The authors of Solvent <solvent@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL solvent)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)

set(CPACK_DEBIAN_SOLVENT_PACKAGE_NAME solvent)
set(CPACK_COMPONENT_SOLVENT_DESCRIPTION
  "Solvent finds the exact value of a position in a two-player, zero-sum,
perfect-information game, shows best play, and writes a certificate that a
separate program checks. Programs, manual, explorer, library, Python module.

The programs need a processor of 2009 or later (x86-64-v2).")
# The module is for one version of Python; who compiles with the library's headers needs others too.
set(CPACK_DEBIAN_SOLVENT_PACKAGE_SUGGESTS
  "solvent-mpi, g++, cmake, libfmt-dev, nlohmann-json3-dev, libsqlite3-dev, libtbb-dev, libzstd-dev, python3-numpy")
if(SOLVENT_PYTHON)
  find_package(Python REQUIRED COMPONENTS Interpreter)
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_SOLVENT_PACKAGE_RECOMMENDS
    "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next})")
endif()

if(TARGET solvent_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME solvent-mpi)
  set(CPACK_COMPONENT_MPI_DESCRIPTION "Searches and endgame databases shared by many machines: solvent-mpi.")
  set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "solvent, openmpi-bin")
endif()
include(CPack)
