// How far a search has come, in one line.
#pragma once

#include <string>

#include "solvent/solve.hpp"

namespace solvent::cli {

std::string in_words(const Progress& progress);

}  // namespace solvent::cli
