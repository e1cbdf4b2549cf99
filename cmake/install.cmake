# find_package(solvent) and solvent::solvent for others.
#
# The library is a handful of static libraries, and whoever links one needs those below it too, so every
# library made in src/ is exported: solvent_NAME as solvent::NAME.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME solvent)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/solvent)

get_property(libraries DIRECTORY src PROPERTY BUILDSYSTEM_TARGETS)
list(REMOVE_ITEM libraries solvent_boards)  # only tests need it
foreach(library IN LISTS libraries)
  string(REGEX REPLACE "^solvent_" "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS ${libraries} EXPORT solvent ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/solvent DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.hpp)

if(SOLVENT_APPS)
  get_property(apps DIRECTORY apps PROPERTY BUILDSYSTEM_TARGETS)
  foreach(app IN LISTS apps)
    get_target_property(type ${app} TYPE)
    get_target_property(only_for_us ${app} EXCLUDE_FROM_ALL)
    if(type STREQUAL EXECUTABLE AND NOT only_for_us)
      set(component solvent)
      if(app STREQUAL solvent_mpi)
        set(component mpi)  # a package of its own, since it needs MPI
      endif()
      install(TARGETS ${app} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component})
      if(TARGET solvent_manual)
        get_target_property(name ${app} OUTPUT_NAME)
        set(made ${PROJECT_BINARY_DIR}/manual/${name})
        install(DIRECTORY ${made}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT ${component})
        install(DIRECTORY ${made}/bash/ COMPONENT ${component}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
        install(DIRECTORY ${made}/zsh/ COMPONENT ${component}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
      endif()
    endif()
  endforeach()
endif()

# The Python module, where Debian's interpreter looks.
if(SOLVENT_PYTHON AND NOT SOLVENT_SANITIZE)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/python/solvent DESTINATION lib/python3/dist-packages
    PATTERN "__pycache__" EXCLUDE)
endif()

# Example trees, and something to read.
install(DIRECTORY data/trees DESTINATION ${CMAKE_INSTALL_DATADIR}/solvent)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "results" EXCLUDE)

# What `solvent play` follows: found from the program's own folder.
install(DIRECTORY proofs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/solvent/proofs FILES_MATCHING PATTERN "*.proof")

install(EXPORT solvent NAMESPACE solvent:: FILE solventTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/solventConfig.cmake.in ${PROJECT_BINARY_DIR}/solventConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/solventConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)  # before 1.0 a minor version may change an interface
install(FILES ${PROJECT_BINARY_DIR}/solventConfig.cmake ${PROJECT_BINARY_DIR}/solventConfigVersion.cmake
  DESTINATION ${package_dir})
