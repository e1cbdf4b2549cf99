// Several searchers of one question on one table, on threads of their own, against the truth: with
// tables from one bucket up.
#pragma once

#include "against_truth.hpp"

namespace solvent::search::against_truth {
// All questions, to one team, so that what it keeps from one to the next is tested too.
inline void check_team(const RandomGraph& graph, const Interned& g, const Design& design,
                       std::uint64_t seed) {
  Rng rng(seed);
  const auto team = make_machine<Interned, NoKnowledge>(g, design, nullptr);
  for (const Window window : all_questions(g.scale().best(), rng)) {
    const Interned::State root =
        rng.below(4) == 0 ? Interned::State{rng.below(graph.size())} : g.initial();
    team->start(erase_state(root), window);
    SliceResult result = SliceResult::Running;
    for (int slices = 0; result == SliceResult::Running || result == SliceResult::TooFew;
         ++slices) {
      ASSERT_LT(slices, 1'000'000) << "the search does not end";
      Alarm alarm(nullptr);
      if (rng.below(2) == 0) alarm.set_pieces(1 + rng.below(60));
      result = team->step({rng.below(4) == 0 ? 1 + rng.below(9) : Slice::kEndless, &alarm});
      ASSERT_TRUE(team->bounds().contains(graph.value(root.id)));
    }
    ASSERT_EQ(result, SliceResult::Done);
    check_answer(g, graph, *team, window, root);
    if (::testing::Test::HasFailure()) return;
  }
}

inline std::vector<Design> team_designs(int threads) {
  std::vector<Design> out;
  for (const std::size_t table : {128, 512, 1 << 12, 1 << 16}) {
    for (const Algorithm algorithm : {kAlphaBeta, kScout, kNegaScout})
      for (const Deepening deepening : {Deepening::Auto, Deepening::On})
        out.push_back({.algorithm = algorithm, .table_bytes = table, .deepening = deepening});
    for (const Algorithm algorithm : {kDfpn, kDfmopns, kDfppns})
      out.push_back({.algorithm = algorithm,
                     .table_bytes = std::max<std::size_t>(table, 256),
                     .patience = 5});
  }
  for (Design& d : out) {
    d.table_bytes *= static_cast<std::size_t>(threads);  // a bucket of notes for each
    d.threads = threads;
    d.alone = 0;
  }
  return out;
}

template <class MakeGraph>
void check_teams(int graphs, MakeGraph make) {
  for (int n = 0; n < graphs; ++n) {
    const std::uint64_t seed = static_cast<std::uint64_t>(n) + 1;
    const auto graph = make(seed);
    const Interned g(graph);
    const std::vector<Design> all = team_designs(std::array{2, 3, 8}[n % 3]);
    for (std::size_t k = seed % 12; k < all.size(); k += 12) {
      check_team(*graph, g, all[k], seed);
      if (::testing::Test::HasFailure())
        FAIL() << describe(all[k]) << " threads " << all[k].threads << " seed " << seed << "\n"
               << graph->text();
    }
  }
}

}  // namespace solvent::search::against_truth
