// Othello bitboards: symmetries, and with lines.hpp mobility and flips.
//
// A board is one word: bit 8*row + column, a1 = 0, h8 = 63.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#ifdef __SSSE3__
#include <tmmintrin.h>
#endif

// What is compiled for machines of different kinds has different names, so that no function for the
// one is ever called on the other: all code that may be is in a namespace of its kind.
#if defined(__AVX512VL__) && defined(__AVX512CD__)
#define SOLVENT_BOARDS avx512
#elif defined(__AVX2__)
#define SOLVENT_BOARDS avx2
#else
#define SOLVENT_BOARDS plain
#endif

namespace solvent::othello {
inline namespace SOLVENT_BOARDS {

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

// Squares of quadrants with an odd number of empty squares: who plays there tends to have the last
// move there.
inline Board odd_quadrants(Board empty) {
  Board odd = 0;
  for (const Board q :
       {0x000000000F0F0F0FULL, 0x00000000F0F0F0F0ULL, 0x0F0F0F0F00000000ULL, 0xF0F0F0F000000000ULL})
    if ((std::popcount(empty & q) & 1) != 0) odd |= q;
  return odd;
}

}  // namespace SOLVENT_BOARDS
}  // namespace solvent::othello

#ifdef __AVX2__
#include "games/othello/lines_wide.hpp"
#else
#include "games/othello/lines.hpp"
#endif

namespace solvent::othello {
inline namespace SOLVENT_BOARDS {

inline Board mobility(Board mine, Board theirs, Board board) {
  return mobility(Spread(mine, theirs), board & ~(mine | theirs));
}
inline Board flips(Board mine, Board theirs, int move) { return flips(Spread(mine, theirs), move); }

}  // namespace SOLVENT_BOARDS
}  // namespace solvent::othello
