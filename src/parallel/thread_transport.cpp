#include "parallel/thread_transport.hpp"

#include <algorithm>

#include "search/team.hpp"
#include "table/fact_table.hpp"

namespace solvent::parallel {

using search::Slice;
using search::SliceResult;

SliceResult ThreadTransport::advance(JobTree& tree, const Slice& slice) {
  if (tree.answered()) return SliceResult::Done;
  const Pool::Loan loan(pool_, shop_.size() - 1);
  const bool alone = 1 + loan.size() < shop_.size();
  const auto together = [&](const search::Work& work) { alone ? work(0) : crew_.run(work); };
  if (!search::let_grow(*shop_.table(), slice, together)) return SliceResult::Running;
  constexpr std::uint64_t kLeastShare = 256;  // nodes that are worth waking somebody
  const std::uint64_t share = slice.nodes / shop_.size();
  const Alarm alarm = slice.alarm != nullptr ? *slice.alarm : Alarm();
  Round round(tree);
  if (alone || share < kLeastShare)
    work_alone(round, slice.nodes, alarm);
  else
    crew_.run([&](std::size_t who) { work(who, round, share, alarm.together(round.enough)); });
  if (tree.answered()) return SliceResult::Done;
  if (round.out_of_memory) return SliceResult::OutOfMemory;
  return round.too_few && round.made == 0 ? SliceResult::TooFew : SliceResult::Running;
}

// A slice is over for all when it is over for one: who waits for news would wait for this one.
void ThreadTransport::work(std::size_t who, Round& round, std::uint64_t nodes, Alarm alarm) {
  const std::uint64_t all = nodes;
  SliceResult result = SliceResult::Running;
  try {
    while (result == SliceResult::Running && nodes > 0 && !alarm.rings()) {
      if (!shop_[who].busy() && !get_job(who, round)) break;
      result = go_on(who, round, nodes, alarm);
    }
  } catch (...) {
    leave(round, result, all - nodes);
    throw;
  }
  leave(round, result, all - nodes);
}

// All that is under way is done here, one job after another.
void ThreadTransport::work_alone(Round& round, std::uint64_t nodes, const Alarm& alarm) {
  Alarm own = alarm.together(round.enough);
  const std::uint64_t all = nodes;
  SliceResult result = SliceResult::Running;
  while (result == SliceResult::Running && nodes > 0 && !own.rings()) {
    std::size_t who = 0;
    while (who < shop_.size() && !shop_[who].busy()) ++who;
    if (who == shop_.size() && !get_job(who = 0, round)) break;
    result = go_on(who, round, nodes, own);
  }
  leave(round, result, all - nodes);
}

SliceResult ThreadTransport::go_on(std::size_t who, Round& round, std::uint64_t& nodes,
                                   Alarm& alarm) {
  constexpr std::uint64_t kGrain = 5000;  // nodes, then it looks whether its job still matters
  JobWorker& worker = shop_[who];
  if (recalled_[who].exchange(false)) worker.recall();
  const std::uint64_t before = worker.spent();
  const SliceResult result = worker.advance({std::min(nodes, kGrain), &alarm});
  nodes -= std::min(nodes, worker.spent() - before);
  if (shop_.table()->crowded()) round.enough = true;
  if (!worker.finished()) return result;
  report(who, round);
  return SliceResult::Running;
}

// False if there is nothing more to do in this slice.
bool ThreadTransport::get_job(std::size_t who, Round& round) {
  std::unique_lock lock(round.mutex);
  while (!round.enough && !round.tree.answered()) {
    if (const auto job = round.tree.next()) {
      recalled_[who] = false;
      has_[who] = job->id;
      lock.unlock();
      shop_[who].begin(*job);
      return true;
    }
    const std::uint64_t seen = round.results;
    round.news.wait(lock, [&] { return round.enough || round.results != seen; });
  }
  return false;
}

void ThreadTransport::report(std::size_t who, Round& round) {
  const JobResult result = shop_[who].result();
  const std::lock_guard lock(round.mutex);
  has_[who].reset();
  round.tree.take(result);
  ++round.results;
  for (const JobId id : round.tree.recall())
    recalled_[static_cast<std::size_t>(std::ranges::find(has_, id) - has_.begin())] = true;
  if (round.tree.answered()) round.enough = true;
  round.news.notify_all();
}

void ThreadTransport::leave(Round& round, SliceResult result, std::uint64_t made) {
  const std::lock_guard lock(round.mutex);
  round.enough = true;
  round.made += made;
  round.too_few = round.too_few || result == SliceResult::TooFew;
  round.out_of_memory = round.out_of_memory || result == SliceResult::OutOfMemory;
  round.news.notify_all();
}

}  // namespace solvent::parallel
