#include "parallel/thread_workers.hpp"

#include <algorithm>

#include "search/team.hpp"
#include "table/fact_table.hpp"

namespace solvent::parallel {

using search::Slice;
using search::SliceResult;

SliceResult ThreadWorkers::advance(JobSource& source, const Slice& slice) {
  if (source.over()) return SliceResult::Done;
  const Pool::Loan loan(pool_, shop_.size() - 1);
  const bool alone = 1 + loan.size() < shop_.size();
  const auto together = [&](const search::Work& work) { alone ? work(0) : crew_.run(work); };
  if (!search::let_grow(*shop_.table(), slice, together)) return SliceResult::Running;
  constexpr std::uint64_t kLeastShare = 256;  // nodes that are worth waking somebody
  const std::uint64_t share = slice.nodes / shop_.size();
  const Alarm alarm = slice.alarm != nullptr ? *slice.alarm : Alarm();
  Round round(source);
  if (alone || share < kLeastShare)
    work_alone(round, slice.nodes, alarm);
  else
    crew_.run([&](std::size_t who) { work(who, round, share, alarm.together(round.enough)); });
  if (source.over()) return SliceResult::Done;
  if (round.out_of_memory) return SliceResult::OutOfMemory;
  return round.too_few && round.made == 0 ? SliceResult::TooFew : SliceResult::Running;
}

// A slice is over for all when it is over for one: who waits for news would wait for this one.
void ThreadWorkers::work(std::size_t who, Round& round, std::uint64_t nodes, Alarm alarm) {
  const std::uint64_t all = nodes;
  SliceResult result = SliceResult::Running;
  try {
    while (result == SliceResult::Running && nodes > 0 && !alarm.rings()) {
      if (!shop_[who].busy() && !get_job(who, round, alarm)) break;
      result = go_on(who, round, nodes, alarm);
    }
  } catch (...) {
    leave(round, result, all - nodes);
    throw;
  }
  leave(round, result, all - nodes);
}

// All that is under way is done here, one job after another.
void ThreadWorkers::work_alone(Round& round, std::uint64_t nodes, const Alarm& alarm) {
  Alarm own = alarm.together(round.enough);
  const std::uint64_t all = nodes;
  SliceResult result = SliceResult::Running;
  while (result == SliceResult::Running && nodes > 0 && !own.rings()) {
    std::size_t who = 0;
    while (who < shop_.size() && !shop_[who].busy()) ++who;
    if (who == shop_.size() && !get_job(who = 0, round, own)) break;
    result = go_on(who, round, nodes, own);
  }
  leave(round, result, all - nodes);
}

SliceResult ThreadWorkers::go_on(std::size_t who, Round& round, std::uint64_t& nodes,
                                 Alarm& alarm) {
  // Nodes, and then it looks whether its job still matters, or what else there is to do.
  constexpr std::uint64_t kGrain = 5000, kBetweenLooks = 1000;
  const bool looks = who == 0 && round.source.listens();
  JobWorker& worker = shop_[who];
  if (recalled_[who].exchange(false)) worker.recall();
  const std::uint64_t before = worker.spent();
  const SliceResult result =
      worker.advance({std::min(nodes, looks ? kBetweenLooks : kGrain), &alarm});
  nodes -= std::min(nodes, worker.spent() - before);
  if (shop_.table()->crowded()) round.enough = true;
  if (worker.finished()) report(who, round);
  if (looks) {
    const std::lock_guard lock(round.mutex);
    look(round);
  }
  return worker.busy() ? result : SliceResult::Running;
}

// What came from elsewhere may be jobs, or an end of some.
void ThreadWorkers::look(Round& round) {
  round.source.look();
  call_back(round);
  ++round.results;
  if (round.source.over()) round.enough = true;
  round.news.notify_all();
}
void ThreadWorkers::call_back(Round& round) {
  for (const JobId id : round.source.recall())
    if (const auto at = std::ranges::find(has_, id); at != has_.end())
      recalled_[static_cast<std::size_t>(at - has_.begin())] = true;
}
bool ThreadWorkers::busy() const {
  return std::ranges::any_of(has_, [](const auto& job) { return job.has_value(); });
}

// False if there is nothing more to do in this slice.
bool ThreadWorkers::get_job(std::size_t who, Round& round, Alarm& alarm) {
  std::unique_lock lock(round.mutex);
  const bool looks = who == 0 && round.source.listens();
  while (!round.enough && !round.source.over()) {
    const bool may = who != 0 || !round.source.keeps_first_free();
    if (const auto job = may ? round.source.next() : std::nullopt) {
      recalled_[who] = false;
      has_[who] = job->id;
      lock.unlock();
      shop_[who].begin(*job);
      return true;
    }
    if (looks) {
      if (alarm.rings()) return false;
      lock.unlock();
      round.source.wait();
      lock.lock();
      look(round);
      continue;
    }
    const std::uint64_t seen = round.results;
    round.news.wait(lock, [&] { return round.enough || round.results != seen; });
  }
  return false;
}

void ThreadWorkers::report(std::size_t who, Round& round) {
  const JobResult result = shop_[who].result();
  const std::lock_guard lock(round.mutex);
  has_[who].reset();
  round.source.take(result);
  ++round.results;
  call_back(round);
  if (round.source.over()) round.enough = true;
  round.news.notify_all();
}

void ThreadWorkers::leave(Round& round, SliceResult result, std::uint64_t made) {
  const std::lock_guard lock(round.mutex);
  round.enough = true;
  round.made += made;
  round.too_few = round.too_few || result == SliceResult::TooFew;
  round.out_of_memory = round.out_of_memory || result == SliceResult::OutOfMemory;
  round.news.notify_all();
}

}  // namespace solvent::parallel
