// Qubic: X and O place stones in a 4x4x4 cube; four in a straight line win (76 lines).
//
// Cell number = 16*level + 4*row + column, two bits a coordinate. On a line some coordinates run
// from 0 to 3 or back and the others stand still, so the mates of a cell are cell ^ m*D for m = 1,
// 2, 3, with D the low bits of the running coordinates. The 192 symmetries (Silver 1967) are affine
// in these bits. Invariant of a State: `count` and `won` follow from the stones, so equal boards
// are equal states.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "game/game.hpp"

namespace solvent::qubic {

using Board = std::uint64_t;

namespace detail {

// Cells whose number has bit j clear.
inline constexpr std::array<Board, 6> kClear = {0x5555555555555555, 0x3333333333333333,
                                                0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF,
                                                0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
// The set with bit j of every cell's number flipped.
constexpr Board flip(Board w, int j) {
  return (w & kClear[j]) << (1 << j) | (w >> (1 << j) & kClear[j]);
}
// The set with bits i < j of every cell's number exchanged.
constexpr Board exchange(Board w, int i, int j) {
  const int shift = (1 << j) - (1 << i);
  const Board moved = (w ^ w >> shift) & kClear[j] & ~kClear[i];
  return w ^ moved ^ moved << shift;
}
constexpr Board exchange_coordinates(Board w, int a, int b) {
  return exchange(exchange(w, 2 * a, 2 * b), 2 * a + 1, 2 * b + 1);
}

// The running coordinates of a line, as the low bits of their fields: single ones, pairs, all
// three.
inline constexpr std::array<int, 7> kDirections = {1, 4, 16, 5, 17, 20, 21};

// Lines that run along several coordinates are diagonals: each pair equal or opposite.
constexpr bool on_line(int cell, int direction) {
  int first = -1;
  for (int k = 0; k < 6; k += 2) {
    if ((direction >> k & 1) == 0) continue;
    const int v = cell >> k & 3;
    if (first < 0) first = v;
    if (v != first && v != 3 - first) return false;
  }
  return true;
}

struct LinesThrough {
  std::array<Board, 7> lines;  // the rest repeats the first
  int count;                   // 7 in the corners and the core, elsewhere 4
};
constexpr std::array<LinesThrough, 64> lines_through() {
  std::array<LinesThrough, 64> table{};
  for (int cell = 0; cell < 64; ++cell) {
    LinesThrough& entry = table[cell];
    for (const int d : kDirections) {
      Board line = 0;
      for (int m = 0; m < 4; ++m) line |= Board{1} << (cell ^ m * d);
      if (on_line(cell, d)) entry.lines[entry.count++] = line;
    }
    for (int k = entry.count; k < 7; ++k) entry.lines[k] = entry.lines[0];
  }
  return table;
}

}  // namespace detail

inline constexpr std::array<detail::LinesThrough, 64> kLinesThrough = detail::lines_through();

// All lines, each from its lowest cell.
inline constexpr std::array<Board, 76> kLines = [] {
  std::array<Board, 76> lines{};
  int count = 0;
  for (int cell = 0; cell < 64; ++cell)
    for (int k = 0; k < kLinesThrough[cell].count; ++k)
      if (std::countr_zero(kLinesThrough[cell].lines[k]) == cell)
        lines[count++] = kLinesThrough[cell].lines[k];
  return lines;
}();

class Lines;  // games/qubic/lines.hpp

class Rules {
 public:
  using Lines = qubic::Lines;
  struct State {
    std::array<Board, 2> stones;  // of Max (X) and of Min (O)
    std::uint32_t count;          // stones on the board
    std::uint32_t won;            // 1 if the last stone made a line
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint8_t;  // the cell's number
  using Key = std::array<Board, 2>;
  static constexpr std::size_t kMaxMoves = 64;
  static constexpr bool kAcyclic = true;
  static constexpr int kSymmetries = 192;
  // Up to here key() is the same for all images of a position. Later images hardly meet any more,
  // and searching 192 of them would cost more than it saves.
  static constexpr std::uint32_t kCanonicalStones = 8;

  const Scale& scale() const { return scale_; }
  State initial() const { return {}; }
  Side to_move(const State& s) const { return s.count & 1 ? Side::Min : Side::Max; }
  bool ended(const State& s) const { return s.won != 0 || s.count == 64; }

  Bounds bounds(const State& s) const {
    if (s.won != 0) return s.count & 1 ? Bounds{2, 2} : Bounds{0, 0};
    if (s.count == 64) return {1, 1};
    return {0, 2};
  }

  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    for (Board w = empty(s); w != 0; w &= w - 1) moves.add(static_cast<Move>(std::countr_zero(w)));
  }
  void play(State& s, Move cell) const {
    Board& mine = s.stones[s.count & 1];
    mine |= Board{1} << cell;
    ++s.count;
    s.won = 0;
    for (const Board line : kLinesThrough[cell].lines) s.won |= (line & ~mine) == 0;
  }

  Key key(const State& s) const {
    return s.count <= kCanonicalStones ? least_image(s.stones) : s.stones;
  }

  // k = 16*order + turns: `order` of 12 exchanges coordinates (6) and the inner with the outer
  // places of all of them at once (2); `turns` reverses coordinates (bits 0-2) and flips the halves
  // inside out.
  int symmetries() const { return kSymmetries; }
  State transform(const State& s, int k) const {
    return {{image(s.stones[0], k), image(s.stones[1], k)}, s.count, s.won};
  }
  Move transform_move(Move m, int k) const {
    return static_cast<Move>(std::countr_zero(image(Board{1} << m, k)));
  }
  State canonical(const State& s) const { return {least_image(s.stones), s.count, s.won}; }

  static Board empty(const State& s) { return ~(s.stones[0] | s.stones[1]); }

 private:
  static Board ordered(Board w, int order);
  static Board turned(Board w, int turn);
  static Board image(Board w, int k);
  static Key least_image(const Key& stones);

  Scale scale_ = Scale::win_draw_loss();
};

}  // namespace solvent::qubic

#include "games/qubic/lines.hpp"  // what Rules::Lines is
