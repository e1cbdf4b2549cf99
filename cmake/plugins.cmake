# Games in files of their own (src/plugin/, docs/plugins.md): the headers that they are compiled against, a stamp of these,
# and how `solvent game build` calls the compiler.
#
# Called with -P it writes the stamp: -DOUTPUT=FILE -DSOURCE=FOLDER -DVERSION=0.0.0 -DFLAGS=WHAT_ELSE_COUNTS.
set(SOLVENT_PLUGIN_FOLDERS base check effort game games/lines plugin proof search table threats tree)
set(SOLVENT_PLUGIN_FILES api/claim_index.hpp api/claims_of.hpp games/brought.hpp games/registry.hpp store/known.hpp)

function(solvent_plugin_headers out source)
  set(found)
  foreach(folder IN LISTS SOLVENT_PLUGIN_FOLDERS)
    file(GLOB_RECURSE headers RELATIVE ${source}/src ${source}/src/${folder}/*.hpp)
    list(APPEND found ${headers})
  endforeach()
  set(${out} ${found} ${SOLVENT_PLUGIN_FILES} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  solvent_plugin_headers(headers ${SOURCE})
  list(TRANSFORM headers PREPEND ${SOURCE}/src/)
  file(GLOB public ${SOURCE}/include/solvent/*.hpp)
  set(sum "${FLAGS}")
  foreach(header IN LISTS headers public)
    file(SHA256 ${header} one)
    string(APPEND sum ${one})
  endforeach()
  string(SHA256 sum "${sum}")
  string(SUBSTRING ${sum} 0 16 sum)
  file(WRITE ${OUTPUT} "// Written by cmake/plugins.cmake: version and headers.\n#pragma once\n\n"
    "#define SOLVENT_STAMP \"solvent ${VERSION} (${sum})\"\n")
  return()
endif()

# A new header matters once it is included from one that is listed here.
solvent_plugin_headers(headers ${PROJECT_SOURCE_DIR})
list(TRANSFORM headers PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE counted)
file(GLOB public ${PROJECT_SOURCE_DIR}/include/solvent/*.hpp)
set(SOLVENT_STAMP ${CMAKE_CURRENT_BINARY_DIR}/generated/stamp.hpp)
add_custom_command(OUTPUT ${SOLVENT_STAMP}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${SOLVENT_STAMP} -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
    "-DFLAGS=${SOLVENT_SANITIZE}" -P ${PROJECT_SOURCE_DIR}/cmake/plugins.cmake
  DEPENDS ${counted} ${public} ${PROJECT_SOURCE_DIR}/cmake/plugins.cmake VERBATIM)

# How a game is compiled: lines of a word and what it says, @ for the folder of this file.
set(compile "compiler ${CMAKE_CXX_COMPILER}\nflags -std=c++20 ${CMAKE_CXX_FLAGS_RELEASE} -ffp-contract=off -DFMT_SHARED")
if(SOLVENT_ARCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  string(APPEND compile " -march=${SOLVENT_ARCH}")
endif()
if(SOLVENT_SANITIZE)
  string(APPEND compile " -fsanitize=${SOLVENT_SANITIZE}")
endif()
string(APPEND compile "\n")
set(SOLVENT_PLUGIN_LIBRARIES solvent_search solvent_runs solvent_core)  # of which it takes what it needs

# In the build tree programs find this as they do where they are installed, beside the folder of programs.
set(shared ${PROJECT_BINARY_DIR}/share/solvent)
file(MAKE_DIRECTORY ${shared})
foreach(folder templates stores)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/data/${folder} ${shared}/${folder} SYMBOLIC)
endforeach()
set(here "${compile}")
foreach(folder ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_BINARY_DIR})
  string(APPEND here "include ${folder}\n")
endforeach()
foreach(library IN LISTS SOLVENT_PLUGIN_LIBRARIES)
  string(APPEND here "library $<TARGET_FILE:${library}>\n")
endforeach()
file(GENERATE OUTPUT ${shared}/compile.txt CONTENT "${here}")

# Installed: paths from share/solvent.
include(GNUInstallDirs)
set(there "${compile}")
file(RELATIVE_PATH includes /${CMAKE_INSTALL_DATADIR}/solvent /${CMAKE_INSTALL_INCLUDEDIR})
file(RELATIVE_PATH libraries /${CMAKE_INSTALL_DATADIR}/solvent /${CMAKE_INSTALL_LIBDIR})
string(APPEND there "include @/${includes}\ninclude @/${includes}/solvent-plugin\n")
foreach(library IN LISTS SOLVENT_PLUGIN_LIBRARIES)
  string(APPEND there "library @/${libraries}/lib${library}.a\n")
endforeach()
if(PROJECT_IS_TOP_LEVEL)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/compile.installed.txt CONTENT "${there}")
  install(FILES ${PROJECT_BINARY_DIR}/compile.installed.txt DESTINATION ${CMAKE_INSTALL_DATADIR}/solvent RENAME compile.txt)
  foreach(header IN LISTS headers)
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/solvent-plugin/${folder})
  endforeach()
  install(FILES ${SOLVENT_STAMP} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/solvent-plugin/generated)
  foreach(folder templates stores)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/${folder}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/solvent/${folder})
  endforeach()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/solvent/examples)
endif()
