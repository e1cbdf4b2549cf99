// The workers. A question begins in the quick lane, where it gets a glance and then a moment; what
// is not done by then goes on in the slow lane. So easy questions are answered at once, however
// many hard ones others have asked: nobody is refused a glance. What cannot be left and taken up
// again has a desk of its own. Whoever works has a permit of one pool, which lends what is left to
// searches in the slow lane.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "later.hpp"
#include "reply.hpp"
#include "solvent/pool.hpp"

namespace solvent::serve {

inline constexpr double kGlance = 0.01, kMoment = 0.1;  // seconds

class Task {
 public:
  enum class Phase { Queued, Slow, Done };

  virtual ~Task() = default;
  Phase state() const { return state_; }
  virtual Reply reply() const = 0;  // once it is done

 protected:
  // Works for about so long, in the slow lane without end; true if all is done. It may be called
  // again, and must not hold on to much memory in between.
  virtual bool run(double seconds) = 0;
  virtual void refused() = 0;  // there is no room for it
  const std::atomic<bool>& stop() const { return stop_; }

 private:
  friend class Lanes;
  std::atomic<Phase> state_ = Phase::Queued;
  std::atomic<bool> stop_ = false;
};

class Lanes {
 public:
  enum class Kind { Quick, Slow, Desk };

  Lanes(int threads, std::size_t queue, Bell& bell);
  ~Lanes() { finish(); }
  // False if there is no room at the desk, or no more time.
  bool submit(std::shared_ptr<Task> task, Kind kind = Kind::Quick);
  // Ends it soon, with what it has; if it waits, its turn comes at once.
  void cancel(const std::shared_ptr<Task>& task);
  // The same for what nobody wants any more: if it waits, its turn never comes.
  void forsake(const std::shared_ptr<Task>& task);
  void refuse(Task& task);  // what waits nowhere
  // Asks everything to end, and takes nothing more.
  void stop();
  bool idle() const;
  void finish();  // stops, and waits for what is going on
  const std::shared_ptr<Pool>& pool() const { return pool_; }

 private:
  enum Queue { kGlances, kMoments, kSlow, kDesk, kQueues };
  void work(Kind kind);
  bool ready(Kind kind) const;
  Queue next(Kind kind, unsigned turn) const;
  void end(Task& task);

  const std::shared_ptr<Pool> pool_;
  mutable std::mutex mutex_;
  std::array<std::deque<std::shared_ptr<Task>>, kQueues> queues_;
  std::array<std::condition_variable, 3> filled_;  // by kind
  std::set<std::shared_ptr<Task>> running_;
  std::size_t most_;
  Bell& bell_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace solvent::serve
