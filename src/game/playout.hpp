// One random game from a position to its end, or to a ply limit in games that need not end. Where a
// ply may take long, it may be left at any of them and gone on with later.
#pragma once

#include <optional>

#include "base/rng.hpp"
#include "game/game.hpp"

namespace solvent {

template <Game G>
class Playout {
 public:
  Playout() = default;
  explicit Playout(const typename G::State& s) : s_(s) {}

  // Plays on until the game is over; is it? In games that grow `pause()` is asked for a break
  // before every ply: a position may be new to them, and be asked for in another language.
  template <class Pause>
  bool run(const G& g, Rng& rng, int max_plies, const Pause& pause) {
    if constexpr (PlaysAside<G>) {
      if (plies_ == 0 && g.plays_aside()) {
        const auto outcome = g.play_aside(s_, rng, max_plies);
        if (outcome) end_in(*outcome);
        return true;
      }
    }
    for (; plies_ < max_plies; ++plies_) {
      if (const Bounds b = g.bounds(s_); b.closed()) {
        end_in(b.pess);
        return true;
      }
      if (Growing<G> && pause()) return false;
      MovesOf<G> moves;
      g.list_moves(s_, moves);
      if constexpr (HasPlayouts<G>) {
        std::uint64_t draw = rng.next();
        g.play(s_, g.playout_move(s_, moves, draw));
      } else {
        g.play(s_, moves[rng.below(moves.size)]);
      }
    }
    return true;
  }
  // None at the ply limit.
  std::optional<Outcome> outcome() const {
    return ended_ ? std::optional<Outcome>(outcome_) : std::nullopt;
  }

 private:
  void end_in(Outcome outcome) {
    outcome_ = outcome;
    ended_ = true;
  }

  typename G::State s_{};
  int plies_ = 0;
  Outcome outcome_ = 0;
  bool ended_ = false;
};

template <Game G>
std::optional<Outcome> playout(const G& g, const typename G::State& s, Rng& rng,
                               int max_plies = 4096) {
  Playout<G> game(s);
  game.run(g, rng, max_plies, [] { return false; });
  return game.outcome();
}

}  // namespace solvent
