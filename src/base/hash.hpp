// Hashing of exact keys. A hash only finds a place; equality is always decided on the whole key.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace solvent {

// The finaliser of splitmix64 (Steele, Lea & Flood 2014): a bijection in which every bit matters.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

// Any key without padding, eight bytes at a time.
template <class Key>
requires std::has_unique_object_representations_v<Key> std::uint64_t hash_of(const Key& key) {
  constexpr std::size_t kWords = (sizeof(Key) + 7) / 8;
  std::uint64_t words[kWords] = {};
  std::memcpy(words, &key, sizeof(Key));
  std::uint64_t h = 0;
  for (std::uint64_t word : words) h = mix(h + word + 0x9E3779B97F4A7C15ull);
  return h;
}

}  // namespace solvent
