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
  results_.clear();
  jobs_.clear();
  idle_.clear();
  short_.clear();
  who_has_.clear();
  recalled_.clear();
  log_.clear();
  handed_.assign(1, 0);
  now_ = worked_ = scheduler_free_ = line_free_ = scheduling_ = 0;
  number_ = 0;
  for (std::size_t who = 0; who < shop_.size(); ++who) at(0, who, Kind::Begin);
}

std::uint64_t SimulatedTransport::at(double time, std::size_t who, Kind kind) {
  events_.push({time, ++number_, who, kind});
  return number_;
}

// When a message is there. All go over the scheduler's one line, one after another.
double SimulatedTransport::arrival(double sent, std::size_t bytes) {
  constexpr std::uint32_t kParts = 1000;
  const double usual = world_.latency / 2;
  line_free_ = std::max(line_free_, sent) + world_.a_byte * static_cast<double>(bytes);
  const double on_its_way = world_.erratic ? usual * 2 * rng_.below(kParts) / kParts : usual;
  return (world_.a_byte > 0 ? line_free_ : sent) + on_its_way;
}

SliceResult SimulatedTransport::advance(JobTree& tree, const Slice& slice) {
  std::uint64_t made = 0;
  while (!tree.answered()) {
    if (made >= slice.nodes || slice.paused()) return SliceResult::Running;
    if (!search::let_grow(*shop_.table(), slice, [](const search::Work& work) { work(0); }))
      return SliceResult::Running;
    const Event event = events_.top();
    const std::size_t who = event.who;
    if (event.kind == Kind::Work) {
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
    if (event.kind == Kind::Begin) {
      schedule(tree, who, std::nullopt);
    } else if (event.kind == Kind::Result) {
      schedule(tree, who, std::move(results_.extract(event.number).mapped()));
    } else {
      const SearchJob job = jobs_.extract(event.number).mapped();
      const auto recalled = recalled_.extract(job.id);
      virtual_[who].jobs.push_back(
          {job, recalled ? recalled.mapped() : std::numeric_limits<double>::infinity()});
      if (!shop_[who].busy()) {
        shop_[who].begin(job);
        at(now_, who, Kind::Work);
      }
    }
  }
  return SliceResult::Done;
}

namespace {
// What goes over the line, as ranks write it (parallel/letter.hpp).
constexpr std::size_t kJobBytes = 100;
std::size_t bytes_of(const JobResult& result) { return 250 + 14 * result.children.size(); }
}  // namespace

// The scheduler does one thing after another, and this is what it has to do for one result.
void SimulatedTransport::schedule(JobTree& tree, std::size_t who, std::optional<JobResult> result) {
  if (result) {
    tree.warm_up(result->id);
    log_.push_back(*result);
    handed_.push_back(0);
  }
  const Stopwatch watch;
  std::vector<JobId> recalled;
  Virtual& v = virtual_[who];
  if (result) {
    tree.take(*result);
    --v.in_hand;
    who_has_.erase(result->id);
    recalled = tree.recall();
  }
  ask(who);
  const auto given = hand_out(tree);
  const double seconds = watch.cpu_seconds();
  scheduling_ += seconds;
  now_ = scheduler_free_ =
      std::max(now_, scheduler_free_) + world_.handling + world_.rate * seconds;
  for (const JobId id : recalled) call_back(id);
  for (const auto& [to, job] : given)
    jobs_.emplace(at(arrival(now_, kJobBytes), to, Kind::Job), job);
}

double SimulatedTransport::replay(JobTree& tree) const {
  const Stopwatch watch;
  for (std::size_t k = 0; k < handed_.size(); ++k) {
    for (std::uint32_t asked = 0; asked < handed_[k]; ++asked) (void)tree.next();
    if (k == log_.size()) break;
    tree.take(log_[k]);
    (void)tree.recall();
  }
  return watch.cpu_seconds();
}

void SimulatedTransport::ask(std::size_t who) {
  Virtual& v = virtual_[who];
  if (v.in_hand == 0) v.nodes = 0;
  const bool wants = v.in_hand == 0 || (v.in_hand < world_.in_hand && v.nodes < world_.long_work);
  if (wants && (v.in_hand == 0 || !v.asks)) (v.in_hand == 0 ? idle_ : short_).push_back(who);
  v.asks = wants;
}

// To as many as there are jobs for, of those who have waited least; who has none comes first.
std::vector<std::pair<std::size_t, SearchJob>> SimulatedTransport::hand_out(JobTree& tree) {
  std::vector<std::pair<std::size_t, SearchJob>> given;
  while (!idle_.empty() || !short_.empty()) {
    std::vector<std::size_t>& from = idle_.empty() ? short_ : idle_;
    const std::size_t who = from.back();
    Virtual& v = virtual_[who];
    const bool wants = v.asks && (&from == &idle_ ? v.in_hand == 0 : v.in_hand < world_.in_hand);
    std::optional<SearchJob> job;
    handed_.back() += wants ? 1 : 0;
    if (wants && !(job = tree.next())) break;
    from.pop_back();
    if (!job) continue;
    v.asks = false;
    v.nodes = job->nodes;
    ++v.in_hand;
    who_has_.emplace(job->id, who);
    given.emplace_back(who, *job);
    ask(who);
  }
  return given;
}

void SimulatedTransport::call_back(JobId job) {
  const auto has = who_has_.find(job);
  if (has == who_has_.end()) return;
  const double then = arrival(now_, kJobBytes);
  for (Given& given : virtual_[has->second].jobs)
    if (given.job.id == job) {
      given.recalled_at = std::min(given.recalled_at, then);
      return;
    }
  recalled_.emplace(job, then);
}

SliceResult SimulatedTransport::work(std::size_t who, const Slice& slice) {
  JobWorker& worker = shop_[who];
  std::deque<Given>& jobs = virtual_[who].jobs;
  const std::uint64_t before = worker.spent();
  SliceResult result = SliceResult::Done;
  if (jobs.front().recalled_at <= now_)
    worker.recall();
  else
    result = worker.advance(slice);
  const auto made = static_cast<double>(worker.spent() - before);
  worked_ += made;
  if (result == SliceResult::OutOfMemory || result == SliceResult::TooFew) return result;
  events_.pop();
  const double then = now_ + made;
  if (!worker.finished()) {
    at(then, who, Kind::Work);
    return SliceResult::Running;
  }
  const JobResult found = worker.result();
  const double there = arrival(then, bytes_of(found));
  results_.emplace(at(there, who, Kind::Result), found);
  jobs.pop_front();
  if (jobs.empty()) return SliceResult::Running;
  worker.begin(jobs.front().job);
  at(then, who, Kind::Work);
  return SliceResult::Running;
}

}  // namespace solvent::parallel
