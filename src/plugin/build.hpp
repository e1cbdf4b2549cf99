// From the file of a game to a shared object: what `solvent game new` and `solvent game build` do.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solvent/result.hpp"

namespace solvent::plugin {

// How the compiler is called, as compile.txt of the installed files says it.
struct Compile {
  std::string compiler;
  std::vector<std::string> flags, includes, libraries;
};
Result<Compile> read_compile(const std::string& shared_folder);

// A file with a whole small game of this name, to be changed into another one. Returns its path,
// NAME.hpp; what is there is not replaced.
Result<std::string> write_template(const std::string& shared_folder, const std::string& name);

struct BuildOrder {
  std::string source;  // nim.hpp
  std::string output;  // nim.so; it appears when it is complete and has been tried
  Compile compile;
};
// An error if it does not compile (`compiler_says` is told what the compiler said before), or if
// its rules are found to be broken. Returns the name of the game.
Result<std::string> build(const BuildOrder& order,
                          const std::function<void(const std::string&)>& compiler_says);

}  // namespace solvent::plugin
