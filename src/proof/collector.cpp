#include "proof/collector.hpp"

#include "games/registry_rules.hpp"
#include "proof/collect.hpp"

namespace solvent::proof {

std::unique_ptr<Collector> make_collector(const AnyGame& game, const Order& order,
                                          const Advisers& advisers, const ProbeBase* probe) {
  return visit_rules<std::unique_ptr<Collector>>(game, [&]<Game G>(const G& g) {
    return std::make_unique<GameCollector<G>>(g, order, advisers,
                                              dynamic_cast<const AnyProbe<G>*>(probe));
  });
}

bool can_be_in_parts(const AnyGame& game) {
  return visit_rules<bool>(game, []<Game G>(const G&) { return G::kAcyclic; });
}

std::optional<AnyState> to_be_proved(const AnyGame& game, const Statement& statement,
                                     const AnyState& s) {
  return visit_rules<std::optional<AnyState>>(
      game, [&]<Game G>(const G& g) -> std::optional<AnyState> {
        const auto image = image_of(g, restore_state<typename G::State>(s));
        if (settled(g, statement, image)) return std::nullopt;
        return erase_state(image);
      });
}

}  // namespace solvent::proof
