// The second level of PN² and MOPN²: a search of its own at a leaf of the first tree, of limited
// size, whose numbers are the leaf's and whose tree is then forgotten.
//
//   Descents   as many descents as the first tree has had (Saffidine & Cazenave 2012)
//   FirstTree  as many nodes as the first tree has (Allis 1994)
//   Fraction   x f(x) nodes for a first tree of x, f(x) = 1 / (1 + e^((a-x)/b)) (Breuker 1998)
//
// Descents looks at each new leaf; the others at the leaf that is being expanded, whose children
// keep their numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "search/machine.hpp"

namespace solvent::search {

inline std::uint64_t breuker_nodes(std::uint64_t x, double a, double b) {
  const auto size = static_cast<double>(x);
  return static_cast<std::uint64_t>(size / (1 + std::exp((a - size) / b)));
}

template <class Engine>
class SecondLevel {
 public:
  explicit SecondLevel(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

  bool running() const { return running_; }
  const Engine& engine() const { return *engine_; }

  template <class State, class Positions>
  void begin(const State& s, Window window, const Positions* above, bool root_is_last,
             std::uint64_t nodes, std::uint64_t descents) {
    engine_->start_below(s, window, above, root_is_last, descents);
    allowance_ = nodes;
    running_ = true;
  }
  // Advances it; false if it needs more than this slice.
  bool run(const Slice& slice) {
    const std::uint64_t left = allowance_ - std::min(allowance_, engine_->statistics().created);
    const std::uint64_t given = std::min(left, slice.nodes);
    const SliceResult progress = engine_->step({given, slice.alarm});
    const bool spent = engine_->descents_left() == 0 ||
                       engine_->statistics().created >= allowance_ ||
                       (progress == SliceResult::TooFew && given == left);
    const bool unfinished = progress == SliceResult::Running || progress == SliceResult::TooFew;
    running_ = unfinished && (!spent || engine_->in_the_middle());
    return !running_;
  }
  void stop() { running_ = false; }
  std::uint64_t take_uncounted() { return engine_->take_uncounted(); }
  template <class Positions>
  void archive(Archive& a, const Positions* above) {
    a(*engine_, allowance_, running_);
    engine_->stay_below(above);
  }

 private:
  std::unique_ptr<Engine> engine_;
  std::uint64_t allowance_ = 0;
  bool running_ = false;
};

}  // namespace solvent::search
