// Machines against the truth on random graphs: every question, in slices of odd sizes, with and
// without a probe. Bounds must be true at every moment, answers exact, best moves really best.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "random_graphs.hpp"
#include "search/make_machine.hpp"
#include "search/presets.hpp"

namespace solvent::search::against_truth {

using random_graphs::RandomGraph;

// The preset on whose row an algorithm stands, whatever its leaves and the size of a second level.
inline std::string name_of(const Algorithm& a) {
  for (const Preset& preset : kPresets) {
    const Algorithm& p = preset.algorithm;
    const EffortKind effort = a.has_weak_numbers() ? EffortKind::ProofNumbers : a.effort;
    if (p.traversal == a.traversal && p.child_window == a.child_window && p.effort == effort &&
        p.asks_questions() == a.asks_questions() &&
        (p.second == Second::None) == (a.second == Second::None))
      return std::string(preset.name) + (a.has_weak_numbers() ? " weak" : "");
  }
  return "an algorithm without a name";
}

inline std::string describe(const Design& d) {
  constexpr const char* kDrivers[] = {"attracting", "binary", "up", "down", "open"};
  constexpr const char* kLeaves[] = {"ones", "mobility", "playouts", "costs"};
  constexpr const char* kSeconds[] = {"", " descents", " first-tree", " fraction"};
  std::string out = name_of(d.algorithm);
  if (d.algorithm.traversal != Traversal::BestFirst)
    return out + " table " + std::to_string(d.table_bytes) + " deepening " +
           std::to_string(static_cast<int>(d.deepening)) + " epsilon " + std::to_string(d.epsilon) +
           " leaf " + kLeaves[static_cast<int>(d.algorithm.leaf)];
  out += kSeconds[static_cast<int>(d.algorithm.second)];
  out += std::string(" driver ") + kDrivers[static_cast<int>(d.algorithm.driver)];
  out += std::string(" leaf ") + kLeaves[static_cast<int>(d.algorithm.leaf)];
  if (d.keep_tree) out += " kept";
  if (d.evaluation == Evaluation::WhenSelected) out += " selected";
  if (d.selection == Selection::Lecture) out += " lecture";
  if (d.keep_solved) out += " keep-solved";
  if (d.graph) out += " graph";
  if (d.precision_rate > 0) out += " precision " + std::to_string(d.precision_rate);
  return out + " playouts " + std::to_string(d.playouts) + " memory " + std::to_string(d.memory);
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

// Runs a machine until it stops; the bounds must hold the value after every slice.
inline SliceResult run_to_the_end(Machine& machine, Outcome truth, Rng& rng) {
  for (int slices = 0; slices < 1'000'000; ++slices) {
    const SliceResult progress = machine.step(rng.below(2) == 0 ? 1 : 100);
    if (!machine.bounds().contains(truth)) {
      ADD_FAILURE() << int(machine.bounds().pess) << ".." << int(machine.bounds().opti) << " but "
                    << int(truth);
      return progress;
    }
    if (progress != SliceResult::Running && progress != SliceResult::TooFew) return progress;
  }
  ADD_FAILURE() << "the search does not end";
  return SliceResult::Running;
}

// Runs a machine until it stops or has made so many nodes.
inline SliceResult run_within(Machine& machine, std::uint64_t nodes) {
  SliceResult progress = SliceResult::Running;
  for (std::uint64_t left = nodes; left > 0 && progress == SliceResult::Running;) {
    const std::uint64_t before = machine.statistics().created;
    progress = machine.step(left);
    left -= std::min(left, std::max<std::uint64_t>(machine.statistics().created - before, 1));
  }
  return progress;
}

inline void check_answer(const Interned& g, const RandomGraph& graph, Machine& machine,
                         Window window, Interned::State root) {
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

// The value, every two-valued question, and a range.
inline std::vector<Window> all_questions(Outcome best, Rng& rng) {
  std::vector<Window> windows = {{0, best}};
  for (int v = 1; v <= best; ++v)
    windows.push_back({static_cast<Outcome>(v - 1), static_cast<Outcome>(v)});
  const Outcome low = static_cast<Outcome>(rng.below(best));
  windows.push_back({low, best});
  return windows;
}

// One machine is asked everything about the graph, so that what it keeps between questions is
// tested too.
inline void check(const RandomGraph& graph, const Interned& g, const Design& design,
                  std::uint64_t seed) {
  const TruthfulProbe probe(graph, seed);
  const bool probing = seed % 3 == 0;
  const auto machine = make_machine<Interned, NoKnowledge>(g, design, probing ? &probe : nullptr);
  Rng rng(seed);
  for (const Window window : all_questions(g.scale().best(), rng)) {
    const Interned::State root =
        rng.below(4) == 0 ? Interned::State{rng.below(graph.size())} : g.initial();
    machine->start(erase_state(root), window);
    const SliceResult progress = run_to_the_end(*machine, graph.value(root.id), rng);
    EXPECT_EQ(progress, SliceResult::Done);
    check_answer(g, graph, *machine, window, root);
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << describe(design) << " seed " << seed << " root " << root.id << " window "
                    << int(window.alpha) << ".." << int(window.beta);
      return;
    }
  }
}

// Each graph is given one in `share` of the designs, in turn.
template <class MakeGraph>
void check_many(const std::vector<Design>& designs, int graphs, MakeGraph make,
                std::size_t share = 1) {
  for (int n = 0; n < graphs; ++n) {
    const std::uint64_t seed = static_cast<std::uint64_t>(n) + 1;
    const auto graph = make(seed);
    const Interned g(graph);
    for (std::size_t k = seed % share; k < designs.size(); k += share) {
      check(*graph, g, designs[k], seed);
      if (::testing::Test::HasFailure()) { FAIL() << "seed " << seed << "\n" << graph->text(); }
    }
  }
}

}  // namespace solvent::search::against_truth
