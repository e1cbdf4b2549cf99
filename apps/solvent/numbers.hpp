// show --numbers: a small explicit tree with its proof and disproof numbers.
#pragma once

#include "arguments.hpp"

namespace solvent::cli {

// `at_least` as given, or empty; the result is the exit status.
int show_numbers(GameArguments arguments, const std::string& at_least, bool json);

}  // namespace solvent::cli
