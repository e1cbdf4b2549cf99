// What every Qubic player sees: wins in one, double threats, lines that can no longer be made.
#pragma once

#include <algorithm>

#include "games/qubic/rules.hpp"

namespace solvent::qubic {

class Knowledge {
  using State = Rules::State;

 public:
  explicit Knowledge(const Rules&) {}

  // Exact when the mover wins at once, or cannot stop two wins; otherwise a side without a single
  // line free of the other's stones does not win any more.
  Bounds bounds(const State& s) const {
    const int mover = s.count & 1;
    const Board empty = Rules::empty(s);
    const Bounds mover_wins = mover == 0 ? Bounds{2, 2} : Bounds{0, 0};
    const Bounds mover_loses = mover == 0 ? Bounds{0, 0} : Bounds{2, 2};
    if ((beside_three(s.stones[mover]) & empty) != 0) return mover_wins;
    const Board threats = beside_three(s.stones[mover ^ 1]) & empty;
    if ((threats & (threats - 1)) != 0) return mover_loses;
    return {static_cast<Outcome>(has_line(~s.stones[0]) ? 0 : 1),
            static_cast<Outcome>(has_line(~s.stones[1]) ? 2 : 1)};
  }

  // Completing a line comes first, then stopping one, then the cell on the most and fullest lines
  // that belong to one side only.
  int order(const State& s, Rules::Move m) const {
    const Board mine = s.stones[s.count & 1], theirs = s.stones[~s.count & 1];
    const auto& through = kLinesThrough[m];
    int score = 0;
    for (int k = 0; k < through.count; ++k) {
      const int own = std::popcount(through.lines[k] & mine);
      const int other = std::popcount(through.lines[k] & theirs);
      if (other == 0)
        score += kOwn[own];
      else if (own == 0)
        score += kOther[other];
    }
    return score;
  }

  // Cells whose three mates on some line are all in w.
  static Board beside_three(Board w) {
    Board found = 0;
    for (int k = 0; k < 7; ++k) {
      Board once = w, twice = w, thrice = w;  // the mates cell ^ D, cell ^ 2D, cell ^ 3D
      for (int j = 0; j < 6; j += 2) {
        if ((detail::kDirections[k] >> j & 1) == 0) continue;
        once = detail::flip(once, j);
        twice = detail::flip(twice, j + 1);
        thrice = detail::flip(detail::flip(thrice, j), j + 1);
      }
      found |= once & twice & thrice & kOnLine[k];
    }
    return found;
  }
  static bool has_line(Board w) { return (beside_three(w) & w) != 0; }

 private:
  // By stones on the line; at most seven lines meet in a cell.
  static constexpr std::array<int, 4> kOwn = {2, 8, 64, 1 << 20}, kOther = {0, 4, 32, 1 << 12};

  static constexpr std::array<Board, 7> kOnLine = [] {
    std::array<Board, 7> cells{};
    for (int k = 0; k < 7; ++k)
      for (int cell = 0; cell < 64; ++cell)
        if (detail::on_line(cell, detail::kDirections[k])) cells[k] |= Board{1} << cell;
    return cells;
  }();
};

}  // namespace solvent::qubic
