// A guess of the final score on 8x8, for ordering moves only: a weight for each configuration of
// each of 46 groups of squares (Buro 1997, "Experiments with Multi-ProbCut and a new high-quality
// evaluation function for Othello", fitted such patterns first). The weights are our own, fitted to
// exactly solved positions by bench/othello_weights.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "games/othello/board.hpp"

namespace solvent::othello {

// Kinds of groups; all groups of a kind share their weights, and so do mirrored configurations.
//
//   rows and columns 1..4 from the rim, diagonals of 8 down to 4 squares
//   corner 3x3:  a1 b1 c1 a2 b2 c2 a3 b3 c3     block:  a1 b1 c1 d1 a2 b2 c2 d2
struct PatternKind {
  int first;  // index of its first weight
  int squares;
};
inline constexpr int kPower3[11] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049};
inline constexpr int kLines = 9, kCorner = 9, kBlock = 10, kPatternKinds = 11;
inline constexpr std::array<PatternKind, kPatternKinds> kPatterns = [] {
  constexpr int kSquares[kPatternKinds] = {8, 8, 8, 8, 8, 7, 6, 5, 4, 9, 8};
  std::array<PatternKind, kPatternKinds> kinds{};
  int first = 0;
  for (int k = 0; k < kPatternKinds; ++k) {
    kinds[k] = {first, kSquares[k]};
    first += kPower3[kSquares[k]];
  }
  return kinds;
}();
inline constexpr int kWeights = kPatterns[kBlock].first + kPower3[8];

// A configuration is a number in base 3, a digit a square: 0 empty, 1 own, 2 the opponent's.
inline constexpr std::array<std::uint16_t, 512> kBase3 = [] {
  std::array<std::uint16_t, 512> table{};
  for (int bits = 0; bits < 512; ++bits)
    for (int k = 0; k < 9; ++k)
      if ((bits >> k & 1) != 0) table[bits] = static_cast<std::uint16_t>(table[bits] + kPower3[k]);
  return table;
}();

// The configuration that is worth the same: a line backwards, a corner across its diagonal.
constexpr int mirrored_configuration(int kind, int configuration) {
  if (kind == kBlock) return configuration;
  constexpr int kAcross[9] = {0, 3, 6, 1, 4, 7, 2, 5, 8};
  const int squares = kPatterns[kind].squares;
  int mirrored = 0;
  for (int k = 0; k < squares; ++k) {
    const int digit = configuration / kPower3[k] % 3;
    mirrored += digit * kPower3[kind == kCorner ? kAcross[k] : squares - 1 - k];
  }
  return mirrored;
}

// Calls visit(index of a weight) for each of the 46 groups.
template <class Visit>
inline void visit_patterns(Board own, Board opp, Visit visit) {
  const auto at = [&](int kind, Board mine, Board theirs) {
    visit(kPatterns[kind].first + kBase3[mine] + 2 * kBase3[theirs]);
  };
  for (const int transposed : {0, 4}) {
    const Board a = image(own, transposed), b = image(opp, transposed);
    for (int row = 0; row < 4; ++row) {
      at(row, a >> 8 * row & 0xFF, b >> 8 * row & 0xFF);
      at(row, a >> (56 - 8 * row) & 0xFF, b >> (56 - 8 * row) & 0xFF);
    }
    const Board mirrored_a = image(a, 1), mirrored_b = image(b, 1);
    const Board boards[4][2] = {{a, b},
                                {__builtin_bswap64(a), __builtin_bswap64(b)},
                                {mirrored_a, mirrored_b},
                                {__builtin_bswap64(mirrored_a), __builtin_bswap64(mirrored_b)}};
    const auto block = [](Board x) { return (x & 0xF) | (x >> 4 & 0xF0); };
    const auto corner = [](Board x) { return (x & 7) | (x >> 5 & 0x38) | (x >> 10 & 0x1C0); };
    for (const auto& [mine, theirs] : boards) {
      at(kBlock, block(mine), block(theirs));
      if (transposed == 0) at(kCorner, corner(mine), corner(theirs));
    }
  }
  // A diagonal's squares each have a column of their own.
  constexpr Board kColumn = 0x0101010101010101, kFalling = 0x8040201008040201,
                  kRising = 0x0102040810204080;
  const auto diagonal = [&](Board line, int kind, int shift) {
    at(kind, ((own & line) * kColumn) >> (56 + shift), ((opp & line) * kColumn) >> (56 + shift));
  };
  diagonal(kFalling, 4, 0);
  diagonal(kRising, 4, 0);
  for (int k = 1; k <= 4; ++k) {
    diagonal(kFalling >> 8 * k, 4 + k, k);
    diagonal(kFalling << 8 * k, 4 + k, 0);
    diagonal(kRising << 8 * k, 4 + k, k);
    diagonal(kRising >> 8 * k, 4 + k, 0);
  }
}

using Weights = std::array<std::int16_t, kWeights>;
const Weights& weights();         // in quarters of a disc
extern const char kWeightText[];  // the same as text (weights.cpp)

// In quarters of a disc, for the side to move.
inline int evaluate(const Weights& w, Board own, Board opp) {
  int sum = 0;
  visit_patterns(own, opp, [&](int index) { sum += w[index]; });
  return sum;
}

}  // namespace solvent::othello
