// A set of states, by open addressing and linear probing, without tombstones. A state of zeros
// marks an empty slot, so whether that state is in the set is remembered apart. Slots follow the
// order of the hashes whatever the capacity, so that growing and joining run through memory from
// end to end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/memory.hpp"

namespace solvent::check {

template <class State>
class StateSet {
 public:
  StateSet() { reserve(kFewest); }

  std::size_t size() const { return size_ + has_zero_; }
  bool empty() const { return size() == 0; }
  std::size_t bytes() const { return memory_.size(); }
  void prefetch(const State& s) const {
    const State* slot = slots() + home(s);
    __builtin_prefetch(slot);
    __builtin_prefetch(slot + 1);  // it may begin in one cache line and end in the next
  }

  bool contains(const State& s) const {
    if (is_zero(s)) return has_zero_;
    return !is_zero(slots()[find(s)]);
  }
  void insert(const State& s) {
    if (is_zero(s)) {
      has_zero_ = true;
      return;
    }
    std::size_t at = find(s);
    if (same(s, slots()[at])) return;
    if (full_with(1)) {
      rehash(capacity_ + capacity_ / 2);
      at = find(s);
    }
    slots()[at] = s;
    ++size_;
  }
  // Was it there?
  bool erase(const State& s) {
    if (is_zero(s)) return std::exchange(has_zero_, false);
    std::size_t hole = find(s);
    if (is_zero(slots()[hole])) return false;
    // States after the hole that may stand in it move up, until the run ends.
    for (std::size_t at = next(hole); !is_zero(slots()[at]); at = next(at)) {
      const std::size_t from = home(slots()[at]);
      if (distance(from, at) < distance(hole, at)) continue;
      slots()[hole] = slots()[at];
      hole = at;
    }
    slots()[hole] = State{};
    --size_;
    return true;
  }
  template <class Visitor>
  void for_each(Visitor visit) const {
    if (has_zero_) visit(State{});
    for (std::size_t at = 0; at < capacity_; ++at)
      if (!is_zero(slots()[at])) visit(slots()[at]);
  }
  // All of another set. Room is made first: taken in order, its states would crowd the beginning.
  void join(const StateSet& other) {
    if (full_with(other.size_)) rehash(roomy(size_ + other.size_));
    other.for_each([&](const State& s) { insert(s); });
  }
  // Without contents, and with room for about so many.
  void clear(std::size_t expected) {
    has_zero_ = false;
    if (capacity_ <= kSmall)
      std::memset(memory_.data(), 0, memory_.size());
    else
      reserve(roomy(expected));
    size_ = 0;
  }

 private:
  static constexpr std::size_t kFewest = 64, kSmall = 4096;
  // Words at a time: states are small, and a call of memcmp costs more than the comparison.
  static constexpr std::size_t kWords = (sizeof(State) + 7) / 8;
  using Words = std::array<std::uint64_t, kWords>;
  static Words words(const State& s) {
    Words w{};
    std::memcpy(w.data(), &s, sizeof(State));
    return w;
  }
  static bool same(const State& a, const State& b) {
    const Words x = words(a), y = words(b);
    std::uint64_t differences = 0;
    for (std::size_t k = 0; k < kWords; ++k) differences |= x[k] ^ y[k];
    return differences == 0;
  }
  static bool is_zero(const State& s) {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words(s)) any |= word;
    return any == 0;
  }
  State* slots() const { return static_cast<State*>(memory_.data()); }
  static std::size_t roomy(std::size_t states) { return kFewest + states + states / 2; }
  bool full_with(std::size_t more) const { return 5 * (size_ + more) > 4 * capacity_; }
  // Both halves of a product: every bit of the state reaches every bit, in a third of the time
  // that the tables' hash takes.
  std::size_t home(const State& s) const {
    __extension__ using Wide = unsigned __int128;
    std::uint64_t h = 0;
    for (const std::uint64_t word : words(s)) {
      const Wide product = Wide{h + word + 0x9E3779B97F4A7C15ull} * 0xBF58476D1CE4E5B9ull;
      h = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    return static_cast<std::size_t>(Wide{h} * capacity_ >> 64);
  }
  std::size_t next(std::size_t at) const { return at + 1 == capacity_ ? 0 : at + 1; }
  std::size_t distance(std::size_t from, std::size_t to) const {
    return to >= from ? to - from : to + capacity_ - from;
  }
  // Where it is, or the empty slot where it belongs.
  std::size_t find(const State& s) const {
    std::size_t at = home(s);
    while (!same(slots()[at], s) && !is_zero(slots()[at])) at = next(at);
    return at;
  }
  void reserve(std::size_t slots) {
    memory_ = ZeroedMemory();  // freed before the next is taken
    memory_ = ZeroedMemory(slots * sizeof(State));
    capacity_ = slots;
  }
  void rehash(std::size_t slots_then) {
    const ZeroedMemory before = std::move(memory_);
    const std::size_t count = capacity_;
    reserve(slots_then);
    const State* old = static_cast<const State*>(before.data());
    for (std::size_t at = 0; at < count; ++at)
      if (!is_zero(old[at])) slots()[find(old[at])] = old[at];
  }

  ZeroedMemory memory_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  bool has_zero_ = false;
};

}  // namespace solvent::check
