// perft: the number of positions exactly `depth` plies below a position, every one generated.
//
// A pass is a ply. A game that ended earlier counts 0, or 1 with `count_ended` (two conventions are
// in print, and they are often mixed up).
#pragma once

#include "game/game.hpp"

namespace solvent {

// Keeps the compiler from noticing that nobody looks at the leaves it was asked to generate.
template <class State>
inline void must_exist(const State& s) {
  asm volatile("" : : "r"(&s) : "memory");
}

template <Game G>
std::uint64_t perft(const G& g, const typename G::State& s, int depth, bool count_ended = false) {
  if (depth == 0) {
    must_exist(s);
    return 1;
  }
  if (g.ended(s)) return count_ended ? 1 : 0;
  MovesOf<G> moves;
  g.list_moves(s, moves);
  std::uint64_t leaves = 0;
  for (const auto m : moves) {
    auto next = s;
    g.play(next, m);
    leaves += perft(g, next, depth - 1, count_ended);
  }
  return leaves;
}

}  // namespace solvent
