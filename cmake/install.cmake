# find_package(solvent) and solvent::solvent for others.
#
# The library is a handful of static libraries, and whoever links one needs those below it too, so every
# library made in src/ is exported: solvent_NAME as solvent::NAME.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
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
    if(type STREQUAL EXECUTABLE)
      install(TARGETS ${app} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    endif()
  endforeach()
endif()

# What `solvent play` follows: found from the program's own folder.
install(DIRECTORY proofs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/solvent/proofs FILES_MATCHING PATTERN "*.proof")

install(EXPORT solvent NAMESPACE solvent:: FILE solventTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/solventConfig.cmake.in ${PROJECT_BINARY_DIR}/solventConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/solventConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)  # before 1.0 a minor version may change an interface
install(FILES ${PROJECT_BINARY_DIR}/solventConfig.cmake ${PROJECT_BINARY_DIR}/solventConfigVersion.cmake
  DESTINATION ${package_dir})
