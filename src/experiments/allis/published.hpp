// The Awari tables of Allis, van der Meulen & van den Herik (Proof-number search, 1994): positions
// of five games of a match, solved by alpha-beta without and with a transposition table and by
// binary search with proof-number search, over a 13-stone database.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/mancala/board.hpp"

namespace solvent::experiments {

// Where alpha-beta was given up: such counts are lower bounds.
inline constexpr std::uint64_t kMostAlphaBeta = 500'000'000, kMostWithTable = 100'000'000;

// A row of game 5, whose score is printed.
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

// A row of games 1 to 4, of which only the figures are printed.
struct AllisOtherRow {
  int game;
  const char* name;
  std::uint64_t alpha_beta, with_table;
  std::uint64_t sum, largest_search, largest_tree;
  bool solved;  // by proof-number search
};
std::span<const AllisOtherRow> allis_other_games();

}  // namespace solvent::experiments
