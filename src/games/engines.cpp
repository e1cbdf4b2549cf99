#include "games/engines.hpp"

#include "game/interned.hpp"
#include "games/awari/engines_allis1994.hpp"
#include "games/awari/knowledge.hpp"
#include "games/connect4/knowledge.hpp"
#include "games/kalah/knowledge.hpp"
#include "games/mnk/knowledge.hpp"
#include "games/othello/knowledge.hpp"
#include "games/qubic/knowledge.hpp"
#include "games/random/rules.hpp"
#include "games/woodpush/knowledge.hpp"
#include "search/make_machine.hpp"
#include "solvent/require.hpp"

namespace solvent {

namespace {

using Maker = std::unique_ptr<search::Machine> (*)(const AnyGame&, const search::Design&,
                                                   const ProbeBase*);

template <Game G, class K = NoKnowledge>
std::unique_ptr<search::Machine> make(const AnyGame& game, const search::Design& design,
                                      const ProbeBase* probe) {
  const G* rules = rules_of<G>(game);
  if (rules == nullptr) return nullptr;
  return search::make_machine<G, K>(*rules, design, dynamic_cast<const AnyProbe<G>*>(probe));
}

constexpr Maker kMakers[] = {
    make<connect4::Narrow, connect4::Knowledge<std::uint64_t>>,
    make<connect4::Wide, connect4::Knowledge<connect4::Word128>>,
    make<othello::Rules, othello::Knowledge>,
    make<awari::Rules, awari::Knowledge>,
    make<kalah::Rules, kalah::Knowledge>,
    make<woodpush::Rules, woodpush::Knowledge>,
    make<mnk::Rules<1>, mnk::Knowledge<1>>,
    make<mnk::Rules<2>, mnk::Knowledge<2>>,
    make<mnk::Rules<4>, mnk::Knowledge<4>>,
    make<mnk::Rules<6>, mnk::Knowledge<6>>,
    make<qubic::Rules, qubic::Knowledge>,
    make<Interned>,  // trees and graphs, Woodpush with superko
    make<random::Uniform>,
    make<random::Incremental>,
};

}  // namespace

std::unique_ptr<search::Machine> make_machine(const AnyGame& game, const search::Design& design,
                                              const ProbeBase* probe) {
  if (design.allis1994) {
    const auto& rules = *rules_of<awari::Rules>(game);
    const auto* typed = dynamic_cast<const AnyProbe<awari::Rules>*>(probe);
    return awari::make_allis_search(rules, *awari::allis_lookup(rules, typed), design.memory);
  }
  for (const Maker make : kMakers)
    if (auto machine = make(game, design, probe)) return machine;
  broken("a registered game has no line above");
}

bool fits_allis1994(const AnyGame& game, const ProbeBase* probe) {
  const auto* rules = rules_of<awari::Rules>(game);
  const auto* typed = dynamic_cast<const AnyProbe<awari::Rules>*>(probe);
  return rules != nullptr && awari::allis_lookup(*rules, typed).has_value();
}

}  // namespace solvent
