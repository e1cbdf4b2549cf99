// The three searches of the 1994 paper's Awari experiment, under its conventions
// (games/awari/allis1994.hpp), of one position. Boards have South to move and nothing captured;
// values are net stones for South; `lookup` knows the boards of up to 13 stones.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "games/awari/allis1994.hpp"
#include "solvent/result.hpp"

namespace solvent::experiments {

// A search is given up at so many nodes, or a little later, but always at the same one.
struct AllisLimits {
  std::uint64_t nodes;
  const std::atomic<bool>* stop = nullptr;
};

// Binary search with proof-number search. The counts of game 5 come out as printed, in all rows
// but 46 S.
struct AllisPns {
  std::optional<int> value;          // nothing if it was given up or stopped
  std::uint64_t sum = 0;             // nodes created over all two-valued searches
  std::uint64_t largest_search = 0;  // in the largest of them
  std::uint64_t largest_tree = 0;    // unsolved nodes in memory at once, in that one
};
// An error if a tree does not fit the memory.
Result<AllisPns> allis_pns(const mancala::Board& board, const awari::Allis1994::Lookup& lookup,
                           std::size_t memory, const AllisLimits& limits);

// Alpha-beta, counted as in the paper: deepening, captures first, the best line of the round before
// tried first; in round i only nodes at depth i count, and the root once. The paper says little
// more of its own, so its figures cannot be expected; this one is safe where positions repeat. Its
// table holds 250,000 positions, the deeper search preferred.
struct AllisAlphaBeta {
  std::optional<int> value;  // as above
  std::uint64_t nodes = 0;
};
AllisAlphaBeta allis_alpha_beta(const mancala::Board& board, const awari::Allis1994::Lookup& lookup,
                                bool with_table, const AllisLimits& limits);

}  // namespace solvent::experiments
