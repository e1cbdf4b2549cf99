# For WebAssembly: {fmt} and nlohmann's JSON are used by their headers, which Debian has for every machine; what the
# rest of the libraries does is not part of the page without a server, and its targets are empty.
set(headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(header fmt/format.h nlohmann/json.hpp)
  get_filename_component(library ${header} DIRECTORY)
  find_path(folder_${library} ${header} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
    REQUIRED)
  file(CREATE_LINK ${folder_${library}}/${library} ${headers}/${library} SYMBOLIC)
endforeach()
foreach(library fmt::fmt nlohmann_json::nlohmann_json SQLite::SQLite3 TBB::tbb Threads::Threads zstd)
  add_library(${library} INTERFACE IMPORTED GLOBAL)
endforeach()
target_include_directories(fmt::fmt SYSTEM INTERFACE ${headers})
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
target_include_directories(nlohmann_json::nlohmann_json SYSTEM INTERFACE ${headers})
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)  # it would cost speed, and nothing is loaded beside it
add_compile_options(-fwasm-exceptions "SHELL:-include ${PROJECT_SOURCE_DIR}/apps/solvent-wasm/standard.hpp")
add_link_options(-fwasm-exceptions)
