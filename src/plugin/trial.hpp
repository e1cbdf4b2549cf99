// What a game does when it is tried: is it one that engines and proofs can trust?
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "game/any_game.hpp"

namespace solvent::plugin {

// Runs `work` in a process of its own: what is wrong in its words, or how it crashed; nothing if it
// came to its end in time and had nothing to say.
std::optional<std::string> in_own_process(const std::function<std::optional<std::string>()>& work,
                                          unsigned seconds);

// Seeded random games: does every position read back, has every move a name of its own, do bounds
// hold? What is wrong, in one line.
std::optional<std::string> broken_rules(const AnyGame& game, int games);

}  // namespace solvent::plugin
