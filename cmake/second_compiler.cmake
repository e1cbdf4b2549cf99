# The target second_compiler: the library's sources as Clang reads them, without making code. It takes a minute or two
# on two cores the first time, and what changed after that.
find_program(SOLVENT_SECOND_COMPILER clang++-14)
if(NOT SOLVENT_SECOND_COMPILER OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()
get_property(libraries DIRECTORY ${PROJECT_SOURCE_DIR}/src PROPERTY BUILDSYSTEM_TARGETS)
set(sources)
foreach(library IN LISTS libraries)
  get_target_property(files ${library} SOURCES)
  list(APPEND sources ${files})
endforeach()
list(FILTER sources EXCLUDE REGEX "^/|^\\$")  # written by CMake
list(REMOVE_DUPLICATES sources)
set(read)
foreach(source IN LISTS sources)
  set(done ${PROJECT_BINARY_DIR}/second_compiler/${source}.done)
  get_filename_component(folder ${done} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  file(RELATIVE_PATH name ${PROJECT_BINARY_DIR} ${done})
  add_custom_command(OUTPUT ${done}
    COMMAND ${SOLVENT_SECOND_COMPILER} -fsyntax-only -std=c++20 -DNDEBUG -DFMT_SHARED -DFMT_CONSTEVAL=
      -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_BINARY_DIR}/src
      $<TARGET_PROPERTY:solvent_flags,INTERFACE_COMPILE_OPTIONS> -Wno-unknown-warning-option
      -MD -MT ${name} -MF ${done}.d ${PROJECT_SOURCE_DIR}/src/${source}
    COMMAND ${CMAKE_COMMAND} -E touch ${done}
    DEPENDS ${PROJECT_SOURCE_DIR}/src/${source} DEPFILE ${done}.d
    COMMENT "Reading src/${source} with the second compiler" COMMAND_EXPAND_LISTS VERBATIM)
  list(APPEND read ${done})
endforeach()
add_custom_target(second_compiler DEPENDS ${read})
add_dependencies(second_compiler solvent_plugin)  # whose sources include a file that the build writes
