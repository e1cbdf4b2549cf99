#include "parallel/simulated_transport.hpp"

#include <algorithm>
#include <limits>

#include "base/clock.hpp"
#include "search/team.hpp"

namespace solvent::parallel {

using search::Slice;
using search::SliceResult;

SimulatedTransport::SimulatedTransport(const MakeSearcher& make, const SimulatedWorld& world)
    : world_(world), shop_(make, world.workers), rng_(world.seed) {
  begin();
}

void SimulatedTransport::begin() {
  shop_.drop_jobs();
  virtual_.assign(shop_.size(), {});
  events_ = {};
  waiting_.clear();
  who_has_.clear();
  now_ = worked_ = scheduler_free_ = scheduling_ = 0;
  number_ = 0;
  for (std::size_t who = 0; who < shop_.size(); ++who) at(0, who, Phase::Reporting);
}

void SimulatedTransport::at(double time, std::size_t who, Phase phase) {
  virtual_[who].phase = phase;
  events_.push({time, ++number_, who});
}

// How long one takes on its way.
double SimulatedTransport::message() {
  constexpr std::uint32_t kParts = 1000;
  const double usual = world_.latency / 2;
  return world_.erratic ? usual * 2 * rng_.below(kParts) / kParts : usual;
}

SliceResult SimulatedTransport::advance(JobTree& tree, const Slice& slice) {
  std::uint64_t made = 0;
  while (!tree.answered()) {
    if (made >= slice.nodes || slice.paused()) return SliceResult::Running;
    if (!search::let_grow(*shop_.table(), slice, [](const search::Work& work) { work(0); }))
      return SliceResult::Running;
    const Event event = events_.top();
    const std::size_t who = event.who;
    Virtual& v = virtual_[who];
    if (v.phase == Phase::Working) {
      now_ = event.time;
      const double before = worked_;
      const std::uint64_t left = slice.nodes - made;
      Slice part = slice;
      part.nodes = std::min(world_.grain, left);
      SliceResult result = work(who, part);
      if (result == SliceResult::TooFew && part.nodes < left) {  // for the next node
        part.nodes = left;
        result = work(who, part);
      }
      made += static_cast<std::uint64_t>(worked_ - before);
      if (result == SliceResult::OutOfMemory) return result;
      if (result == SliceResult::TooFew)
        return made == 0 ? SliceResult::TooFew : SliceResult::Running;
      continue;
    }
    events_.pop();
    now_ = event.time;
    if (v.phase == Phase::Reporting) {
      report(tree, who);
    } else {
      shop_[who].begin(v.job);
      at(now_, who, Phase::Working);
    }
  }
  return SliceResult::Done;
}

// The scheduler does one thing after another, and this is what it has to do for one worker.
void SimulatedTransport::report(JobTree& tree, std::size_t who) {
  if (virtual_[who].result) tree.warm_up(virtual_[who].result->id);
  const Stopwatch watch;
  std::vector<std::size_t> recalled;
  if (virtual_[who].result) {
    tree.take(*virtual_[who].result);
    virtual_[who].result.reset();
    who_has_.erase(virtual_[who].job.id);
    for (const JobId id : tree.recall()) recalled.push_back(who_has_.at(id));
  }
  waiting_.push_back(who);
  virtual_[who].phase = Phase::Waiting;
  const auto first = hand_out(tree);
  const double seconds = watch.cpu_seconds();
  scheduling_ += seconds;
  now_ = scheduler_free_ =
      std::max(now_, scheduler_free_) + world_.handling + world_.rate * seconds;
  for (const std::size_t other : recalled)
    virtual_[other].recalled_at = std::min(virtual_[other].recalled_at, now_ + message());
  for (auto k = first; k < waiting_.size(); ++k)
    at(now_ + message(), waiting_[k], Phase::Receiving);
  waiting_.resize(first);
}

// To as many as there are jobs for, of those who have waited least. Who has got none comes before
// the one that is named.
std::size_t SimulatedTransport::hand_out(JobTree& tree) {
  std::size_t first = waiting_.size();
  while (first > 0) {
    const auto job = tree.next();
    if (!job) break;
    const std::size_t who = waiting_[--first];
    virtual_[who].job = *job;
    virtual_[who].recalled_at = std::numeric_limits<double>::infinity();
    who_has_.emplace(job->id, who);
  }
  return first;
}

SliceResult SimulatedTransport::work(std::size_t who, const Slice& slice) {
  JobWorker& worker = shop_[who];
  const std::uint64_t before = worker.spent();
  SliceResult result = SliceResult::Done;
  if (virtual_[who].recalled_at <= now_)
    worker.recall();
  else
    result = worker.advance(slice);
  const auto made = static_cast<double>(worker.spent() - before);
  worked_ += made;
  if (result == SliceResult::OutOfMemory || result == SliceResult::TooFew) return result;
  events_.pop();
  const double then = now_ + made;
  if (worker.finished()) {
    virtual_[who].result = worker.result();
    at(then + message(), who, Phase::Reporting);
  } else {
    at(then, who, Phase::Working);
  }
  return SliceResult::Running;
}

}  // namespace solvent::parallel
