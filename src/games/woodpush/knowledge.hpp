// Which Woodpush moves to try first: those that leave the mover more pieces than the opponent.
#pragma once

#include "games/woodpush/rules.hpp"

namespace solvent::woodpush {

class Knowledge {
 public:
  explicit Knowledge(const Rules& g) : g_(g) {}

  int order(const Rules::State& s, Rules::Move m) const {
    Rules::State next = s;
    g_.play(next, m);
    const int lead = std::popcount(next.left) - std::popcount(next.right);
    const int push = (m & Rules::kPush) != 0;  // it drives the opponent back, so first among equals
    return 2 * (s.turn == 0 ? lead : -lead) + push;
  }

 private:
  const Rules& g_;
};

}  // namespace solvent::woodpush
