// A search by jobs against the truth on seeded random trees, graphs and cyclic graphs: virtual
// workers whose jobs come back in any order, and threads.
#include <gtest/gtest.h>

#include "games/engines.hpp"
#include "games/engines_jobs.hpp"
#include "games/registry.hpp"
#include "interned_jobs.hpp"
#include "memory_archive.hpp"
#include "parallel/job_search.hpp"
#include "parallel/simulated_transport.hpp"
#include "parallel/thread_workers.hpp"

namespace solvent::search::against_truth {
namespace {

using parallel::JobSearch;
using parallel::JobSizes;
using parallel::SimulatedTransport;
using parallel::SimulatedWorld;
using parallel::ThreadTransport;

void check_jobs(const RandomGraph& graph, const Interned& g, JobSearch& search, Rng& rng) {
  for (const Window window : all_questions(g.scale().best(), rng)) {
    if (!window.null()) continue;
    const Interned::State root =
        rng.below(4) == 0 ? Interned::State{rng.below(graph.size())} : g.initial();
    search.start(erase_state(root), window);
    EXPECT_EQ(run_to_the_end(search, graph.value(root.id), rng), SliceResult::Done);
    check_answer(g, graph, search, window, root);
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << "root " << root.id << " above " << int(window.alpha);
      return;
    }
  }
}

template <class MakeGraph>
void check_virtual(int graphs, MakeGraph make) {
  for (int n = 0; n < graphs; ++n) {
    const std::uint64_t seed = static_cast<std::uint64_t>(n) + 1;
    const auto graph = make(seed);
    const Interned g(graph);
    Rng rng(seed);
    for (const std::size_t workers : {1, 2, 3, 8}) {
      const SimulatedWorld world{.workers = workers,
                                 .latency = double(rng.below(3) * 20),
                                 .a_byte = double(rng.below(2)) / 100,
                                 .in_hand = 1 + rng.below(3),
                                 .handling = double(rng.below(2)),
                                 .erratic = rng.below(2) == 0,
                                 .seed = seed,
                                 .grain = 1 + rng.below(30)};
      const JobSizes sizes{.least = 1 + rng.below(20), .most_leaves = 10 + 1000 * rng.below(2)};
      const Design design = job_design(rng.below(2) == 0 ? 1 << 10 : 1 << 16, workers);
      JobSearch search(referee_of(g), g.scale().everything(),
                       std::make_unique<SimulatedTransport>(searchers_of(g, design), world), sizes);
      check_jobs(*graph, g, search, rng);
      if (::testing::Test::HasFailure())
        FAIL() << workers << " workers, seed " << seed << "\n" << graph->text();
    }
  }
}

TEST(JobSearch, VirtualWorkersOnRandomTrees) {
  check_virtual(1000, [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
}
TEST(JobSearch, VirtualWorkersOnGraphsWithSharedChildren) {
  check_virtual(1000, [](std::uint64_t seed) { return random_graphs::random_dag(seed); });
}
TEST(JobSearch, VirtualWorkersOnGraphsWithCycles) {
  check_virtual(1000, [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}

TEST(JobSearch, Threads) {
  for (int n = 0; n < 60; ++n) {
    const std::uint64_t seed = static_cast<std::uint64_t>(n) + 1;
    const random_graphs::Shape large{.max_nodes = 2000, .max_depth = 60, .max_unrolled = 50'000};
    const auto graph = n % 3 == 0   ? random_graphs::random_tree(seed, large)
                       : n % 3 == 1 ? random_graphs::random_dag(seed, large)
                                    : random_graphs::random_cyclic(seed, large);
    const Interned g(graph);
    Rng rng(seed);
    for (const std::size_t threads : {2, 8}) {
      const Design design = job_design(std::size_t{1} << 16, threads);
      JobSearch search(referee_of(g), g.scale().everything(),
                       std::make_unique<ThreadTransport>(searchers_of(g, design), threads),
                       {.least = 5});
      // Slices large enough for all of them, and small ones that one thread does alone.
      for (int cut = 0; cut < g.scale().best(); ++cut) {
        search.start(erase_state(g.initial()), Window::of_cut(cut));
        SliceResult progress = SliceResult::Running;
        for (int slices = 0; progress == SliceResult::Running && slices < 100'000; ++slices)
          progress = search.step(rng.below(3) == 0 ? 500 : 20'000);
        ASSERT_EQ(progress, SliceResult::Done);
        check_answer(g, *graph, search, Window::of_cut(cut), g.initial());
        if (::testing::Test::HasFailure())
          FAIL() << threads << " threads, seed " << seed << "\n" << graph->text();
      }
    }
  }
}

// Half way through, into another machine with another number of workers.
TEST(JobSearch, GoesOnAfterACheckpoint) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto graph =
        seed % 2 == 0 ? random_graphs::random_dag(seed) : random_graphs::random_cyclic(seed);
    const Interned g(graph);
    Rng rng(seed);
    const auto search_by = [&](std::size_t workers) {
      const Design design = job_design(1 << 16, 3);
      return std::make_unique<JobSearch>(
          referee_of(g), g.scale().everything(),
          std::make_unique<SimulatedTransport>(
              searchers_of(g, design),
              SimulatedWorld{.workers = workers, .latency = 10, .grain = 5}),
          JobSizes{.least = 10});
    };
    const auto first = search_by(3), second = search_by(2);
    const Window window = Window::of_cut(int(rng.below(g.scale().best())));
    first->start(erase_state(g.initial()), window);
    for (std::uint32_t steps = rng.below(10); steps > 0; --steps) first->step(20);
    ASSERT_TRUE(test::carry_over(*first, *second));
    EXPECT_EQ(second->tree().jobs_out(), 0U);
    EXPECT_EQ(second->statistics().created, first->statistics().created);
    for (JobSearch* search : {first.get(), second.get()}) {
      EXPECT_EQ(run_to_the_end(*search, graph->value(), rng), SliceResult::Done);
      check_answer(g, *graph, *search, window, g.initial());
    }
    if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << "\n" << graph->text();
  }
}

// Two-valued questions to a value, on real games.
TEST(JobSearch, ValuesRealGames) {
  struct Known {
    const char* spec;
    const char* outcomes;
  };
  for (const Known known :
       {Known{"connect4:4x4", "score"}, Known{"connect4:5x4", "wld"}, Known{"mnk:3,3,3", "wld"},
        Known{"kalah:3,2", "score"}, Known{"othello:4", "score"}, Known{"woodpush:6,2", "score"}}) {
    const auto game = make_game(known.spec, known.outcomes);
    ASSERT_TRUE(game) << known.spec;
    const Window whole{0, (*game)->scale().best()};
    const auto value_by = [&](Machine& machine) {
      machine.start((*game)->initial(), whole);
      SliceResult progress = SliceResult::Running;
      while (progress == SliceResult::Running) progress = machine.step(100'000);
      EXPECT_EQ(progress, SliceResult::Done) << known.spec;
      EXPECT_TRUE(machine.bounds().closed()) << known.spec;
      return machine.bounds();
    };
    const auto alone = make_machine(**game, {.algorithm = kNegaScout});
    const auto jobs = make_job_search(
        **game, {.algorithm = kPns, .table_bytes = std::size_t{16} << 20, .threads = 3});
    EXPECT_EQ(value_by(*jobs), value_by(*alone)) << known.spec;
  }
}

}  // namespace
}  // namespace solvent::search::against_truth
