// Connect Four on boards of many sizes: columns * (rows+1) is at most 128, the bits of one 64-bit
// word (Narrow) or of one 128-bit word (Wide).
//
// Columns of rows+1 bits, the top one always empty, so that shifts never run into a neighbour; for
// 7x6:
//
//      6 13 20 27 34 41 48   <- guard row
//      5 12 19 26 33 40 47
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42
//
// Score (the field's convention): with n stones on the board before the winning move and N cells
// the winner has floor((N+1-n)/2), the loser its negative, a draw is 0.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "game/game.hpp"

namespace solvent::connect4 {

__extension__ using Word128 = unsigned __int128;

constexpr int popcount(std::uint64_t w) { return std::popcount(w); }
constexpr int popcount(Word128 w) {
  return std::popcount(static_cast<std::uint64_t>(w)) +
         std::popcount(static_cast<std::uint64_t>(w >> 64));
}

inline constexpr int kMaxColumns = 64;

template <class Word>
class Rules {
 public:
  struct State {
    Word current;  // stones of the side to move
    Word mask;     // all stones
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint8_t;  // column, 0-based
  using Key = Word;
  static constexpr std::size_t kMaxMoves = kMaxColumns;
  static constexpr bool kAcyclic = true;
  static constexpr bool kRewardsSpeed = true;

  Rules(int columns, int rows, Scale::Kind kind);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int cells() const { return columns_ * rows_; }
  int top_score() const { return top_score_; }

  const Scale& scale() const { return scale_; }
  State initial() const { return {0, 0}; }
  Side to_move(const State& s) const { return popcount(s.mask) & 1 ? Side::Min : Side::Max; }
  bool ended(const State& s) const { return s.mask == full_ || has_four(s.current ^ s.mask); }

  Bounds bounds(const State& s) const {
    return (has_four(s.current ^ s.mask) ? lost_ : open_)[popcount(s.mask)];
  }

  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    std::uint32_t size = moves.size;  // in a register: no branch, no store for each column
    for (int c = 0; c < columns_; ++c) {
      moves.items[size] = static_cast<Move>(c);
      size += (s.mask & top_[c]) == 0;
    }
    moves.size = size;
  }
  void play(State& s, Move column) const {
    s.current ^= s.mask;
    s.mask |= s.mask + bottom_[column];
  }

  // In each column current + mask differs for every filling, and fits into the rows+1 bits.
  Key key(const State& s) const {
    const Word plain = s.current + s.mask;
    return std::min(plain, mirrored(plain));
  }

  int symmetries() const { return 2; }
  State transform(const State& s, int k) const {
    return k == 0 ? s : State{mirrored(s.current), mirrored(s.mask)};
  }
  Move transform_move(Move m, int k) const {
    return k == 0 ? m : static_cast<Move>(columns_ - 1 - m);
  }
  State canonical(const State& s) const {
    return s.current + s.mask <= mirrored(s.current + s.mask) ? s : transform(s, 1);
  }

  // Four in a row among these stones.
  bool has_four(Word stones) const {
    for (const int step : directions_) {
      const Word pairs = stones & (stones >> step);
      if (pairs & (pairs >> (2 * step))) return true;
    }
    return false;
  }

  // Cells that would complete four with these stones, empty or not; of several boards at once, too.
  template <class Cells>
  Cells completing(Cells stones) const {
    Cells cells = (stones << 1) & (stones << 2) & (stones << 3);  // vertical: only upwards
    for (int k = 1; k < 4; ++k) {
      const int step = directions_[k];
      const Cells up = stones << step, down = stones >> step;
      const Cells up2 = up & (stones << 2 * step), down2 = down & (stones >> 2 * step);
      cells = cells | (up2 & (stones << 3 * step)) | (up2 & down) | (down2 & up) |
              (down2 & (stones >> 3 * step));
    }
    return cells;
  }
  std::optional<Bounds> win_at_once(const State& s) const {
    if ((completing(s.current) & (s.mask + bottom_row_) & full_) == 0) return std::nullopt;
    return lost_[popcount(s.mask) + 1];
  }

  // The score of a winning move made with n stones on the board; 0 if no cell is left for it.
  int winning_score(int n) const { return winning_score_[n + 1]; }

  // Scores for the side to move as bounds on Max's scale.
  Bounds bounds_from_mover(int stones, int low, int high) const {
    if (stones & 1) {
      const int negated = -low;
      low = -high;
      high = negated;
    }
    return {rank(low), rank(high)};
  }

  // Pieces of the board, for text and knowledge.
  Word full() const { return full_; }
  Word bottom_row() const { return bottom_row_; }
  Word cell(int column, int row) const { return bottom_[column] << row; }
  Word column_mask(int column) const { return bottom_[column] * ((Word{1} << rows_) - 1); }
  const std::array<int, 4>& directions() const { return directions_; }

 private:
  Outcome rank(int score) const {
    if (scale_.kind() == Scale::Kind::Score) return static_cast<Outcome>(score + top_score_);
    return static_cast<Outcome>((score > 0) - (score < 0) + 1);
  }
  Word mirrored(Word w) const {
    Word out = columns_ & 1 ? w & middle_ : 0;
    for (int c = 0; c < columns_ / 2; ++c) {
      const int shift = (columns_ - 1 - 2 * c) * (rows_ + 1);
      const Word left = bottom_[c] * column_bits_;
      out |= (w & left) << shift | ((w >> shift) & left);
    }
    return out;
  }

  int columns_, rows_;
  int top_score_;
  std::array<int, 4> directions_;  // vertical, horizontal, both diagonals
  Word column_bits_;               // rows+1 ones
  Word full_ = 0, bottom_row_ = 0, middle_ = 0;
  std::array<Word, kMaxColumns> bottom_{}, top_{};
  Scale scale_;
  std::array<signed char, 8 * sizeof(Word) + 4> winning_score_{};  // from n = -1 on
  // By the number of stones: the side to move has lost, or not yet.
  std::array<Bounds, 8 * sizeof(Word)> lost_{}, open_{};
};

extern template class Rules<std::uint64_t>;
extern template class Rules<Word128>;
using Narrow = Rules<std::uint64_t>;  // columns * (rows+1) <= 64
using Wide = Rules<Word128>;          // columns * (rows+1) <= 128

}  // namespace solvent::connect4
