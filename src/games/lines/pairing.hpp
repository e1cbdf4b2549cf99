// Pairings: a side that answers every stone in one cell of a pair with a stone in the other holds
// at least a draw, if all lines that its opponent could still make contain a pair
// (docs/certificates.md, "Claims about regions").
#pragma once

#include <algorithm>
#include <array>

#include "games/lines/relaxed.hpp"

namespace solvent::lines {

template <HasLines G>
using CellPair = std::array<typename G::Move, 2>;
template <HasLines G>
using CellPairs = MoveList<CellPair<G>, G::kMaxMoves / 2>;

// Are these pairs of empty cells, no cell in two of them, such that every line without a stone of
// the claimant contains both cells of a pair? Then the opponent never completes a line, whoever is
// to move: an additional stone of the claimant does no harm.
template <HasLines G, class Pairs>
bool pairing_holds(const typename G::Lines& lines, const typename G::State& s, Side claimant,
                   const Pairs& pairs) {
  const auto mine = lines.stones(s, claimant);
  auto unpaired = lines.board() - mine - lines.stones(s, other(claimant));
  for (const CellPair<G>& pair : pairs)
    for (const auto cell : pair) {
      if (!unpaired.test(cell)) return false;
      unpaired.reset(cell);
    }
  for (const auto& line : lines.all()) {
    const bool open = !(line & mine).any();
    if (open && std::none_of(pairs.begin(), pairs.end(), [&](const CellPair<G>& pair) {
          return line.test(pair[0]) && line.test(pair[1]);
        }))
      return false;
  }
  return true;
}

}  // namespace solvent::lines
