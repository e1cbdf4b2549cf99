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

}  // namespace solvent::proof
