// What a Kalah player looks at first: moves that give another turn, then those that gain most
// stones.
#pragma once

#include "games/kalah/rules.hpp"

namespace solvent::kalah {

class Knowledge {
 public:
  explicit Knowledge(const Rules& g) : g_(g) {}

  // Of two moves that give another turn the one nearer to the store keeps the other possible.
  int order(const Rules::State& s, Rules::Move m) const {
    if (g_.moves_again(s, m)) return kMaxTotal + 1 + m;
    const int me = mancala::mover(s);
    auto next = s;
    g_.play(next, m);
    return mancala::store(next.row[me]) - mancala::store(s.row[me]);
  }

 private:
  const Rules& g_;
};

}  // namespace solvent::kalah
