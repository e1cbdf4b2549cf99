// Woodpush (R. Nowakowski): wooden pieces on a strip slide forward and push opponents back.
//
// Bit c of a word is cell c. The bits beside the strip are edges: a piece that leaves the strip
// lands on one of them and is wiped off, so no move has a special case.
//
//     bit   0  |  1  2  3 ... L  |  L+1        Left moves to higher cells, Right to lower ones.
//         edge |     the strip   |  edge
//
// Only a push can undo a move, only the push just made, and only the far end of the run it shifted
// can do it: so the simple ko is one cell, from which a push is forbidden.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include "game/game.hpp"

namespace solvent::woodpush {

inline constexpr int kMaxCells = 20;

enum class Scoring : std::uint8_t { Moves, Pieces };

class Rules {
 public:
  struct State {
    std::uint32_t left, right;  // pieces
    std::uint16_t turn;         // 0: Left moves (Max), 1: Right (Min)
    std::uint16_t ko;           // the cell whose piece may not push, because that would undo the
                                // opponent's push; 0 if there is none
    friend auto operator<=>(const State&, const State&) = default;
  };
  using Move = std::uint8_t;  // the cell of the piece; kPush is added for a push
  using Key = std::uint64_t;
  static constexpr Move kPush = 32;
  static constexpr std::size_t kMaxMoves = kMaxCells;  // two for each of at most ten pieces
  static constexpr bool kAcyclic = false;

  Rules(int cells, int pieces, Scoring scoring, Scale::Kind kind);

  int cells() const { return cells_; }
  int pieces() const { return pieces_; }  // of each side at the start
  Scoring scoring() const { return scoring_; }

  const Scale& scale() const { return scale_; }
  Outcome repetition(const State&) const { return rank(0); }
  State initial() const {
    const std::uint32_t first = (1u << (pieces_ + 1)) - 2;
    return {first, first << (cells_ - pieces_), 0, 0};
  }
  Side to_move(const State& s) const { return s.turn == 0 ? Side::Max : Side::Min; }
  bool ended(const State& s) const { return s.left == 0 || s.right == 0; }

  // Pieces never come back, so nobody can win more than the best placing of those he has.
  Bounds bounds(const State& s) const {
    if (s.right == 0) return won_by(Side::Max, s);
    if (s.left == 0) return won_by(Side::Min, s);
    return {rank(-most_[std::popcount(s.right)]), rank(most_[std::popcount(s.left)])};
  }

  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    const std::uint32_t mine = s.turn == 0 ? s.left : s.right;
    for (std::uint32_t rest = mine; rest != 0; rest &= rest - 1)
      moves.add(static_cast<Move>(std::countr_zero(rest)));
    const std::uint32_t blocked = s.turn == 0 ? s.right << 1 : s.left >> 1;  // an opponent behind
    for (std::uint32_t rest = mine & blocked & ~(1u << s.ko); rest != 0; rest &= rest - 1)
      moves.add(static_cast<Move>(std::countr_zero(rest) + kPush));
  }

  void play(State& s, Move m) const {
    const std::uint32_t from = 1u << (m & (kPush - 1));
    const std::uint32_t empty = ~(s.left | s.right);
    const std::uint32_t above = lowest(empty & (0 - from)), below = highest(empty & (from - 1));
    const bool push = (m & kPush) != 0;
    s.ko = 0;
    if (s.turn == 0) {
      if (push) {
        const std::uint32_t run = 2 * from - 2 * below;
        s.left = (s.left & ~run) | ((s.left & run) >> 1);
        s.right = (s.right & ~run) | ((s.right & run) >> 1);
        // Right can undo this from `below` if it is now his and a Left piece is behind.
        if ((s.right & (s.left >> 1) & below & strip_) != 0) s.ko = cell_of(below);
      } else {
        s.left ^= from | above;
      }
    } else {
      if (push) {
        const std::uint32_t run = above - from;
        s.left = (s.left & ~run) | ((s.left & run) << 1);
        s.right = (s.right & ~run) | ((s.right & run) << 1);
        if ((s.left & (s.right << 1) & above & strip_) != 0) s.ko = cell_of(above);
      } else {
        s.right ^= from | below;
      }
    }
    s.left &= strip_;
    s.right &= strip_;
    s.turn ^= 1;
  }

  Key key(const State& s) const {
    return s.left | Key{s.right} << 24 | Key{s.ko} << 48 | Key{s.turn} << 56;
  }

  // Slices by pieces on the strip, seen from the mover: who that is does not count, for a strip
  // seen from its other end is the same game with the sides exchanged (index.cpp).
  int slice(const State& s) const { return std::popcount(s.left | s.right); }
  std::uint64_t slice_size(int slice) const;
  std::uint64_t index(const State& s) const;
  State unindex(int slice, std::uint64_t index) const;  // Left to move
  // The mover's pieces that ko can bar here from pushing, after one push of the opponent's or
  // other.
  std::uint32_t ko_cells(const State& s) const;
  // Between a score for the mover and the outcome of the game.
  Outcome outcome(const State& s, int score) const { return rank(s.turn == 0 ? score : -score); }
  int for_mover(const State& s, Outcome outcome) const {
    return scale_.for_side(to_move(s), outcome);
  }
  // Of an ended game, for the mover.
  int final_score(const State& s) const {
    const int lefts = s.right == 0 ? worth(Side::Max, s) : -worth(Side::Min, s);
    return s.turn == 0 ? lefts : -lefts;
  }
  // Nobody scores more with so many pieces on the strip.
  int highest_score(int slice) const { return most_[std::min(slice, pieces_)]; }

  // The exact bounds of a game that `winner` has won with these pieces on the strip.
  Bounds won_by(Side winner, const State& s) const {
    const int score = winner == Side::Max ? worth(Side::Max, s) : -worth(Side::Min, s);
    return {rank(score), rank(score)};
  }

 private:
  static std::uint32_t lowest(std::uint32_t bits) { return bits & (0 - bits); }
  static std::uint32_t highest(std::uint32_t bits) { return std::bit_floor(bits); }
  static std::uint16_t cell_of(std::uint32_t bit) {
    return static_cast<std::uint16_t>(std::countr_zero(bit));
  }

  // The moves `side` can still make, rear piece first, or the number of its pieces.
  int worth(Side side, const State& s) const {
    const std::uint32_t mine = side == Side::Max ? s.left : s.right;
    if (scoring_ == Scoring::Pieces) return std::popcount(mine);
    const std::uint32_t empty = strip_ & ~(s.left | s.right);
    int moves = 0;
    for (std::uint32_t rest = mine; rest != 0; rest &= rest - 1) {
      const std::uint32_t from = lowest(rest);
      moves += 1 + std::popcount(empty & (side == Side::Max ? 0 - from : from - 1));
    }
    return moves;
  }

  // The mover's pieces in a slice, if the opponent has all he can have.
  int fewest(int slice) const { return std::max(0, slice - pieces_); }

  Outcome rank(int score) const {
    if (scale_.kind() == Scale::Kind::Score) return static_cast<Outcome>(score + most_[pieces_]);
    return static_cast<Outcome>((score > 0) - (score < 0) + 1);
  }

  int cells_, pieces_;
  Scoring scoring_;
  std::uint32_t strip_;                        // bits 1..cells
  std::array<int, kMaxCells / 2 + 1> most_{};  // the highest score with so many pieces
  Scale scale_;
};
static_assert(Repeating<Rules> && Keyed<Rules> && Indexable<Rules>);
static_assert(sizeof(Rules::State) == 12);

}  // namespace solvent::woodpush
