// The options as Python's annotations.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace solvent::python {

// Name and type of every option: at_least, Optional[int].
std::vector<std::pair<std::string, std::string>> option_types();
// What each does.
std::string option_help();
// A stub of the class Options.
std::string options_stub();

}  // namespace solvent::python
