// The fingerprint of a game's rules: what proofs and stores carry, so that nothing said of one game
// is believed of another, or of the same game after its rules were changed.
//
// It is taken from what the rules do, not from what they are called: the scale, the first positions
// from the start in order, and seeded random games. That tells versions of a program apart; the
// options of its rules are told apart by the game's spec, which names them all, and whoever
// compares fingerprints compares specs and scales too. A file can be edited anywhere, so of an
// explicit graph everything counts: every node with its name, its side, its value and where its
// moves lead.
//
// Only where states last (`lasting_states`) is there anything to carry.
#pragma once

#include <cstdint>

#include "game/any_game.hpp"

namespace solvent {

std::uint64_t fingerprint(const AnyGame& game);

// Do the bytes of a state mean the same in every run? Not so where ids are given in the order of
// discovery (Woodpush with superko).
bool lasting_states(const AnyGame& game);

}  // namespace solvent
