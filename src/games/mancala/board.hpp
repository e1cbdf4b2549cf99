// The board of the mancala games (Awari, Kalah) in two words, one for each player.
//
//   byte        7       6     5 4 3 2 1 0
//   row[0]    side   store    F E D C B A    South, the first player
//   row[1]      0    store    f e d c b a    North
//
// Stones are sown A..F, a..f and round again. No byte ever overflows (a game has at most 144
// stones), so a whole sowing is one addition a word.
#pragma once

#include <cstdint>
#include <type_traits>

#include "solvent/outcome.hpp"

namespace solvent::mancala {

inline constexpr int kMaxPits = 6;  // of one player

struct Board {
  std::uint64_t row[2];
  friend bool operator==(const Board&, const Board&) = default;
};
static_assert(sizeof(Board) == 16 && std::has_unique_object_representations_v<Board>);

inline constexpr std::uint64_t kPits = 0x0000'FFFF'FFFF'FFFF;
inline constexpr std::uint64_t kNorthMoves = std::uint64_t{1} << 56;  // in row[0]

// `count` stones in pit k of a row; k = kMaxPits is the store.
constexpr std::uint64_t placed(int k, int count) {
  return static_cast<std::uint64_t>(count) << (8 * k);
}
constexpr std::uint64_t stored(int count) { return placed(kMaxPits, count); }
constexpr int pit(std::uint64_t row, int k) { return static_cast<int>(row >> (8 * k) & 0xFF); }
constexpr int store(std::uint64_t row) { return pit(row, kMaxPits); }
constexpr bool empty(std::uint64_t row) { return (row & kPits) == 0; }
// All stones in the pits of a row: the product gathers the sum of the bytes in the top one.
constexpr int stones(std::uint64_t row) {
  return static_cast<int>((row & kPits) * 0x0101'0101'0101'0101 >> 56);
}

constexpr int mover(const Board& b) { return static_cast<int>(b.row[0] >> 56); }  // 0 is South
constexpr Side to_move(const Board& b) { return mover(b) == 0 ? Side::Max : Side::Min; }

}  // namespace solvent::mancala
