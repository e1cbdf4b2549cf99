#include "proof/collector.hpp"

#include "games/registry_rules.hpp"
#include "proof/functions.hpp"

namespace solvent::proof {

std::unique_ptr<Collector> make_collector(const AnyGame& game, const Order& order,
                                          const Advisers& advisers, const ProbeBase* probe) {
  return functions_of<Functions>(game).collector(game, order, advisers, probe);
}

bool can_be_in_parts(const AnyGame& game) { return functions_of<Functions>(game).acyclic; }

std::optional<AnyState> to_be_proved(const AnyGame& game, const Statement& statement,
                                     const AnyState& s) {
  return functions_of<Functions>(game).to_be_proved(game, statement, s);
}

}  // namespace solvent::proof
