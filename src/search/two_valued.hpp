// A value by two-valued questions, each a search of its own that starts afresh, as the papers do
// it. What a machine keeps in a table from one question to the next are facts, true in all of them.
#pragma once

#include <functional>
#include <vector>

#include "search/drivers.hpp"
#include "search/machine.hpp"

namespace solvent::search {

class TwoValued final : public Machine {
 public:
  TwoValued(const Scale& scale, std::function<Side(const AnyState&)> to_move, Driver driver,
            std::unique_ptr<Machine> machine)
      : scale_(scale),
        to_move_(std::move(to_move)),
        driver_(driver),
        machine_(std::move(machine)) {}

  void start(const AnyState& root, Window window) override {
    root_ = root;
    window_ = window;
    mover_ = to_move_(root);
    bounds_ = first_ = {window.alpha, window.beta};
    known_ = scale_.everything();
    finished_ = {};
    best_.reset();
    ask();
  }

  SliceResult step(const Slice& slice) override { return after(machine_->step(slice)); }

  Bounds bounds() const override { return meet(known_, machine_->bounds()); }
  std::optional<AnyMove> best() const override { return best_; }
  TableHandle table() const override { return machine_->table(); }
  void trace(Tracer* tracer) override { machine_->trace(tracer); }
  std::optional<TreeView> look(std::span<const AnyMove> path) const override {
    return machine_->look(path);
  }
  std::vector<AnyMove> next_descent() const override { return machine_->next_descent(); }
  Statistics statistics() const override {
    Statistics s = machine_->statistics();
    s.questions = 1;
    s.largest_search = s.created;
    Statistics all = finished_;
    return all += s;
  }
  void archive(Archive& a) override {
    a.section("two-valued", sizeof(*this));
    a(*machine_, root_, window_, mover_, bounds_, first_, known_, best_, finished_);
  }

 private:
  // What has become of the current question.
  SliceResult after(SliceResult progress) {
    known_ = meet(known_, machine_->bounds());
    if (progress != SliceResult::Done || window_.answered_by(known_)) {
      if (progress == SliceResult::Done) note_best();
      return progress;
    }
    note_best();
    finish_question();
    ask();
    return SliceResult::Running;
  }
  void ask() {
    bounds_ =
        meet(bounds_, {std::max(known_.pess, window_.alpha), std::min(known_.opti, window_.beta)});
    // Where there is one outcome nothing is open: a window without a cut, which is answered
    // already.
    if (bounds_.closed()) return machine_->start(root_, {bounds_.pess, bounds_.opti});
    const int cut = next_cut(driver_, scale_, mover_, bounds_, first_);
    machine_->start(root_, Window::of_cut(cut));
  }
  void finish_question() { finished_ = statistics(); }
  // The move that raised what the side to move is sure of.
  void note_best() {
    const Bounds b = machine_->bounds();
    const bool good = mover_ == Side::Max ? b.pess >= known_.pess : b.opti <= known_.opti;
    if (const auto move = machine_->best(); move && good) best_ = move;
  }

  const Scale& scale_;
  std::function<Side(const AnyState&)> to_move_;
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
