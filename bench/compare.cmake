# Node counts are reproducible: a pure refactoring changes none of them. A change that means to is
# recorded with `build/release/bin/signature > bench/signature.txt` and explained in its commit.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE measured RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} failed: ${status}")
endif()
if(NOT measured STREQUAL expected)
  message(FATAL_ERROR "node counts changed; expected:\n${expected}\nmeasured:\n${measured}")
endif()
