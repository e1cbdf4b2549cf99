// Rules are tried by playing: mistakes that a compiler cannot find, and a new game often has.
#pragma once

#include <optional>
#include <string>

#include "game/any_game.hpp"

namespace solvent::plugin {

// Seeded random games: does every position read back, has every move a name of its own, do bounds
// hold? What is wrong, in one line.
std::optional<std::string> broken_rules(const AnyGame& game, int games);

}  // namespace solvent::plugin
