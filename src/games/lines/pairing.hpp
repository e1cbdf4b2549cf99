// Pairings: a side that answers every stone in one cell of a pair with a stone in the other holds
// at least a draw, if all lines that its opponent could still make contain a pair
// (docs/certificates.md, "Claims about regions").
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "games/lines/relaxed.hpp"

namespace solvent::lines {

// What a side is sure of that holds a draw, on the scale of win, draw and loss.
constexpr Bounds at_least_a_draw(Side side) {
  return side == Side::Max ? Bounds{1, 2} : Bounds{0, 1};
}

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

// From the numbers of the pairs: for each cell that of its pair, or 0; each number stands twice.
template <HasLines G>
std::optional<CellPairs<G>> read_pairs(std::span<const std::byte> numbers) {
  std::array<int, 256> first, count{};
  CellPairs<G> pairs;
  for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
    const auto number = static_cast<std::size_t>(numbers[cell]);
    if (number == 0) continue;
    if (count[number]++ == 0) {
      first[number] = static_cast<int>(cell);
      continue;
    }
    if (count[number] > 2 || pairs.size == pairs.items.size()) return std::nullopt;
    using Move = typename G::Move;
    pairs.add({static_cast<Move>(first[number]), static_cast<Move>(cell)});
  }
  if (std::find(count.begin(), count.end(), 1) != count.end()) return std::nullopt;
  return pairs;
}

// What pairs are checked against: nothing, in games without lines.
struct NoLines {
  explicit NoLines(const auto&) {}
};
template <Game G>
struct LinesOfGame {
  using type = NoLines;
};
template <HasLines G>
struct LinesOfGame<G> {
  using type = typename G::Lines;
};
template <Game G>
using LinesOf = typename LinesOfGame<G>::type;

}  // namespace solvent::lines
