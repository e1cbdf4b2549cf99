// The options as Python's annotations.
#pragma once

#include <map>
#include <string>

namespace solvent::python {

// Of every option, by its name: Optional[int].
std::map<std::string, std::string> option_types();
// What each does, in the order of the table: "algorithm: see ..."
std::string option_help();
// A stub of the class Options.
std::string options_stub();

}  // namespace solvent::python
