// The verbs of the command line, a file each but for those that only look (inspect.cpp). Each adds
// itself to the parser and sets the exit status when it has run.
#pragma once

#include <functional>

#include "parser.hpp"

namespace solvent {
class Ranks;
}

namespace solvent::cli {

void add_games(Command& app, int& exit_status);
void add_algorithms(Command& app, int& exit_status);
void add_show(Command& app, int& exit_status);
void add_perft(Command& app, int& exit_status);
void add_solve(Command& app, int& exit_status);
void add_batch(Command& app, int& exit_status);
void add_store(Command& app, int& exit_status);
// `call` asks other ranks for help with building a database, if there are any.
void add_table(Command& app, int& exit_status, const std::function<Ranks*()>& call = {});
void add_play(Command& app, int& exit_status);
void add_reproduce(Command& app, int& exit_status);
void add_serve(Command& app, int& exit_status);

}  // namespace solvent::cli
