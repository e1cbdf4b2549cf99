// The verbs that only many ranks have. Those that solvent has too are in apps/solvent.
#pragma once

#include "../solvent/parser.hpp"
#include "solvent/ranks.hpp"

namespace solvent::cli {

void add_ranks(Command& app, Ranks& ranks, int& exit_status);

}  // namespace solvent::cli
