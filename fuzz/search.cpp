// Every search against the oracle on graphs spelt by the input, which also chooses the design
// (algorithm, size of the table, deepening), a probe, the questions, where they are asked and the
// sizes of the slices. Bounds must be true after every slice, answers exact, best moves really
// best. One machine is asked several questions, some of which are left unfinished.
#include "check.hpp"
#include "search/make_machine.hpp"
#include "search/presets.hpp"
#include "small_graph.hpp"

namespace solvent::fuzz {
namespace {

using search::Deepening;
using search::Design;
using search::Driver;
using search::Evaluation;
using search::Leaf;
using search::Second;
using search::Window;

class TrueProbe final : public AnyProbe<Interned> {
 public:
  TrueProbe(const SmallGraph& graph, Bytes& bytes) : bounds_(256, graph.scale().everything()) {
    for (const std::uint32_t id : graph.reached())
      bounds_[id] = graph.around(graph.value(id), bytes);
  }
  Bounds probe(const Interned::State& s) const override { return bounds_[s.id]; }

 private:
  std::vector<Bounds> bounds_;
};

Design design_from(const SmallGraph& graph, Bytes& bytes) {
  constexpr std::size_t kTables[] = {0, 64, 128, 1 << 12, 1 << 16};
  Design design;
  constexpr search::Algorithm kAlgorithms[] = {
      search::kMinimax, search::kAlphaBeta, search::kScout, search::kNegaScout, search::kPns,
      search::kMopns,   search::kMcpns,     search::kPpns,  search::kPn2,       search::kMopn2,
      search::kDfpn,    search::kDfmopns,   search::kDfppns};
  design.algorithm = kAlgorithms[bytes.below(std::size(kAlgorithms))];
  design.table_bytes = kTables[bytes.below(std::size(kTables))];
  design.deepening = bytes.below(2) == 0 ? Deepening::On : Deepening::Off;
  constexpr double kEpsilons[] = {0, 0.25, 2};
  if (design.algorithm.traversal == search::Traversal::DepthFirst) {
    design.epsilon = kEpsilons[bytes.below(std::size(kEpsilons))];
    if (bytes.below(2) != 0 && design.algorithm.on_proof_numbers())
      design.algorithm.effort = search::EffortKind::WeakProofNumbers;
  }
  if (!design.algorithm.on_efforts()) return design;
  const search::Algorithm named = design.algorithm;
  constexpr Driver kDrivers[] = {Driver::Binary, Driver::Up, Driver::Down, Driver::Open};
  const Driver driver = kDrivers[bytes.below(std::size(kDrivers))];
  if (named.asks_questions()) design.algorithm.driver = driver;
  design.keep_tree = bytes.below(2) != 0;
  constexpr Leaf kLeaves[] = {Leaf::Ones, Leaf::Mobility, Leaf::Costs};
  const Leaf leaf = kLeaves[bytes.below(std::size(kLeaves))];
  if (named.leaf != Leaf::Playouts) design.algorithm.leaf = leaf;
  design.evaluation = bytes.below(2) == 0 ? Evaluation::WhenCreated : Evaluation::WhenSelected;
  design.playouts = 1 + bytes.below(4);
  design.keep_solved = bytes.below(2) != 0;
  if (named == search::kPns && bytes.below(2) != 0) design.selection = search::Selection::Lecture;
  if (named == search::kPns || named == search::kMopns)
    design.graph = bytes.below(2) != 0 && !graph.cyclic();
  if (named.second != Second::None) {
    constexpr Second kSeconds[] = {Second::Descents, Second::FirstTree, Second::Fraction};
    design.algorithm.second = kSeconds[bytes.below(std::size(kSeconds))];
    design.fraction_a = 1 + bytes.below(100);
    design.fraction_b = 1 + bytes.below(20);
  }
  return design;
}

Window window_from(const SmallGraph& graph, Bytes& bytes) {
  const std::uint32_t best = graph.scale().best();
  if (bytes.below(2) == 0) return {0, graph.scale().best()};
  const std::uint32_t alpha = bytes.below(best);
  const std::uint32_t beta = alpha + 1 + bytes.below(best - alpha);
  return {static_cast<Outcome>(alpha), static_cast<Outcome>(beta)};
}

void check_answer(const Interned& g, const SmallGraph& graph, const search::Machine& machine,
                  Interned::State root, Window window) {
  const Bounds b = machine.bounds();
  require(window.answered_by(b), "a search that is done answers", graph.text());
  const auto best = machine.best();
  if (!best || g.ended(root)) return;
  Interned::State next = root;
  g.play(next, restore_move<Interned::Move>(*best));
  const Outcome reached = graph.value(next.id);
  require(g.to_move(root) == Side::Max ? reached >= b.pess : reached <= b.opti,
          "the best move reaches what is promised", graph.text());
}

void ask(const Interned& g, const SmallGraph& graph, search::Machine& machine, Bytes& bytes) {
  constexpr std::uint64_t kMostNodes = 5'000;
  const auto count = static_cast<std::uint32_t>(graph.reached().size());
  const Interned::State root{graph.reached()[bytes.below(count)]};
  const Window window = window_from(graph, bytes);
  const std::uint64_t slice = 1 + bytes.next();
  const std::uint64_t limit = bytes.below(4) == 0 ? 4 * slice : kMostNodes;
  // No line is longer than there are positions, and what was undecided is so for four rounds more.
  const int most_iterations = static_cast<int>(count) + 4;
  machine.start(erase_state(root), window);
  for (std::uint64_t nodes = 0; nodes < limit; nodes += slice) {
    const search::SliceResult progress = machine.step(slice);
    require(progress != search::SliceResult::OutOfMemory, "there is memory enough", graph.text());
    require(machine.bounds().contains(graph.value(root.id)), "bounds hold the value", graph.text());
    require(machine.statistics().iteration <= most_iterations, "deepening ends", graph.text());
    if (progress != search::SliceResult::Done) continue;
    return check_answer(g, graph, machine, root, window);
  }
}

void check(Bytes bytes) {
  const auto graph = SmallGraph::from(bytes);
  const Interned g(graph);
  const Design design = design_from(*graph, bytes);
  const TrueProbe probe(*graph, bytes);
  const auto machine = search::make_machine<Interned, NoKnowledge>(
      g, design, bytes.below(2) == 0 ? nullptr : &probe);
  for (int questions = 1 + static_cast<int>(bytes.below(4)); questions > 0; --questions)
    ask(g, *graph, *machine, bytes);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({data, size});
  return 0;
}
