// All boards of the mancala games with so many stones, numbered from 0, seen from the mover.
//
// The stones in a line with a bar after each pit but the last: the places of the bars in the
// combinatorial number system, as in Awari's rules, for any number of pits.
#pragma once

#include <array>
#include <cstdint>

#include "games/mancala/board.hpp"

namespace solvent::mancala {

inline constexpr int kMostBars = 2 * kMaxPits - 1;
inline constexpr int kMostStones = 144;

// kPlaces[k][s] = C(s + k, k + 1): what the bar after pit k adds with s stones before it.
using Places = std::array<std::array<std::uint64_t, kMostStones + 2>, kMostBars + 1>;
inline constexpr Places kPlaces = [] {
  Places places{};
  for (int k = 0; k <= kMostBars; ++k)
    for (int s = 1; s <= kMostStones + 1; ++s)
      places[k][s] = places[k][s - 1] + (k == 0 ? 1 : places[k - 1][s]);
  return places;
}();

// How many boards of 2 * pits pits there are with so many stones.
constexpr std::uint64_t boards(int pits, int stones) { return kPlaces[2 * pits - 2][stones + 1]; }

constexpr std::uint64_t index(std::uint64_t own, std::uint64_t enemy, int pits) {
  std::uint64_t sum = 0;
  int before = 0, bar = 0;
  for (int k = 0; k < pits; ++k) sum += kPlaces[bar++][before += pit(own, k)];
  for (int k = 0; k + 1 < pits; ++k) sum += kPlaces[bar++][before += pit(enemy, k)];
  return sum;
}

// South to move, nothing in store.
constexpr Board unindex(int pits, int stones, std::uint64_t index) {
  Board b{};
  int left = stones;
  for (int k = 2 * pits - 1; k >= 0; --k) {
    int before = k == 0 ? 0 : left;
    while (k > 0 && kPlaces[k - 1][before] > index) --before;
    if (k > 0) index -= kPlaces[k - 1][before];
    b.row[k / pits] |= placed(k % pits, left - before);
    left = before;
  }
  return b;
}

}  // namespace solvent::mancala
