// Othello on boards of 4, 6 or 8 columns and rows. X (Black) moves first and is Max.
//
// Every board lies in the middle of the 8x8 word, so the four centre squares, the symmetries and
// the hot paths are the same for all. Squares inside the library are those of the 8x8 board:
//
//        8x8 from a1 = 0          6x6 from 9           6x4 from 17           4x4 from 18
//
// The game is acyclic: a move adds a disc, and a pass is followed by a move (else the game has
// ended). Score: the winner also gets the empty squares, so scores are even.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "game/game.hpp"
#include "games/othello/board.hpp"

namespace solvent::othello {

class Rules {
 public:
  struct State {
    Board own;           // discs of the side to move
    Board opp;           // discs of the other side
    std::uint64_t side;  // 0: X (Max) to move, 1: O
    friend bool operator==(const State&, const State&) = default;
  };
  struct Key {
    Board own, opp;
    friend bool operator==(const Key&, const Key&) = default;
  };
  using Move = std::uint8_t;                            // square, or kPass
  static constexpr Board kCentre = 0x0000001818000000;  // d4 e4 d5 e5, never empty
  static constexpr std::size_t kMaxMoves = 60;          // all squares but the centre
  static constexpr bool kAcyclic = true;

  Rules(int columns, int rows, Scale::Kind kind);
  Rules(int size, Scale::Kind kind) : Rules(size, size, kind) {}

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int cells() const { return columns_ * rows_; }
  Board board() const { return board_; }  // the squares that exist
  int square(int column, int row) const { return first_ + 8 * row + column; }

  const Scale& scale() const { return scale_; }
  State initial() const { return {0x0000000810000000, 0x0000001008000000, 0}; }
  Side to_move(const State& s) const { return static_cast<Side>(s.side); }
  // Where the side to move can put a disc.
  Board squares(const State& s) const { return mobility(s.own, s.opp, board_); }
  bool ended(const State& s) const {
    return squares(s) == 0 && mobility(s.opp, s.own, board_) == 0;
  }

  Bounds bounds(const State& s) const {
    if (!ended(s)) return scale_.everything();
    const int own = std::popcount(s.own), opp = std::popcount(s.opp);
    const int score = own > opp ? cells() - 2 * opp : own < opp ? 2 * own - cells() : 0;
    return bounds_from_mover(s, score, score);
  }

  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    Board left = squares(s);
    if (left == 0) return moves.add(kPass);
    for (; left != 0; left &= left - 1) moves.add(static_cast<Move>(std::countr_zero(left)));
  }
  void play(State& s, Move m) const {
    const Board flipped = flips(s.own, s.opp, m);
    const Board placed = Board{m != kPass} << (m & 63);
    s = {s.opp ^ flipped, s.own | flipped | placed, s.side ^ 1};
  }

  // Exact. The side is folded into d4, where exactly one of the two words has its bit. Symmetric
  // twins share a key near the opening only: deeper ones mostly descend from twins that met there
  // (on 8x8 the first move alone brings 3.7 of a saving of 4.0), and eight images at every node
  // would not pay.
  Key key(const State& s) const {
    constexpr Board kD4 = kCentre & -kCentre;
    const bool opening = std::popcount(s.own | s.opp) <= kOpeningDiscs;
    const State t = opening ? canonical(s) : s;
    return {t.own, t.opp ^ (t.side != 0 ? kD4 : 0)};
  }

  // An oblong board cannot be transposed; the images that need it come last.
  int symmetries() const { return columns_ == rows_ ? kSymmetries : kSymmetries / 2; }
  State transform(const State& s, int k) const {
    return {image(s.own, k), image(s.opp, k), s.side};
  }
  Move transform_move(Move m, int k) const { return static_cast<Move>(image_of_move(m, k)); }
  State canonical(const State& s) const;

  // Scores for the side to move as bounds on Max's scale.
  Bounds bounds_from_mover(const State& s, int low, int high) const {
    return s.side == 0 ? Bounds{rank(low), rank(high)} : Bounds{rank(-high), rank(-low)};
  }
  // A window of ranks as scores for the side to move: even numbers between which it lies.
  std::pair<int, int> scores_for_mover(const State& s, Bounds window) const {
    const int middle = scale_.kind() == Scale::Kind::Score ? cells() / 2 : 1;
    const int low = 2 * (window.pess - middle), high = 2 * (window.opti - middle);
    return s.side == 0 ? std::pair(low, high) : std::pair(-high, -low);
  }

 private:
  static constexpr int kOpeningDiscs = 12;

  Outcome rank(int score) const {
    if (scale_.kind() == Scale::Kind::Score) return static_cast<Outcome>((score + cells()) / 2);
    return static_cast<Outcome>((score > 0) - (score < 0) + 1);
  }

  int columns_, rows_, first_;  // first_: the square a1
  Board board_ = 0;
  Scale scale_;
};

}  // namespace solvent::othello
