// The positions from the root to the node being searched, to notice repetitions: a small counting
// filter answers "certainly not there" in one load, and only otherwise are whole keys compared.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/archive.hpp"

namespace solvent::search {

template <class Key>
class Path {
 public:
  void clear() {
    keys_.clear();
    counts_.fill(0);
  }
  void push(const Key& key, std::uint64_t hash) {
    keys_.push_back(key);
    ++counts_[hash % kSlots];
  }
  void pop(std::uint64_t hash) {
    keys_.pop_back();
    --counts_[hash % kSlots];
  }
  // The ply of this position on the path, or -1.
  int find(const Key& key, std::uint64_t hash) const {
    if (counts_[hash % kSlots] == 0) return -1;
    for (std::size_t ply = keys_.size(); ply-- > 0;)
      if (keys_[ply] == key) return static_cast<int>(ply);
    return -1;
  }

  void archive(Archive& a) { a(keys_, counts_); }

 private:
  static constexpr std::size_t kSlots = 4096;
  std::vector<Key> keys_;
  std::array<std::uint32_t, kSlots> counts_{};
};

}  // namespace solvent::search
