// A small reproducible generator: splitmix64. Playouts, random trees and tests draw from it, so
// equal seeds give equal node counts on every machine.
#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace solvent {

class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}
  constexpr std::uint64_t next() { return mix(state_ += 0x9E3779B97F4A7C15ull); }
  // Uniform in 0..n-1 by the multiply-shift method; n > 0.
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace solvent
