// The memory of a transposition table: buckets of entries, in whole cache lines, within a budget of
// bytes.
//
//     | entry | entry | entry | . |  | entry | entry | entry | . |  ...
//
// It starts small, so that easy questions stay in the cache, and says that it is crowded when three
// quarters of it are used: then it is to grow fourfold, up to its budget. Growing moves the entries
// and forgets none. It takes a second for a large table and must not happen under a reader, so
// those who use it have it grow, in steps, while all of them wait. An entry of zeros is free.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/archive.hpp"
#include "base/memory.hpp"

namespace solvent {

template <class Entry, std::size_t Lines>
class Buckets {
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kFirstBytes = std::size_t{1} << 20;
  static constexpr std::size_t kAtOnce = 64;  // buckets
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
  bool grows() const { return old_.data() != nullptr; }
  // Growth, in pieces that several threads may make: one begins it, all move entries until nothing
  // is left to move, and one ends it. Until then do nothing else. Since it grows fourfold, an old
  // bucket's entries go to four new ones that no other's go to. `place(entry)` is where an entry
  // belongs.
  void begin_growth() {
    old_ = std::move(memory_);
    count_ *= 4;
    memory_ = ZeroedMemory(bytes());
    used_ = 0;
    moved_ = 0;
  }
  template <class Place>
  bool move_some(const Place& place) {
    const std::size_t all = old_.size() / sizeof(Bucket);
    const std::size_t from = moved_.fetch_add(kAtOnce, std::memory_order_relaxed);
    if (from >= all) return false;
    std::size_t more = 0;
    const auto* old = static_cast<const Bucket*>(old_.data());
    for (std::size_t k = from; k < std::min(from + kAtOnce, all); ++k)
      for (const Entry& e : old[k].entries) {
        if (!e.used()) continue;
        place(e) = e;
        ++more;
      }
    used_.fetch_add(more, std::memory_order_relaxed);
    return true;
  }
  void end_growth() {
    old_ = ZeroedMemory();
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
    old_ = ZeroedMemory();
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
  bool can_grow() const { return count_ <= budget_ / 4; }
  void note_used(std::size_t used) {
    used_.store(used, std::memory_order_relaxed);
    crowded_.store(used > limit() && can_grow(), std::memory_order_relaxed);
  }
  Bucket* all() const { return static_cast<Bucket*>(memory_.data()); }
  // The budget divided by 4 until it is small: in the last growth old and new need 5/4 of it.
  static std::size_t first_size(std::size_t budget) {
    while (budget * sizeof(Bucket) > kFirstBytes) budget /= 4;
    return budget;
  }
  std::size_t budget_ = 0;             // in buckets
  std::size_t count_ = 0;              // at present
  std::atomic<std::size_t> used_ = 0;  // entries
  ZeroedMemory memory_;
  std::atomic<bool> crowded_ = false;   // it is to grow, or grows
  ZeroedMemory old_;                    // while it grows: what was there before,
  std::atomic<std::size_t> moved_ = 0;  // and how many of its buckets are here or on their way
};

}  // namespace solvent
