// One random game from a position to its end, or to a ply limit in games that need not end.
#pragma once

#include <optional>

#include "base/rng.hpp"
#include "game/game.hpp"

namespace solvent {

template <Game G>
std::optional<Outcome> playout(const G& g, typename G::State s, Rng& rng, int max_plies = 4096) {
  for (int ply = 0; ply < max_plies; ++ply) {
    if (const Bounds b = g.bounds(s); b.closed()) return b.pess;
    MovesOf<G> moves;
    g.list_moves(s, moves);
    if constexpr (HasPlayouts<G>) {
      std::uint64_t draw = rng.next();
      g.play(s, g.playout_move(s, moves, draw));
    } else {
      g.play(s, moves[rng.below(moves.size)]);
    }
  }
  return std::nullopt;
}

}  // namespace solvent
