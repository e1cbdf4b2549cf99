// A transposition table with a fixed budget of bytes. An entry, of which a cache line (two for long
// keys) has several:
//
//     | key | pess opti | depth | marks | move | work | round |
//
// The whole key is stored and compared: a hash only finds the bucket, so no accident of hashing can
// turn into a value. What is stored is a fact about the position alone, true in every later search
// of the same game; replacing an entry can cost time, never an answer. When a bucket is full the
// entry with the least work behind it goes, those of earlier searches first.
#pragma once

#include <cstdint>
#include <optional>

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "solvent/errors.hpp"
#include "solvent/outcome.hpp"
#include "table/buckets.hpp"
#include "table/statistics.hpp"

namespace solvent {

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
  explicit Table(std::size_t budget_bytes) : buckets_(budget_bytes) {}

  bool enabled() const { return buckets_.any(); }
  std::size_t bytes() const { return buckets_.bytes(); }
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
    buckets_.change_all([](Entry& e) {
      if (e.cut_in != 0) e.cut_in = 0;
    });
  }
  void clear() {
    buckets_.clear();
    age_ = 0;
    round_ = 1;
    statistics_ = {};
  }
  void prefetch(std::uint64_t hash) const { buckets_.prefetch(hash); }

  std::optional<Fact> find(const Key& key, std::uint64_t hash) {
    ++statistics_.probes;
    for (const Entry& e : buckets_.of(hash)) {
      if (!(e.key == key) || !e.used()) continue;
      ++statistics_.hits;
      return Fact{e.bounds, e.depth, e.cut_in, (e.marks & kHasMove) != 0, e.move};
    }
    return std::nullopt;
  }

  // Facts about one position add up: bounds are intersected with what is there.
  void store(const Key& key, std::uint64_t hash, const Fact& fact, std::uint64_t work) {
    ++statistics_.stores;
    Entry& e = slot(key, hash);
    const bool fresh = !e.used(), same = !fresh && e.key == key;
    if (!same && !fresh) ++statistics_.replaced;
    const bool deeper = same && e.depth > fact.depth;
    const bool keep_move = same && !fact.has_move && (e.marks & kHasMove) != 0;
    e.bounds = same ? meet(fact.bounds, e.bounds) : fact.bounds;
    if (e.bounds.pess > e.bounds.opti) throw Contradiction();
    if (!same) e.key = key;
    if (!deeper) {
      e.depth = fact.depth;
      e.cut_in = fact.cut_in;
    }
    if (!keep_move) e.move = fact.move;
    e.work = static_cast<std::uint8_t>(work == 0 ? 0 : 64 - __builtin_clzll(work));
    e.marks = static_cast<std::uint8_t>(kUsed | (fact.has_move || keep_move ? kHasMove : 0) |
                                        age_ << kAgeShift);
    if (fresh) buckets_.count_one_more(place());
  }
  // It should grow, which takes so many steps that this is left to its owner: until `grow` says
  // that it has, nothing may be stored.
  bool crowded() const { return buckets_.crowded(); }
  bool grow() { return buckets_.grow(place()); }

  void archive(Archive& a) {
    while (buckets_.grows() && !grow()) {}
    a.section("table", sizeof(Entry));
    a(age_, round_, statistics_, buckets_);
  }

 private:
  auto place() {
    return [this](const Entry& e) -> Entry& { return slot(e.key, hash_of(e.key)); };
  }

  static constexpr unsigned kUsed = 1, kHasMove = 2, kAgeShift = 2, kAgeMask = 63;

  struct Entry {
    Key key;
    Bounds bounds;
    std::uint8_t depth;
    std::uint8_t marks;
    Move move;
    std::uint8_t work;  // the number of bits of the node count behind the entry
    std::uint8_t cut_in;

    bool used() const { return (marks & kUsed) != 0; }
  };
  Entry& slot(const Key& key, std::uint64_t hash) {
    Entry* victim = nullptr;
    int least = 0;
    for (Entry& e : buckets_.of(hash)) {
      if (!e.used() || e.key == key) return e;
      const bool old = (e.marks >> kAgeShift) != age_;
      const int worth = e.work + (old ? 0 : 64);
      if (victim == nullptr || worth < least) {
        victim = &e;
        least = worth;
      }
    }
    return *victim;
  }

  Buckets<Entry, sizeof(Entry) * 2 <= 64 ? 1 : 2> buckets_;
  unsigned age_ = 0;
  std::uint8_t round_ = 1;
  TableStatistics statistics_;
};

}  // namespace solvent
