#include "team.hpp"

#include <deque>

#include "memory_archive.hpp"
#include "solvent/pool.hpp"

namespace solvent::search::against_truth {
namespace {

constexpr std::uint64_t kOneIn = 7;  // answers is certified

TEST(Team, RandomTrees) {
  check_teams(600, kOneIn, [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
}
TEST(Team, RandomDags) {
  check_teams(600, kOneIn, [](std::uint64_t seed) { return random_graphs::random_dag(seed); });
}
TEST(Team, RandomCyclicGraphs) {
  check_teams(1200, kOneIn, [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}

// The first searcher is alone for a fixed number of nodes: until then counts do not depend on the
// number of threads.
TEST(Team, SmallQuestionsHaveTheCountsOfOneThread) {
  const auto graph = random_graphs::random_dag(11);
  const Interned g(graph);
  for (const Algorithm algorithm : {kNegaScout, kDfpn}) {
    std::uint64_t counts[2];
    for (const int threads : {1, 8}) {
      const auto team = make_machine<Interned, NoKnowledge>(
          g, {.algorithm = algorithm, .table_bytes = 1 << 16, .threads = threads}, nullptr);
      team->start(erase_state(g.initial()), {0, g.scale().best()});
      while (team->step({}) != SliceResult::Done) {}
      EXPECT_EQ(team->statistics().searchers, 1);
      counts[threads > 1] = team->statistics().created;
    }
    EXPECT_EQ(counts[0], counts[1]);
  }
}

// Others come and go between two steps, as a pool lends permits: the answer is the same, bounds
// never become wider, and what those have counted who went is counted still.
TEST(Team, OthersComeAndGo) {
  int in_step[5] = {};
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto graph =
        seed % 3 == 0 ? random_graphs::random_cyclic(seed) : random_graphs::random_dag(seed);
    const Interned g(graph);
    for (const Algorithm algorithm : {kNegaScout, kDfpn, kDfmopns}) {
      Pool pool(4);
      const auto team = make_machine<Interned, NoKnowledge>(
          g,
          {.algorithm = algorithm, .table_bytes = 1 << 14, .threads = 4, .alone = 0, .pool = &pool},
          nullptr);
      Rng rng(seed);
      const Window window{0, g.scale().best()};
      std::deque<Pool::Permit> working;
      for (int question = 0; question < 2; ++question) {
        team->start(erase_state(g.initial()), window);
        Bounds narrowest = team->bounds();
        std::uint64_t created = 0;
        for (SliceResult result = SliceResult::Running; result != SliceResult::Done;) {
          if (rng.below(4) == 0) {
            const std::size_t others = rng.below(6);
            while (working.size() > others) working.pop_back();
            while (working.size() < others) working.emplace_back(pool);
          }
          Alarm alarm(nullptr);
          alarm.set_pieces(1 + rng.below(3));
          result = team->step({Slice::kEndless, &alarm});
          ASSERT_NE(result, SliceResult::OutOfMemory);
          const Bounds now = team->bounds();
          ASSERT_TRUE(narrowest.contains(now) && now.contains(graph->value(g.initial().id)));
          narrowest = now;
          ASSERT_GE(team->statistics().created, created);
          created = team->statistics().created;
        }
        ++in_step[team->statistics().searchers];
        check_answer(g, *graph, *team, window, g.initial());
        if (HasFailure()) FAIL() << "seed " << seed << "\n" << graph->text();
      }
    }
  }
  for (int number = 1; number <= 4; ++number) EXPECT_GT(in_step[number], 0) << number;
}

// What a checkpoint has of a team goes on with any number of threads.
TEST(Team, GoesOnWithAnotherNumberOfThreads) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed);
    const Interned g(graph);
    for (const Algorithm algorithm : {kNegaScout, kDfpn, kDfmopns}) {
      Design design{.algorithm = algorithm, .table_bytes = 1 << 14, .threads = 3, .alone = 0};
      const auto first = make_machine<Interned, NoKnowledge>(g, design, nullptr);
      const Window window{0, g.scale().best()};
      first->start(erase_state(g.initial()), window);
      Alarm alarm(nullptr);
      alarm.set_pieces(5);
      first->step({Slice::kEndless, &alarm});
      design.threads = 1 + static_cast<int>(seed % 4);
      const auto second = make_machine<Interned, NoKnowledge>(g, design, nullptr);
      ASSERT_TRUE(test::carry_over(*first, *second));
      EXPECT_GE(second->statistics().created, first->statistics().created);
      Rng rng(seed);
      EXPECT_EQ(run_to_the_end(*second, graph->value(g.initial().id), rng), SliceResult::Done);
      check_answer(g, *graph, *second, window, g.initial());
    }
  }
}

}  // namespace
}  // namespace solvent::search::against_truth
