// Mobility and flips on any machine. Part of board.hpp, which includes it or lines_wide.hpp.
//
// A Pair holds a word and the same word turned by 180 degrees (bit i becomes 63-i), so that four
// directions, towards higher bits, do for all eight. Pairs are the compiler's own two-lane vectors:
// SSE on x86-64, else whatever there is.
//
//        .  s +1
//       +7 +8 +9
#pragma once

#include "games/othello/board.hpp"

namespace solvent::othello {
inline namespace SOLVENT_BOARDS {

// Two boards seen both ways, for all that follows; and what was found both ways as one board.
struct Spread {
  Pair own, opp;

  Spread(Board mine, Board theirs) {
    const Pair straight{mine, theirs}, back = turned(straight);
    own = __builtin_shufflevector(straight, back, 0, 2);
    opp = __builtin_shufflevector(straight, back, 1, 3);
  }
};
inline Board joined(Pair p) { return p[0] | turned(p)[1]; }

// The squares just beyond lines of the opponent's discs that begin beside a disc of ours.
inline Pair beyond_lines(Pair own, Pair opp, int step) {
  Pair line = opp & own << step;
  line |= opp & line << step;
  const Pair two = opp & opp << step;
  line |= two & line << 2 * step;
  line |= two & line << 2 * step;  // six discs are the longest
  return line << step;
}
// Where we can move. Along rows a carry runs over the opponent's discs.
inline Board mobility(const Spread& b, Board empty) {
  const Pair inner = b.opp & 0x7E7E7E7E7E7E7E7E;  // so that nothing runs over the edge
  const Pair found = (inner + (inner & b.own << 1)) | beyond_lines(b.own, b.opp, 8) |
                     beyond_lines(b.own, inner, 7) | beyond_lines(b.own, inner, 9);
  return joined(found) & empty;
}

// The squares on the way from a square to the edge, for +1, +7, +8 and +9, and beside each the same
// on the turned board; none for the pass.
struct alignas(64) Rays {
  Board ray[4][2];
};
constexpr std::array<Rays, 65> all_rays() {
  constexpr int kColumn[4] = {1, -1, 0, 1}, kRow[4] = {0, 1, 1, 1};
  std::array<Rays, 65> table{};
  for (int square = 0; square < 64; ++square)
    for (int k = 0; k < 4; ++k) {
      int c = square % 8 + kColumn[k], r = square / 8 + kRow[k];
      for (; 0 <= c && c < 8 && r < 8; c += kColumn[k], r += kRow[k]) {
        table[square].ray[k][0] |= Board{1} << (8 * r + c);
        table[63 - square].ray[k][1] |= Board{1} << (8 * r + c);
      }
    }
  return table;
}
inline constexpr std::array<Rays, 65> kRays = all_rays();

// What our move turns over: on each ray, all before the first square that is not the opponent's, if
// that one is ours.
inline Board flips(const Spread& b, int move) {
  Pair flipped{};
  for (const auto& both : kRays[move].ray) {
    const Pair ray{both[0], both[1]};
    const Pair stops = ray & ~b.opp;
    const Pair end = stops & -stops & b.own;
    flipped |= (end - 1) & ray & ~reinterpret_cast<Pair>(end == 0);
  }
  return joined(flipped);
}

}  // namespace SOLVENT_BOARDS
}  // namespace solvent::othello
