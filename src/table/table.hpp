// A transposition table with a fixed budget of bytes.
//
// A bucket is one cache line (two for long keys) of entries:
//
//     | key | pess opti | depth | marks | move | work | round |   ...   | key | ...
//
// The whole key is stored and compared: a hash only finds the bucket, so no accident of hashing can
// turn into a value. What is stored is a fact about the position alone, true in every later search
// of the same game; replacing an entry can cost time, never an answer. When a bucket is full the
// entry with the least work behind it goes, those of earlier searches first.
//
// The table starts small, so that easy questions stay in the cache, and grows fourfold when three
// quarters of it are used, up to its budget. Growing moves the entries and forgets none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "base/memory.hpp"
#include "solvent/outcome.hpp"

namespace solvent {

struct TableStatistics {
  std::uint64_t probes = 0, hits = 0, stores = 0, replaced = 0;
};

template <class Key, class Move>
class Table {
 public:
  // Facts about a position: true bounds, the plies of search behind them, and a move to try first.
  struct Fact {
    Bounds bounds;
    std::uint8_t depth = 0;   // kDeepest stands for that and more
    std::uint8_t cut_in = 0;  // if it could not answer: the round whose horizon was met; or 0
    bool has_move = false;
    Move move{};
  };
  static constexpr int kDeepest = 254;

  Table() = default;
  explicit Table(std::size_t budget_bytes)
      : budget_(budget_bytes / sizeof(Bucket)),
        buckets_(first_size(budget_)),
        memory_(buckets_ * sizeof(Bucket)) {}

  bool enabled() const { return buckets_ > 0; }
  std::size_t bytes() const { return buckets_ * sizeof(Bucket); }
  // Is it slower than a core's own cache, so that work to ask it early pays?
  bool outgrows_cache() const { return bytes() >= std::size_t{4} << 20; }
  const TableStatistics& statistics() const { return statistics_; }
  void new_search() {
    age_ = (age_ + 1) & kAgeMask;
    statistics_ = {};
  }
  // The rounds of deepening searches are numbered. Before a number is used again, all that stems
  // from its first use is forgotten.
  std::uint8_t round() const { return round_; }
  void new_round() {
    if (++round_ != 0) return;
    round_ = 1;
    for (std::size_t at = 0; at < buckets_; ++at)
      for (Entry& e : static_cast<Bucket*>(memory_.data())[at].entries) e.cut_in = 0;
  }
  // As new, but without giving the memory back: small again, and zeroed.
  void clear() {
    const std::size_t first = first_size(budget_);
    if (buckets_ == first && used_ > 0) std::memset(memory_.data(), 0, bytes());
    if (buckets_ != first) memory_ = ZeroedMemory(first * sizeof(Bucket));
    buckets_ = first;
    used_ = 0;
    age_ = 0;
    round_ = 1;
    statistics_ = {};
  }
  void prefetch(std::uint64_t hash) const {
    if (enabled()) __builtin_prefetch(&bucket(hash));
  }

  std::optional<Fact> find(const Key& key, std::uint64_t hash) {
    ++statistics_.probes;
    for (const Entry& e : bucket(hash).entries) {
      if (!(e.key == key) || (e.marks & kUsed) == 0) continue;
      ++statistics_.hits;
      return Fact{e.bounds, e.depth, e.cut_in, (e.marks & kHasMove) != 0, e.move};
    }
    return std::nullopt;
  }

  // Facts about one position add up: bounds are intersected with what is there.
  void store(const Key& key, std::uint64_t hash, const Fact& fact, std::uint64_t work) {
    ++statistics_.stores;
    Entry& e = slot(key, hash);
    const bool same = (e.marks & kUsed) != 0 && e.key == key;
    const bool fresh = (e.marks & kUsed) == 0;
    if (!same && !fresh) ++statistics_.replaced;
    const bool deeper = same && e.depth > fact.depth;
    const bool keep_move = same && !fact.has_move && (e.marks & kHasMove) != 0;
    e.bounds = same ? meet(fact.bounds, e.bounds) : fact.bounds;
    if (e.bounds.pess > e.bounds.opti) std::abort();  // two facts contradict each other
    if (!same) e.key = key;
    if (!deeper) {
      e.depth = fact.depth;
      e.cut_in = fact.cut_in;
    }
    if (!keep_move) e.move = fact.move;
    e.work = static_cast<std::uint8_t>(work == 0 ? 0 : 64 - __builtin_clzll(work));
    e.marks = static_cast<std::uint8_t>(kUsed | (fact.has_move || keep_move ? kHasMove : 0) |
                                        age_ << kAgeShift);
    if (fresh && ++used_ > buckets_ * kWays / 4 * 3 && buckets_ < budget_) grow();
  }

  // Facts stay true with any budget; one that is too small for what was kept is refused.
  void archive(Archive& a) {
    a.section("table", sizeof(Bucket));
    std::size_t buckets = buckets_;
    a(buckets, used_, age_, round_, statistics_);
    if (buckets > budget_) a.fail("its table needs a larger --table-size or --memory");
    if (a.loading()) buckets_ = a.good() ? buckets : 0;
    a.memory(memory_, bytes());
  }

 private:
  static constexpr unsigned kUsed = 1, kHasMove = 2, kAgeShift = 2, kAgeMask = 63;

  struct Entry {
    Key key;
    Bounds bounds;
    std::uint8_t depth;
    std::uint8_t marks;
    Move move;
    std::uint8_t work;  // the number of bits of the node count behind the entry
    std::uint8_t cut_in;
  };
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kFirstBytes = std::size_t{1} << 20;
  static constexpr std::size_t kBucketBytes = sizeof(Entry) * 2 <= kLine ? kLine : 2 * kLine;
  static constexpr std::size_t kWays = kBucketBytes / sizeof(Entry) > 0
                                           ? kBucketBytes / sizeof(Entry)
                                           : 1;
  struct alignas(kLine) Bucket {
    Entry entries[kWays];
  };

  // Buckets need not be a power of two: the high half of hash * buckets is uniform over them.
  Bucket& bucket(std::uint64_t hash) const {
    __extension__ using Wide = unsigned __int128;
    const auto at = static_cast<std::size_t>((static_cast<Wide>(hash) * buckets_) >> 64);
    return static_cast<Bucket*>(memory_.data())[at];
  }
  // The budget in quarters of quarters, so that old and new together never need much more than it.
  static std::size_t first_size(std::size_t budget) {
    while (budget * sizeof(Bucket) > kFirstBytes) budget /= 4;
    return budget;
  }
  void grow() {
    const ZeroedMemory old = std::move(memory_);
    const auto* from = static_cast<const Bucket*>(old.data());
    const std::size_t count = buckets_;
    buckets_ = buckets_ > budget_ / 8 ? budget_ : 4 * buckets_;
    memory_ = ZeroedMemory(buckets_ * sizeof(Bucket));
    used_ = 0;
    for (std::size_t at = 0; at < count; ++at)
      for (const Entry& e : from[at].entries)
        if ((e.marks & kUsed) != 0) {
          Entry& place = slot(e.key, hash_of(e.key));
          used_ += (place.marks & kUsed) == 0;
          place = e;
        }
  }
  Entry& slot(const Key& key, std::uint64_t hash) {
    Bucket& b = bucket(hash);
    Entry* victim = nullptr;
    int least = 0;
    for (Entry& e : b.entries) {
      if ((e.marks & kUsed) == 0 || e.key == key) return e;
      const bool old = (e.marks >> kAgeShift) != age_;
      const int worth = e.work + (old ? 0 : 64);
      if (victim == nullptr || worth < least) {
        victim = &e;
        least = worth;
      }
    }
    return *victim;
  }

  std::size_t budget_ = 0;   // in buckets
  std::size_t buckets_ = 0;  // at present
  std::size_t used_ = 0;     // entries
  ZeroedMemory memory_;
  unsigned age_ = 0;
  std::uint8_t round_ = 1;
  TableStatistics statistics_;
};

}  // namespace solvent
