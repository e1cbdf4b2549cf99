#include "lanes.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace solvent::serve {

Task::State Task::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Task::State Task::wait(double seconds, bool in_slow_lane_too) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] {
    return state_ == State::Done || state_ == State::Refused ||
           (state_ == State::Slow && !in_slow_lane_too);
  });
  return state_;
}

void Task::become(State state) {
  const std::lock_guard lock(mutex_);
  state_ = state;
  changed_.notify_all();
}

Lanes::Lanes(int threads, std::size_t queue) : queue_(queue) {
  for (int k = 0; k < threads; ++k)
    for (const bool slow : {false, true})
      threads_.emplace_back([this, slow] { work(slow ? slow_ : quick_, slow); });
}

bool Lanes::submit(std::shared_ptr<Task> task) {
  const std::lock_guard lock(mutex_);
  if (stopping_ || quick_.tasks.size() >= queue_) return false;
  quick_.tasks.push_back(std::move(task));
  quick_.filled.notify_one();
  return true;
}

void Lanes::cancel(const std::shared_ptr<Task>& task) {
  const std::lock_guard lock(mutex_);
  task->stop_ = true;
  for (Lane* lane : {&quick_, &slow_}) {
    const auto at = std::find(lane->tasks.begin(), lane->tasks.end(), task);
    if (at == lane->tasks.end()) continue;
    lane->tasks.erase(at);
    quick_.tasks.push_front(task);
    quick_.filled.notify_one();
    return;
  }
}

void Lanes::refuse(Task& task) {
  task.refused();
  task.become(Task::State::Refused);
}

void Lanes::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& task : running_) task->stop_ = true;
    for (Lane* lane : {&quick_, &slow_}) {
      for (const auto& task : lane->tasks) refuse(*task);
      lane->tasks.clear();
      lane->filled.notify_all();
    }
  }
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

void Lanes::work(Lane& lane, bool slow) {
  if (slow) ::setpriority(PRIO_PROCESS, 0, 5);  // of this thread: quick answers come first
  for (;;) {
    std::shared_ptr<Task> task;
    {
      std::unique_lock lock(mutex_);
      lane.filled.wait(lock, [&] { return stopping_ || !lane.tasks.empty(); });
      if (stopping_) return;
      task = std::move(lane.tasks.front());
      lane.tasks.pop_front();
      running_.insert(task);
    }
    bool done = true;
    try {
      done = task->run(slow ? std::numeric_limits<double>::infinity() : kMoment);
    } catch (...) {}  // tasks say themselves what went wrong
    const std::lock_guard lock(mutex_);
    running_.erase(task);
    if (done || slow || task->stop_) {
      task->become(Task::State::Done);
    } else if (stopping_ || slow_.tasks.size() >= queue_) {
      refuse(*task);
    } else {
      task->become(Task::State::Slow);
      slow_.tasks.push_back(std::move(task));
      slow_.filled.notify_one();
    }
  }
}

}  // namespace solvent::serve
