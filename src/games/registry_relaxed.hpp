// The game of relaxed positions of a game in which lines win (games/lines/relaxed.hpp).
#pragma once

#include "game/family.hpp"

namespace solvent {

// It refers to the game; null if lines do not win there.
GamePtr relaxed_game(const AnyGame& game, Side attacker);

}  // namespace solvent
