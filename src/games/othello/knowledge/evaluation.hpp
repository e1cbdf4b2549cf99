// A guess of the final score on 6x6 and 8x8, for ordering moves only: a weight for each
// configuration of each of a few dozen groups of squares (Buro 1997, "Experiments with
// Multi-ProbCut and a new high-quality evaluation function for Othello", fitted such patterns
// first), anew for each phase of the game. The weights are our own, fitted to positions that the
// solver labelled by bench/othello_weights.cpp.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "games/othello/board.hpp"
#include "games/othello/knowledge/patterns.hpp"

namespace solvent::othello {

class Evaluation {
 public:
  // Of the board of these sides; null if there is none.
  static const Evaluation* of(int columns, int rows);

  // The last number of empty squares of each phase but the first of the game.
  static std::span<const int> phases(int size);

  static constexpr std::size_t kCounts = 65;  // numbers of empty squares, from none on
  // Weights in quarters of a disc: of all configurations for one phase after another, then of the
  // numbers of empty squares.
  Evaluation(int size, std::vector<std::int16_t> weights);
  Evaluation(const Evaluation&) = delete;  // it points into itself
  Evaluation& operator=(const Evaluation&) = delete;

  // In quarters of a disc, for the side to move.
  int operator()(Board own, Board opp) const {
    Patterns::Indices at;
    patterns_.find(own, opp, at);
    const int discs = std::popcount(own | opp);
    const std::int16_t* const weights = of_phase_[discs];
    int sum = of_count_[discs];
    for (int k = 0; k < patterns_.groups(); ++k) sum += weights[patterns_.first(k) + at[k]];
    return sum;
  }

 private:
  Evaluation(int size, Patterns patterns, std::vector<std::int16_t> weights);

  Patterns patterns_;
  std::vector<std::int16_t> weights_;
  std::array<const std::int16_t*, kCounts> of_phase_;  // by discs
  std::array<std::int16_t, kCounts> of_count_;
};

// The weights as text, a string for each phase and kind of groups, and a last one: a character a
// weight, in quarters of a disc from 'Q', those of twins once.
extern const std::span<const std::string_view> kWeights6, kWeights8;

}  // namespace solvent::othello
