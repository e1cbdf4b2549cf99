// A value by two-valued questions, each a search of its own that starts afresh, as the papers do
// it. What a machine keeps in a table from one question to the next are facts, true in all of them.
#pragma once

#include <vector>

#include "search/drivers.hpp"
#include "search/machine.hpp"

namespace solvent::search {

template <Game G>
class TwoValued final : public Machine {
 public:
  TwoValued(const G& g, Driver driver, std::unique_ptr<Machine> machine)
      : g_(g), driver_(driver), machine_(std::move(machine)) {}

  void start(const AnyState& root, Window window) override {
    root_ = root;
    window_ = window;
    mover_ = g_.to_move(restore_state<typename G::State>(root));
    bounds_ = first_ = {window.alpha, window.beta};
    known_ = g_.scale().everything();
    finished_ = {};
    best_.reset();
    ask();
  }

  Progress step(const Slice& slice) override { return after(machine_->step(slice)); }

  Bounds bounds() const override { return meet(known_, machine_->bounds()); }
  std::optional<AnyMove> best() const override { return best_; }
  void trace(Tracer* tracer) override { machine_->trace(tracer); }
  std::optional<TreeView> look(std::span<const AnyMove> path) const override {
    return machine_->look(path);
  }
  std::vector<AnyMove> next_descent() const override { return machine_->next_descent(); }
  // Sums over the questions; `largest` is the largest tree of any.
  Statistics statistics() const override {
    Statistics s = machine_->statistics();
    s.created += finished_.created;
    s.expanded += finished_.expanded;
    s.leaves += finished_.leaves;
    s.descents += finished_.descents;
    s.updates += finished_.updates;
    s.table.probes += finished_.table.probes;
    s.table.hits += finished_.table.hits;
    s.table.stores += finished_.table.stores;
    s.table.replaced += finished_.table.replaced;
    s.largest = std::max(s.largest, finished_.largest);
    s.deepest = std::max(s.deepest, finished_.deepest);
    s.largest_search = std::max(s.created - finished_.created, finished_.largest_search);
    s.questions = finished_.questions + 1;
    return s;
  }
  void archive(Archive& a) override {
    a.section("two-valued", sizeof(*this));
    a(*machine_, root_, window_, mover_, bounds_, first_, known_, best_, finished_);
  }

 private:
  // What has become of the current question.
  Progress after(Progress progress) {
    known_ = meet(known_, machine_->bounds());
    if (progress != Progress::Done || window_.answered_by(known_)) {
      if (progress == Progress::Done) note_best();
      return progress;
    }
    note_best();
    finish_question();
    ask();
    return Progress::Running;
  }
  void ask() {
    bounds_ =
        meet(bounds_, {std::max(known_.pess, window_.alpha), std::min(known_.opti, window_.beta)});
    // Where there is one outcome nothing is open: a window without a cut, which is answered
    // already.
    if (bounds_.closed()) return machine_->start(root_, {bounds_.pess, bounds_.opti});
    const int cut = next_cut(driver_, g_.scale(), mover_, bounds_, first_);
    machine_->start(root_, {static_cast<Outcome>(cut), static_cast<Outcome>(cut + 1)});
  }
  void finish_question() { finished_ = statistics(); }
  // The move that raised what the side to move is sure of.
  void note_best() {
    const Bounds b = machine_->bounds();
    const bool good = mover_ == Side::Max ? b.pess >= known_.pess : b.opti <= known_.opti;
    if (const auto move = machine_->best(); move && good) best_ = move;
  }

  const G& g_;
  Driver driver_;
  std::unique_ptr<Machine> machine_;
  AnyState root_;
  Window window_{};
  Side mover_ = Side::Max;
  Bounds bounds_, first_;  // of the window: still open, and as asked
  Bounds known_;
  std::optional<AnyMove> best_;
  Statistics finished_;  // of the questions answered
};

}  // namespace solvent::search
