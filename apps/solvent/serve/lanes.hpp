// The workers. Every task begins in the quick lane, where it gets a moment; what is not done then
// goes on in the slow lane. So easy questions are answered at once, however many hard ones others
// have asked.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace solvent::serve {

inline constexpr double kMoment = 0.1;  // seconds

class Task {
 public:
  enum class State { Queued, Slow, Done, Refused };

  virtual ~Task() = default;
  State state() const;
  // Waits until it is done, refused or in the slow lane, or for so long.
  State wait(double seconds, bool in_slow_lane_too) const;

 protected:
  // Works for about so long, in the slow lane without end; true if all is done. It may be called
  // again, and must not hold on to much memory in between.
  virtual bool run(double seconds) = 0;
  virtual void refused() {}  // there was no room in the slow lane
  const std::atomic<bool>& stop() const { return stop_; }

 private:
  friend class Lanes;
  void become(State state);

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  State state_ = State::Queued;
  std::atomic<bool> stop_ = false;
};

class Lanes {
 public:
  Lanes(int threads, std::size_t queue);
  ~Lanes() { stop(); }
  // False if the quick lane is full.
  bool submit(std::shared_ptr<Task> task);
  // Ends it soon, with what it has; if it waits, its turn comes at once.
  void cancel(const std::shared_ptr<Task>& task);
  // Cancels everything and waits for it.
  void stop();

 private:
  struct Lane {
    std::deque<std::shared_ptr<Task>> tasks;
    std::condition_variable filled;
  };
  void work(Lane& lane, bool slow);
  static void refuse(Task& task);

  std::mutex mutex_;
  Lane quick_, slow_;
  std::set<std::shared_ptr<Task>> running_;
  std::size_t queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace solvent::serve
