// How several threads read and write one table without waiting for each other.
//
// A sequence counter for each group of buckets is odd while somebody writes there. A reader copies
// an entry and then looks whether the counter is what it was before: if not, the copy may be torn,
// and counts as missing. A writer who finds another one there goes away without having written.
// Both cost time only, so nobody ever waits, not even for a thread that the system has put to sleep
// in the middle of an entry.
//
//     writer                       reader
//       counter: even -> odd         counter: even?
//       the words of the entry       the words of the entry
//       counter: odd -> even         counter: still the same?
//
// The words are atomic, so that reading one while it is written is not undefined. Their order is
// that of acquire and release, which costs nothing on x86 (after Boehm 2012, "Can seqlocks get
// along with programming language memory models?"). Nobody reads from one step of a search to the
// next, and steps are far too short for a counter to come round to where it was.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

namespace solvent {

namespace detail {
template <class T>
using Word = std::conditional_t<alignof(T) % 8 == 0, std::uint64_t, std::uint32_t>;
}

// A copy of something that may be written at the same time.
template <class T>
T load_words(const T& from) {
  using W = detail::Word<T>;
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(W) == 0);
  W words[sizeof(T) / sizeof(W)];
  auto* at = reinterpret_cast<W*>(const_cast<T*>(&from));
  for (W& w : words) w = std::atomic_ref<W>(*at++).load(std::memory_order_acquire);
  T copy;
  std::memcpy(static_cast<void*>(&copy), words, sizeof(T));
  return copy;
}
template <class T>
void store_words(T& to, const T& from) {
  using W = detail::Word<T>;
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(W) == 0);
  W words[sizeof(T) / sizeof(W)];
  std::memcpy(words, static_cast<const void*>(&from), sizeof(T));
  auto* at = reinterpret_cast<W*>(&to);
  for (const W w : words) std::atomic_ref<W>(*at++).store(w, std::memory_order_release);
}

class Sequences {
  static constexpr std::size_t kCounters = std::size_t{1} << 16;  // they stay in the cache

 public:
  static constexpr std::size_t kBytes = kCounters * sizeof(std::atomic<std::uint32_t>);

  // False if somebody writes there now.
  bool read(std::size_t bucket, std::uint32_t& seen) const {
    seen = of(bucket).load(std::memory_order_acquire);
    return seen % 2 == 0;
  }
  // Has nobody written there since?
  bool unchanged(std::size_t bucket, std::uint32_t seen) const {
    return of(bucket).load(std::memory_order_relaxed) == seen;
  }
  // One writer at a time: false if another is there.
  bool begin(std::size_t bucket) {
    std::uint32_t seen = of(bucket).load(std::memory_order_relaxed);
    return seen % 2 == 0 &&
           of(bucket).compare_exchange_strong(seen, seen + 1, std::memory_order_acquire);
  }
  void prefetch(std::size_t bucket) const { __builtin_prefetch(&of(bucket)); }
  void end(std::size_t bucket) {
    auto& counter = of(bucket);
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

 private:
  std::atomic<std::uint32_t>& of(std::size_t bucket) const { return counters_[bucket % kCounters]; }

  std::unique_ptr<std::atomic<std::uint32_t>[]> counters_ =
      std::make_unique<std::atomic<std::uint32_t>[]>(kCounters);
};

// How many searchers are at work in a position, as far as their hashes tell: guidance only.
class Presence {
  static constexpr std::size_t kPlaces = std::size_t{1} << 15;

 public:
  static constexpr std::size_t kBytes = kPlaces * sizeof(std::atomic<std::uint8_t>);

  static std::uint16_t place(std::uint64_t hash) {
    return static_cast<std::uint16_t>(hash % kPlaces);
  }
  void enter(std::uint64_t hash) { of(place(hash)).fetch_add(1, std::memory_order_relaxed); }
  void leave(std::uint64_t hash) { of(place(hash)).fetch_sub(1, std::memory_order_relaxed); }
  std::uint8_t in(std::uint64_t hash) const { return at(place(hash)); }
  std::uint8_t at(std::uint16_t place) const { return of(place).load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint8_t>& of(std::uint16_t place) const { return places_[place]; }

  std::unique_ptr<std::atomic<std::uint8_t>[]> places_ =
      std::make_unique<std::atomic<std::uint8_t>[]>(kPlaces);
};

// What a table has in addition once it is shared.
struct Sharing {
  static constexpr std::size_t kBytes = Sequences::kBytes + Presence::kBytes;
  Sequences sequences;
  Presence presence;
};

}  // namespace solvent
