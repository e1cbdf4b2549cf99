// The definition of make_machine: every engine, for one game and its knowledge. A game's
// engines.cpp is
//   #include "search/engines.hpp"
//   SOLVENT_ENGINES(nim::Rules, NoKnowledge)
// or, if papers have profiles of their own for it,
//   SOLVENT_ENGINES_AND_PROFILES(nim::Rules, NoKnowledge, &bouton1901())
#pragma once

#include <algorithm>

#include "search/best_first/engine.hpp"
#include "search/depth_first.hpp"
#include "search/make_machine.hpp"
#include "search/minimax.hpp"
#include "search/staged.hpp"
#include "search/two_valued.hpp"
#include "search/window_search.hpp"

namespace solvent::search {

// In a graph sums would count again and again what is shared.
template <Game G, class K>
std::unique_ptr<Machine> make_numbers(const G& g, const Design& design, const AnyProbe<G>* probe) {
  if (design.graph)
    return std::make_unique<BestFirst<G, effort::WeakProofNumbers, K>>(g, design, probe);
  return std::make_unique<BestFirst<G, effort::ProofNumbers, K>>(g, design, probe);
}

template <Game G, class K>
std::unique_ptr<Machine> make_machine(const G& g, const Design& design, const AnyProbe<G>* probe) {
  if (design.first_nodes > 0) {
    constexpr std::size_t kFirstTable = std::size_t{64} << 20;
    Design first = design, rest = design;
    first.first_nodes = rest.first_nodes = 0;
    first.kind = design.first_kind;
    first.memory = design.memory / 4;
    first.table_bytes = std::min(design.table_bytes, std::min(kFirstTable, first.memory / 2));
    rest.memory -= first.memory;
    rest.table_bytes = std::min(design.table_bytes, rest.memory / 4 * 3);
    return std::make_unique<Staged>(make_machine<G, K>(g, first, probe), design.first_nodes,
                                    make_machine<G, K>(g, rest, probe));
  }
  if (design.strategy)
    return std::make_unique<DepthFirst<G, effort::ProofNumbers, K>>(g, design, probe);
  switch (design.kind) {
    case Design::Kind::Minimax: return std::make_unique<Minimax<G>>(g, design, probe);
    case Design::Kind::Mopns:
    case Design::Kind::Mopn2: {
      Design all_cuts = design;
      all_cuts.driver = Driver::Attracting;
      return make_numbers<G, K>(g, all_cuts, probe);
    }
    case Design::Kind::Pns:
    case Design::Kind::Pn2: {
      auto numbers = make_numbers<G, K>(g, design, probe);
      if (design.keep_tree) return numbers;
      return std::make_unique<TwoValued<G>>(g, design.driver, std::move(numbers));
    }
    case Design::Kind::Dfpn:
      return std::make_unique<TwoValued<G>>(
          g, design.driver,
          std::make_unique<DepthFirst<G, effort::ProofNumbers, K>>(g, design, probe));
    case Design::Kind::Dfmopns:
      return std::make_unique<DepthFirst<G, effort::ProofNumbers, K>>(g, design, probe);
    case Design::Kind::Dfppns:
      return std::make_unique<DepthFirst<G, effort::Probabilities, K>>(g, design, probe);
    case Design::Kind::Mcpns:
    case Design::Kind::Ppns: {
      Design guided = design;
      guided.driver = Driver::Attracting;
      guided.leaf = Leaf::Playouts;
      if (design.kind == Design::Kind::Mcpns)
        return std::make_unique<BestFirst<G, effort::MonteCarlo, K>>(g, guided, probe);
      return std::make_unique<BestFirst<G, effort::Probabilities, K>>(g, guided, probe);
    }
    default: return std::make_unique<WindowSearch<G, K>>(g, design, probe);
  }
}

// What the macros below fill in.
template <Game G>
struct Particulars;

template <Game G>
std::unique_ptr<Machine> Engines<G>::make(const G& g, const Design& design,
                                          const AnyProbe<G>* probe) {
  return make_machine<G, typename Particulars<G>::Knowledge>(g, design, probe);
}
template <Game G>
std::vector<const Profile*> Engines<G>::profiles() {
  return Particulars<G>::profiles();
}

}  // namespace solvent::search

#define SOLVENT_ENGINES_AND_PROFILES(Rules, TheirKnowledge, ...)                                 \
  namespace solvent::search {                                                                    \
  template <>                                                                                    \
  struct Particulars<Rules> {                                                                    \
    using Knowledge = TheirKnowledge;                                                            \
    static std::vector<const Profile*> profiles() {                                              \
      return std::vector<const Profile*>{__VA_ARGS__};                                           \
    }                                                                                            \
  };                                                                                             \
  template std::unique_ptr<Machine> make_machine<Rules, TheirKnowledge>(const Rules&,            \
                                                                        const Design&,           \
                                                                        const AnyProbe<Rules>*); \
  template struct Engines<Rules>;                                                                \
  }
#define SOLVENT_ENGINES(Rules, Knowledge) SOLVENT_ENGINES_AND_PROFILES(Rules, Knowledge, )
