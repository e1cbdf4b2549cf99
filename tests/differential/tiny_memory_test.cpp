// With hardly any memory best-first search gives up on what looks hardest: it may end without an
// answer, never with a wrong one, and often with the right one all the same. More memory answers
// more.
#include "against_truth.hpp"

namespace solvent::search::against_truth {
namespace {

// Two levels share the memory between them; each may round its half.
std::vector<Design> designs() {
  std::vector<Design> out = {
      {.algorithm = kPns},
      {.algorithm = kPns.with(Driver::Up).with(Leaf::Mobility), .keep_tree = true},
      {.algorithm = kPns, .keep_tree = true, .evaluation = Evaluation::WhenSelected},
      {.algorithm = kPns.with(Leaf::Costs),
       .evaluation = Evaluation::WhenSelected,
       .selection = Selection::Lecture},
      {.algorithm = kMopns},
      {.algorithm = kMopns.with(Leaf::Mobility), .evaluation = Evaluation::WhenSelected},
      {.algorithm = kMopns, .keep_solved = true},
      {.algorithm = kMcpns, .playouts = 3},
      {.algorithm = kPpns, .playouts = 3},
      {.algorithm = kPpns, .keep_solved = true, .playouts = 3}};
  for (const Second second : {Second::Descents, Second::FirstTree, Second::Fraction})
    for (const Algorithm algorithm : {kPn2, kMopn2})
      out.push_back({.algorithm = algorithm.with(second), .fraction_a = 30, .fraction_b = 10});
  return out;
}
std::vector<Design> graph_designs() {
  constexpr Algorithm pns = kPns.with(EffortKind::WeakProofNumbers),
                      mopns = kMopns.with(EffortKind::WeakProofNumbers);
  return {{.algorithm = pns, .graph = true},
          {.algorithm = pns, .keep_tree = true, .graph = true},
          {.algorithm = mopns, .graph = true},
          {.algorithm = mopns.with(Leaf::Mobility), .graph = true},
          {.algorithm = mopns, .evaluation = Evaluation::WhenSelected, .graph = true}};
}

// The index of a graph's positions begins with slots for 128 of them, whatever the limit.
std::size_t allowed(const Design& d) { return d.memory + (d.graph ? 1024 : 0); }

struct Tally {
  int answered = 0, gave_up = 0;
};

void run(const RandomGraph& graph, const Design& design, std::uint64_t seed, Tally& tally) {
  const Interned g{std::shared_ptr<const InternedSource>(std::shared_ptr<void>(), &graph)};
  const auto machine = make_machine<Interned, NoKnowledge>(g, design, nullptr);
  Rng rng(seed);
  for (const Window window :
       {Window{0, g.scale().best()},
        Window{static_cast<Outcome>(g.scale().best() - 1), g.scale().best()}}) {
    machine->start(erase_state(g.initial()), window);
    const SliceResult progress = run_to_the_end(*machine, graph.value(), rng);
    EXPECT_LE(machine->statistics().bytes, allowed(design));
    EXPECT_NE(progress, SliceResult::Estimated);
    if (progress == SliceResult::Done) {
      ++tally.answered;
      EXPECT_TRUE(window.answered_by(machine->bounds()));
    } else {
      ++tally.gave_up;
      EXPECT_FALSE(window.answered_by(machine->bounds())) << "it knows the answer";
      EXPECT_EQ(machine->step(10), SliceResult::OutOfMemory) << "and it stays so";
    }
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << describe(design) << " seed " << seed << " window " << int(window.alpha)
                    << ".." << int(window.beta) << "\n"
                    << graph.text();
      return;
    }
  }
}

// Every design by itself: with more memory no fewer answers in all.
template <class MakeGraph>
void run_all(const std::vector<Design>& all, const std::vector<std::size_t>& sizes, int graphs,
             MakeGraph make) {
  int gave_up = 0;
  for (Design design : all) {
    std::vector<Tally> tallies(sizes.size());
    for (int n = 1; n <= graphs; ++n) {
      const auto graph = make(static_cast<std::uint64_t>(n));
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        design.memory = sizes[k];
        run(*graph, design, static_cast<std::uint64_t>(n), tallies[k]);
        if (::testing::Test::HasFailure()) return;
      }
    }
    gave_up += tallies.front().gave_up;
    EXPECT_GT(tallies.back().answered, graphs) << describe(design);
    for (std::size_t k = 1; k < sizes.size(); ++k)
      EXPECT_GE(tallies[k].answered, tallies[k - 1].answered)
          << describe(design) << " with " << sizes[k] << " bytes";
  }
  EXPECT_GT(gave_up, graphs);
}

const std::vector<std::size_t> kTiny = {256, 512, 1024, 2048, 4096, 8192};

TEST(TinyMemory, RandomTrees) {
  run_all(designs(), kTiny, 400,
          [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
}
TEST(TinyMemory, RandomGraphsWithCycles) {
  run_all(designs(), kTiny, 250,
          [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}
TEST(TinyMemory, TranspositionsMerged) {
  run_all(graph_designs(), {256, 2048, 4096, 8192, 16384}, 400,
          [](std::uint64_t seed) { return random_graphs::random_dag(seed); });
}
// Where freeing and joining of free neighbours has something to do: thousands of nodes, up to nine
// outcomes (the cells of wide windows stand with the children).
TEST(TinyMemory, LargerTrees) {
  const random_graphs::Shape shape{.max_nodes = 4000, .max_depth = 60};
  run_all(designs(), {2048, 16384, 65536}, 40,
          [&](std::uint64_t seed) { return random_graphs::random_tree(seed, shape); });
}
TEST(TinyMemory, TooLittleForARootIsNoAnswer) {
  const auto graph = random_graphs::random_tree(5);
  for (Design design : designs())
    for (const std::size_t memory : {0, 1, 8, 16, 24, 64}) {
      design.memory = memory;
      const Interned g(graph);
      const auto machine = make_machine<Interned, NoKnowledge>(g, design, nullptr);
      machine->start(erase_state(g.initial()), {0, g.scale().best()});
      Rng rng(1);
      run_to_the_end(*machine, graph->value(), rng);
      EXPECT_TRUE(machine->bounds().contains(graph->value()));
    }
}

}  // namespace
}  // namespace solvent::search::against_truth
