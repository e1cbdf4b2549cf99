// Statements about positions: what a search is asked, what a proof is of and a checker believes.
#pragma once

#include <optional>

#include "game/game.hpp"

namespace solvent {

// "The claimant can make sure of this rank": at least it if he is Max, at most it if he is Min.
struct Statement {
  Side claimant;
  Outcome bound;

  // A search asks about cuts, "is the value above this rank?": Max claims that it is, Min that it
  // is not.
  static constexpr Statement of_cut(Side claimant, int cut) {
    return {claimant, static_cast<Outcome>(claimant == Side::Max ? cut + 1 : cut)};
  }
  constexpr int cut() const { return claimant == Side::Max ? bound - 1 : bound; }

  constexpr bool holds(Bounds b) const {
    return claimant == Side::Max ? b.pess >= bound : b.opti <= bound;
  }
  constexpr bool fails(Bounds b) const {
    return claimant == Side::Max ? b.opti < bound : b.pess > bound;
  }
  // Going round for ever, worth `r`, is good enough.
  constexpr bool safe(Outcome r) const { return holds({r, r}); }
};

// Do bounds leave open whether the value is above the cut?
constexpr bool open_for(Bounds b, int cut) { return b.pess <= cut && cut < b.opti; }

// A move of the claimant after which the rules alone say what he states, if he is to move and has
// one.
template <Game G>
std::optional<typename G::Move> settling_move(const G& g, Statement statement,
                                              const typename G::State& s) {
  if (g.to_move(s) != statement.claimant || g.ended(s)) return std::nullopt;
  MovesOf<G> moves;
  g.list_moves(s, moves);
  for (const typename G::Move m : moves) {
    typename G::State next = s;
    g.play(next, m);
    if (statement.holds(g.bounds(next))) return m;
  }
  return std::nullopt;
}
// Has he one? Moves need not be tried where the game sees who wins at once, since all other moves
// lead to the same bounds.
template <Game G>
bool has_settling_move(const G& g, Statement statement, const typename G::State& s) {
  if constexpr (SeesWins<G>) {
    if (g.to_move(s) != statement.claimant || g.ended(s)) return false;
    const std::optional<Bounds> win = g.win_at_once(s);
    if (win && statement.holds(*win)) return true;
    if (!win) {
      MovesOf<G> moves;
      g.list_moves(s, moves);
      typename G::State next = s;
      g.play(next, moves[0]);
      return statement.holds(g.bounds(next));
    }
  }
  return settling_move(g, statement, s).has_value();
}
// Is there nothing to prove, since the rules say it here or after such a move?
template <Game G>
bool settled(const G& g, Statement statement, const typename G::State& s) {
  return statement.holds(g.bounds(s)) || has_settling_move(g, statement, s);
}

}  // namespace solvent
