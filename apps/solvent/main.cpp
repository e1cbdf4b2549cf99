// The command line. Verbs live in files of their own; here they are put together.
#include "console.hpp"
#include "program.hpp"
#include "solvent/version.hpp"
#include "verbs.hpp"

namespace {

constexpr const char* kExamples = R"(Examples:
  solvent solve connect4 4455                the value for the side to move, and a line of best play
  solvent solve othello:6 --time 60          stop after a minute with true bounds
  solvent solve mnk:4,3,3 --moves            the value of every move
  solvent show awari                         draw a position, list its moves
  solvent batch connect4 positions.txt       a line in, a line out
  solvent game new nim                       a game of your own, in one file
  solvent play awari                         against the computer
  solvent serve                              the explorer, a page in the browser
Every verb explains itself: solvent help solve)";

}  // namespace

int main(int argc, char** argv) {
  using namespace solvent::cli;
  Parser parser("solvent", "Solvent finds the exact value of a position in a two-player game.",
                "solvent " + std::string(solvent::kVersion));
  Command& app = parser.program();
  app.footer(kExamples);
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
  add_game(app, exit_status);
  return run_program(parser, argc, argv, exit_status);
}
