// The positions of a graph that a best-first search has expanded, by key: where their family
// stands, and what was proved of them, which stays when the family is freed.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/archive.hpp"
#include "base/hash.hpp"
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

  void clear() {
    entries_.clear();
    slots_.assign(kFirstSlots, 0);
  }
  Entry* find(const Key& key) {
    const std::uint32_t number = slots_[slot_of(key)];
    return number == 0 ? nullptr : &entries_[number - 1];
  }
  // The number of a position, which is new unless `find` knows it.
  std::uint32_t add(const Key& key, Bounds bounds) {
    if (2 * (entries_.size() + 1) > slots_.size()) grow();
    std::uint32_t& slot = slots_[slot_of(key)];
    if (slot == 0) {
      entries_.push_back({key, tree::kNoBlock, bounds});
      slot = static_cast<std::uint32_t>(entries_.size());
    }
    return slot - 1;
  }
  Entry& operator[](std::uint32_t number) { return entries_[number]; }
  std::size_t bytes() const {
    // In a moment of growth the slots are there twice.
    const bool grows = 2 * (entries_.size() + 1) > slots_.size();
    return entries_.size() * sizeof(Entry) * 9 / 8 +
           slots_.size() * sizeof(std::uint32_t) * (grows ? 3 : 1);
  }

  void archive(Archive& a) { a(entries_, slots_); }

 private:
  static constexpr std::size_t kFirstSlots = 256;

  // Where a key is, or where it would be put.
  std::size_t slot_of(const Key& key) const {
    std::size_t at = hash_of(key) & (slots_.size() - 1);
    while (slots_[at] != 0 && !(entries_[slots_[at] - 1].key == key))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    slots_ = std::vector<std::uint32_t>(2 * slots_.size(), 0);
    for (std::uint32_t n = 0; n < entries_.size(); ++n) slots_[slot_of(entries_[n].key)] = n + 1;
  }

  std::deque<Entry> entries_;  // grows without moving
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(kFirstSlots, 0);  // number + 1
};

}  // namespace solvent::search
