// The verbs of the command line, a file each but for those that only look (inspect.cpp). Each adds
// itself to the parser and sets the exit status when it has run.
#pragma once

#include <functional>

#include "parser.hpp"
#include "solvent/ranks.hpp"

namespace solvent::cli {

// Calls other ranks to a solve, and says who they are. Programs that are alone have none.
using AskForHelp = std::function<Ranks*()>;

void add_games(Command& app, int& exit_status);
void add_algorithms(Command& app, int& exit_status);
void add_show(Command& app, int& exit_status);
void add_perft(Command& app, int& exit_status);
void add_game(Command& app, int& exit_status);
void add_solve(Command& app, int& exit_status, const AskForHelp& ask_for_help = {});
void add_batch(Command& app, int& exit_status);
void add_store(Command& app, int& exit_status);
void add_table(Command& app, int& exit_status, const AskForHelp& ask_for_help = {});
void add_play(Command& app, int& exit_status);
void add_reproduce(Command& app, int& exit_status);
void add_serve(Command& app, int& exit_status);

}  // namespace solvent::cli
