// Every search against the truth on seeded random trees, graphs and cyclic graphs: all algorithms,
// with and without a table (down to one bucket) and deepening, all questions, in slices of odd
// sizes. Bounds must be true at every moment, answers exact, best moves really best.
#include <gtest/gtest.h>

#include "random_graphs.hpp"
#include "search/make_machine.hpp"

namespace solvent::search {
namespace {

using random_graphs::RandomGraph;
using Kind = Design::Kind;

std::string describe(const Design& d) {
  constexpr const char* kKinds[] = {"minimax", "alphabeta", "scout", "negascout", "dfpn", "dfmopns",
                                    "dfppns",  "pns",       "mopns", "mcpns",     "ppns"};
  return std::string(kKinds[static_cast<int>(d.kind)]) + " table " + std::to_string(d.table_bytes) +
         " deepening " + std::to_string(static_cast<int>(d.deepening)) + " driver " +
         std::to_string(static_cast<int>(d.driver)) + (d.keep_tree ? " kept" : "") + " leaf " +
         std::to_string(static_cast<int>(d.leaf)) + " evaluation " +
         std::to_string(static_cast<int>(d.evaluation)) + " epsilon " + std::to_string(d.epsilon) +
         (d.weak_sums ? " weak" : "") + (d.shortest ? " shortest" : "");
}

std::vector<Design> designs() {
  std::vector<Design> out;
  const std::size_t memory = std::size_t{1} << 21;
  out.push_back({.kind = Kind::Minimax, .memory = memory});
  for (const Kind kind : {Kind::AlphaBeta, Kind::Scout, Kind::NegaScout})
    for (const std::size_t table : {0, 64, 1 << 16})
      for (const Deepening deepening : {Deepening::On, Deepening::Off})
        for (const bool shortest : {false, true})
          if (!shortest || (table > 0 && deepening == Deepening::On))
            out.push_back({.kind = kind,
                           .table_bytes = table,
                           .memory = memory,
                           .deepening = deepening,
                           .shortest = shortest});
  for (const Kind kind : {Kind::Dfpn, Kind::Dfmopns, Kind::Dfppns})
    for (const std::size_t table : {0, 128, 64 * 64, 1 << 16})
      for (const double epsilon : {0.0, 0.25, 1.0})
        for (const bool weak : {false, true})
          if (!weak || kind != Kind::Dfppns)
            out.push_back({.kind = kind,
                           .table_bytes = table,
                           .memory = memory,
                           .leaf = epsilon == 0.25 ? Leaf::Mobility : Leaf::Ones,
                           .epsilon = epsilon,
                           .weak_sums = weak});
  for (const Kind kind : {Kind::Mcpns, Kind::Ppns})
    for (const std::uint32_t playouts : {1, 8})
      out.push_back({.kind = kind, .memory = memory, .playouts = playouts});
  for (const Leaf leaf : {Leaf::Ones, Leaf::Mobility})
    for (const Evaluation evaluation : {Evaluation::WhenCreated, Evaluation::WhenSelected}) {
      Design d{.kind = Kind::Mopns, .memory = memory, .leaf = leaf, .evaluation = evaluation};
      out.push_back(d);
      d.kind = Kind::Pns;
      for (const Driver driver : {Driver::Binary, Driver::Up, Driver::Down, Driver::Open})
        for (const bool keep : {false, true}) {
          d.driver = driver;
          d.keep_tree = keep;
          out.push_back(d);
        }
    }
  return out;
}

// A probe that knows something true of some positions, as an endgame database would.
class TruthfulProbe final : public AnyProbe<Interned> {
 public:
  TruthfulProbe(const RandomGraph& graph, std::uint64_t seed) : graph_(graph), seed_(seed) {}
  Bounds probe(const Interned::State& s) const override {
    const std::uint64_t draw = mix(seed_ + s.id);
    const Outcome value = graph_.value(s.id), best = graph_.scale().best();
    switch (draw % 4) {
      case 0: return {value, value};
      case 1: return {value, best};
      case 2: return {0, value};
      default: return {0, best};
    }
  }

 private:
  const RandomGraph& graph_;
  std::uint64_t seed_;
};

// Runs a machine to its answer; the bounds must hold the value after every slice.
void run_to_the_end(Machine& machine, Outcome truth, Rng& rng) {
  for (int slices = 0; machine.step(rng.below(2) == 0 ? 1 : 100) != Progress::Done; ++slices) {
    ASSERT_TRUE(machine.bounds().contains(truth));
    ASSERT_LT(slices, 10'000'000) << "the search does not end";
  }
}

void check_answer(const Interned& g, const RandomGraph& graph, Machine& machine, Window window,
                  Interned::State root) {
  const Outcome truth = graph.value(root.id);
  const Bounds b = machine.bounds();
  ASSERT_TRUE(b.contains(truth)) << int(b.pess) << ".." << int(b.opti) << " but " << int(truth);
  ASSERT_TRUE(window.answered_by(b));
  if (b.closed() && machine.best() && !g.ended(root)) {
    Interned::State next = root;
    g.play(next, restore_move<Interned::Move>(*machine.best()));
    EXPECT_EQ(graph.value(next.id), truth) << "the best move loses something";
  }
}

// One machine is asked everything about the graph, so that what it keeps between questions is
// tested too.
void check(const RandomGraph& graph, const Interned& g, const Design& design, std::uint64_t seed) {
  SCOPED_TRACE(describe(design) + " seed " + std::to_string(seed));
  const TruthfulProbe probe(graph, seed);
  const bool probing = seed % 3 == 0;
  const auto machine = make_machine<Interned, NoKnowledge>(g, design, probing ? &probe : nullptr);
  Rng rng(seed);
  const Outcome best = g.scale().best();
  std::vector<Window> windows = {{0, best}};
  for (int v = 1; v <= best; ++v)
    windows.push_back({static_cast<Outcome>(v - 1), static_cast<Outcome>(v)});
  const Outcome low = static_cast<Outcome>(rng.below(best)), high = best;
  if (low < high) windows.push_back({low, high});
  for (const Window window : windows) {
    const Interned::State root =
        rng.below(4) == 0 ? Interned::State{rng.below(graph.size())} : g.initial();
    machine->start(erase_state(root), window);
    run_to_the_end(*machine, graph.value(root.id), rng);
    check_answer(g, graph, *machine, window, root);
    if (::testing::Test::HasFailure()) return;
  }
}

template <class MakeGraph>
void check_many(int graphs, MakeGraph make) {
  const std::vector<Design> all = designs();
  for (int n = 0; n < graphs; ++n) {
    const std::uint64_t seed = static_cast<std::uint64_t>(n) + 1;
    const auto graph = make(seed);
    const Interned g(graph);
    for (const Design& design : all) check(*graph, g, design, seed);
    if (::testing::Test::HasFailure()) { FAIL() << "seed " << seed << "\n" << graph->text(); }
  }
}

TEST(SearchAgainstTruth, RandomTrees) {
  check_many(3000, [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
}
TEST(SearchAgainstTruth, RandomGraphsWithSharedChildren) {
  check_many(3000, [](std::uint64_t seed) { return random_graphs::random_dag(seed); });
}
// With hardly any memory best-first search gives up on what looks hardest: it may end without an
// answer, never with a wrong one, and often with the right one all the same.
TEST(SearchAgainstTruth, BestFirstInTinyMemory) {
  int answered = 0, gave_up = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const auto graph =
        seed % 2 == 0 ? random_graphs::random_tree(seed) : random_graphs::random_cyclic(seed);
    const Interned g(graph);
    for (const std::size_t memory : {256, 512, 1024, 4096})
      for (const Kind kind : {Kind::Pns, Kind::Mopns, Kind::Mcpns, Kind::Ppns}) {
        const auto machine =
            make_machine<Interned, NoKnowledge>(g, {.kind = kind, .memory = memory}, nullptr);
        machine->start(erase_state(g.initial()), {0, g.scale().best()});
        Progress progress = Progress::Running;
        for (int slices = 0; progress == Progress::Running; ++slices) {
          progress = machine->step(200);
          ASSERT_TRUE(machine->bounds().contains(graph->value())) << seed << "\n" << graph->text();
          ASSERT_LT(slices, 100'000) << "the search does not end, seed " << seed;
        }
        ASSERT_LE(machine->statistics().bytes, memory);
        if (progress == Progress::Done) {
          ++answered;
          ASSERT_TRUE(machine->bounds().closed());
        } else {
          ++gave_up;
        }
      }
  }
  EXPECT_GT(answered, 1000);
  EXPECT_GT(gave_up, 1000);
}

TEST(SearchAgainstTruth, RandomGraphsWithCycles) {
  check_many(3000, [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}

}  // namespace
}  // namespace solvent::search
