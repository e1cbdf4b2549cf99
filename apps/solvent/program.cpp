#include "program.hpp"

#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include "console.hpp"
#include "manual.hpp"

namespace solvent::cli {

namespace {

// What was printed is an answer only once it has arrived.
bool output_arrived() {
  std::cout.flush();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && !std::cout.fail();
}

// A write that Ctrl-C broke off is no failure of its own.
int failed(std::string_view message) {
  return stop_requested() ? static_cast<int>(kInterrupted) : fail(message);
}

}  // namespace

int run_program(Parser& parser, int argc, char** argv, const int& exit_status) {
  parser.offer_help_as(help_as, kHelpForms);
  try {
    if (const auto read = parser.read(argc, argv); !read) return complain(read.message());
  } catch (const std::bad_alloc&) {
    return failed("out of memory: set --memory or --table-size lower");
  } catch (const std::exception& e) { return failed(e.what()); }
  return output_arrived() ? exit_status : failed("standard output could not be written in full");
}

}  // namespace solvent::cli
