// The verbs of the command line, one file each. Each adds itself to the parser; its return value,
// set when it has run, is the exit status.
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

}  // namespace solvent::cli
