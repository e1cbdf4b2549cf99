// Endgame databases computed again, by the plainest way there is, for claims that rest on them.
#pragma once

#include "check/check.hpp"
#include "game/game.hpp"

namespace solvent::check {

// Positions in slices, with a value that does not depend on what was captured before.
template <class G>
concept HasSlices = Indexable<G> && requires(const G g, const typename G::State s) {
  { g.outcome(s, int{}) } -> std::same_as<Outcome>;
  { g.net_on_board(s, Outcome{}) } -> std::same_as<int>;
};

template <Game G>
class Recomputed {};

template <HasSlices G>
class Recomputed<G> {
 public:
  // False if it was stopped.
  Result<bool> compute(const AnyGame&, const Header&, const Options&) {
    return Error{"this program does not compute endgame databases yet"};
  }
  Outcome value(const G&, const typename G::State&) const { return 0; }
};

}  // namespace solvent::check
