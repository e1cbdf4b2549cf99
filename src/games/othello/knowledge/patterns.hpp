// Groups of squares whose configurations an evaluation has weights for.
//
// A board has a few kinds of groups (edges, corners, lines); each kind comes in all its images
// under the symmetries of the square, and they share their weights. So do configurations of which
// one is the image of the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "games/othello/board.hpp"

namespace solvent::othello {

class Patterns {
 public:
  static constexpr int kMostGroups = 48;
  static constexpr int kMostSquares = 10;  // of a group
  using Indices = std::array<std::uint16_t, kMostGroups>;

  // Those of the board of this size, which must be one of 6 and 8.
  explicit Patterns(int size);

  int groups() const { return static_cast<int>(first_.size()); }
  // How many configurations there are; each has a number.
  int configurations() const { return static_cast<int>(twin_.size()); }
  // The least configuration that is worth the same.
  int twin(int configuration) const { return twin_[static_cast<std::size_t>(configuration)]; }

  // Is it the first of a kind of groups?
  bool begins_kind(int configuration) const {
    return std::find(first_.begin(), first_.end(), configuration) != first_.end();
  }

  // The configurations of a position's groups: group k has first(k) + indices[k].
  int first(int group) const { return first_[static_cast<std::size_t>(group)]; }
  void find(Board own, Board opp, Indices& indices) const {
    for (std::size_t part = 0; part < kParts; ++part) {
      Lanes mine{}, theirs{};
      for (std::size_t row = 0; row < 8; ++row) {
        mine += rows_[row][own >> 8 * row & 0xFF][part];
        theirs += rows_[row][opp >> 8 * row & 0xFF][part];
      }
      mine += theirs + theirs;
      __builtin_memcpy(indices.data() + part * kLanes, &mine, sizeof mine);
    }
  }

 private:
  // A configuration is a number in base 3, a digit a square: 0 empty, 1 own, 2 the opponent's. What
  // the discs in a row add to all groups' numbers stands in a table.
  static constexpr std::size_t kLanes = 8, kParts = kMostGroups / kLanes;
  using Lanes __attribute__((vector_size(16))) = std::uint16_t;

  void add_kind(const std::vector<int>& squares);

  std::vector<int> first_, twin_;
  std::vector<std::array<std::array<Lanes, kParts>, 256>> rows_;
};

}  // namespace solvent::othello
