// Two machines, one after the other: the first gets so many nodes, unless it gives up before, and
// what it cannot answer with them goes to the second. What is best on small games need not be best
// on large ones: minimax values each position once, which is best in a small game whose positions
// repeat and hopeless in a large one. Questions come in flocks (a line of play, the claims of a
// proof): after each that took the first all its nodes in vain it gets half as many, and after an
// answer twice as many again.
#pragma once

#include <algorithm>
#include <memory>

#include "search/machine.hpp"

namespace solvent::search {

class Staged final : public Machine {
 public:
  Staged(std::unique_ptr<Machine> first, std::uint64_t nodes, std::unique_ptr<Machine> second)
      : first_(std::move(first)), second_(std::move(second)), nodes_(nodes), given_(nodes) {}

  void start(const AnyState& root, Window window) override {
    root_ = root;
    window_ = window;
    left_ = given_;
    second_runs_ = false;
    first_->start(root, window);
  }
  SliceResult step(const Slice& slice) override {
    if (second_runs_) return second_->step(slice);
    const std::uint64_t before = done_by_first();
    const SliceResult progress = first_->step({std::min(slice.nodes, left_), slice.alarm});
    const bool gave_up = progress == SliceResult::Done && !window_.answered_by(first_->bounds());
    if (progress == SliceResult::Done && !gave_up) {
      given_ = given_ < nodes_ / 2 ? 2 * given_ + 1 : nodes_;
      return progress;
    }
    left_ -= done_by_first() - before;
    if (progress == SliceResult::TooFew && slice.nodes < left_) return progress;
    if (progress == SliceResult::Running && left_ > 0) return progress;
    if (!gave_up) given_ /= 2;
    second_runs_ = true;
    second_->start(root_, window_);
    return window_.answered_by(second_->bounds()) ? second_->step(0) : SliceResult::Running;
  }
  Bounds bounds() const override {
    return second_runs_ ? meet(first_->bounds(), second_->bounds()) : first_->bounds();
  }
  std::optional<AnyMove> best() const override {
    return second_runs_ ? second_->best() : first_->best();
  }
  Statistics statistics() const override {
    const Statistics first = first_->statistics();
    if (!second_runs_) return first;
    Statistics all = first;
    all += second_->statistics();
    all.bytes += first.bytes;  // both are there
    return all;
  }
  bool forget() override {
    const bool first = first_->forget(), second = second_->forget();
    return first && second;
  }
  void archive(Archive& a) override {
    a.section("staged", sizeof(*this));
    a(*first_, *second_, given_, left_, second_runs_, root_, window_);
  }

 private:
  std::uint64_t done_by_first() const {
    const Statistics s = first_->statistics();
    return std::max(s.created, s.looks);
  }

  std::unique_ptr<Machine> first_, second_;
  std::uint64_t nodes_, given_;  // to the first: at most, and of the present question
  std::uint64_t left_ = 0;       // of them
  bool second_runs_ = false;
  AnyState root_;
  Window window_{};
};

}  // namespace solvent::search
