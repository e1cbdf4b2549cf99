// (m,n,k): X and O place stones on a board of m columns and n rows; at least k in a row win.
//
// Rows of columns+1 bits, the last one always empty, so that no line runs into a neighbouring row;
// 3x3:
//
//      8  9 10 |11     row 3
//      4  5  6 | 7     row 2
//      0  1  2 | 3     row 1
//      a  b  c  guard
//
// Invariant of a State: `count` and `won` follow from the stones, so equal boards are equal states.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "game/game.hpp"
#include "games/lines/bits.hpp"

namespace solvent::mnk {

using lines::Bits;
inline constexpr int kLongest = 19;  // side of a board, and k

template <int W>
class Lines;  // games/mnk/lines.hpp

template <int W>
class Rules {
 public:
  using Board = Bits<W>;
  using Lines = mnk::Lines<W>;
  struct State {
    std::array<Board, 2> stones;  // of Max (X) and of Min (O)
    std::uint32_t count;          // stones on the board
    std::uint32_t won;            // 1 if the last stone made k in a row
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::conditional_t<W <= 4, std::uint8_t, std::uint16_t>;  // the cell's bit
  using Key = std::array<Board, 2>;
  static constexpr std::size_t kMaxMoves = std::min(64 * W, kLongest* kLongest);
  static constexpr bool kAcyclic = true;

  Rules(int columns, int rows, int in_a_row);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int in_a_row() const { return in_a_row_; }

  const Scale& scale() const { return scale_; }
  State initial() const { return {}; }
  Side to_move(const State& s) const { return s.count & 1 ? Side::Min : Side::Max; }
  bool ended(const State& s) const { return s.won != 0 || s.count == cells_; }

  Bounds bounds(const State& s) const {
    if (s.won != 0) return s.count & 1 ? Bounds{2, 2} : Bounds{0, 0};
    if (s.count == cells_) return {1, 1};
    return {0, 2};
  }

  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    empty(s).for_each([&](int cell) { moves.add(static_cast<Move>(cell)); });
  }
  void play(State& s, Move cell) const {
    Board mine = s.stones[s.count & 1];
    mine.set(cell);
    s.stones[s.count & 1] = mine;
    ++s.count;
    // On one word the whole board is quicker than a walk from the stone.
    s.won = W == 1 ? has_row(mine) : has_row_through(mine, cell);
  }

  Key key(const State& s) const { return least_image(s.stones); }

  // The least pair of boards names the position: all cells with their images at once, or, on one
  // word, so many cells at a time as a table takes.
  Key least_image(const Key& stones) const {
    if constexpr (W == 1) {
      const Images x = images_of(stones[0]), o = images_of(stones[1]);
      const std::uint64_t least = *std::min_element(x.begin(), x.end());
      std::uint64_t beside = ~std::uint64_t{0};
      for (int k = 0; k < 8; ++k) beside = std::min(beside, x[k] == least ? o[k] : beside);
      return {Board{{least}}, Board{{beside}}};
    } else {
      std::array<Key, 8> images{};
      for (int side = 0; side < 2; ++side)
        stones[side].for_each([&](int cell) {
          for (int k = 0; k < 8; ++k) images[k][side].set(image_[cell][k]);
        });
      return *std::min_element(images.begin(), images.end());
    }
  }

  // Bit 0 of k mirrors the columns, bit 1 the rows; then bit 2 swaps the two on square boards.
  int symmetries() const { return symmetries_; }
  Move transform_move(Move m, int k) const { return image_[m][k]; }
  State transform(const State& s, int k) const {
    State out{{}, s.count, s.won};
    for (int side = 0; side < 2; ++side)
      s.stones[side].for_each([&](int cell) { out.stones[side].set(image_[cell][k]); });
    return out;
  }
  State canonical(const State& s) const { return {key(s), s.count, s.won}; }

  // k in a row among these stones, anywhere.
  bool has_row(const Board& stones) const {
    std::array<Board, 4> runs;  // where a run of 1, 2, 4, ... k stones begins, each way
    runs.fill(stones);
    for (int k = 0; k < joins_; ++k)
      for (int way = 0; way < 4; ++way) runs[way] = runs[way] & runs[way] >> join_[k][way];
    return (runs[0] | runs[1] | runs[2] | runs[3]).any();
  }

  // Empty cells that would give these stones k in a row: j of them on one side and k-1-j on the
  // other.
  Board completing(const Board& stones, const Board& empty) const {
    const int k = in_a_row_;
    Board cells{};
    for (const int step : steps_) {
      std::array<Board, kLongest> after;  // after[j]: cells followed by j stones
      after[0] = full_;
      for (int j = 1; j < k; ++j) after[j] = (after[j - 1] & stones) >> step;
      Board before = full_;  // cells that come after j stones
      for (int j = 0; j < k; ++j) {
        cells = cells | (before & after[k - 1 - j]);
        before = (before & stones) << step;
      }
    }
    return cells & empty;
  }

  std::optional<Bounds> win_at_once(const State& s) const {
    if (!completing(s.stones[s.count & 1], empty(s)).any()) return std::nullopt;
    return s.count & 1 ? Bounds{0, 0} : Bounds{2, 2};
  }

  // Pieces of the board, for text and knowledge.
  const Board& full() const { return full_; }
  Board empty(const State& s) const { return full_ - s.stones[0] - s.stones[1]; }
  Move cell(int column, int row) const { return static_cast<Move>(row * (columns_ + 1) + column); }
  int column_of(Move cell) const { return cell % (columns_ + 1); }
  int row_of(Move cell) const { return cell / (columns_ + 1); }
  const std::array<int, 4>& steps() const { return steps_; }

 private:
  using Images = std::array<std::uint64_t, 8>;
  Images images_of(const Board& stones) const {
    Images all{};
    std::uint64_t left = stones.words[0];
    for (const auto& part : parts_) {
      const Images& some = part[left % part.size()];
      for (int k = 0; k < 8; ++k) all[k] |= some[k];
      left /= part.size();
    }
    return all;
  }

  bool has_row_through(const Board& stones, int cell) const {
    for (const int step : steps_) {
      int run = 1;
      for (int at = cell + step; stones.test(at); at += step) ++run;
      for (int at = cell - step; stones.test(at); at -= step) ++run;
      if (run >= in_a_row_) return true;
    }
    return false;
  }

  int columns_, rows_, in_a_row_;
  std::uint32_t cells_;
  int symmetries_;
  std::array<int, 4> steps_;  // along the row, the column, both diagonals
  // How far each way the runs lie that become one longer run.
  std::array<std::array<int, 4>, kLongest> join_{};
  int joins_ = 0;
  Board full_{};
  // Of each cell; on boards that are not square four images come twice.
  std::array<std::array<Move, 8>, Board::kSize> image_{};
  // On one word, of all sets of its cells 0..5, 6..11 and so on: as few as stay in the cache.
  std::vector<std::array<Images, 64>> parts_;
  Scale scale_ = Scale::win_draw_loss();
};

extern template class Rules<1>;
extern template class Rules<2>;
extern template class Rules<4>;
extern template class Rules<6>;

// A board takes (columns + 1) * rows bits: at most 380 on 19x19.
constexpr int words_for(int columns, int rows) {
  const int bits = (columns + 1) * rows;
  return bits <= 64 ? 1 : bits <= 128 ? 2 : bits <= 256 ? 4 : 6;
}

}  // namespace solvent::mnk

#include "games/mnk/lines.hpp"  // what Rules::Lines is
