// What a Kalah player looks at first: moves that give another turn, then those that gain most
// stones; and the stones that one turn is sure to bring.
#pragma once

#include <bit>

#include "games/kalah/rules.hpp"

namespace solvent::kalah {

class Knowledge {
  using State = Rules::State;
  using Move = Rules::Move;

 public:
  static constexpr int kTableMove = 1 << 14;

  explicit Knowledge(const Rules& g) : g_(g) {
    for (int k = 0; k < g.pits(); ++k) {
      to_store_ += mancala::placed(k, g.pits() - k);
      ones_ += mancala::placed(k, 1);
    }
  }

  // Stones in a store stay there.
  Bounds bounds(const State& s) const {
    if (g_.ended(s)) return g_.bounds(s);
    const int me = mancala::mover(s);
    State home = s;
    home.row[me] += mancala::stored(sure(s.row[me]));
    return g_.bounds(home);
  }

  int order(const State& s, Move m) const {
    State next = s;
    g_.play(next, m);
    return order(s, m, next);
  }

  // Every move, a position with a single one passed over.
  template <class Visit>
  void look_ahead(const State& s, Visit&& visit) const {
    MovesOf<Rules> moves;
    g_.list_moves(s, moves);
    for (const Move m : moves) {
      State next = s;
      g_.play(next, m);
      const int worth = order(s, m, next);
      while (!g_.ended(next)) {
        MovesOf<Rules> replies;
        g_.list_moves(next, replies);
        if (replies.size > 1) break;
        g_.play(next, replies[0]);
      }
      if (!visit(m, next, bounds(next), worth)) return;
    }
  }
  State key(const State& s) const { return s; }

 private:
  // What the mover can bring home: he plays every pit that reaches just to his store, the nearest
  // first, and then one that reaches further. Each gives a stone.
  int sure(std::uint64_t row) const {
    const std::uint64_t top = ones_ << 7, own = row & (0xFF * ones_);
    const std::uint64_t differs = own ^ to_store_;
    const std::uint64_t exact = top & ~(((differs & ~top) + (top - ones_)) | differs);
    const std::uint64_t further = top & (own | ((own | top) - to_store_ - ones_));
    return std::popcount(exact) + (further != 0);
  }

  // Of two moves that give another turn the one nearer to the store keeps the other possible. Of
  // the others those that gain most and leave the opponent least.
  int order(const State& s, Move m, const State& next) const {
    if (g_.moves_again(s, m)) return kAgain + m;
    const int me = mancala::mover(s);
    const int gain = mancala::store(next.row[me]) - mancala::store(s.row[me]);
    return 2 * gain - sure(next.row[1 - me]);
  }

  static constexpr int kAgain = 1 << 12;  // more than all stones

  const Rules& g_;
  std::uint64_t to_store_ = 0, ones_ = 0;  // a byte a pit: its way to the store, and 1
};

}  // namespace solvent::kalah
