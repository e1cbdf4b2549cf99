// Games from files of their own: shared objects that `solvent game build` makes (docs/plugins.md).
//
//   if (const auto name = solvent::load_game("./nim.so")) game = solvent::Ruleset::make(*name);
//
// Loading a file runs the code in it, with all the rights of the program.
#pragma once

#include <string>
#include <string_view>

#include "solvent/result.hpp"

namespace solvent {

// From now on Ruleset::make knows the game, as long as the program runs. Returns its name. An error
// if the file is no game for this version, if it crashes when a process of its own tries it, or if
// another game has its name. To be called before there are other threads.
Result<std::string> load_game(const std::string& path);

// The name of a game that may be written as the path of such a file, which is then loaded:
// "./nim.so:3,4,5" is "nim:3,4,5". Whatever does not end in .so before a colon stays as it is.
Result<std::string> load_if_file(std::string_view spec);

}  // namespace solvent
