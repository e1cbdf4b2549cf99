// What every player of (m,n,k) sees: wins in one, double threats, lines that can no longer be made.
#pragma once

#include "games/mnk/rules.hpp"

namespace solvent::mnk {

template <int W>
class Knowledge {
  using G = Rules<W>;
  using State = typename G::State;
  using Board = typename G::Board;

 public:
  explicit Knowledge(const G& g) : g_(g) {}

  // Exact when the mover wins at once, or cannot stop two wins; otherwise a side without a single
  // line free of the other's stones does not win any more.
  Bounds bounds(const State& s) const {
    const int mover = s.count & 1;
    const Board empty = g_.empty(s);
    const Bounds mover_wins = mover == 0 ? Bounds{2, 2} : Bounds{0, 0};
    const Bounds mover_loses = mover == 0 ? Bounds{0, 0} : Bounds{2, 2};
    if (completing(s.stones[mover], empty).any()) return mover_wins;
    if (completing(s.stones[mover ^ 1], empty).more_than_one()) return mover_loses;
    const bool min_can = g_.has_row(g_.full() - s.stones[0]);
    const bool max_can = g_.has_row(g_.full() - s.stones[1]);
    return {static_cast<Outcome>(min_can ? 0 : 1), static_cast<Outcome>(max_can ? 2 : 1)};
  }

  // Completing k comes first, then stopping the other from it, then the cell on the most and
  // fullest lines that belong to one side only.
  int order(const State& s, typename G::Move m) const {
    const Board& mine = s.stones[s.count & 1];
    const Board& theirs = s.stones[~s.count & 1];
    const int k = g_.in_a_row();
    int score = 0;
    bool stops = false;
    for (const int step : g_.steps()) {
      int first = m, last = m;  // the stretch of board that lines through the cell can use
      for (int n = 1; n < k && g_.full().test(first - step); ++n) first -= step;
      for (int n = 1; n < k && g_.full().test(last + step); ++n) last += step;
      int own = 0, other = 0, seen = 0;
      for (int at = first; at <= last; at += step) {
        own += mine.test(at);
        other += theirs.test(at);
        if (++seen < k) continue;
        if (own == k - 1) return kCompletes;
        stops |= other == k - 1;
        if (other == 0)
          score += 2 * weight(own);
        else if (own == 0)
          score += weight(other);
        const int leaving = at - (k - 1) * step;
        own -= mine.test(leaving);
        other -= theirs.test(leaving);
      }
    }
    return score + (stops ? kStops : 0);
  }

  // Empty cells that would give these stones k in a row: j of them on one side and k-1-j on the
  // other.
  Board completing(const Board& stones, const Board& empty) const {
    const int k = g_.in_a_row();
    Board cells{};
    for (const int step : g_.steps()) {
      std::array<Board, kLongest> after;  // after[j]: cells followed by j stones
      after[0] = g_.full();
      for (int j = 1; j < k; ++j) after[j] = (after[j - 1] & stones) >> step;
      Board before = g_.full();  // cells that come after j stones
      for (int j = 0; j < k; ++j) {
        cells = cells | (before & after[k - 1 - j]);
        before = (before & stones) << step;
      }
    }
    return cells & empty;
  }

 private:
  static constexpr int kCompletes = 1 << 30, kStops = 1 << 28;
  // At most 76 lines pass through a cell, so that sums stay below kStops.
  static int weight(int stones) { return 1 << std::min(2 * stones, 16); }

  const G& g_;
};

}  // namespace solvent::mnk
