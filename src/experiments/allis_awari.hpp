// The Awari table of Allis, van der Meulen & van den Herik (Proof-number search, 1994): positions
// of game 5 of a match, solved by binary search with proof-number search over a 13-stone database.
//
// Under the paper's conventions (games/awari/allis1994.hpp) the counts come out as printed, in all
// rows but 46 S.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "games/awari/allis1994.hpp"
#include "solvent/result.hpp"

namespace solvent::experiments {

// A row of the paper's table. Counts of alpha-beta above 500 and 100 million are lower bounds.
struct AllisPublished {
  const char* name;                   // the move number and the side to move
  std::array<std::uint8_t, 12> pits;  // the mover's A..F, then the opponent's
  int value;                          // net stones for the mover, exact
  std::uint64_t alpha_beta, with_table;
  std::uint64_t sum, largest_search, largest_tree;
  bool tree_is_exact;  // printed without "about"
};
std::span<const AllisPublished> allis_published();
// Its board with the mover as South and nothing captured.
mancala::Board board_of(const AllisPublished& row);

struct AllisRow {
  const AllisPublished* published;
  int value;
  std::uint64_t sum = 0;             // nodes created over all two-valued searches
  std::uint64_t largest_search = 0;  // in the largest of them
  std::uint64_t largest_tree = 0;    // unsolved nodes in memory at once, in that one
};

// Alpha-beta on a row, counted as in the paper: deepening, captures first, the best line of the
// round before tried first; in round i only nodes at depth i count, and the root once. The paper
// says little more of its own, so its figures cannot be expected; this one is safe where positions
// repeat. Its table holds 250,000 positions, the deeper search preferred.
struct AllisAlphaBeta {
  std::uint64_t nodes = 0;
  std::optional<int> value;  // nothing if it was stopped, or at the paper's limit
};
inline constexpr std::uint64_t kMostAlphaBeta = 500'000'000, kMostWithTable = 100'000'000;
// `go_on` hears of the count from time to time and may end the search by returning false.
AllisAlphaBeta allis_alpha_beta(const AllisPublished& row, const awari::Allis1994::Lookup& lookup,
                                bool with_table,
                                const std::function<bool(std::uint64_t nodes)>& go_on = {});

// The rows that `wanted` accepts, in the paper's order; `done` hears of each and may end the run by
// returning false. `lookup` knows the boards of up to 13 stones.
Result<std::vector<AllisRow>> allis_awari(const awari::Allis1994::Lookup& lookup,
                                          const std::function<bool(const AllisPublished&)>& wanted,
                                          const std::function<bool(const AllisRow&)>& done = {});

}  // namespace solvent::experiments
