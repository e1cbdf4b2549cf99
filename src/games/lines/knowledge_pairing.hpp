// Finds pairings (games/lines/pairing.hpp).
//
// Two cells that several lines have in common lie in one row, and so do these lines. So the open
// lines are put into groups, each of lines that follow one another in a row and have two empty
// cells in common: one pair of these is enough for the group. No cell may serve twice, so it is a
// matching of cells to groups, two to each, and augmenting paths find it if there is one.
#pragma once

#include <optional>

#include "games/lines/pairing.hpp"

namespace solvent::lines {

template <HasLines G>
class PairingSearch {
  using Lines = typename G::Lines;
  using Cells = typename Lines::Cells;

 public:
  PairingSearch(const Lines& lines, const typename G::State& s, Side claimant) {
    const Cells mine = lines.stones(s, claimant);
    group_of_.fill(kNone);
    free_ = lines.board() - mine - lines.stones(s, other(claimant));
    found_ = make_groups(lines, mine) && match();
  }

  bool found() const { return found_; }
  CellPairs<G> pairs() const {
    using Move = typename G::Move;
    CellPairs<G> all;
    for (std::size_t k = 0; k < count_; ++k) {
      CellPair<G> pair{};
      std::size_t size = 0;
      cells_[k].for_each([&](int cell) {
        if (group_of_[cell] == k) pair[size++] = static_cast<Move>(cell);
      });
      all.add(pair);
    }
    return all;
  }

 private:
  static constexpr std::uint16_t kNone = 0xFFFF;
  // False if there are more groups than pairs of cells, or a line has no pair left.
  bool make_groups(const Lines& lines, const Cells& mine) {
    const auto most = static_cast<std::size_t>(free_.count() / 2);
    const Cells* before = nullptr;  // the last open line
    for (const Cells& line : lines.all()) {
      if ((line & mine).any()) continue;
      const Cells cells = line & free_;
      const bool same_row = before != nullptr && (line & *before).more_than_one();
      before = &line;
      if (same_row && (cells_[count_ - 1] & cells).more_than_one()) {
        cells_[count_ - 1] = cells_[count_ - 1] & cells;
        continue;
      }
      if (count_ == most || !cells.more_than_one()) return false;
      cells_[count_++] = cells;
    }
    return true;
  }
  bool match() {
    for (std::size_t k = 0; k < count_; ++k)
      for (int n = 0; n < 2; ++n) {
        tried_ = {};
        if (!give_cell(k)) return false;
      }
    return true;
  }
  // A free one, or one of a group that finds another.
  bool give_cell(std::size_t group) {
    const Cells unused = cells_[group] & free_;
    if (unused.any()) return take(group, unused.first());
    for (;;) {
      const Cells left = cells_[group] - tried_;
      if (!left.any()) return false;
      const int cell = left.first();
      tried_.set(cell);
      if (group_of_[cell] != group && give_cell(group_of_[cell])) return take(group, cell);
    }
  }
  bool take(std::size_t group, int cell) {
    free_.reset(cell);
    group_of_[cell] = static_cast<std::uint16_t>(group);
    return true;
  }

  std::array<Cells, G::kMaxMoves / 2> cells_;  // of each group: those that can make its pair
  std::size_t count_ = 0;
  Cells free_{};                                      // empty, and not taken
  Cells tried_{};                                     // on the way to one cell
  std::array<std::uint16_t, Cells::kSize> group_of_;  // of cells that are taken
  bool found_;
};

// Pairs by which the claimant holds at least a draw, if there are any of this kind.
template <HasLines G>
std::optional<CellPairs<G>> find_pairing(const typename G::Lines& lines, const typename G::State& s,
                                         Side claimant) {
  const PairingSearch<G> search(lines, s, claimant);
  if (!search.found()) return std::nullopt;
  return search.pairs();
}

}  // namespace solvent::lines
