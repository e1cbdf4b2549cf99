// A whole certificate: its statements one after another, each about positions of the game or, where
// somebody wins with regions, about relaxed ones.
#pragma once

#include "check/verify.hpp"

namespace solvent::check {

// All statements of a certificate. If not everything is verified, the result says why.
template <Game G>
bool verify(const G& rules, Reader& reader, const Layouts& layouts, const Options& options,
            CheckResult& result) {
  const AnyGame& game = *result.game;
  Feed feed{reader, layouts};
  const auto plain = std::make_unique<Verifier<G>>(rules, game, feed, options, result);
  if (!plain->begin()) return false;
  const Side side = result.side;
  // Those of a part are listed; that of the root is given in the game itself.
  const auto roots = [&]<class State>(State root) {
    std::vector<State> all;
    for (const AnyState& s : result.roots) all.push_back(restore_state<State>(s));
    if (result.header.of_root()) all = {root};
    return all;
  };
  const auto root = restore_state<typename G::State>(result.root);
  for (const Side claimant : {Side::Max, Side::Min}) {
    const bool at_least = claimant == side;
    const auto& value = at_least ? result.header.at_least : result.header.at_most;
    if (!value) continue;
    const auto rank = rules.scale().rank_of(side == Side::Max ? *value : -*value);
    if constexpr (lines::HasLines<G>)
      if (const GamePtr& wins = result.relaxed[static_cast<std::size_t>(claimant)]) {
        using R = lines::Relaxed<G>;
        const R& relaxed = *rules_of<R>(*wins);
        const Outcome won = claimant == Side::Max ? relaxed.scale().best() : 0;
        const auto verifier = std::make_unique<Verifier<R>>(relaxed, *wins, feed, options, result);
        if (!verifier->prove(at_least, *value, claimant, won, roots(relaxed.exact(root))))
          return false;
        continue;
      }
    if (!plain->prove(at_least, *value, claimant, rank, roots(root))) return false;
  }
  return plain->end();
}

}  // namespace solvent::check
