# The headers that almost every file includes, read once: about half the time of a small file is spent on them.
#
# With GCC only. The other compilers read every header where it is included, so that a file which forgot one does not
# compile with them.
set(SOLVENT_COMMON_HEADERS <algorithm> <array> <atomic> <bit> <chrono> <cmath> <cstdint> <cstring> <filesystem>
  <functional> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <thread> <unordered_map> <vector>
  <fmt/format.h>)

# solvent_precompile(TARGET [HEADER...]): these and the common ones, for the files of one target.
function(solvent_precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_precompile_headers(${target} PRIVATE ${SOLVENT_COMMON_HEADERS} ${ARGN})
  endif()
endfunction()

# solvent_reuse_precompiled(TARGET OTHER): those of another target, which is compiled with the same flags.
function(solvent_reuse_precompiled target other)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()

# solvent_join(TARGET): files of the target are compiled several at a time, so that the headers and templates they have in
# common are compiled once for all of them. That halves the time of many small files; whoever changes one of them waits
# for its neighbours too, so it is for code that changes seldom or compiles fast. As above with GCC only, and only where
# people wait for the result: elsewhere every file stands alone, also in the database that tools read.
function(solvent_join target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
    # A file that is joined looks like a header, whose classes should not have members of a file's own types.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
