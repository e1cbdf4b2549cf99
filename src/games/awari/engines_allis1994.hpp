// Proof-number search as the Awari program of the 1994 paper ran it: a value by binary search over
// the net stones on the board, under the conventions of games/awari/allis1994.hpp. Answers are on
// the scale of the clean rules, and hold by the paper's rules only.
//
// The statistics are the paper's columns: `created` is the nodes of all two-valued searches, each
// with its root; `largest_search` those of the largest one; `largest` the most unsolved nodes that
// this one had in memory.
#pragma once

#include <memory>
#include <optional>

#include "games/awari/allis1994.hpp"
#include "games/engines.hpp"

namespace solvent::awari {

std::unique_ptr<search::Machine> make_allis_search(const Rules& rules, Allis1994::Lookup lookup,
                                                   std::size_t memory);

// The same as a profile.
const Profile& allis1994();

// The lookup of a database; nothing if it does not hold all boards of up to 13 stones. It refers to
// both.
std::optional<Allis1994::Lookup> allis_lookup(const Rules& rules, const AnyProbe<Rules>* probe);

}  // namespace solvent::awari
