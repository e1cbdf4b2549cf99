#include "parallel/takeover.hpp"

#include <algorithm>
#include <limits>

namespace solvent::parallel {

using search::Slice;
using search::SliceResult;

namespace {
constexpr Bounds kAnything{0, std::numeric_limits<Outcome>::max()};
}

Takeover::Takeover(Make first, std::uint64_t nodes, Make second)
    : make_first_(std::move(first)),
      make_second_(std::move(second)),
      nodes_(nodes),
      machine_(make_first_()),
      known_(kAnything) {}

// Of a position that was not a small task the next question will not be one.
void Takeover::start(const AnyState& root, search::Window window) {
  if (second_ && (traced_ || root != root_)) use(false);
  root_ = root;
  window_ = window;
  left_ = nodes_;
  known_ = kAnything;
  lost_ = {};
  machine_->start(root, window);
}

void Takeover::use(bool second) {
  machine_.reset();
  machine_ = second ? make_second_() : make_first_();
  second_ = second;
}

SliceResult Takeover::step(const Slice& slice) {
  if (second_ || traced_ || nodes_ == kNever) return machine_->step(slice);
  const std::uint64_t before = machine_->statistics().created;
  Slice part = slice;
  part.nodes = std::min(slice.nodes, left_);
  const SliceResult result = machine_->step(part);
  left_ -= std::min(left_, machine_->statistics().created - before);
  const bool too_few = result == SliceResult::TooFew && part.nodes < slice.nodes;
  if (!too_few && (result != SliceResult::Running || left_ > 0)) return result;
  hand_over();
  return SliceResult::Running;
}

void Takeover::hand_over() {
  known_ = machine_->bounds();
  lost_ = machine_->statistics();
  use(true);
  machine_->start(root_, window_);
}

void Takeover::trace(search::Tracer* tracer) {
  traced_ = tracer != nullptr;
  machine_->trace(tracer);
}

search::Statistics Takeover::statistics() const {
  if (!second_) return machine_->statistics();
  search::Statistics all = lost_;
  return all += machine_->statistics();
}

void Takeover::archive(Archive& a) {
  a.section("takeover", sizeof(*this));
  bool second = second_;
  a(second);
  if (a.loading() && second != second_) use(second);
  a(*machine_, left_, root_, window_, known_, lost_);
}

}  // namespace solvent::parallel
