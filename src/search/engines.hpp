// The definition of make_machine: every engine, for one game and its knowledge. A game's
// engines.cpp is
//   #include "search/engines.hpp"
//   SOLVENT_ENGINES(nim::Rules, NoKnowledge)
// or, if papers have profiles of their own for it,
//   SOLVENT_ENGINES_AND_PROFILES(nim::Rules, NoKnowledge, &bouton1901())
#pragma once

#include "search/best_first/engine.hpp"
#include "search/composed.hpp"
#include "search/depth_first.hpp"
#include "search/make_machine.hpp"
#include "search/minimax.hpp"
#include "search/window_search.hpp"

namespace solvent::search {

template <Game G, class K>
std::unique_ptr<Machine> make_depth_first(const G& g, const Design& design,
                                          const AnyProbe<G>* probe, const TableHandle& table) {
  require(design.algorithm.effort != EffortKind::MonteCarlo,
          "depth-first search has thresholds for proof numbers and probabilities");
  if (design.algorithm.effort == EffortKind::Probabilities)
    return std::make_unique<DepthFirst<G, effort::Probabilities, K>>(g, design, probe, table);
  return std::make_unique<DepthFirst<G, effort::ProofNumbers, K>>(g, design, probe, table);
}

// One of the searchers that share a table.
template <Game G, class K>
std::unique_ptr<Machine> make_searcher(const G& g, const Design& design, const AnyProbe<G>* probe,
                                       const TableHandle& table) {
  if (design.algorithm.traversal == Traversal::Windows)
    return std::make_unique<WindowSearch<G, K>>(g, design, probe, table);
  return make_depth_first<G, K>(g, design, probe, table);
}
// All of them. One is enough for a strategy, which is kept by its searcher, and without a table
// there is nothing to share.
template <Game G, class K>
std::unique_ptr<Machine> make_searchers(const G& g, const Design& design, const AnyProbe<G>* probe,
                                        const TableHandle& table) {
  if (design.strategy || table != nullptr) return make_searcher<G, K>(g, design, probe, table);
  Design one = design;
  if (one.table_bytes == 0) one.threads = 1;
  const auto probes = std::make_shared<std::vector<std::shared_ptr<const ProbeBase>>>();
  const auto make = [&g, one, probe,
                     probes](const TableHandle& shared) -> std::unique_ptr<Machine> {
    if (shared == nullptr) return make_searcher<G, K>(g, one, probe, shared);
    const ProbeBase* other = nullptr;
    if (probe != nullptr) {
      other = probes->emplace_back(probe->another()).get();
      if (other == nullptr) return nullptr;
    }
    return make_searcher<G, K>(g, one, dynamic_cast<const AnyProbe<G>*>(other), shared);
  };
  return make_team(make, one);
}

// A search that only asks whether a side wins; for games that have one (threats/engines.hpp). It is
// done without an answer when it gives up.
template <Game G>
struct AttackSearch {
  static std::unique_ptr<Machine> make(const G&, const Design&) { return nullptr; }
};

template <Game G, class K>
std::unique_ptr<Machine> make_machine(const G& g, const Design& design, const AnyProbe<G>* probe,
                                      const TableHandle& table) {
  if (design.first)
    return make_staged(design, [&](const Design& d) { return make_machine<G, K>(g, d, probe); });
  if (design.attack) {
    Design half = design;
    half.attack = false;
    half.memory /= 2;
    half.table_bytes = std::min(design.table_bytes, half.memory / 4 * 3);
    auto attack = AttackSearch<G>::make(g, half);
    require(attack != nullptr, "games advise searches that they have");
    return make_after(std::move(attack), make_machine<G, K>(g, half, probe));
  }
  require(!design.strategy || design.algorithm.traversal == Traversal::DepthFirst,
          "the moves of proofs are kept by depth-first searches on efforts");
  std::unique_ptr<Machine> machine;
  switch (design.algorithm.traversal) {
    case Traversal::Everything: return std::make_unique<Minimax<G>>(g, design, probe);
    case Traversal::Windows: return make_searchers<G, K>(g, design, probe, table);
    case Traversal::DepthFirst: machine = make_searchers<G, K>(g, design, probe, table); break;
    case Traversal::BestFirst: machine = std::make_unique<BestFirst<G, K>>(g, design, probe); break;
  }
  const bool one_search = design.keep_tree || design.strategy;
  if (!design.algorithm.asks_questions() || one_search) return machine;
  const auto to_move = [&g](const AnyState& s) {
    return g.to_move(restore_state<typename G::State>(s));
  };
  return make_two_valued(g.scale(), to_move, design.algorithm.driver, std::move(machine));
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
