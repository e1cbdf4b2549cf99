// The memory of a transposition table: buckets of entries, in whole cache lines, within a budget of
// bytes.
//
//     | entry | entry | entry | . |  | entry | entry | entry | . |  ...
//
// It starts small, so that easy questions stay in the cache, and says that it is crowded when three
// quarters of it are used: then it is to double, up to its budget. That happens in place, so that
// no more memory is touched than the entries need, and forgets none: the entries of bucket b go to
// 2b and 2b+1, from the last bucket down, so that these are always empty by then.
//
//     | 0 1 2 3 4 5 6 7 |                       first 4 to 7, into new memory,
//     | 0 1 2 3 . . . . | 4 4 5 5 6 6 7 7 |     then 2 and 3, to where those were,
//     | 0 1 . . 2 2 3 3 | 4 4 5 5 6 6 7 7 |     and so on; each half by several threads
//
// It takes a second for a large table and must not happen under a reader, so those who use it have
// it grow, in steps, while all of them wait. An entry of zeros is free.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "base/archive.hpp"
#include "base/memory.hpp"

namespace solvent {

template <class Entry, std::size_t Lines>
class Buckets {
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kFirstBytes = std::size_t{1} << 17;
  static constexpr std::size_t kAtOnce = 512;  // buckets
  static constexpr std::size_t kWays = std::max<std::size_t>(Lines * kLine / sizeof(Entry), 1);
  struct alignas(kLine) Bucket {
    Entry entries[kWays];
  };

 public:
  Buckets() = default;
  explicit Buckets(std::size_t budget_bytes)
      : budget_(budget_bytes / sizeof(Bucket)),
        count_(first_size(budget_)),
        memory_(count_ * sizeof(Bucket)) {}

  bool any() const { return count_ > 0; }
  std::size_t count() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(Bucket); }

  // The bucket of a hash. Their number need not be a power of two: the high half of hash * count is
  // uniform over them.
  std::size_t number(std::uint64_t hash) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<Wide>(hash) * count_) >> 64);
  }
  // The places where an entry of this hash may stand.
  Entry (&of(std::uint64_t hash) const)[kWays] { return in(number(hash)); }
  Entry (&in(std::size_t bucket) const)[kWays] { return all()[bucket].entries; }
  void prefetch(std::uint64_t hash) const {
    if (!any()) return;
    const char* at = reinterpret_cast<const char*>(&of(hash));
    for (std::size_t line = 0; line < sizeof(Bucket); line += kLine) __builtin_prefetch(at + line);
  }

  // One more entry is used.
  void count_one_more() { note_used(used_.load(std::memory_order_relaxed) + 1); }
  // So many more, counted by one of several who write.
  void count_more(std::size_t entries) {
    if (used_.fetch_add(entries, std::memory_order_relaxed) + entries > limit() && can_grow())
      crowded_.store(true, std::memory_order_relaxed);
  }
  bool crowded() const { return crowded_.load(std::memory_order_relaxed); }
  bool grows() const { return growth_.grows; }
  // Growth, in pieces that several threads may make: one begins it, all move entries until nothing
  // is left to move, and one ends it. Until then do nothing else. `place(entry)` is where an entry
  // belongs.
  void begin_growth() {
    memory_.grow(2 * bytes());  // first, since it can throw
    memory_.touch_small_pages(
        bytes());  // a table that has grown once will be used; a first one may not
    growth_.grows = true;
    growth_.left = growth_.level = count_;
    growth_.moved = 0;
    count_ *= 2;
    used_ = 0;
  }
  template <class Place>
  bool move_some(const Place& place) {
    const auto [from, to] = next_piece();
    if (to == 0) return false;
    if (from == to) std::this_thread::yield();
    std::size_t more = 0;
    for (std::size_t b = to; b-- > from;) {
      const Bucket old = all()[b];
      std::memset(static_cast<void*>(all() + b), 0, sizeof(Bucket));
      for (const Entry& e : old.entries) {
        if (!e.used()) continue;
        place(e) = e;
        ++more;
      }
    }
    used_.fetch_add(more, std::memory_order_relaxed);
    const std::lock_guard lock(growth_.mutex);
    growth_.moved += to - from;
    return true;
  }
  void end_growth() {
    growth_.grows = false;
    crowded_ = false;
  }
  // A step of growth by one thread; true when it has grown.
  template <class Place>
  bool grow(const Place& place) {
    if (!grows()) begin_growth();
    if (move_some(place)) return false;
    end_growth();
    return true;
  }
  // Empty and as small as at first; memory that is that small already is kept.
  void clear() {
    crowded_ = false;
    growth_.grows = false;
    const std::size_t first = first_size(budget_);
    if (count_ == first && used_ > 0) std::memset(memory_.data(), 0, bytes());
    if (count_ != first) memory_ = ZeroedMemory(first * sizeof(Bucket));
    count_ = first;
    used_ = 0;
  }

  // Entries stay true with any budget, but one that is too small for them is refused. Must not be
  // called during growth.
  void archive(Archive& a, bool may_forget = false) {
    a.section("buckets", sizeof(Bucket));
    std::size_t count = count_, used = used_;
    bool crowded = crowded_;
    a(count, used, crowded);
    used_ = used;
    crowded_ = crowded;
    if (count > budget_ && may_forget && a.loading() && a.good()) {
      ZeroedMemory forgotten(count * sizeof(Bucket));
      a.memory(forgotten, forgotten.size());
      return clear();
    }
    if (count > budget_) a.want_room("its table");
    if (a.loading()) count_ = a.good() ? count : 0;
    a.memory(memory_, bytes());
  }

 private:
  std::size_t limit() const { return count_ * kWays / 4 * 3; }
  bool can_grow() const { return count_ <= budget_ / 2; }
  void note_used(std::size_t used) {
    used_.store(used, std::memory_order_relaxed);
    crowded_.store(used > limit() && can_grow(), std::memory_order_relaxed);
  }
  Bucket* all() const { return static_cast<Bucket*>(memory_.data()); }
  // The budget divided by 2 until it is small.
  static std::size_t first_size(std::size_t budget) {
    while (budget * sizeof(Bucket) > kFirstBytes) budget /= 2;
    return budget;
  }

  struct Growth {
    bool grows = false;
    std::mutex mutex;
    std::size_t level = 0;  // the buckets from there on have been moved,
    std::size_t moved = 0;  // so many of those below are in their new places,
    std::size_t left = 0;   // and those below this one nobody has taken yet
  };
  // From where to where buckets are to be moved now: none (from = to) while others have to finish
  // first, and {0, 0} if nothing is left. The upper half of what was below the level can be moved
  // by all at the same time, and when it has, the level sinks.
  std::pair<std::size_t, std::size_t> next_piece() {
    const std::lock_guard lock(growth_.mutex);
    std::size_t half = (growth_.level + 1) / 2;
    if (growth_.left == half && growth_.moved == growth_.level - half) {
      growth_.level = half;
      growth_.moved = 0;
      half = (half + 1) / 2;
    }
    const std::size_t to = growth_.left;
    if (growth_.level <= kAtOnce) half = 0;  // one thread moves the rest, one after another
    growth_.left = std::max(half, to - std::min(to, kAtOnce));
    return {growth_.left, to};
  }
  std::size_t budget_ = 0;             // in buckets
  std::size_t count_ = 0;              // at present
  std::atomic<std::size_t> used_ = 0;  // entries
  ZeroedMemory memory_;
  std::atomic<bool> crowded_ = false;  // it is to grow, or grows
  Growth growth_;
};

}  // namespace solvent
