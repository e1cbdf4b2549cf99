// The command line. Verbs live in files of their own; here they are put together, and whatever can
// go wrong becomes one line and an exit status.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include "arguments.hpp"
#include "console.hpp"
#include "usage.hpp"
#include "verbs.hpp"

namespace {

constexpr const char* kExamples = R"(Examples:
  solvent solve connect4 4455                the value for the side to move, and a line of best play
  solvent solve othello:6 --time 60          stop after a minute with true bounds
  solvent solve mnk:4,3,3 --moves            the value of every move
  solvent show awari                         draw a position, list its moves
  solvent batch connect4 positions.txt       a line in, a line out
  solvent play awari                         against the computer
  solvent serve                              the explorer, a page in the browser
Every verb explains itself: solvent solve --help)";

// What was printed is an answer only once it has arrived.
bool output_arrived() {
  std::cout.flush();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && !std::cout.fail();
}

// A write that Ctrl-C broke off is no failure of its own.
int failed(std::string_view message) {
  namespace cli = solvent::cli;
  return cli::stop_requested() ? static_cast<int>(cli::kInterrupted) : cli::fail(message);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace solvent::cli;
  CLI::App app{"Solvent finds the exact value of a position in a two-player game."};
  app.name("solvent");
  app.footer(kExamples);
  app.formatter(make_help_layout());
  app.require_subcommand(1);
  app.set_version_flag("--version", "solvent " + std::string(solvent::kVersion));
  int exit_status = kAnswered;
  add_games(app, exit_status);
  add_algorithms(app, exit_status);
  add_show(app, exit_status);
  add_perft(app, exit_status);
  add_solve(app, exit_status);
  add_batch(app, exit_status);
  add_store(app, exit_status);
  add_table(app, exit_status);
  add_play(app, exit_status);
  add_reproduce(app, exit_status);
  add_serve(app, exit_status);
  for (CLI::App* verb : app.get_subcommands({})) verb->group("Verbs");
  if (const auto complaint = usage_error(app, argc, argv)) return complain(*complaint);
  try {
    app.parse(protect_boards(argc, argv));
  } catch (const CLI::Success& e) {
    exit_status = app.exit(e);  // --help, --version
  } catch (const CLI::ParseError& e) {
    return complain(fmt::format("{} (see solvent {} --help)", e.what(), argv[1]));
  } catch (const std::bad_alloc&) {
    return failed("out of memory: set --memory or --table-size lower");
  } catch (const std::exception& e) { return failed(e.what()); }
  return output_arrived() ? exit_status : failed("standard output could not be written in full");
}
