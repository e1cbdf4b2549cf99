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

// Two algorithms, one after the other. The first has a small table; what is left is the second's.
template <Game G, class K>
std::unique_ptr<Machine> make_staged(const G& g, const Design& design, const AnyProbe<G>* probe) {
  constexpr std::size_t kFirstTable = std::size_t{64} << 20;
  Design first = design, rest = design;
  first.first.reset();
  rest.first.reset();
  first.algorithm = design.first->algorithm;
  first.memory = design.memory / 4;
  first.table_bytes = std::min(design.table_bytes, std::min(kFirstTable, first.memory / 2));
  rest.memory -= first.memory;
  rest.table_bytes = std::min(design.table_bytes, rest.memory / 4 * 3);
  return std::make_unique<Staged>(make_machine<G, K>(g, first, probe), design.first->nodes,
                                  make_machine<G, K>(g, rest, probe));
}

template <Game G, class K>
std::unique_ptr<Machine> make_depth_first(const G& g, const Design& design,
                                          const AnyProbe<G>* probe, const TableHandle& table) {
  require(design.algorithm.effort != EffortKind::MonteCarlo,
          "depth-first search has thresholds for proof numbers and probabilities");
  if (design.algorithm.effort == EffortKind::Probabilities)
    return std::make_unique<DepthFirst<G, effort::Probabilities, K>>(g, design, probe, table);
  return std::make_unique<DepthFirst<G, effort::ProofNumbers, K>>(g, design, probe, table);
}

template <Game G, class K>
std::unique_ptr<Machine> make_best_first(const G& g, const Design& design,
                                         const AnyProbe<G>* probe) {
  switch (design.algorithm.effort) {
    case EffortKind::MonteCarlo:
      return std::make_unique<BestFirst<G, effort::MonteCarlo, K>>(g, design, probe);
    case EffortKind::Probabilities:
      return std::make_unique<BestFirst<G, effort::Probabilities, K>>(g, design, probe);
    default: return std::make_unique<BestFirst<G, effort::ProofNumbers, K>>(g, design, probe);
  }
}

template <Game G, class K>
std::unique_ptr<Machine> make_machine(const G& g, const Design& design, const AnyProbe<G>* probe,
                                      const TableHandle& table) {
  if (design.first) return make_staged<G, K>(g, design, probe);
  require(!design.strategy || design.algorithm.traversal == Traversal::DepthFirst,
          "the moves of proofs are kept by depth-first searches on efforts");
  std::unique_ptr<Machine> machine;
  switch (design.algorithm.traversal) {
    case Traversal::Everything: return std::make_unique<Minimax<G>>(g, design, probe);
    case Traversal::Windows: return std::make_unique<WindowSearch<G, K>>(g, design, probe, table);
    case Traversal::DepthFirst: machine = make_depth_first<G, K>(g, design, probe, table); break;
    case Traversal::BestFirst: machine = make_best_first<G, K>(g, design, probe); break;
  }
  const bool one_search = design.keep_tree || design.strategy;
  if (!design.algorithm.asks_questions() || one_search) return machine;
  const auto to_move = [&g](const AnyState& s) {
    return g.to_move(restore_state<typename G::State>(s));
  };
  return std::make_unique<TwoValued>(g.scale(), to_move, design.algorithm.driver,
                                     std::move(machine));
}

// What the macros below fill in.
template <Game G>
struct Particulars;

template <Game G>
std::unique_ptr<Machine> Engines<G>::make(const G& g, const Design& design,
                                          const AnyProbe<G>* probe, const TableHandle& table) {
  return make_machine<G, typename Particulars<G>::Knowledge>(g, design, probe, table);
}
template <Game G>
std::vector<const Profile*> Engines<G>::profiles() {
  return Particulars<G>::profiles();
}

}  // namespace solvent::search

#define SOLVENT_ENGINES_AND_PROFILES(Rules, TheirKnowledge, ...)                                \
  namespace solvent::search {                                                                   \
  template <>                                                                                   \
  struct Particulars<Rules> {                                                                   \
    using Knowledge = TheirKnowledge;                                                           \
    static std::vector<const Profile*> profiles() {                                             \
      return std::vector<const Profile*>{__VA_ARGS__};                                          \
    }                                                                                           \
  };                                                                                            \
  template std::unique_ptr<Machine> make_machine<Rules, TheirKnowledge>(const Rules&,           \
                                                                        const Design&,          \
                                                                        const AnyProbe<Rules>*, \
                                                                        const TableHandle&);    \
  template struct Engines<Rules>;                                                               \
  }
#define SOLVENT_ENGINES(Rules, Knowledge) SOLVENT_ENGINES_AND_PROFILES(Rules, Knowledge, )
