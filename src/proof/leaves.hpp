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
    if (++announced_ == kWorthAThread) call_others();
    more_.notify_one();
  }
  // It is not going to be asked about after all.
  static void dismiss(Searchable& found) {
    (void)change(found, Searchable::Unknown, Searchable::No);
  }

  bool is_leaf(const State& s, Searchable& found) {
    if (most_ == 0) return false;
    if (mine_ == nullptr) mine_ = make_search();
    look_at({&s, &found}, *mine_);
    while (value(found) == Searchable::Taken)
      if (const auto other = next_waiting())
        look_at(*other, *mine_);
      else
        return proves(s, *mine_);  // rather than wait
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
  std::unique_ptr<PlainSearch<G>> make_search() const {
    auto search = std::make_unique<PlainSearch<G>>(g_, most_);
    search->hurry();
    return search;
  }
  bool proves(const State& s, PlainSearch<G>& search) {
    const bool proved = search.proves(statement_, s);
    positions_.fetch_add(search.positions(), std::memory_order_relaxed);
    return proved;
  }
  void look_at(Waiting one, PlainSearch<G>& search) {
    if (!change(*one.found, Searchable::Unknown, Searchable::Taken)) return;
    const bool proved = proves(*one.state, search);
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
    while (searches_.size() + 1 < threads_) searches_.push_back(make_search());
    for (const auto& search : searches_) others_.emplace_back([this, &search] { serve(*search); });
  }
  void serve(PlainSearch<G>& search) {
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
  std::unique_ptr<PlainSearch<G>> mine_;
  std::vector<std::unique_ptr<PlainSearch<G>>> searches_;  // of the others
  std::uint64_t announced_ = 0;
  std::atomic<std::uint64_t> positions_ = 0;
  std::mutex mutex_;  // of these
  std::condition_variable more_;
  std::vector<Waiting> waiting_;
  bool over_ = false;
  std::vector<std::thread> others_;
};

}  // namespace solvent::proof
