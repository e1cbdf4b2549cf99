// How a program with verbs runs: whatever can go wrong becomes one line and an exit status.
#pragma once

#include "parser.hpp"

namespace solvent::cli {

// Reads the arguments and carries out the verb, which sets the exit status.
int run_program(Parser& parser, int argc, char** argv, const int& exit_status);

}  // namespace solvent::cli
