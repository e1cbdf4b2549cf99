// The memory of a transposition table: buckets of entries, in whole cache lines, within a budget of
// bytes.
//
//     | entry | entry | entry | . |  | entry | entry | entry | . |  ...
//
// It starts small, so that easy questions stay in the cache, and says that it is crowded when three
// quarters of it are used: then it is to grow fourfold, up to its budget. Growing moves the entries
// and forgets none. It takes a second for a large table and must not happen under a reader, so
// those who use it have it grow, in steps, between their own. An entry of zeros is free.
#pragma once

#include <algorithm>
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

  // The places where an entry of this hash may stand. The number of buckets need not be a power of
  // two: the high half of hash * count is uniform over them.
  Entry (&of(std::uint64_t hash) const)[kWays] {
    __extension__ using Wide = unsigned __int128;
    const auto at = static_cast<std::size_t>((static_cast<Wide>(hash) * count_) >> 64);
    return all()[at].entries;
  }
  void prefetch(std::uint64_t hash) const {
    if (!any()) return;
    const char* at = reinterpret_cast<const char*>(&of(hash));
    for (std::size_t line = 0; line < sizeof(Bucket); line += kLine) __builtin_prefetch(at + line);
  }

  // One more entry is used.
  void count_one_more() { crowded_ = ++used_ > count_ * kWays / 4 * 3 && count_ < budget_; }
  bool crowded() const { return crowded_; }
  bool grows() const { return old_.data() != nullptr; }
  // A step of growth; true when it has grown. Until then do nothing else. `place(entry)` is
  // where an entry belongs.
  template <class Place>
  bool grow(const Place& place) {
    if (!grows()) begin_growth();
    const auto* from = static_cast<const Bucket*>(old_.data());
    const std::size_t end = std::min(moved_ + kAtOnce, old_.size() / sizeof(Bucket));
    for (; moved_ < end; ++moved_)
      for (const Entry& e : from[moved_].entries)
        if (e.used()) {
          Entry& to = place(e);
          used_ += to.used() ? 0 : 1;
          to = e;
        }
    if (moved_ * sizeof(Bucket) < old_.size()) return false;
    old_ = ZeroedMemory();
    crowded_ = false;
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
  void archive(Archive& a) {
    a.section("buckets", sizeof(Bucket));
    std::size_t count = count_;
    a(count, used_, crowded_);
    if (count > budget_) a.want_room("its table");
    if (a.loading()) count_ = a.good() ? count : 0;
    a.memory(memory_, bytes());
  }

 private:
  Bucket* all() const { return static_cast<Bucket*>(memory_.data()); }
  // The budget divided by 4 until it is small: in the last growth old and new need 5/4 of it.
  static std::size_t first_size(std::size_t budget) {
    while (budget * sizeof(Bucket) > kFirstBytes) budget /= 4;
    return budget;
  }
  void begin_growth() {
    old_ = std::move(memory_);
    count_ = count_ > budget_ / 8 ? budget_ : 4 * count_;
    memory_ = ZeroedMemory(bytes());
    used_ = moved_ = 0;
  }

  std::size_t budget_ = 0;  // in buckets
  std::size_t count_ = 0;   // at present
  std::size_t used_ = 0;    // entries
  ZeroedMemory memory_;
  bool crowded_ = false;   // it is to grow, or grows
  ZeroedMemory old_;       // while it grows: what was there before,
  std::size_t moved_ = 0;  // and how many of its buckets are here by now
};

}  // namespace solvent
