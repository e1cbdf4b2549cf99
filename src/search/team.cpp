#include "search/team.hpp"

#include <algorithm>

#include "table/fact_table.hpp"

namespace solvent::search {

bool let_grow(AnyTable& table, const Slice& slice, const RunTogether& run) {
  if (!table.crowded()) return true;
  if (!table.grows()) table.begin_growth();
  std::atomic<bool> all_moved = false;
  run([&](std::size_t) {
    Alarm alarm = (slice.alarm != nullptr ? *slice.alarm : Alarm()).together(all_moved);
    while (!alarm.rings())
      if (!table.move_some()) all_moved = true;
  });
  if (all_moved) table.end_growth();
  return all_moved;
}

Team::Team(MakeSearcher make, int threads, std::uint64_t alone, Pool* pool)
    : make_(std::move(make)),
      threads_(static_cast<std::size_t>(threads)),
      alone_(alone),
      pool_(pool) {
  searchers_.push_back(make_(nullptr));
}

void Team::start(const AnyState& root, Window window) {
  // Of a position that was not a small task the next question will not be one.
  const bool large = alone_left_ == 0 && root == root_;
  alone_left_ = large ? 0 : alone_;
  root_ = root;
  window_ = window;
  started_ = most_ = 1;
  done_ = false;
  best_.reset();
  lost_ = {};
  others_nanoseconds_ = 0;
  first().start(root, window);
  known_ = first().bounds();
}

SliceResult Team::step(const Slice& slice) {
  if (done_) return SliceResult::Done;
  if (is_shared_ && !let_table_grow(slice)) return SliceResult::Running;
  constexpr std::uint64_t kLeastShare = 256;  // nodes that are worth waking somebody
  if (threads_ == 1 || alone_left_ > 0 || slice.nodes < threads_ * kLeastShare)
    return step_alone(slice);
  const Pool::Loan loan(pool_, threads_ - 1);
  return loan.size() == 0 && started_ == 1 ? step_alone(slice)
                                           : step_together(slice, 1 + loan.size());
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

SliceResult Team::step_together(const Slice& slice, std::size_t number) {
  number = call_others(number);
  std::atomic<bool> enough = false;
  std::vector<SliceResult> results(number, SliceResult::Running);
  work_together(number, [&](std::size_t who) {
    Alarm alarm = (slice.alarm != nullptr ? *slice.alarm : Alarm()).together(enough);
    try {
      results[who] = searchers_[who]->step({slice.nodes / number, &alarm, slice.rounds});
    } catch (...) {
      enough = true;
      throw;
    }
    // Nobody waits long for the others: there is an answer, the table is too small, or so many
    // nodes make a step.
    if (results[who] != SliceResult::TooFew) enough = true;
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

bool Team::let_table_grow(const Slice& slice) {
  return let_grow(*table(), slice, [this](const Work& work) {
    const Pool::Loan loan(pool_, threads_ - 1);
    work_together(1 + loan.size(), work);
  });
}

// Calls work(0) here and the rest on other threads.
void Team::work_together(std::size_t number, const Work& work) {
  if (number == 1) return work(0);
  if (crew_ == nullptr || crew_->size() != number) {
    crew_.reset();  // whoever has no permit is no thread either
    crew_ = std::make_unique<Crew>(number);
  }
  const std::uint64_t before = crew_->others_nanoseconds();
  crew_->run(work);
  others_nanoseconds_ += crew_->others_nanoseconds() - before;
}

// As many searchers are on the question then, or as many as there can be.
std::size_t Team::call_others(std::size_t number) {
  if (!is_shared_) table()->share();
  is_shared_ = true;
  while (searchers_.size() < number) {
    searchers_.push_back(make_(table()));
    if (searchers_.back() != nullptr) continue;
    searchers_.pop_back();
    number = threads_ = searchers_.size();
  }
  for (; started_ < number; ++started_) searchers_[started_]->start(root_, window_);
  while (started_ > number) let_go(--started_);
  most_ = std::max(most_, number);
  return number;
}

// Nobody keeps out of its way from then on. What it knows of positions is in the table.
void Team::let_go(std::size_t who) {
  const Statistics its = searchers_[who]->statistics();
  static_cast<Counted&>(lost_) += its;
  static_cast<Extremes&>(lost_) += its;
  known_ = meet(known_, searchers_[who]->bounds());
  searchers_[who]->start(root_, window_);
}

// The bounds are those of the searcher whose move reaches them.
void Team::note_end(std::size_t who) {
  bounds_ = searchers_[who]->bounds();
  best_ = searchers_[who]->best();
  done_ = true;
  if (pool_ != nullptr) crew_.reset();  // threads that sleep are not lent to anybody
}

Bounds Team::bounds() const {
  if (done_) return bounds_;
  Bounds all = known_;
  for (std::size_t who = 0; who < started_; ++who) all = meet(all, searchers_[who]->bounds());
  return all;
}

std::optional<AnyMove> Team::best() const { return done_ ? best_ : searchers_.front()->best(); }

bool Team::forget() {
  for (const auto& searcher : searchers_)
    if (!searcher->forget()) return false;
  return true;
}

Statistics Team::statistics() const {
  Statistics all = lost_;
  std::size_t bytes = 0;
  for (std::size_t who = 0; who < searchers_.size(); ++who) {
    const Statistics one = searchers_[who]->statistics();
    bytes += one.bytes;
    if (who >= started_) continue;
    static_cast<Counted&>(all) += one;
    static_cast<Extremes&>(all) += one;
  }
  all.searchers = std::max(all.searchers, static_cast<int>(most_));
  all.others_nanoseconds += others_nanoseconds_;
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
  started_ = most_ = 1;
  others_nanoseconds_ = 0;
  known_ = first().bounds();
}

}  // namespace solvent::search
