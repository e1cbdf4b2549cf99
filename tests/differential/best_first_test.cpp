// Every best-first search against the truth on seeded random trees, graphs and cyclic graphs: all
// algorithms with all their leaves, drivers, evaluations, selections and second levels, with and
// without freeing what is solved, as trees and as graphs.
#include "against_truth.hpp"

namespace solvent::search::against_truth {
namespace {

constexpr std::size_t kEnough = std::size_t{1} << 21;
constexpr Driver kDrivers[] = {Driver::Binary, Driver::Up, Driver::Down, Driver::Open};

// All that the algorithms of proof numbers can differ in.
void add_numbers(Algorithm algorithm, Second second, std::vector<Design>& out) {
  const bool questions = algorithm == kPns || algorithm == kPn2;
  for (const Leaf leaf : {Leaf::Ones, Leaf::Mobility, Leaf::Costs})
    for (const Evaluation evaluation : {Evaluation::WhenCreated, Evaluation::WhenSelected})
      for (const bool keep_solved : {false, true}) {
        Design d{.algorithm = algorithm.with(leaf).with(second),
                 .memory = kEnough,
                 .evaluation = evaluation,
                 .keep_solved = keep_solved,
                 .fraction_a = 30,
                 .fraction_b = 10};
        if (!questions) out.push_back(d);
        for (const Driver driver : kDrivers)
          for (const bool keep_tree : {false, true}) {
            if (!questions) continue;
            d.algorithm.driver = driver;
            d.keep_tree = keep_tree;
            out.push_back(d);
          }
      }
}

std::vector<Design> tree_designs() {
  std::vector<Design> out;
  add_numbers(kPns, Second::None, out);
  const std::vector<Design> pns = out;
  for (Design d : pns) {
    d.selection = Selection::Lecture;
    out.push_back(d);
  }
  add_numbers(kMopns, Second::None, out);
  for (const Second second : {Second::Descents, Second::FirstTree, Second::Fraction}) {
    add_numbers(kPn2, second, out);
    add_numbers(kMopn2, second, out);
  }
  for (const Algorithm algorithm : {kMcpns, kPpns})
    for (const std::uint32_t playouts : {1, 8})
      for (const Evaluation evaluation : {Evaluation::WhenCreated, Evaluation::WhenSelected})
        for (const bool keep_solved : {false, true})
          out.push_back({.algorithm = algorithm,
                         .memory = kEnough,
                         .evaluation = evaluation,
                         .keep_solved = keep_solved,
                         .playouts = playouts});
  return out;
}

// Transpositions are merged where positions cannot repeat, whatever the type of the game says.
std::vector<Design> graph_designs() {
  std::vector<Design> out;
  add_numbers(kPns, Second::None, out);
  add_numbers(kMopns, Second::None, out);
  // With sums too, which are right and only slower.
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k].graph = true;
    if (k % 2 == 0) out[k].algorithm.effort = EffortKind::WeakProofNumbers;
  }
  return out;
}

std::vector<Design> acyclic_designs() {
  std::vector<Design> out = tree_designs();
  for (const Design& d : graph_designs()) out.push_back(d);
  return out;
}

// There are several hundred designs: each meets at least a thousand graphs.
constexpr std::size_t kShare = 8;

TEST(BestFirstAgainstTruth, RandomTrees) {
  check_many(
      acyclic_designs(), 10'000,
      [](std::uint64_t seed) { return random_graphs::random_tree(seed); }, kShare);
}
TEST(BestFirstAgainstTruth, RandomGraphsWithSharedChildren) {
  check_many(
      acyclic_designs(), 3000, [](std::uint64_t seed) { return random_graphs::random_dag(seed); },
      kShare);
}
TEST(BestFirstAgainstTruth, RandomGraphsWithCycles) {
  check_many(
      tree_designs(), 3000, [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); },
      kShare);
}

// A precision rate ends the search early: then the bounds are true, they leave the question open,
// and what the value seems to be is said apart from them.
TEST(BestFirstAgainstTruth, EstimatesAreNeverAnswers) {
  int estimated = 0, proved = 0, wrong = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const auto graph = seed % 3 == 0   ? random_graphs::random_cyclic(seed)
                       : seed % 3 == 1 ? random_graphs::random_dag(seed)
                                       : random_graphs::random_tree(seed);
    const Interned g(graph);
    for (const double rate : {0.001, 0.05, 0.3}) {
      const Design design{.algorithm = kPpns,
                          .memory = kEnough,
                          .playouts = 4,
                          .theta = 0.1,
                          .precision_rate = rate};
      const auto machine = make_machine<Interned, NoKnowledge>(g, design, nullptr);
      Rng rng(seed);
      for (const Window window : all_questions(g.scale().best(), rng)) {
        machine->start(erase_state(g.initial()), window);
        const SliceResult progress = run_to_the_end(*machine, graph->value(), rng);
        ASSERT_FALSE(HasFailure()) << describe(design) << " seed " << seed << "\n" << graph->text();
        ASSERT_EQ(machine->estimate().has_value(), progress == SliceResult::Estimated);
        const Bounds b = machine->bounds();
        if (progress == SliceResult::Done) {
          ASSERT_TRUE(window.answered_by(b));
          ++proved;
          continue;
        }
        ASSERT_EQ(progress, SliceResult::Estimated);
        ASSERT_FALSE(window.answered_by(b)) << "what is proved is not an estimate";
        ASSERT_TRUE(b.contains(*machine->estimate()));
        ASSERT_EQ(machine->step(100), SliceResult::Estimated) << "and it stays so";
        ASSERT_EQ(machine->best(), std::nullopt);
        ++estimated;
        wrong += *machine->estimate() != std::clamp(graph->value(), window.alpha, window.beta);
      }
    }
  }
  EXPECT_GT(estimated, 1000);
  EXPECT_GT(proved, 1000);
  EXPECT_GT(wrong, 10) << "the estimates of so few random games cannot all be right";
}

}  // namespace
}  // namespace solvent::search::against_truth
