// The positions of a graph that a best-first search has expanded, by key: where their family
// stands, and what was proved of them, which stays when the family is freed.
#pragma once

#include <cstdint>

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "base/id_index.hpp"
#include "base/long_array.hpp"
#include "solvent/outcome.hpp"
#include "tree/arena.hpp"

namespace solvent::search {

template <class Key>
class Positions {
 public:
  struct Entry {
    Key key;
    tree::BlockId family = tree::kNoBlock;
    Bounds bounds;
  };

  explicit Positions(std::size_t memory) : entries_(memory / sizeof(Entry)) {}

  void clear() {
    entries_.clear();
    index_.clear();
  }
  Entry* find(const Key& key) {
    const auto id = index_.find(hash_of(key), [&](auto k) { return entries_[k].key == key; });
    return id == IdIndex::kNone ? nullptr : &entries_[id];
  }
  // The number of a position, which is new unless `find` knows it.
  std::uint32_t add(const Key& key, Bounds bounds) {
    const auto known = index_.find(hash_of(key), [&](auto k) { return entries_[k].key == key; });
    if (known != IdIndex::kNone) return known;
    entries_.push_back({key, tree::kNoBlock, bounds});
    index_.add(hash_of(key), hash_of_entry());
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  Entry& operator[](std::uint32_t number) { return entries_[number]; }
  // With what the next growth will need.
  std::size_t bytes() const {
    return entries_.bytes() + (index_.crowded() ? index_.bytes_grown() : index_.bytes());
  }
  // Has to be called now and then, until it answers true.
  bool grow() {
    constexpr std::size_t kAtOnce = 256;
    return !index_.crowded() || index_.grow(hash_of_entry(), kAtOnce);
  }

  void archive(Archive& a) {
    std::size_t slots = index_.slots();
    a(entries_, slots);
    if (a.loading())
      index_.refill(a.good() ? slots : 0, static_cast<std::uint32_t>(entries_.size()));
  }

 private:
  auto hash_of_entry() const {
    return [this](std::uint32_t id) { return hash_of(entries_[id].key); };
  }

  LongArray<Entry> entries_;
  IdIndex index_;
};

}  // namespace solvent::search
