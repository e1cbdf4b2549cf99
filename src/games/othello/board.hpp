// Othello bitboards: mobility, flips and symmetries.
//
// A board is one word: bit 8*row + column, a1 = 0, h8 = 63. A Pair holds a word and the same word
// turned by 180 degrees (bit i becomes 63-i), so that four directions, towards higher bits, do for
// all eight. Pairs are the compiler's own two-lane vectors: SSE on x86-64, else whatever there is.
//
//        .  s +1
//       +7 +8 +9
#pragma once

#include <array>
#include <cstdint>

#ifdef __SSSE3__
#include <tmmintrin.h>
#endif

namespace solvent::othello {

using Board = std::uint64_t;
using Pair __attribute__((vector_size(16))) = Board;

inline constexpr int kPass = 64;  // a move that is no square

// The symmetries of the square, of a board or of both at once.
template <class Boards>
constexpr Boards columns_mirrored(Boards b) {
  b = (b >> 1 & 0x5555555555555555) | (b & 0x5555555555555555) << 1;
  b = (b >> 2 & 0x3333333333333333) | (b & 0x3333333333333333) << 2;
  return (b >> 4 & 0x0F0F0F0F0F0F0F0F) | (b & 0x0F0F0F0F0F0F0F0F) << 4;
}
constexpr Board rows_mirrored(Board b) { return __builtin_bswap64(b); }
inline Pair rows_mirrored(Pair p) { return Pair{rows_mirrored(p[0]), rows_mirrored(p[1])}; }
template <class Boards>
constexpr Boards transposed(Boards b) {
  Boards swap = (b ^ b >> 7) & 0x00AA00AA00AA00AA;
  b ^= swap ^ swap << 7;
  swap = (b ^ b >> 14) & 0x0000CCCC0000CCCC;
  b ^= swap ^ swap << 14;
  swap = (b ^ b >> 28) & 0x00000000F0F0F0F0;
  return b ^ swap ^ swap << 28;
}
// By their numbers k = 0..7: mirror columns (1), mirror rows (2), then transpose (4).
constexpr int kSymmetries = 8;
constexpr Board image(Board b, int k) {
  if (k & 1) b = columns_mirrored(b);
  if (k & 2) b = rows_mirrored(b);
  return k & 4 ? transposed(b) : b;
}
constexpr int image_of_move(int move, int k) {
  if (move == kPass) return kPass;
  if (k & 1) move ^= 7;
  if (k & 2) move ^= 56;
  return k & 4 ? move >> 3 | (move & 7) << 3 : move;
}

// Each word turned by 180 degrees.
inline Pair turned(Pair p) {
#ifdef __SSSE3__
  const __m128i v = reinterpret_cast<__m128i>(p);
  const __m128i nibble = _mm_set1_epi8(15);
  const __m128i backwards = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
  const __m128i byte_order = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  const __m128i low = _mm_shuffle_epi8(_mm_slli_epi16(backwards, 4), _mm_and_si128(v, nibble));
  const __m128i high = _mm_shuffle_epi8(backwards, _mm_and_si128(_mm_srli_epi16(v, 4), nibble));
  return reinterpret_cast<Pair>(_mm_shuffle_epi8(_mm_or_si128(low, high), byte_order));
#else
  return Pair{image(p[0], 3), image(p[1], 3)};
#endif
}

// Two boards seen both ways, and what was found both ways as one board.
struct BothWays {
  Pair own, opp;

  BothWays(Board mine, Board theirs) {
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
inline Board mobility(const BothWays& b, Board empty) {
  const Pair inner = b.opp & 0x7E7E7E7E7E7E7E7E;  // so that nothing runs over the edge
  const Pair found = (inner + (inner & b.own << 1)) | beyond_lines(b.own, b.opp, 8) |
                     beyond_lines(b.own, inner, 7) | beyond_lines(b.own, inner, 9);
  return joined(found) & empty;
}
inline Board mobility(Board mine, Board theirs, Board board) {
  return mobility(BothWays(mine, theirs), board & ~(mine | theirs));
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
inline Board flips(const BothWays& b, int move) {
  Pair flipped{};
  for (const auto& both : kRays[move].ray) {
    const Pair ray{both[0], both[1]};
    const Pair stops = ray & ~b.opp;
    const Pair end = stops & -stops & b.own;
    flipped |= (end - 1) & ray & ~reinterpret_cast<Pair>(end == 0);
  }
  return joined(flipped);
}
inline Board flips(Board mine, Board theirs, int move) {
  return flips(BothWays(mine, theirs), move);
}

}  // namespace solvent::othello
