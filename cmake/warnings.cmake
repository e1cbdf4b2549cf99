# The flags every target of the project is compiled with, and nobody else's: warnings are errors, floats round the same
# way on every compiler, and the sanitizers of the preset apply to all of it.
add_library(solvent_flags INTERFACE)
target_compile_options(solvent_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
  -Werror -ffp-contract=off)
if(SOLVENT_ARCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(solvent_flags INTERFACE -march=${SOLVENT_ARCH})
endif()
if(SOLVENT_SANITIZE)
  target_compile_options(solvent_flags INTERFACE
    -fsanitize=${SOLVENT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(solvent_flags INTERFACE -fsanitize=${SOLVENT_SANITIZE})
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler seldom stops to collect its garbage: a tenth less time, a tenth more memory.
  add_compile_options(--param=ggc-min-heapsize=1048576)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms on strings: on "a" + string (PR105651), and wherever <string> is precompiled.
  target_compile_options(solvent_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-stringop-overread)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15)
  target_compile_definitions(solvent_flags INTERFACE FMT_CONSTEVAL=)  # its consteval rejects good formats
endif()
