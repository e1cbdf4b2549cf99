// What the collectors of proofs have compiled for the type of a game.
#pragma once

#include "proof/collect.hpp"
#include "proof/collector.hpp"

namespace solvent::proof {

struct Functions {
  bool acyclic;  // of all games of this type
  std::unique_ptr<Collector> (*collector)(const AnyGame& game, const Order& order,
                                          const Advisers& advisers, const ProbeBase* probe);
  std::optional<AnyState> (*to_be_proved)(const AnyGame& game, const Statement& statement,
                                          const AnyState& s);
  template <Game G>
  static const Functions of;
};

template <Game G>
inline constexpr Functions Functions::of = {
    G::kAcyclic,
    [](const AnyGame& game, const Order& order, const Advisers& advisers,
       const ProbeBase* probe) -> std::unique_ptr<Collector> {
      return std::make_unique<GameCollector<G>>(*rules_of<G>(game), order, advisers,
                                                dynamic_cast<const AnyProbe<G>*>(probe));
    },
    [](const AnyGame& game, const Statement& statement,
       const AnyState& s) -> std::optional<AnyState> {
      const G& g = *rules_of<G>(game);
      const auto image = image_of(g, restore_state<typename G::State>(s));
      if (settled(g, statement, image)) return std::nullopt;
      return erase_state(image);
    }};

}  // namespace solvent::proof
