// Which claims the checker can prove by itself, and so need no more than a word in the proof. To
// find that out takes most of the time in which a proof is collected, so other threads look at
// claims that wait, the last ones first, as the collector does. What they find is what it would
// have found.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "game/plain_search.hpp"
#include "proof/foresight.hpp"

namespace solvent::proof {

// Can the checker prove it by itself? Taken: somebody looks at it now.
enum class Searchable : std::uint8_t { Unknown, Taken, Yes, No };

template <Game G>
class Leaves {
  using State = typename G::State;

 public:
  // Nothing is a leaf if `most`, the positions that the checker may look at, is 0.
  Leaves(const G& g, Statement statement, std::uint64_t most, std::size_t threads)
      : g_(g), statement_(statement), most_(most), threads_(most == 0 ? 1 : threads) {}
  ~Leaves() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    more_.notify_all();
    for (std::thread& other : others_) other.join();
  }
  Leaves(const Leaves&) = delete;
  Leaves& operator=(const Leaves&) = delete;

  // It is going to be asked about. Both stay where they are.
  void announce(const State& s, Searchable& found) {
    if (threads_ == 1) return;
    {
      const std::lock_guard lock(mutex_);
      // The oldest are known by then, or come so late that they can be announced to nobody.
      if (waiting_.size() == kMostWaiting)
        waiting_.erase(waiting_.begin(), waiting_.begin() + kMostWaiting / 2);
      waiting_.push_back({&s, &found});
    }
    if (++announced_ >= kWorthAThread && others_.empty() && !foresight_.learning()) call_others();
    more_.notify_one();
  }
  // It is not going to be asked about after all.
  static void dismiss(Searchable& found) {
    (void)change(found, Searchable::Unknown, Searchable::No);
  }

  bool is_leaf(const State& s, Searchable& found) {
    if (most_ == 0) return false;
    if (mine_ == nullptr) mine_ = std::make_unique<Searching>(*this);
    look_at({&s, &found}, *mine_);
    while (value(found) == Searchable::Taken)
      if (const auto other = next_waiting())
        look_at(*other, *mine_);
      else
        return mine_->proves(s);  // rather than wait
    return value(found) == Searchable::Yes;
  }
  // Positions that were looked at since this was asked before.
  std::uint64_t take_positions() { return positions_.exchange(0, std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kMostWaiting = 4096;
  static constexpr std::uint64_t kWorthAThread = 1000;  // claims
  struct Waiting {
    const State* state;
    Searchable* found;
  };

  static Searchable value(Searchable& found) {
    return std::atomic_ref(found).load(std::memory_order_acquire);
  }
  static bool change(Searchable& found, Searchable from, Searchable to) {
    return std::atomic_ref(found).compare_exchange_strong(from, to);
  }
  // A thread's search, which goes on as long as there is hope. Others than the collector's begin
  // when all has been learned.
  class Searching final : PlainSearchPatience {
   public:
    explicit Searching(Leaves& leaves) : leaves_(leaves), search_(leaves.g_, leaves.most_) {
      search_.ask(*this);
    }
    bool proves(const State& s) {
      mine_ = leaves_.g_.to_move(s) == leaves_.statement_.claimant;
      learns_ = leaves_.foresight_.learning();
      seen_.looks = 0;
      const bool proved = search_.proves(leaves_.statement_, s);
      if (learns_) leaves_.foresight_.learn(mine_, seen_, proved);
      leaves_.positions_.fetch_add(search_.positions(), std::memory_order_relaxed);
      return proved;
    }

   private:
    bool goes_on(std::size_t look, double done) override {
      if (!learns_) return !leaves_.foresight_.hopeless(mine_, look, done);
      seen_.done[look] = done;
      seen_.looks = look + 1;
      return true;
    }

    Leaves& leaves_;
    PlainSearch<G> search_;
    bool mine_ = false, learns_ = false;
    Foresight::Seen seen_;
  };

  static void look_at(Waiting one, Searching& search) {
    if (!change(*one.found, Searchable::Unknown, Searchable::Taken)) return;
    const bool proved = search.proves(*one.state);
    std::atomic_ref(*one.found)
        .store(proved ? Searchable::Yes : Searchable::No, std::memory_order_release);
  }
  std::optional<Waiting> next_waiting() {
    const std::lock_guard lock(mutex_);
    return take_last();
  }
  std::optional<Waiting> take_last() {
    while (!waiting_.empty()) {
      const Waiting last = waiting_.back();
      waiting_.pop_back();
      if (value(*last.found) == Searchable::Unknown) return last;
    }
    return std::nullopt;
  }

  void call_others() {
    while (searches_.size() + 1 < threads_) searches_.push_back(std::make_unique<Searching>(*this));
    for (const auto& search : searches_) others_.emplace_back([this, &search] { serve(*search); });
  }
  void serve(Searching& search) {
    std::unique_lock lock(mutex_);
    while (!over_) {
      const auto one = take_last();
      if (!one) {
        more_.wait(lock);
        continue;
      }
      lock.unlock();
      look_at(*one, search);
      lock.lock();
    }
  }

  const G& g_;
  Statement statement_;
  std::uint64_t most_;
  std::size_t threads_;
  Foresight foresight_;
  std::unique_ptr<Searching> mine_;
  std::vector<std::unique_ptr<Searching>> searches_;  // of the others
  std::uint64_t announced_ = 0;
  std::atomic<std::uint64_t> positions_ = 0;
  std::mutex mutex_;  // of these
  std::condition_variable more_;
  std::vector<Waiting> waiting_;
  bool over_ = false;
  std::vector<std::thread> others_;
};

}  // namespace solvent::proof
