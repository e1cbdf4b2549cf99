#include "lanes.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <limits>

namespace solvent::serve {

namespace {
constexpr unsigned kFirst = 32;  // glances go first, but for one time of so many
}

Lanes::Lanes(int threads, std::size_t queue, Bell& bell)
    : pool_(std::make_shared<Pool>(static_cast<std::size_t>(threads))), most_(queue), bell_(bell) {
  for (int k = 0; k < threads; ++k)
    for (const Kind kind : {Kind::Quick, Kind::Slow, Kind::Desk})
      threads_.emplace_back([this, kind] { work(kind); });
}

void Lanes::finish() {
  stop();
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

bool Lanes::submit(std::shared_ptr<Task> task, Kind kind) {
  const std::lock_guard lock(mutex_);
  const bool desk = kind == Kind::Desk;
  if (stopping_ || (desk && queues_[kDesk].size() >= most_)) return false;
  queues_[desk ? kDesk : kGlances].push_back(std::move(task));
  filled_[static_cast<int>(kind)].notify_one();
  return true;
}

void Lanes::cancel(const std::shared_ptr<Task>& task) {
  const std::lock_guard lock(mutex_);
  task->stop_ = true;
  for (const Queue queue : {kMoments, kSlow}) {
    const auto at = std::find(queues_[queue].begin(), queues_[queue].end(), task);
    if (at == queues_[queue].end()) continue;
    queues_[queue].erase(at);
    queues_[kGlances].push_front(task);
    filled_[static_cast<int>(Kind::Quick)].notify_one();
    return;
  }
}

void Lanes::forsake(const std::shared_ptr<Task>& task) {
  std::unique_lock lock(mutex_);
  task->stop_ = true;
  for (auto& tasks : queues_) {
    const auto at = std::find(tasks.begin(), tasks.end(), task);
    if (at == tasks.end()) continue;
    tasks.erase(at);
    lock.unlock();
    return refuse(*task);
  }
}

void Lanes::end(Task& task) {
  task.state_ = Task::Phase::Done;
  bell_.ring();
}

void Lanes::refuse(Task& task) {
  task.refused();
  end(task);
}

void Lanes::stop() {
  decltype(queues_) left;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& task : running_) task->stop_ = true;
    left.swap(queues_);
    for (auto& filled : filled_) filled.notify_all();
  }
  for (const auto& tasks : left)
    for (const auto& task : tasks) refuse(*task);
}

bool Lanes::idle() const {
  const std::lock_guard lock(mutex_);
  return running_.empty();
}

bool Lanes::ready(Kind kind) const {
  if (kind == Kind::Quick) return !queues_[kGlances].empty() || !queues_[kMoments].empty();
  return !queues_[kind == Kind::Slow ? kSlow : kDesk].empty();
}

Lanes::Queue Lanes::next(Kind kind, unsigned turn) const {
  if (kind != Kind::Quick) return kind == Kind::Slow ? kSlow : kDesk;
  if (queues_[kMoments].empty()) return kGlances;
  return queues_[kGlances].empty() || turn % kFirst == 0 ? kMoments : kGlances;
}

void Lanes::work(Kind kind) {
  if (kind == Kind::Slow) ::setpriority(PRIO_PROCESS, 0, 5);  // of this thread
  for (unsigned turn = 1;; ++turn) {
    std::shared_ptr<Task> task;
    Queue from;
    {
      std::unique_lock lock(mutex_);
      filled_[static_cast<int>(kind)].wait(lock, [&] { return stopping_ || ready(kind); });
      if (stopping_) return;
      from = next(kind, turn);
      task = std::move(queues_[from].front());
      queues_[from].pop_front();
      running_.insert(task);
    }
    const double seconds = from == kGlances ? kGlance
                           : from == kSlow  ? std::numeric_limits<double>::infinity()
                                            : kMoment;
    bool done = true;
    try {
      const Pool::Permit permit(*pool_);
      done = task->run(seconds);
    } catch (...) {}  // tasks say themselves what went wrong
    // Who was stopped in between is asked once more, and ends.
    const Queue then = task->stop_ ? kGlances : from == kGlances ? kMoments : kSlow;
    std::unique_lock lock(mutex_);
    running_.erase(task);
    const bool full = stopping_ || (then != kGlances && queues_[then].size() >= most_);
    done |= from == kSlow || from == kDesk;
    if (!done && !full) {
      if (then == kSlow) task->state_ = Task::Phase::Slow;
      queues_[then].push_back(std::move(task));
      filled_[static_cast<int>(then == kSlow ? Kind::Slow : Kind::Quick)].notify_one();
      if (then == kSlow) bell_.ring();
      continue;
    }
    lock.unlock();
    if (done)
      end(*task);
    else
      refuse(*task);
  }
}

}  // namespace solvent::serve
