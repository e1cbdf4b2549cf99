// Mobility and flips on x86-64 machines with AVX2: a lane for each of four directions, shifted by
// its own step, up and down. Part of board.hpp, which includes it or lines.hpp.
#pragma once

#include <immintrin.h>

#include "games/othello/board.hpp"

namespace solvent::othello {
inline namespace SOLVENT_BOARDS {

using Quad __attribute__((vector_size(32))) = Board;

// Two boards, in every lane.
struct Spread {
  Quad own, opp;

  Spread(Board mine, Board theirs)
      : own{mine, mine, mine, mine}, opp{theirs, theirs, theirs, theirs} {}
};
inline Board joined(Quad q) {
  const __m256i v = reinterpret_cast<__m256i>(q);
  const __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  return static_cast<Board>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

inline constexpr Quad kStep{1, 7, 8, 9}, kTwoSteps{2, 14, 16, 18}, kFourSteps{4, 28, 32, 36};

// Where we can move.
inline Board mobility(const Spread& b, Board empty) {
  constexpr Board kInner = 0x7E7E7E7E7E7E7E7E;  // so that nothing runs over the edge
  const Quad opp = b.opp & Quad{kInner, kInner, ~Board{0}, kInner};
  Quad up = opp & (b.own << kStep), down = opp & (b.own >> kStep);
  up |= opp & (up << kStep);
  down |= opp & (down >> kStep);
  const Quad two_up = opp & (opp << kStep), two_down = two_up >> kStep;
  for (int k = 0; k < 2; ++k) {  // six discs are the longest
    up |= two_up & (up << kTwoSteps);
    down |= two_down & (down >> kTwoSteps);
  }
  return joined((up << kStep) | (down >> kStep)) & empty;
}

// The squares on the way from a square to the edge, up and down in all directions; none for the
// pass.
struct alignas(64) Rays {
  Board up[4], down[4];
};
constexpr std::array<Rays, 65> all_rays() {
  constexpr int kColumn[4] = {1, -1, 0, 1}, kRow[4] = {0, 1, 1, 1};
  std::array<Rays, 65> table{};
  for (int square = 0; square < 64; ++square)
    for (int k = 0; k < 4; ++k) {
      int c = square % 8 + kColumn[k], r = square / 8 + kRow[k];
      for (; 0 <= c && c < 8 && r < 8; c += kColumn[k], r += kRow[k]) {
        table[square].up[k] |= Board{1} << (8 * r + c);
        table[63 - square].down[k] |= Board{1} << (63 - 8 * r - c);
      }
    }
  return table;
}
inline constexpr std::array<Rays, 65> kRays = all_rays();

// What our move turns over: on each ray, all before the first square that is not the opponent's, if
// that one is ours.
inline Board flips(const Spread& b, int move) {
  const auto ray = [](const Board(&lanes)[4]) {
    return reinterpret_cast<Quad>(_mm256_load_si256(reinterpret_cast<const __m256i*>(lanes)));
  };
  const Quad up = ray(kRays[move].up), down = ray(kRays[move].down);
  // Up the first is where a carry stops.
  const Quad end = ((b.opp | ~up) + 1) & up & b.own;
  const Quad above = (end - 1) & up & ~reinterpret_cast<Quad>(end == 0);
  const Quad stops = down & ~b.opp;
#if defined(__AVX512VL__) && defined(__AVX512CD__)
  const Quad first = reinterpret_cast<Quad>(
      _mm256_srlv_epi64(_mm256_set1_epi64x(static_cast<long long>(Board{1} << 63)),
                        _mm256_lzcnt_epi64(reinterpret_cast<__m256i>(stops))));
  return joined(above | ((-(first & b.own) << 1) & down));
#else
  // Down all from the first on is filled.
  Quad filled = stops | stops >> kStep;
  filled |= filled >> kTwoSteps;
  filled |= filled >> kFourSteps;
  const Quad first = (filled ^ filled >> kStep) & down & b.own;
  return joined(above | (down & ~filled & ~reinterpret_cast<Quad>(first == 0)));
#endif
}

}  // namespace SOLVENT_BOARDS
}  // namespace solvent::othello
