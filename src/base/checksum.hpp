// Checksums of files: against accidents, not against forgers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/hash.hpp"

namespace solvent {

// The words of eight bytes one after another through mix(); the last one is filled up with zeros,
// and the length counts too. `seed` chains pieces.
inline std::uint64_t checksum(std::uint64_t seed, std::span<const std::byte> bytes) {
  std::uint64_t sum = mix(seed + 0x9E3779B97F4A7C15ull * (bytes.size() + 1));
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, bytes.size() - at < 8 ? bytes.size() - at : 8);
    sum = mix(sum + word + 0x9E3779B97F4A7C15ull);
  }
  return sum;
}

}  // namespace solvent
