#include "search/team.hpp"

#include <algorithm>

#include "table/fact_table.hpp"

namespace solvent::search {

bool let_grow(AnyTable& table, const Slice& slice, Crew* crew) {
  if (!table.crowded()) return true;
  if (!table.grows()) table.begin_growth();
  std::atomic<bool> all_moved = false;
  const auto work = [&](std::size_t) {
    Alarm alarm = (slice.alarm != nullptr ? *slice.alarm : Alarm()).together(all_moved);
    while (!alarm.rings())
      if (!table.move_some()) all_moved = true;
  };
  if (crew != nullptr)
    crew->run(work);
  else
    work(0);
  if (all_moved) table.end_growth();
  return all_moved;
}

Team::Team(MakeSearcher make, int threads, std::uint64_t alone)
    : make_(std::move(make)), threads_(threads), alone_(alone) {
  searchers_.push_back(make_(nullptr));
}

void Team::start(const AnyState& root, Window window) {
  // Of a position that was not a small task the next question will not be one.
  const bool large = others_started_ && root == root_;
  alone_left_ = large ? 0 : alone_;
  root_ = root;
  window_ = window;
  others_started_ = done_ = false;
  best_.reset();
  lost_ = {};
  earlier_ = crew_ != nullptr ? crew_->others_nanoseconds() : 0;
  first().start(root, window);
}

SliceResult Team::step(const Slice& slice) {
  if (done_) return SliceResult::Done;
  if (is_shared_ && !let_grow(*table(), slice, crew_.get())) return SliceResult::Running;
  constexpr std::uint64_t kLeastShare = 256;  // nodes that are worth waking somebody
  const std::uint64_t share = slice.nodes / static_cast<std::uint64_t>(threads_);
  if (threads_ == 1 || alone_left_ > 0 || share < kLeastShare) return step_alone(slice);
  return step_together(slice, share);
}

SliceResult Team::step_alone(const Slice& slice) {
  Slice part = slice;
  const bool limited = threads_ > 1 && alone_left_ > 0;
  if (limited) part.nodes = std::min(slice.nodes, alone_left_);
  const std::uint64_t before = first().statistics().created;
  const SliceResult result = first().step(part);
  if (result == SliceResult::Done) note_end(0);
  if (!limited) return result;
  // What does not fit the rest of its time alone is made together.
  const bool over = result == SliceResult::TooFew && part.nodes < slice.nodes;
  alone_left_ -= over ? alone_left_ : first().statistics().created - before;
  return over ? SliceResult::Running : result;
}

SliceResult Team::step_together(const Slice& slice, std::uint64_t nodes) {
  call_others();
  const TableHandle shared = table();
  std::atomic<bool> enough = false;
  std::vector<SliceResult> results(searchers_.size(), SliceResult::Running);
  crew_->run([&](std::size_t who) {
    Alarm alarm = (slice.alarm != nullptr ? *slice.alarm : Alarm()).together(enough);
    try {
      results[who] = searchers_[who]->step({nodes, &alarm, slice.rounds});
    } catch (...) {
      enough = true;
      throw;
    }
    // The others need not go on once there is an answer, and cannot while the table is too small.
    if (results[who] == SliceResult::Done || shared->crowded()) enough = true;
  });
  const auto any = [&](SliceResult r) { return std::ranges::find(results, r) != results.end(); };
  if (any(SliceResult::Done)) {
    note_end(
        static_cast<std::size_t>(std::ranges::find(results, SliceResult::Done) - results.begin()));
    return SliceResult::Done;
  }
  if (any(SliceResult::OutOfMemory)) return SliceResult::OutOfMemory;
  return any(SliceResult::Running) ? SliceResult::Running : results.front();
}

// The others begin, if they have not yet.
void Team::call_others() {
  if (others_started_) return;
  others_started_ = true;
  if (!is_shared_) table()->share();
  is_shared_ = true;
  while (searchers_.size() < static_cast<std::size_t>(threads_)) {
    searchers_.push_back(make_(table()));
    if (searchers_.back() != nullptr) continue;
    searchers_.pop_back();
    threads_ = static_cast<int>(searchers_.size());
  }
  for (std::size_t who = 1; who < searchers_.size(); ++who) searchers_[who]->start(root_, window_);
  if (crew_ == nullptr) crew_ = std::make_unique<Crew>(searchers_.size());
}

// The bounds are those of the searcher whose move reaches them.
void Team::note_end(std::size_t who) {
  bounds_ = searchers_[who]->bounds();
  best_ = searchers_[who]->best();
  done_ = true;
}

Bounds Team::bounds() const {
  if (done_) return bounds_;
  Bounds all = first().bounds();
  if (others_started_)
    for (const auto& searcher : searchers_) all = meet(all, searcher->bounds());
  return all;
}

std::optional<AnyMove> Team::best() const { return best_; }

bool Team::forget() {
  for (const auto& searcher : searchers_)
    if (!searcher->forget()) return false;
  return true;
}

Statistics Team::statistics() const {
  Statistics all = lost_;
  std::size_t bytes = 0;
  for (std::size_t who = 0; who < (others_started_ ? searchers_.size() : 1); ++who) {
    const Statistics one = searchers_[who]->statistics();
    static_cast<Counted&>(all) += one;
    static_cast<Extremes&>(all) += one;
    bytes += one.bytes;
  }
  if (others_started_) all.searchers = threads_;
  if (crew_ != nullptr) all.others_nanoseconds += crew_->others_nanoseconds() - earlier_;
  static_cast<Standing&>(all) = first().statistics();
  all.bytes = bytes;
  return all;
}

void Team::archive(Archive& a) {
  Statistics lost = lost_;
  if (!a.loading()) {
    lost = statistics();
    static_cast<Counted&>(lost) = lost.since(first().statistics());
  }
  a.section("team", sizeof(*this));
  a(first(), root_, window_, alone_left_, done_, bounds_, best_, lost);
  if (!a.loading()) return;
  lost_ = lost;
  others_started_ = false;
}

}  // namespace solvent::search
