// The verbs of the command line, a file each but for those that only look (inspect.cpp). Each adds
// itself to the parser and sets the exit status when it has run.
#pragma once

#include <CLI/CLI.hpp>

namespace solvent::cli {

void add_games(CLI::App& app, int& exit_status);
void add_algorithms(CLI::App& app, int& exit_status);
void add_show(CLI::App& app, int& exit_status);
void add_perft(CLI::App& app, int& exit_status);
void add_solve(CLI::App& app, int& exit_status);
void add_batch(CLI::App& app, int& exit_status);
void add_store(CLI::App& app, int& exit_status);
void add_table(CLI::App& app, int& exit_status);
void add_play(CLI::App& app, int& exit_status);
void add_reproduce(CLI::App& app, int& exit_status);
void add_serve(CLI::App& app, int& exit_status);

}  // namespace solvent::cli
