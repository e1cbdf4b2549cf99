// A set of states and nothing else: open addressing, linear probing, no marks of any kind. The
// state of zeros, which marks an empty slot, is remembered apart.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>

#include "base/hash.hpp"
#include "base/memory.hpp"

namespace solvent::check {

template <class State>
class StateSet {
 public:
  StateSet() { reserve(kFewest); }

  std::size_t size() const { return size_ + has_zero_; }
  bool empty() const { return size() == 0; }
  void prefetch(const State& s) const { __builtin_prefetch(slots() + home(s)); }

  bool contains(const State& s) const {
    if (s == zero()) return has_zero_;
    return !(slots()[find(s)] == zero());
  }
  void insert(const State& s) {
    if (s == zero()) {
      has_zero_ = true;
      return;
    }
    std::size_t at = find(s);
    if (s == slots()[at]) return;
    if (4 * (size_ + 1) > 3 * capacity()) {
      grow();
      at = find(s);
    }
    slots()[at] = s;
    ++size_;
  }
  // Was it there?
  bool erase(const State& s) {
    if (s == zero()) return std::exchange(has_zero_, false);
    std::size_t hole = find(s);
    if (slots()[hole] == zero()) return false;
    // Whatever stands behind the hole and may stand in it moves up, until a run ends.
    for (std::size_t at = next(hole); !(slots()[at] == zero()); at = next(at)) {
      const std::size_t from = home(slots()[at]);
      if (((at - from) & mask_) < ((at - hole) & mask_)) continue;
      slots()[hole] = slots()[at];
      hole = at;
    }
    slots()[hole] = zero();
    --size_;
    return true;
  }
  template <class Visitor>
  void for_each(Visitor visit) const {
    if (has_zero_) visit(zero());
    for (std::size_t at = 0; at < capacity(); ++at)
      if (!(slots()[at] == zero())) visit(slots()[at]);
  }
  // Without contents, and with room for about so many.
  void clear(std::size_t expected) {
    has_zero_ = false;
    if (capacity() <= kSmall)
      std::memset(memory_.data(), 0, memory_.size());
    else
      reserve(std::bit_ceil(std::max(kFewest, expected + expected / 2)));
    size_ = 0;
  }

 private:
  static constexpr std::size_t kFewest = 64, kSmall = 4096;
  static const State& zero() {
    static constexpr State kZero{};
    return kZero;
  }
  State* slots() const { return static_cast<State*>(memory_.data()); }
  std::size_t capacity() const { return mask_ + 1; }
  std::size_t home(const State& s) const { return hash_of(s) & mask_; }
  std::size_t next(std::size_t at) const { return (at + 1) & mask_; }
  // Where it is, or the empty slot where it belongs.
  std::size_t find(const State& s) const {
    std::size_t at = home(s);
    while (!(slots()[at] == s) && !(slots()[at] == zero())) at = next(at);
    return at;
  }
  void reserve(std::size_t slots) {
    memory_ = ZeroedMemory(slots * sizeof(State));
    mask_ = slots - 1;
  }
  void grow() {
    const ZeroedMemory before = std::move(memory_);
    const std::size_t count = capacity();
    memory_ = ZeroedMemory();
    reserve(2 * count);
    const State* old = static_cast<const State*>(before.data());
    for (std::size_t at = 0; at < count; ++at)
      if (!(old[at] == zero())) slots()[find(old[at])] = old[at];
  }

  ZeroedMemory memory_;
  std::size_t mask_ = 0;
  std::size_t size_ = 0;
  bool has_zero_ = false;
};

}  // namespace solvent::check
