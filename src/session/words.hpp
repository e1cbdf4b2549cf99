// Answers in words, for the side to move.
#pragma once

#include "game/any_game.hpp"
#include "solvent/solve.hpp"

namespace solvent::session {

std::string verdict(const AnyGame& game, const AnyState& root, const Options& options,
                    const Answer& answer);

}  // namespace solvent::session
