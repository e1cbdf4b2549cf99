// Finds things by what they are: an open-addressing index of the numbers 0, 1, 2, ... of things
// that are kept elsewhere, by their hashes. It is at most half full, so that it grows from time to
// time; a large one would take seconds over that, so it grows in steps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/memory.hpp"

namespace solvent {

class IdIndex {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = ~Id{0};

  // same(id): is this the one that is looked for?
  template <class Same>
  Id find(std::uint64_t hash, const Same& same) const {
    if (slots_ == 0) return kNone;
    for (std::size_t at = hash & (slots_ - 1);; at = (at + 1) & (slots_ - 1)) {
      const Id id = ids()[at] - 1;
      if (id == kNone || same(id)) return id;
    }
  }
  // The next number, size(), gets its place. hash_of(id) is needed as long as the index is small
  // and grows at once.
  template <class HashOf>
  void add(std::uint64_t hash, const HashOf& hash_of) {
    if (crowded() && slots_ < kLarge)
      while (!grow(hash_of, kLarge)) {}
    place(hash, size_);
    ++size_;
    ++placed_;
  }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return slots_ * sizeof(Id); }

  // Should it grow before much is added, and how large will it be then?
  bool crowded() const { return placed_ < size_ || 2 * (std::size_t{size_} + 1) > slots_; }
  std::size_t bytes_grown() const { return placed_ < size_ ? bytes() : next_slots() * sizeof(Id); }
  // Grows, or goes on growing, by so many numbers; true when it has grown. Until then nothing
  // else may be done with it.
  template <class HashOf>
  bool grow(const HashOf& hash_of, std::size_t numbers) {
    if (placed_ == size_) set_slots(next_slots());
    for (; numbers > 0 && placed_ < size_; --numbers, ++placed_) place(hash_of(placed_), placed_);
    return placed_ == size_;
  }
  // Forgets all places; `grow` gives them again, to so many numbers.
  void refill(std::size_t slots, Id numbers) {
    size_ = numbers;
    set_slots(slots);
  }
  void clear() { refill(0, 0); }
  std::size_t slots() const { return slots_; }

 private:
  static constexpr std::size_t kFirst = 256, kLarge = std::size_t{1} << 16;

  std::size_t next_slots() const { return slots_ == 0 ? kFirst : 2 * slots_; }
  void set_slots(std::size_t slots) {
    memory_ = ZeroedMemory();
    memory_ = ZeroedMemory(slots * sizeof(Id));
    slots_ = slots;
    placed_ = 0;
  }
  Id* ids() const { return static_cast<Id*>(memory_.data()); }  // each plus one; 0: free
  void place(std::uint64_t hash, Id id) {
    std::size_t at = hash & (slots_ - 1);
    while (ids()[at] != 0) at = (at + 1) & (slots_ - 1);
    ids()[at] = id + 1;
  }

  ZeroedMemory memory_;
  std::size_t slots_ = 0;
  Id size_ = 0;
  Id placed_ = 0;  // of them, less than all only while it grows
};

}  // namespace solvent
