// What a Connect Four player sees at a glance: wins in one, double threats, and good columns.
#pragma once

#include "games/connect4/rules.hpp"

namespace solvent::connect4 {

template <class Word>
class Knowledge {
  using G = Rules<Word>;
  using State = typename G::State;

 public:
  explicit Knowledge(const G& g) : g_(g) {}

  // Exact when the mover wins at once or cannot stop a win; otherwise the mover's earliest win is
  // two plies later than the rules alone allow.
  Bounds bounds(const State& s) const {
    const int stones = popcount(s.mask);
    const Word possible = (s.mask + g_.bottom_row()) & g_.full();
    if ((completing(s.current, s.mask) & possible) != 0) {
      const int wins = g_.winning_score(stones);
      return g_.for_mover(stones, wins, wins);
    }
    const Word threats = completing(s.current ^ s.mask, s.mask) & possible;
    if ((threats & (threats - 1)) != 0) {
      const int loses = -g_.winning_score(stones + 1);
      return g_.for_mover(stones, loses, loses);
    }
    return g_.for_mover(stones, -g_.winning_score(stones + 1), g_.winning_score(stones + 2));
  }

  // Columns near the middle first, then more lines of three left open.
  int order(const State& s, typename G::Move m) const {
    State next = s;
    g_.play(next, m);
    const int open = popcount(completing(next.current ^ next.mask, next.mask));
    const int off_centre = std::abs(2 * m + 1 - g_.columns());
    return 64 * open - off_centre;
  }

  // Empty cells that would complete four for `stones` (whether or not they can be played yet).
  Word completing(Word stones, Word mask) const {
    Word cells = (stones << 1) & (stones << 2) & (stones << 3);  // vertical: only upwards
    for (int k = 1; k < 4; ++k) {
      const int step = g_.directions()[k];
      Word pair = (stones << step) & (stones << 2 * step);
      cells |= pair & (stones << 3 * step);
      cells |= pair & (stones >> step);
      pair = (stones >> step) & (stones >> 2 * step);
      cells |= pair & (stones << step);
      cells |= pair & (stones >> 3 * step);
    }
    return cells & (g_.full() ^ mask);
  }

 private:
  const G& g_;
};

}  // namespace solvent::connect4
