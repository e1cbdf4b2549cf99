// Discs that can never be turned again.
#pragma once

#include "games/othello/board.hpp"

namespace solvent::othello {
inline namespace SOLVENT_BOARDS {

class Stability {
 public:
  explicit Stability(Board board) : board_(board) {
    for (int axis = 0; axis < 4; ++axis)
      rim_[axis] = ~(raised(board, axis, 1) & lowered(board, axis, 1));
  }

  Board corners() const { return board_ & rim_[0] & rim_[1] & rim_[2] & rim_[3]; }

  // On each axis: squares through which no line can be enclosed any more.
  struct Safe {
    Board on[4];
  };
  Safe safe(Board discs) const {
    Safe safe;
    for (int axis = 0; axis < 4; ++axis) {
      Board open = board_ & ~discs;
      for (const int n : {1, 2, 4}) open |= beside(open, axis, n);
      safe.on[axis] = rim_[axis] | ~open;
    }
    return safe;
  }
  // Discs of one colour that on each axis are safe or stand beside a stable disc of their colour.
  static Board stable(Board discs, const Safe& safe) {
    for (Board found = 0;;) {
      Board next = discs;
      for (int axis = 0; axis < 4; ++axis) next &= safe.on[axis] | beside(found, axis, 1);
      if (next == found) return found;
      found = next;
    }
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

  Board board_;
  Board rim_[4];  // squares with only one neighbour on an axis, or none
};

}  // namespace SOLVENT_BOARDS
}  // namespace solvent::othello
