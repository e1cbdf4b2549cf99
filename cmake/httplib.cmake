# The target httplib: cpp-httplib, in Debian a header and a library that was compiled with TLS and
# compression; elsewhere it may be the header alone.
include(CheckCXXSourceCompiles)
find_path(SOLVENT_HTTPLIB_INCLUDE httplib.h)
find_library(SOLVENT_HTTPLIB_LIBRARY cpp-httplib)
if(NOT SOLVENT_HTTPLIB_INCLUDE)
  message(FATAL_ERROR "httplib.h is missing: apt-get install libcpp-httplib-dev")
endif()
add_library(httplib INTERFACE)
target_include_directories(httplib SYSTEM INTERFACE ${SOLVENT_HTTPLIB_INCLUDE})
target_link_libraries(httplib INTERFACE Threads::Threads)
if(SOLVENT_HTTPLIB_LIBRARY)
  # The layout of its classes depends on these, so they must be as they were when it was compiled.
  find_package(OpenSSL REQUIRED)
  target_compile_definitions(httplib INTERFACE CPPHTTPLIB_OPENSSL_SUPPORT CPPHTTPLIB_ZLIB_SUPPORT
    CPPHTTPLIB_BROTLI_SUPPORT)
  target_link_libraries(httplib INTERFACE ${SOLVENT_HTTPLIB_LIBRARY} OpenSSL::SSL)
endif()
