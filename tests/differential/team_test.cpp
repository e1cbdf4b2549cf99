#include "team.hpp"

#include <deque>

#include "games/engines.hpp"
#include "memory_archive.hpp"
#include "solvent/game.hpp"
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

// --- best-first searches, which go on by jobs
// -----------------------------------------------------

struct Lab {
  std::shared_ptr<const RandomGraph> graph;
  Ruleset game;

  explicit Lab(std::uint64_t seed, const random_graphs::Shape& shape = {})
      : graph(seed % 3 == 0   ? random_graphs::random_tree(seed, shape)
              : seed % 3 == 1 ? random_graphs::random_dag(seed, shape)
                              : random_graphs::random_cyclic(seed, shape)),
        game(*Ruleset::from_tree(graph->text(), "@random")) {}
  Outcome truth() const { return graph->value(graph->initial()); }
  Window whole() const { return {0, game.scale().best()}; }
};
Design by_jobs(Algorithm algorithm, int threads, std::uint64_t alone) {
  return {
      .algorithm = algorithm, .memory = std::size_t{1} << 24, .threads = threads, .alone = alone};
}
void run_to_truth(Machine& machine, const Lab& lab, Rng& rng) {
  SliceResult result = SliceResult::Running;
  for (int slices = 0; result == SliceResult::Running || result == SliceResult::TooFew; ++slices) {
    ASSERT_LT(slices, 1'000'000) << "the search does not end";
    Alarm alarm(nullptr);
    if (rng.below(2) == 0) alarm.set_pieces(1 + rng.below(60));
    result = machine.step({rng.below(4) == 0 ? 1 + rng.below(30) : Slice::kEndless, &alarm});
    ASSERT_TRUE(machine.bounds().contains(lab.truth()));
  }
  ASSERT_EQ(result, SliceResult::Done);
  ASSERT_TRUE(lab.whole().answered_by(machine.bounds()));
}

TEST(Team, BestFirstSearchesGoOnByJobs) {
  int by_several = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const Lab lab(seed);
    Rng rng(seed);
    const int threads = std::array{2, 3, 8}[seed % 3];
    for (const Algorithm algorithm : {kPns, kMopns}) {
      const auto machine = solvent::make_machine(
          lab.game.rules(), by_jobs(algorithm, threads, std::array{0, 5, 40}[rng.below(3)]));
      for (int times = 0; times < 2; ++times) {
        machine->start(lab.game.rules().initial(), lab.whole());
        run_to_truth(*machine, lab, rng);
        if (::testing::Test::HasFailure())
          FAIL() << threads << " threads, seed " << seed << "\n" << lab.graph->text();
        if (machine->statistics().searchers == threads) ++by_several;
      }
    }
  }
  EXPECT_GT(by_several, 800);
}

TEST(Team, SmallBestFirstQuestionsHaveTheCountsOfOneThread) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Lab lab(seed);
    for (const Algorithm algorithm : {kPns, kMopns}) {
      std::uint64_t counts[2];
      for (const int threads : {1, 8}) {
        const auto machine =
            solvent::make_machine(lab.game.rules(), by_jobs(algorithm, threads, 50'000));
        machine->start(lab.game.rules().initial(), lab.whole());
        while (machine->step({}) != SliceResult::Done) {}
        EXPECT_EQ(machine->statistics().searchers, 1);
        counts[threads > 1] = machine->statistics().created;
      }
      EXPECT_EQ(counts[0], counts[1]) << "seed " << seed;
    }
  }
}

TEST(Team, JobsGoOnWithAnotherNumberOfThreads) {
  for (std::uint64_t seed = 1; seed <= 90; ++seed) {
    const Lab lab(seed);
    Rng rng(seed);
    for (const Algorithm algorithm : {kPns, kMopns}) {
      const auto first =
          solvent::make_machine(lab.game.rules(), by_jobs(algorithm, 3, 10 * rng.below(3)));
      first->start(lab.game.rules().initial(), lab.whole());
      for (std::uint32_t steps = rng.below(6); steps > 0; --steps) first->step(20);
      const int threads = 1 + static_cast<int>(rng.below(4));
      const auto second = solvent::make_machine(lab.game.rules(), by_jobs(algorithm, threads, 5));
      ASSERT_TRUE(test::carry_over(*first, *second)) << "seed " << seed;
      EXPECT_GE(second->statistics().created, first->statistics().created);
      run_to_truth(*second, lab, rng);
      if (::testing::Test::HasFailure())
        FAIL() << threads << " threads, seed " << seed << "\n" << lab.graph->text();
    }
  }
}

}  // namespace
}  // namespace solvent::search::against_truth
