// Machines that share one table, each with a question of its own, advanced in turns in any order:
// what one of them stores must be true for all of them, on cyclic graphs and in a table of one
// bucket too.
#include <gtest/gtest.h>

#include "against_truth.hpp"

namespace solvent::search::against_truth {
namespace {

struct Searcher {
  std::unique_ptr<Machine> machine;
  Interned::State root;
  Window window;
  bool done = false;
};

// So many machines on the table of the first. Asked again and again, they find what is left there.
void check_shared(const RandomGraph& graph, const Interned& g, const Design& design,
                  std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Searcher> searchers(2 + rng.below(7));
  const auto windows = all_questions(g.scale().best(), rng);
  for (Searcher& one : searchers)
    one.machine = make_machine<Interned, NoKnowledge>(
        g, design, nullptr,
        searchers[0].machine == nullptr ? nullptr : searchers[0].machine->table());
  const auto ask = [&](Searcher& one) {
    one.root = rng.below(3) == 0 ? Interned::State{rng.below(graph.size())} : g.initial();
    one.window = windows[rng.below(static_cast<std::uint32_t>(windows.size()))];
    one.machine->start(erase_state(one.root), one.window);
  };
  for (Searcher& one : searchers) ask(one);
  std::uint32_t questions = 3 * static_cast<std::uint32_t>(searchers.size());
  for (int turns = 0; questions > 0; ++turns) {
    ASSERT_LT(turns, 1'000'000) << "the searches do not end";
    Searcher& one = searchers[rng.below(static_cast<std::uint32_t>(searchers.size()))];
    const SliceResult progress = one.machine->step(rng.below(2) == 0 ? 1 + rng.below(8) : 100);
    ASSERT_TRUE(one.machine->bounds().contains(graph.value(one.root.id)));
    if (progress != SliceResult::Done) continue;
    check_answer(g, graph, *one.machine, one.window, one.root);
    if (::testing::Test::HasFailure()) return;
    --questions;
    ask(one);
  }
}

std::vector<Design> designs() {
  std::vector<Design> out;
  for (const std::size_t table : {64, 512, 1 << 12, 1 << 16}) {
    for (const Algorithm algorithm : {kAlphaBeta, kScout, kNegaScout})
      for (const Deepening deepening : {Deepening::Auto, Deepening::On})
        out.push_back({.algorithm = algorithm, .table_bytes = table, .deepening = deepening});
    for (const Algorithm algorithm : {kDfpn, kDfmopns, kDfppns})
      out.push_back({.algorithm = algorithm,
                     .table_bytes = std::max<std::size_t>(table, 128),
                     .patience = 5});
  }
  return out;
}

template <class MakeGraph>
void check_all(int graphs, MakeGraph make) {
  const std::vector<Design> all = designs();
  for (int n = 0; n < graphs; ++n) {
    const std::uint64_t seed = static_cast<std::uint64_t>(n) + 1;
    const auto graph = make(seed);
    const Interned g(graph);
    for (std::size_t k = seed % 6; k < all.size(); k += 6) {
      check_shared(*graph, g, all[k], seed);
      if (::testing::Test::HasFailure())
        FAIL() << describe(all[k]) << " seed " << seed << "\n" << graph->text();
    }
  }
}

TEST(SharedTable, RandomTrees) {
  check_all(1000, [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
}
TEST(SharedTable, RandomDags) {
  check_all(1000, [](std::uint64_t seed) { return random_graphs::random_dag(seed); });
}
TEST(SharedTable, RandomCyclicGraphs) {
  check_all(2000, [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}

// Only the owner writes the table; what is shared is counted once.
TEST(SharedTable, IsItsOwnersMemory) {
  const auto graph = random_graphs::random_cyclic(7);
  const Interned g(graph);
  for (const Algorithm algorithm : {kNegaScout, kDfpn}) {
    const Design design{.algorithm = algorithm, .table_bytes = 1 << 16};
    const auto owner = make_machine<Interned, NoKnowledge>(g, design, nullptr);
    const auto guest = make_machine<Interned, NoKnowledge>(g, design, nullptr, owner->table());
    EXPECT_EQ(owner->table(), guest->table());
    EXPECT_LT(guest->statistics().bytes, owner->statistics().bytes);
  }
  EXPECT_EQ((make_machine<Interned, NoKnowledge>(g, {.algorithm = kMopns}, nullptr)->table()),
            nullptr);
}

}  // namespace
}  // namespace solvent::search::against_truth
