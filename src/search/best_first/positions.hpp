// The positions of a graph that a best-first search has expanded, by key: each has a number, by
// which the tree knows its family and its bounds.
#pragma once

#include <cstdint>
#include <optional>

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "base/id_index.hpp"
#include "base/long_array.hpp"

namespace solvent::search {

template <class Key>
class Positions {
 public:
  explicit Positions(std::size_t memory) : keys_(memory / sizeof(Key)) {}

  void clear() {
    keys_.clear();
    index_.clear();
  }
  std::optional<std::uint32_t> find(const Key& key) const {
    const auto id = index_.find(hash_of(key), [&](auto k) { return keys_[k] == key; });
    return id == IdIndex::kNone ? std::nullopt : std::optional<std::uint32_t>(id);
  }
  // The number of a position, which is the next one unless `find` knows it.
  std::uint32_t add(const Key& key) {
    if (const auto known = find(key)) return *known;
    keys_.push_back(key);
    index_.add(hash_of(key), hash_of_entry());
    return static_cast<std::uint32_t>(keys_.size() - 1);
  }
  // With what the next growth will need.
  std::size_t bytes() const {
    return keys_.bytes() + (index_.crowded() ? index_.bytes_grown() : index_.bytes());
  }
  // Has to be called now and then, until it answers true.
  bool grow() {
    constexpr std::size_t kAtOnce = 256;
    return !index_.crowded() || index_.grow(hash_of_entry(), kAtOnce);
  }

  void archive(Archive& a) {
    std::size_t slots = index_.slots();
    a(keys_, slots);
    if (a.loading()) index_.refill(a.good() ? slots : 0, static_cast<std::uint32_t>(keys_.size()));
  }

 private:
  auto hash_of_entry() const {
    return [this](std::uint32_t id) { return hash_of(keys_[id]); };
  }

  LongArray<Key> keys_;
  IdIndex index_;
};

}  // namespace solvent::search
