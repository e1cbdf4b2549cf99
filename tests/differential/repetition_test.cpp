// Graph-history interaction, and progress without memory: what depth-first searches keep in their
// tables must be true on every path, and an answer must not depend on how much they can keep.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>

#include "against_truth.hpp"
#include "games/tree/graph.hpp"
#include "random_graphs.hpp"
#include "search/depth_first.hpp"
#include "search/make_machine.hpp"

namespace solvent::search {
namespace {

constexpr Algorithm kOnEfforts[] = {kDfpn, kDfmopns, kDfppns};
constexpr Algorithm kOnWindows[] = {kAlphaBeta, kScout, kNegaScout};
constexpr Algorithm kAlgorithms[] = {kDfpn, kDfmopns, kDfppns, kAlphaBeta, kScout, kNegaScout};
// One bucket, then about 64 entries of the smaller and of the larger kind.
constexpr std::size_t kTables[] = {0, 128, 64 * 16, 64 * 64, 1 << 16, std::size_t{64} << 20};

Interned game_of(const std::string& text) {
  auto graph = tree::parse_graph(text);
  if (!graph) throw std::runtime_error(graph.message() + "\n" + text);
  return Interned(std::make_shared<tree::Graph>(*std::move(graph)));
}

// What a search says that keeps every value it finds, whatever path it was found on.
class PathBlind {
 public:
  explicit PathBlind(const Interned& g) : g_(g) {}
  Outcome value(Interned::State s) {
    if (g_.ended(s)) return g_.bounds(s).pess;
    if (const auto it = kept_.find(s.id); it != kept_.end()) return it->second;
    if (!path_.insert(s.id).second) return g_.repetition(s);
    MovesOf<Interned> moves;
    g_.list_moves(s, moves);
    std::optional<Outcome> best;
    for (const auto m : moves) {
      Interned::State next = s;
      g_.play(next, m);
      const Outcome v = value(next);
      if (!best || (g_.to_move(s) == Side::Max ? v > *best : v < *best)) best = v;
    }
    path_.erase(s.id);
    return kept_[s.id] = *best;
  }

 private:
  const Interned& g_;
  std::map<std::uint32_t, Outcome> kept_;
  std::set<std::uint32_t> path_;
};

Bounds solved(const Interned& g, const Design& design, std::uint64_t most) {
  const auto machine = make_machine<Interned, NoKnowledge>(g, design, nullptr);
  machine->start(erase_state(g.initial()), {0, g.scale().best()});
  while (machine->step(5000) != SliceResult::Done && machine->statistics().created < most) {}
  return machine->bounds();
}

void expect_value(const Interned& g, Outcome truth, std::uint64_t most = 1'000'000) {
  for (const Algorithm algorithm : kAlgorithms)
    for (const std::size_t table : kTables)
      for (const double epsilon : {0.0, 0.25, 1.0})
        for (const Deepening deepening : {Deepening::On, Deepening::Off})
          EXPECT_EQ(solved(g,
                           {.algorithm = algorithm,
                            .table_bytes = table,
                            .deepening = deepening,
                            .epsilon = epsilon},
                           most),
                    (Bounds{truth, truth}))
              << against_truth::name_of(algorithm) << " table " << table << " epsilon " << epsilon;
}

//          a Max        Going round is worth a win to Max. From b, d looks won: d's only move leads
//         /     \       back to b. Reached through c, d is lost, for Min then goes from b to e.
//     b Min     c Min   A table without paths keeps "d is won" and calls a won.
//    /    \\      |
//  e = 0   d Max -+     (d's move leads to b)
TEST(GraphHistory, FiveStates) {
  const Interned g = game_of(
      "scale 0..1\nrepetition 1\n"
      "a Max: b c\nb Min: d e\nc Min: d\nd Max: b\ne Max = 0\n");
  ASSERT_EQ(PathBlind(g).value(g.initial()), 1) << "it is made to fool a path-blind table";
  ASSERT_EQ(oracle::fixpoint(g, g.initial()), 0);
  expect_value(g, 0);
}
TEST(GraphHistory, FiveStatesWithSidesChanged) {
  const Interned g = game_of(
      "scale 0..1\nrepetition 0\n"
      "a Min: b c\nb Max: d e\nc Max: d\nd Min: b\ne Min = 1\n");
  ASSERT_EQ(PathBlind(g).value(g.initial()), 0);
  ASSERT_EQ(oracle::fixpoint(g, g.initial()), 1);
  expect_value(g, 1);
}

// The same with a long way round, d0 -> d1 -> ... -> b, a door c_k into every second step of it,
// and at every step of Min's another way round that is as bad for him.
TEST(GraphHistory, LongWaysRound) {
  for (int steps = 1; steps <= 15; steps += 2) {
    std::string doors, text;
    for (int k = 0; k < steps; ++k) {
      const bool last = k + 1 == steps;
      const std::string next = last ? "b" : fmt::format("d{}", k + 1);
      const bool max = k % 2 == 0;
      text += fmt::format("d{} {}: {}{}\n", k, max ? "Max" : "Min", next,
                          max || k < 2 ? "" : fmt::format(" d{}", k - 1));
      if (!max) continue;
      doors += fmt::format(" c{}", k);
      text += fmt::format("c{} Min: d{}\n", k, k);
    }
    const Interned g =
        game_of("scale 0..2\nrepetition 2\na Max: b" + doors + "\nb Min: d0 e\ne Max = 1\n" + text);
    ASSERT_EQ(PathBlind(g).value(g.initial()), 2) << steps;
    ASSERT_EQ(oracle::fixpoint(g, g.initial()), 1) << steps;
    expect_value(g, 1);
  }
}

TEST(GraphHistory, AnswersDoNotDependOnTheTable) {
  random_graphs::Shape shape;
  shape.max_nodes = 60;
  int fooled = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed * 7919, shape);
    const Interned g(graph);
    fooled += PathBlind(g).value(g.initial()) != graph->value();
    for (const Algorithm algorithm : kAlgorithms)
      for (const std::size_t table : kTables)
        for (const std::uint64_t patience : {1, 1000})
          ASSERT_EQ(solved(g,
                           {.algorithm = algorithm,
                            .table_bytes = table,
                            .epsilon = 0,
                            .patience = patience},
                           5'000'000),
                    (Bounds{graph->value(), graph->value()}))
              << against_truth::name_of(algorithm) << " table " << table << " patience " << patience
              << " seed " << seed << "\n"
              << graph->text();
  }
  EXPECT_GT(fooled, 10) << "these graphs should fool a path-blind table now and then";
}

// A deepening search is done a few rounds after the last line that is long enough to meet its
// horizon, whatever was left undecided before and by earlier questions.
int most_rounds(std::uint32_t positions) { return static_cast<int>(positions) + 4; }

TEST(Deepening, PositionsDoNotKeepEachOtherUndecided) {
  const Interned g =
      game_of("scale 0..2\nrepetition 1\nn3 Max: n0 n3 n4\nn0 Max: n3 n4 n0\nn4 Min: n0\n");
  for (const Algorithm algorithm : kOnWindows)
    for (const std::size_t table : kTables) {
      const auto machine = make_machine<Interned, NoKnowledge>(
          g, {.algorithm = algorithm, .table_bytes = table}, nullptr);
      machine->start(erase_state(g.initial()), {0, g.scale().best()});
      ASSERT_EQ(machine->step(1000), SliceResult::Done);
      EXPECT_EQ(machine->bounds(), (Bounds{1, 1}));
      EXPECT_LE(machine->statistics().iteration, most_rounds(3)) << "table " << table;
    }
}
TEST(Deepening, EndsWithTheLongestLine) {
  std::map<std::size_t, std::uint64_t> nodes;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed);
    const Interned g(graph);
    const Outcome best = g.scale().best();
    for (const Algorithm algorithm : kOnWindows)
      for (const std::size_t table : kTables) {
        const auto machine = make_machine<Interned, NoKnowledge>(
            g, {.algorithm = algorithm, .table_bytes = table}, nullptr);
        for (int cut = -1; cut < best; ++cut) {
          const Window window =
              cut < 0 ? Window{0, best}
                      : Window{static_cast<Outcome>(cut), static_cast<Outcome>(cut + 1)};
          machine->start(erase_state(g.initial()), window);
          while (machine->step(5000) != SliceResult::Done) {}
          ASSERT_TRUE(machine->bounds().contains(graph->value()));
          ASSERT_LE(machine->statistics().iteration, most_rounds(graph->size()))
              << against_truth::name_of(algorithm) << " table " << table << " seed " << seed << "\n"
              << graph->text();
          nodes[table] += machine->statistics().created;
        }
      }
  }
  EXPECT_LT(nodes[1 << 16], nodes[0]) << "a table saves work";
}

// A table that forgets between two times that a cut is searched at the root what was found the
// first time: without limits that grow the search changed cuts for ever.
TEST(TinyTables, CutsAtTheRootComeToAnEnd) {
  random_graphs::Shape shape;
  shape.max_nodes = 60;
  for (const std::uint64_t seed : {398, 616}) {
    const auto graph = random_graphs::random_cyclic(seed * 7919, shape);
    for (std::size_t table = 128; table <= 4096; table += 128)
      EXPECT_EQ(solved(Interned(graph), {.algorithm = kDfmopns, .table_bytes = table, .epsilon = 0},
                       100'000),
                (Bounds{graph->value(), graph->value()}))
          << "table " << table;
  }
}

// With no memory or next to none every step still expands nodes, and they come to an end.
TEST(TinyTables, EveryStepExpandsANode) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto graph =
        seed % 2 == 0 ? random_graphs::random_dag(seed) : random_graphs::random_cyclic(seed);
    const Interned g(graph);
    for (const Algorithm algorithm : kOnEfforts)
      for (const std::size_t table : {0, 128, 64 * 64}) {
        const auto machine = make_machine<Interned, NoKnowledge>(
            g, {.algorithm = algorithm, .table_bytes = table}, nullptr);
        machine->start(erase_state(g.initial()), {0, g.scale().best()});
        std::uint64_t before = 0;
        while (machine->step(100) != SliceResult::Done) {
          const std::uint64_t now =
              machine->statistics().expanded + machine->statistics().questions;
          ASSERT_GT(now, before) << "a node expanded, or a question answered";
          before = now;
          ASSERT_LT(before, 1'000'000u) << "seed " << seed << "\n" << graph->text();
        }
        ASSERT_EQ(machine->bounds().pess, graph->value());
        ASSERT_LE(machine->statistics().table.hits, machine->statistics().table.probes);
      }
  }
}

// The same count of nodes in slices of any size.
TEST(TinyTables, CountsDoNotDependOnTheSlices) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Interned g(random_graphs::random_cyclic(seed));
    for (const Algorithm algorithm : kAlgorithms) {
      std::set<std::uint64_t> counts;
      for (const std::uint64_t slice : {20, 77, 100'000}) {
        const auto machine = make_machine<Interned, NoKnowledge>(
            g, {.algorithm = algorithm, .table_bytes = 4096}, nullptr);
        machine->start(erase_state(g.initial()), {0, g.scale().best()});
        while (machine->step(slice) != SliceResult::Done) {}
        counts.insert(machine->statistics().created);
      }
      EXPECT_EQ(counts.size(), 1u) << "seed " << seed;
    }
  }
}

// Guesses of how hard a position is, as wrong as can be.
struct Misleading {
  explicit Misleading(const Interned&) {}
  EffortGuess efforts(Interned::State s, Outcome cut) const {
    const std::uint64_t draw = mix(s.id * 256 + cut);
    return {static_cast<std::uint32_t>(draw % 1000 * (draw % 3)),
            static_cast<std::uint32_t>(draw >> 40)};
  }
};
static_assert(KnowsEfforts<Misleading, Interned>);

template <class E>
void search_misled(std::uint64_t seed) {
  const auto graph =
      seed % 2 == 0 ? random_graphs::random_dag(seed) : random_graphs::random_cyclic(seed);
  const Interned g(graph);
  DepthFirst<Interned, E, Misleading> search(g, {.table_bytes = 1 << 16});
  search.start(erase_state(g.initial()), {0, g.scale().best()});
  while (search.step(5000) != SliceResult::Done) ASSERT_LT(search.statistics().created, 5'000'000u);
  ASSERT_EQ(search.bounds(), (Bounds{graph->value(), graph->value()})) << graph->text();
}
TEST(Knowledge, WrongGuessesCostTimeOnly) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    search_misled<effort::ProofNumbers>(seed);
    search_misled<effort::Probabilities>(seed);
  }
}

}  // namespace
}  // namespace solvent::search
