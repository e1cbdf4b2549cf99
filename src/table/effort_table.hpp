// The transposition table of depth-first searches on effort numbers: a fixed budget of bytes.
//
//     | key | cells of two cuts | their cuts | pess opti | work, age | note |   ...
//
// The whole key is stored and compared, and bounds are facts about the position alone, as in Table.
// Cells only guide: they are kept for the two cuts looked at last. A Note is whatever else a search
// wants to remember of a position; it must know itself whether it still holds.
//
// Replacement is by least work, within a bucket of two cache lines: the entry behind which the
// fewest nodes stand goes first, those of earlier searches before all others. That keeps what small
// tree garbage collection (Nagai 2002) keeps, without its pauses.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "solvent/errors.hpp"
#include "solvent/outcome.hpp"
#include "table/buckets.hpp"
#include "table/statistics.hpp"

namespace solvent {

template <class Key, class Cell, class Note>
class EffortTable {
  static constexpr std::uint8_t kNoCut = 255;
  static constexpr std::size_t kCells = 2;

 public:
  class Entry {
   public:
    Bounds bounds() const { return bounds_; }
    // The cell of a cut, if there is room for it.
    const Cell* cell(int cut) const {
      for (std::size_t k = 0; k < kCells; ++k)
        if (cuts_[k] == cut) return &cells_[k];
      return nullptr;
    }
    const Note& note() const { return note_; }
    bool used() const { return work_ != 0; }

   private:
    friend class EffortTable;
    void remember(int cut, const Cell& cell) {
      if (cuts_[0] != cut) {
        cuts_[1] = cuts_[0];
        cells_[1] = cells_[0];
      }
      cuts_[0] = static_cast<std::uint8_t>(cut);
      cells_[0] = cell;
    }

    Key key_;
    std::array<Cell, kCells> cells_;  // of the cut looked at last first
    std::uint32_t work_ : 24;         // 0: the entry is free
    std::uint32_t age_ : 8;
    Bounds bounds_;
    std::array<std::uint8_t, kCells> cuts_;
    [[no_unique_address]] Note note_;
  };

  explicit EffortTable(std::size_t budget_bytes) : buckets_(budget_bytes) {}

  bool enabled() const { return buckets_.any(); }
  std::size_t bytes() const { return buckets_.bytes(); }
  const TableStatistics& statistics() const { return statistics_; }
  void new_search() {
    ++age_;
    statistics_ = {};
  }
  void prefetch(std::uint64_t hash) const { buckets_.prefetch(hash); }

  // Valid until the next `store`; null if nothing is known.
  const Entry* find(const Key& key, std::uint64_t hash) {
    if (!enabled()) return nullptr;
    ++statistics_.probes;
    for (const Entry& e : buckets_.of(hash)) {
      if (!e.used() || !(e.key_ == key)) continue;
      ++statistics_.hits;
      return &e;
    }
    return nullptr;
  }

  // One more fact about a position, if it is there.
  void learn(const Key& key, std::uint64_t hash, Bounds bounds) {
    if (!enabled()) return;
    for (Entry& e : buckets_.of(hash)) {
      if (!e.used() || !(e.key_ == key)) continue;
      e.bounds_ = meet(e.bounds_, bounds);
      if (e.bounds_.pess > e.bounds_.opti) throw Contradiction();
      return;
    }
  }
  // Facts add up, and so does the work; a note stays until there is another.
  void store(const Key& key, std::uint64_t hash, Bounds bounds, int cut, const Cell& cell,
             std::uint64_t work, const Note* note) {
    if (!enabled()) return;
    ++statistics_.stores;
    Entry& e = slot(key, hash);
    const bool fresh = !e.used(), same = !fresh && e.key_ == key;
    if (!fresh && !same) ++statistics_.replaced;
    if (!same) {
      e.key_ = key;
      e.bounds_ = bounds;
      e.cuts_.fill(kNoCut);
      e.work_ = 0;
      e.note_ = Note{};
    }
    e.bounds_ = meet(e.bounds_, bounds);
    if (e.bounds_.pess > e.bounds_.opti) throw Contradiction();
    e.remember(cut, cell);
    if (note != nullptr) e.note_ = *note;
    e.work_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(e.work_ + work, 1, kMostWork)) &
              kMostWork;
    e.age_ = age_;
    if (fresh) buckets_.count_one_more(place());
  }
  // It should grow, which takes so many steps that this is left to its owner: until `grow` says
  // that it has, nothing may be stored.
  bool crowded() const { return buckets_.crowded(); }
  bool grow() { return buckets_.grow(place()); }

  void archive(Archive& a) {
    while (buckets_.grows() && !grow()) {}
    a.section("effort table", sizeof(Entry));
    a(age_, statistics_, buckets_);
  }

 private:
  auto place() {
    return [this](const Entry& e) -> Entry& { return slot(e.key_, hash_of(e.key_)); };
  }

  static constexpr std::uint32_t kMostWork = (1U << 24) - 1;

  Entry& slot(const Key& key, std::uint64_t hash) {
    Entry* victim = nullptr;
    std::uint32_t least = 0;
    for (Entry& e : buckets_.of(hash)) {
      if (!e.used() || e.key_ == key) return e;
      const std::uint32_t worth = e.work_ + (e.age_ == age_ ? kMostWork : 0);
      if (victim == nullptr || worth < least) {
        victim = &e;
        least = worth;
      }
    }
    return *victim;
  }

  Buckets<Entry, 2> buckets_;
  std::uint8_t age_ = 0;
  TableStatistics statistics_;
};

}  // namespace solvent
