// A table of facts and guidance, which several searchers may share. An entry, of which a cache line
// (two for long keys) has several:
//
//     | key | guidance | pess opti | work, guided, age |
//
// Bounds are facts about the position alone, true for everybody and in every later search of the
// same game. The whole key is stored and compared: a hash only finds the bucket, so no accident of
// hashing can turn into a value. Guidance (a move to try first, effort numbers) may be wrong and
// costs time only. What holds on one searcher's path or in one of its rounds does not belong here,
// but in its Notes (table/notes.hpp).
//
// Entries are read as copies. One whose bounds are impossible is damaged, and counts as missing, as
// does one that another thread writes meanwhile (table/sharing.hpp).
// When a bucket is full the entry with the least work behind it goes, those of earlier searches
// first; that can cost time, never an answer. For searches on efforts it keeps what small-tree
// garbage collection (Nagai 2002) keeps, without its pauses.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "solvent/errors.hpp"
#include "solvent/outcome.hpp"
#include "solvent/require.hpp"
#include "table/buckets.hpp"
#include "table/sharing.hpp"
#include "table/statistics.hpp"

namespace solvent {

// A table of any kind, as it is handed from the one who made it to those who share it.
class AnyTable {
 public:
  virtual ~AnyTable() = default;
  // From now on several threads use it.
  virtual void share() = 0;
  // It should grow. That takes many steps, which are left to those who use it, and until it has
  // grown nothing may be read or stored. As of Buckets.
  virtual bool crowded() const = 0;
  virtual bool grows() const = 0;
  virtual void begin_growth() = 0;
  virtual bool move_some() = 0;
  virtual void end_growth() = 0;

  // Tables in other processes cannot be shared, but what cost much travels. From now on what has so
  // much work behind it is noted, if the table is shared; with `all` also what is there already.
  virtual void note_large(std::uint64_t nodes, bool all) = 0;
  // What was noted since this was asked last: entries as they lie in memory.
  virtual std::vector<std::byte> take_noted() = 0;
  // What another table of this kind, in the same version of the program, has noted. False if it is
  // not that. Throws Contradiction if it excludes what is known.
  virtual bool add_noted(std::span<const std::byte> entries) = 0;
};

// Guidance for window searches: the move to try first. The work behind an entry is that of its last
// search, in powers of two.
template <class Move>
struct MoveGuidance {
  static constexpr std::size_t kLines = 1;  // of a bucket, at least
  Move move;

  static std::uint32_t work(std::uint32_t, std::uint64_t nodes) {
    return 1 + (nodes == 0 ? 0 : 64 - static_cast<std::uint32_t>(__builtin_clzll(nodes)));
  }
};

// Guidance for searches on efforts: the cells of the two cuts looked at last. The work behind an
// entry adds up.
template <class Cell>
struct EffortGuidance {
  static constexpr std::size_t kLines = 2;
  static constexpr std::uint8_t kNoCut = 255;
  std::array<Cell, 2> cells;         // that of the cut looked at last first
  std::array<std::uint8_t, 2> cuts;  // or kNoCut

  EffortGuidance() {}  // NOLINT: one of our own, so that bounds may stand right behind the cuts

  std::optional<Cell> cell(int cut) const {
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (cuts[k] == cut) return cells[k];
    return std::nullopt;
  }
  void remember(int cut, const Cell& cell) {
    if (cuts[0] != cut) {
      cuts[1] = cuts[0];
      cells[1] = cells[0];
    }
    cuts[0] = static_cast<std::uint8_t>(cut);
    cells[0] = cell;
  }
  static std::uint32_t work(std::uint32_t before, std::uint64_t nodes) {
    constexpr std::uint64_t kMost = (1U << 24) - 1;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(before + nodes, 1, kMost));
  }
};

template <class Key, class Guidance>
class FactTable final : public AnyTable {
 public:
  // What is known of a position.
  struct Known {
    Bounds bounds;
    bool guided;        // there is guidance
    Guidance guidance;  // if so
  };

  explicit FactTable(std::size_t budget_bytes) : buckets_(budget_bytes) {}

  static constexpr std::size_t entry_bytes() { return sizeof(Entry); }
  bool enabled() const { return buckets_.any(); }
  std::size_t bytes() const { return buckets_.bytes() + (shared() ? Sharing::kBytes : 0); }
  void new_search() { age_ = (age_ + 1) & kAgeMask; }
  void clear() {
    buckets_.clear();
    age_ = 0;
  }
  void prefetch(std::uint64_t hash) const { buckets_.prefetch(hash); }

  void share() override {
    if (sharing_ == nullptr) sharing_ = std::make_unique<Sharing>();
  }
  bool shared() const { return sharing_ != nullptr; }
  Presence& presence() const { return sharing_->presence; }

  std::optional<Known> find(const Key& key, std::uint64_t hash, TableStatistics& counted) const {
    ++counted.probes;
    if (shared()) return find_shared(key, hash, counted);
    for (const Entry& e : buckets_.of(hash)) {
      if (!(e.key == key) || !e.sound()) continue;
      ++counted.hits;
      return Known{e.bounds, e.guided != 0, e.guidance};
    }
    return std::nullopt;
  }

  // One more fact about a position, if it is there.
  void learn(const Key& key, std::uint64_t hash, Bounds bounds) {
    const std::size_t bucket = buckets_.number(hash);
    if (shared() && !sharing_->sequences.begin(bucket)) return;
    for (Entry& at : buckets_.in(bucket)) {
      if (!(at.key == key) || !at.sound()) continue;
      Entry e = at;
      bounds = e.bounds = meet(e.bounds, bounds);
      if (shared())
        store_words(at, e);
      else
        at = e;
      break;
    }
    if (shared()) sharing_->sequences.end(bucket);
    if (bounds.pess > bounds.opti) throw Contradiction();
  }
  // Facts about one position add up. `guide(guidance, guided)` writes guidance over what is there,
  // if it was `guided`, and answers whether it is now.
  template <class Guide>
  void store(const Key& key, std::uint64_t hash, Bounds bounds, std::uint64_t nodes,
             const Guide& guide, TableStatistics& counted) {
    ++counted.stores;
    const std::size_t bucket = buckets_.number(hash);
    if (shared()) return store_shared(bucket, {key, bounds, nodes}, guide, counted);
    if (!add(slot(key, bucket), {key, bounds, nodes}, guide, counted)) throw Contradiction();
  }

  // The last lot of somebody who counts anew from now on.
  void count_rest(const TableStatistics& counted) {
    if (shared()) buckets_.count_more(counted.fresh % kLot);
  }
  bool crowded() const override { return buckets_.crowded(); }
  bool grows() const override { return buckets_.grows(); }
  void begin_growth() override { buckets_.begin_growth(); }
  bool move_some() override { return buckets_.move_some(place()); }
  void end_growth() override { buckets_.end_growth(); }
  bool grow() { return buckets_.grow(place()); }

  void note_large(std::uint64_t nodes, bool all) override {
    large_ = std::max<std::uint64_t>(nodes, 1);
    if (!all) return;
    const std::lock_guard lock(noted_mutex_);
    for (std::size_t b = 0; b < buckets_.count(); ++b)
      for (const Entry& e : buckets_.in(b))
        if (e.sound() && e.work >= large_) noted_.push_back(e);
  }
  std::vector<std::byte> take_noted() override {
    const std::lock_guard lock(noted_mutex_);
    std::vector<std::byte> bytes(noted_.size() * sizeof(Entry));
    std::memcpy(bytes.data(), static_cast<const void*>(noted_.data()), bytes.size());
    noted_.clear();
    return bytes;
  }
  bool add_noted(std::span<const std::byte> entries) override {
    if (!shared() || entries.size() % sizeof(Entry) != 0) return false;
    for (; !entries.empty() && enabled(); entries = entries.subspan(sizeof(Entry))) {
      Entry e;
      std::memcpy(static_cast<void*>(&e), entries.data(), sizeof(Entry));
      if (!e.sound()) return false;
      add_of_others(e);
    }
    return true;
  }

  void archive(Archive& a) {
    while (buckets_.grows() && !grow()) {}
    a.section("facts", sizeof(Entry));
    a(age_, buckets_);
  }

 private:
  static constexpr std::uint32_t kAgeMask = 127, kMostWork = (1U << 24) - 1;

  struct Entry {
    Key key;
    [[no_unique_address]] Guidance guidance;
    Bounds bounds;
    std::uint32_t work : 24;  // 0: the entry is free
    std::uint32_t guided : 1;
    std::uint32_t age : 7;

    bool used() const { return work != 0; }
    bool sound() const { return used() && bounds.pess <= bounds.opti; }
  };

  // What a search has found out about a position.
  struct News {
    const Key& key;
    Bounds bounds;
    std::uint64_t nodes;
  };

  // Two true facts never exclude each other. If these do (then the answer is false), something that
  // was taken for one is not.
  template <class Guide>
  bool add(Entry& e, const News& news, const Guide& guide, TableStatistics& counted) {
    const bool fresh = !e.used(), same = e.key == news.key && e.sound();
    if (!fresh && !same) ++counted.replaced;
    e.bounds = same ? meet(e.bounds, news.bounds) : news.bounds;
    e.key = news.key;
    e.guided = guide(e.guidance, same && e.guided != 0) ? 1 : 0;
    e.work = Guidance::work(same ? e.work : 0, news.nodes) & kMostWork;
    e.age = age_ & kAgeMask;
    if (fresh) count_fresh(counted);
    return !same || e.bounds.pess <= e.bounds.opti;
  }
  // Not inlined, so that one searcher alone does not pay for it.
  template <class Guide>
  [[gnu::noinline]] void store_shared(std::size_t bucket, const News& news, const Guide& guide,
                                      TableStatistics& counted) {
    if (!sharing_->sequences.begin(bucket)) return;
    Entry& at = slot(news.key, bucket);
    Entry e = at;
    const bool agrees = add(e, news, guide, counted);
    const bool narrower = e.bounds != at.bounds;
    store_words(at, e);
    sharing_->sequences.end(bucket);
    if (!agrees) throw Contradiction();
    if (e.work >= large_ && (narrower || news.nodes >= large_)) note(e);
  }
  // Whoever does not take them in time misses some.
  void note(const Entry& e) {
    constexpr std::size_t kMost = std::size_t{1} << 16;
    const std::lock_guard lock(noted_mutex_);
    if (noted_.size() < kMost) noted_.push_back(e);
  }
  void add_of_others(Entry e) {
    const std::size_t bucket = buckets_.number(hash_of(e.key));
    if (!sharing_->sequences.begin(bucket)) return;
    Entry& at = slot(e.key, bucket);
    Entry now = at;
    const bool same = now.sound() && now.key == e.key, fresh = !now.used();
    const Bounds bounds = same ? meet(now.bounds, e.bounds) : e.bounds;
    e.age = age_ & kAgeMask;
    if (!same || e.work > now.work) now = e;  // and else its guidance is worth more
    now.bounds = bounds;
    store_words(at, now);
    sharing_->sequences.end(bucket);
    if (fresh) buckets_.count_more(1);
    if (bounds.pess > bounds.opti) throw Contradiction();
  }
  // Most of what is looked for is not there: only where the key is found the counter is read, in a
  // line that other threads write.
  std::optional<Known> find_shared(const Key& key, std::uint64_t hash,
                                   TableStatistics& counted) const {
    const std::size_t bucket = buckets_.number(hash);
    for (const Entry& at : buckets_.in(bucket)) {
      if (!(load_words(at.key) == key)) continue;
      std::uint32_t seen = 0;
      if (!sharing_->sequences.read(bucket, seen)) return std::nullopt;
      const Entry e = load_words(at);
      if (!sharing_->sequences.unchanged(bucket, seen)) return std::nullopt;
      if (!(e.key == key) || !e.sound()) continue;
      ++counted.hits;
      return Known{e.bounds, e.guided != 0, e.guidance};
    }
    return std::nullopt;
  }
  auto place() {
    return
        [this](const Entry& e) -> Entry& { return slot(e.key, buckets_.number(hash_of(e.key))); };
  }
  // Those who share a table count in lots, so as not to be in each other's way.
  static constexpr std::uint64_t kLot = 256;
  void count_fresh(TableStatistics& counted) {
    ++counted.fresh;
    if (!shared())
      buckets_.count_one_more();
    else if (counted.fresh % kLot == 0)
      buckets_.count_more(kLot);
  }
  Entry& slot(const Key& key, std::size_t bucket) {
    Entry* victim = nullptr;
    std::uint32_t least = 0;
    for (Entry& e : buckets_.in(bucket)) {
      if (!e.used() || e.key == key) return e;
      const std::uint32_t worth = e.work + (e.age == age_ ? kMostWork : 0);
      if (victim == nullptr || worth < least) {
        victim = &e;
        least = worth;
      }
    }
    return *victim;
  }

  Buckets<Entry, sizeof(Entry) * 2 <= 64 ? Guidance::kLines : 2> buckets_;
  std::uint32_t age_ = 0;
  std::unique_ptr<Sharing> sharing_;                      // null: one searcher at a time
  std::atomic<std::uint64_t> large_ = ~std::uint64_t{0};  // work of what is noted
  std::mutex noted_mutex_;
  std::vector<Entry> noted_;
};

// One searcher's access to a table: its own, or one it was handed and shares with others. What it
// does there is counted here, in each search anew.
template <class Key, class Guidance>
class TableAccess {
  using T = FactTable<Key, Guidance>;

 public:
  using Known = typename T::Known;

  TableAccess(std::size_t budget_bytes, const std::shared_ptr<AnyTable>& handed)
      : table_(handed == nullptr ? std::make_shared<T>(budget_bytes)
                                 : std::dynamic_pointer_cast<T>(handed)),
        own_(handed == nullptr) {
    require(table_ != nullptr, "searchers that share a table are of one kind");
  }
  std::shared_ptr<AnyTable> share() const { return table_; }

  bool enabled() const { return table_->enabled(); }
  std::size_t bytes() const { return own_ ? table_->bytes() : 0; }
  // Is it too large for a core's own cache, so that prefetching pays?
  bool outgrows_cache() const { return table_->bytes() >= std::size_t{4} << 20; }
  const TableStatistics& statistics() const { return counted_; }
  void new_search() {
    if (own_) table_->new_search();
    table_->count_rest(counted_);
    counted_ = {};
  }
  void clear() {
    table_->clear();
    counted_ = {};
  }
  void prefetch(std::uint64_t hash) const { table_->prefetch(hash); }
  std::optional<Known> find(const Key& key, std::uint64_t hash) {
    if (!enabled()) return std::nullopt;
    return table_->find(key, hash, counted_);
  }
  // Uncounted, for those who watch.
  std::optional<Known> peek(const Key& key, std::uint64_t hash) const {
    TableStatistics nobody;
    return enabled() ? table_->find(key, hash, nobody) : std::nullopt;
  }
  void learn(const Key& key, std::uint64_t hash, Bounds bounds) {
    if (enabled()) table_->learn(key, hash, bounds);
  }
  template <class Guide>
  void store(const Key& key, std::uint64_t hash, Bounds bounds, std::uint64_t nodes,
             const Guide& guide) {
    if (enabled()) table_->store(key, hash, bounds, nodes, guide, counted_);
  }
  bool crowded() const { return table_->crowded(); }
  bool grow() { return table_->grow(); }
  // Do others read and write it at the same time? Then it grows while all of them wait.
  bool shared() const { return table_->shared(); }
  // Who else is in a position of a shared table. Everybody says so when entering and leaving one.
  Presence& presence() const { return table_->presence(); }

  // Only the searcher that owns a table saves it.
  void archive(Archive& a) {
    a(own_, counted_);
    if (own_) a(*table_);
  }

 private:
  std::shared_ptr<T> table_;
  bool own_;
  TableStatistics counted_;
};

}  // namespace solvent
