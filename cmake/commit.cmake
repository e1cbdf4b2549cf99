# cmake -DOUT=commit.cpp -DSOURCE=... -DGIT=... -P commit.cmake
set(commit "")
if(GIT)
  execute_process(COMMAND ${GIT} rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(WRITE ${OUT} "// Made by cmake/commit.cmake.
#include \"commit.hpp\"
namespace solvent::cli {
const char* const kCommit = \"${commit}\";
}
")
