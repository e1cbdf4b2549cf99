// What an Othello player knows: discs that can never be turned again, and which moves to try first.
#pragma once

#include <bit>

#include "games/othello/rules.hpp"

namespace solvent::othello {

class Knowledge {
  using State = Rules::State;

 public:
  explicit Knowledge(const Rules& g) : g_(g) {
    const int n = g.size() - 1;
    for (const int square : {g.square(0, 0), g.square(n, 0), g.square(0, n), g.square(n, n)})
      corners_ |= Board{1} << square;
    for (int axis = 0; axis < 4; ++axis)
      rim_[axis] = ~(raised(g.board(), axis, 1) & lowered(g.board(), axis, 1));
  }

  // A side with k discs for good ends with k or more.
  Bounds bounds(const State& s) const {
    if (((s.own | s.opp) & corners_) == 0) return g_.scale().everything();  // seldom any without
    const Board empty = g_.board() & ~(s.own | s.opp);
    Board safe[4];  // on each axis: squares through which no line can be enclosed any more
    for (int axis = 0; axis < 4; ++axis) {
      Board open = empty;
      for (const int n : {1, 2, 4}) open |= beside(open, axis, n);
      safe[axis] = rim_[axis] | ~open;
    }
    const int own = std::popcount(stable(s.own, safe)), opp = std::popcount(stable(s.opp, safe));
    return g_.for_mover(s, 2 * own - g_.cells(), g_.cells() - 2 * opp);
  }

  // Corners, then the fewest replies.
  int order(const State& s, Rules::Move m) const {
    State next = s;
    g_.play(next, m);
    const bool corner = m != kPass && (corners_ >> m & 1) != 0;
    return (corner ? 64 : 0) - std::popcount(g_.squares(next));
  }

 private:
  static constexpr int kStep[4] = {1, 8, 9, 7};
  static constexpr int kColumns[4] = {1, 0, 1, -1};  // how far a step goes to the right

  // The columns that one comes to n to the right (n < 0: to the left).
  static constexpr Board reached(int n) {
    constexpr Board kEveryRow = 0x0101010101010101;
    return kEveryRow * (n >= 0 ? 0xFFu << n & 0xFF : 0xFFu >> -n);
  }

  // The board moved n steps along an axis, either way.
  static Board raised(Board b, int axis, int n) {
    return b << n * kStep[axis] & reached(n * kColumns[axis]);
  }
  static Board lowered(Board b, int axis, int n) {
    return b >> n * kStep[axis] & reached(-n * kColumns[axis]);
  }
  static Board beside(Board b, int axis, int n) { return raised(b, axis, n) | lowered(b, axis, n); }

  // Discs that on each axis are safe or stand beside a stable disc of their colour.
  static Board stable(Board discs, const Board (&safe)[4]) {
    for (Board found = 0;;) {
      Board next = discs;
      for (int axis = 0; axis < 4; ++axis) next &= safe[axis] | beside(found, axis, 1);
      if (next == found) return found;
      found = next;
    }
  }

  const Rules& g_;
  Board corners_ = 0;
  Board rim_[4];  // squares with only one neighbour on an axis, or none
};

}  // namespace solvent::othello
