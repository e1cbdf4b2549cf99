// Round by round: the best-first engine walks and counts exactly as the papers' definitions say
// (literal_search.hpp), and what is only bookkeeping (freeing, slices, reuse, one cut or all) does
// not change a single round.
#include <gtest/gtest.h>

#include "against_truth.hpp"
#include "literal_search.hpp"

namespace solvent::search {
namespace {

using literal::LiteralTree;
using literal::Recorder;
using literal::Round;
using random_graphs::RandomGraph;

constexpr std::size_t kMemory = std::size_t{1} << 20;
const random_graphs::Shape kBareRules{.max_nodes = 60, .rule_bounds = false};

std::vector<Round> traced(Machine& machine, Interned::State root, Window window,
                          std::uint64_t slice = 1000) {
  Recorder recorder;
  machine.trace(&recorder);
  machine.start(erase_state(root), window);
  SliceResult progress = SliceResult::Running;
  for (std::uint64_t given = slice;
       progress == SliceResult::Running || progress == SliceResult::TooFew;
       given = progress == SliceResult::TooFew ? 2 * given : slice)
    progress = machine.step(given);
  machine.trace(nullptr);
  EXPECT_EQ(progress, SliceResult::Done);
  return recorder.rounds;
}
std::vector<Round> traced(const Interned& g, const Design& design, Window window,
                          std::uint64_t slice = 1000) {
  const auto machine = make_machine<Interned, NoKnowledge>(g, design, nullptr);
  return traced(*machine, g.initial(), window, slice);
}

void expect_equal(const std::vector<Round>& a, const std::vector<Round>& b) {
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) ASSERT_EQ(a[k], b[k]);
  ASSERT_EQ(a.size(), b.size());
}

Window everything(const Interned& g) { return {0, g.scale().best()}; }
Window one_cut(int cut) { return {static_cast<Outcome>(cut), static_cast<Outcome>(cut + 1)}; }

// --- against the definitions -------------------------------------------------------------------

TEST(TraceOfMopns, IsThePapers) {
  int max_roots = 0, min_roots = 0, rounds = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const auto graph = random_graphs::random_tree(seed, kBareRules);
    const Interned g(graph);
    for (const Leaf leaf : {Leaf::Ones, Leaf::Mobility}) {
      const auto engine =
          traced(g, {.algorithm = kMopns.with(leaf), .memory = kMemory}, everything(g));
      LiteralTree paper(*graph, graph->initial(), leaf, Evaluation::WhenCreated);
      for (const Round& round : engine) {
        ASSERT_FALSE(paper.solved()) << "seed " << seed;
        ASSERT_EQ(round, paper.mopns_round()) << "seed " << seed << "\n" << graph->text();
        ASSERT_FALSE(paper.entered_prunable()) << "seed " << seed << "\n" << graph->text();
        ++(g.to_move(g.initial()) == Side::Max ? max_roots : min_roots);
        ++rounds;
      }
      ASSERT_TRUE(paper.solved()) << "seed " << seed;
    }
  }
  EXPECT_GT(max_roots, rounds / 10);
  EXPECT_GT(min_roots, rounds / 10);
}

TEST(TraceOfPns, IsThePapers) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const auto graph = random_graphs::random_tree(seed, kBareRules);
    const Interned g(graph);
    const int cut = static_cast<int>(seed) % g.scale().best();
    for (const Leaf leaf : {Leaf::Ones, Leaf::Mobility, Leaf::Costs})
      for (const Evaluation evaluation : {Evaluation::WhenCreated, Evaluation::WhenSelected}) {
        const Design design{
            .algorithm = kPns.with(leaf), .memory = kMemory, .evaluation = evaluation};
        const auto engine = traced(g, design, one_cut(cut));
        LiteralTree paper(*graph, graph->initial(), leaf, evaluation);
        for (const Round& round : engine) {
          ASSERT_FALSE(paper.answered(cut)) << "seed " << seed;
          ASSERT_EQ(round, paper.pns_round(cut))
              << against_truth::describe(design) << " seed " << seed << "\n"
              << graph->text();
        }
        ASSERT_TRUE(paper.answered(cut)) << "seed " << seed;
      }
  }
}

TEST(TraceOfTheLecturesSelection, IsTheLectures) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const auto graph = random_graphs::random_tree(seed, kBareRules);
    const Interned g(graph);
    const int cut = static_cast<int>(seed) % g.scale().best();
    const Design design{.algorithm = kPns.with(Leaf::Costs),
                        .memory = kMemory,
                        .evaluation = Evaluation::WhenSelected,
                        .selection = Selection::Lecture};
    LiteralTree lecture(*graph, graph->initial(), Leaf::Costs, Evaluation::WhenSelected);
    for (const Round& round : traced(g, design, one_cut(cut))) {
      ASSERT_FALSE(lecture.answered(cut)) << "seed " << seed;
      ASSERT_EQ(round, lecture.lecture_round(cut)) << "seed " << seed << "\n" << graph->text();
    }
    ASSERT_TRUE(lecture.answered(cut)) << "seed " << seed;
  }
}

// `show --numbers` walks the same paths on the trees as they stand before every round.
TEST(TraceAgainstNumberedTrees, PathsAndAttractingOutcomesAgree) {
  const auto ids = [](const NumberedTree& tree, const std::vector<NumberedTree::Place>& path) {
    std::vector<std::uint32_t> out;
    for (const auto place : path) out.push_back(tree.lines()[place].id);
    return out;
  };
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto graph = random_graphs::random_tree(seed, kBareRules);
    const int cut = static_cast<int>(seed) % graph->scale().best();
    LiteralTree mopns(*graph, graph->initial(), Leaf::Ones, Evaluation::WhenCreated);
    LiteralTree lecture(*graph, graph->initial(), Leaf::Costs, Evaluation::WhenSelected);
    const auto numbers = [&](const LiteralTree& tree) {
      return NumberedTree::make(tree, 0, 100'000).value();
    };
    while (!lecture.answered(cut)) {
      const NumberedTree tree = numbers(lecture);
      lecture.lecture_round(cut);
      ASSERT_EQ(ids(tree, tree.lecture_path(cut).value()), lecture.last_path()) << "seed " << seed;
    }
    while (!mopns.solved()) {
      const NumberedTree tree = numbers(mopns);
      const Round round = mopns.mopns_round();
      ASSERT_EQ(tree.attraction().cut(tree.root().side), round.cut) << "seed " << seed;
      ASSERT_EQ(ids(tree, tree.most_proving_path(round.cut).value()), mopns.last_path())
          << "seed " << seed;
    }
  }
}

// --- what must not matter ----------------------------------------------------------------------

std::vector<Design> many_designs() {
  std::vector<Design> out;
  for (const Algorithm algorithm : {kPns, kMopns, kMcpns, kPpns, kPn2, kMopn2})
    for (const Evaluation evaluation : {Evaluation::WhenCreated, Evaluation::WhenSelected})
      for (const Second second : {Second::Descents, Second::FirstTree, Second::Fraction}) {
        const bool two_levels = algorithm == kPn2 || algorithm == kMopn2;
        if (!two_levels && second != Second::Fraction) continue;
        const Leaf leaf = evaluation == Evaluation::WhenCreated ? Leaf::Ones : Leaf::Mobility;
        out.push_back(
            {.algorithm = algorithm.with(algorithm.leaf == Leaf::Playouts ? Leaf::Playouts : leaf)
                              .with(two_levels ? second : Second::None),
             .memory = kMemory,
             .keep_tree = evaluation == Evaluation::WhenSelected,
             .evaluation = evaluation,
             .fraction_a = 30,
             .fraction_b = 10,
             .playouts = 5});
      }
  return out;
}

// Runs `compare` on trees, shared children and cycles, with every design.
template <class Compare>
void on_many(std::uint64_t graphs, Compare compare) {
  const std::vector<Design> designs = many_designs();
  for (std::uint64_t seed = 1; seed <= graphs; ++seed) {
    const auto graph = seed % 3 == 0   ? random_graphs::random_cyclic(seed)
                       : seed % 3 == 1 ? random_graphs::random_dag(seed)
                                       : random_graphs::random_tree(seed);
    const Interned g(graph);
    for (const Design& design : designs) {
      compare(g, design, seed);
      if (::testing::Test::HasFailure())
        FAIL() << against_truth::describe(design) << " seed " << seed << "\n" << graph->text();
    }
  }
}

// But for second levels as large as the first tree or a fraction of it: that is smaller for what
// was freed.
TEST(TraceStays, WhenNothingIsFreed) {
  on_many(1000, [](const Interned& g, Design design, std::uint64_t) {
    if (design.algorithm.second == Second::FirstTree || design.algorithm.second == Second::Fraction)
      return;
    const auto freeing = traced(g, design, everything(g));
    design.keep_solved = true;
    expect_equal(traced(g, design, everything(g)), freeing);
  });
}
TEST(TraceStays, InSlicesOfAnySize) {
  on_many(600, [](const Interned& g, const Design& design, std::uint64_t seed) {
    const auto whole = traced(g, design, everything(g), 1'000'000);
    expect_equal(traced(g, design, everything(g), 1 + seed % 5), whole);
    expect_equal(traced(g, design, everything(g), 17), whole);
  });
}
TEST(TraceStays, OnAMachineThatWasUsedBefore) {
  on_many(600, [](const Interned& g, const Design& design, std::uint64_t seed) {
    const auto machine = make_machine<Interned, NoKnowledge>(g, design, nullptr);
    const auto fresh = traced(*machine, g.initial(), everything(g));
    traced(*machine, g.initial(), one_cut(static_cast<int>(seed) % g.scale().best()));
    machine->start(erase_state(g.initial()), everything(g));
    machine->step(20);  // and left there
    expect_equal(traced(*machine, g.initial(), everything(g)), fresh);
  });
}
TEST(TraceStays, OfMopnsAndPnsWhereThereAreTwoOutcomes) {
  const random_graphs::Shape two{.max_outcomes = 2};
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const auto graph = seed % 2 == 0 ? random_graphs::random_tree(seed, two)
                                     : random_graphs::random_cyclic(seed, two);
    const Interned g(graph);
    ASSERT_EQ(g.scale().size(), 2);
    for (Design design :
         {Design{.algorithm = kMopns, .memory = kMemory},
          Design{.algorithm = kMopns.with(Leaf::Mobility), .memory = kMemory},
          Design{.algorithm = kMopns, .memory = kMemory, .evaluation = Evaluation::WhenSelected}}) {
      const auto mopns = traced(g, design, everything(g));
      design.algorithm.driver = Driver::Binary;
      expect_equal(traced(g, design, everything(g)), mopns);
      ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << graph->text();
    }
  }
}
// One cut of many outcomes is the same question whoever asks it.
TEST(TraceStays, OfMopnsAndPnsOnOneCut) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const auto graph = random_graphs::random_dag(seed);
    const Interned g(graph);
    const Window window = one_cut(static_cast<int>(seed) % g.scale().best());
    const auto mopns = traced(g, {.algorithm = kMopns, .memory = kMemory}, window);
    expect_equal(traced(g, {.algorithm = kPns, .memory = kMemory}, window), mopns);
    expect_equal(traced(g, {.algorithm = kPns, .memory = kMemory, .keep_tree = true}, window),
                 mopns);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << graph->text();
  }
}

// --- graphs ------------------------------------------------------------------------------------

// On trees there is nothing to merge; with shared children merging spares work in all.
TEST(Graphs, ExpandNoMoreThanTrees) {
  const random_graphs::Shape shape{.max_nodes = 300};
  for (const Algorithm algorithm : {kPns, kMopns}) {
    std::uint64_t as_trees = 0, as_graphs = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
      const auto graph = random_graphs::random_dag(seed, shape);
      const Interned g(graph);
      for (const bool merged : {false, true}) {
        const auto machine = make_machine<Interned, NoKnowledge>(
            g,
            {.algorithm = merged ? algorithm.with(EffortKind::WeakProofNumbers) : algorithm,
             .memory = kMemory,
             .graph = merged},
            nullptr);
        traced(*machine, g.initial(), everything(g));
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
        ASSERT_TRUE(machine->bounds().contains(graph->value()));
        ASSERT_TRUE(machine->bounds().closed());
        (merged ? as_graphs : as_trees) += machine->statistics().expanded;
      }
    }
    EXPECT_LT(as_graphs, as_trees);
  }
}

}  // namespace
}  // namespace solvent::search
