// A set of up to 64*W cells in W machine words; for W = 1 it compiles to plain integer arithmetic.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

namespace solvent::lines {

template <int W>
struct Bits {
  static constexpr int kSize = 64 * W;
  std::array<std::uint64_t, W> words;  // cell i is bit i % 64 of word i / 64

  friend bool operator==(const Bits&, const Bits&) = default;
  friend auto operator<=>(const Bits&, const Bits&) = default;

  // Any number may be asked: cells off the set are not in it.
  bool test(int cell) const {
    if (static_cast<unsigned>(cell) >= kSize) return false;
    return (words[cell >> 6] >> (cell & 63) & 1) != 0;
  }
  void set(int cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
  void reset(int cell) { words[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }

  int count() const {
    int n = 0;
    for (const std::uint64_t w : words) n += std::popcount(w);
    return n;
  }
  bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t w : words) all |= w;
    return all != 0;
  }
  bool more_than_one() const {
    std::uint64_t seen = 0, again = 0;
    for (const std::uint64_t w : words) {
      again |= (w & (w - 1)) | (seen != 0 ? w : 0);
      seen |= w;
    }
    return again != 0;
  }
  // The least cell; there has to be one.
  int first() const {
    int k = 0;
    while (words[k] == 0) ++k;
    return 64 * k + std::countr_zero(words[k]);
  }
  // Ascending.
  template <class Visit>
  void for_each(Visit visit) const {
    for (int k = 0; k < W; ++k)
      for (std::uint64_t w = words[k]; w != 0; w &= w - 1) visit(64 * k + std::countr_zero(w));
  }

  friend Bits operator&(Bits a, const Bits& b) {
    for (int k = 0; k < W; ++k) a.words[k] &= b.words[k];
    return a;
  }
  friend Bits operator|(Bits a, const Bits& b) {
    for (int k = 0; k < W; ++k) a.words[k] |= b.words[k];
    return a;
  }
  friend Bits operator-(Bits a, const Bits& b) {  // the cells of a that are not in b
    for (int k = 0; k < W; ++k) a.words[k] &= ~b.words[k];
    return a;
  }
  // By 1..63 places: the steps of a board are short, and longer ways are walked.
  friend Bits operator>>(Bits a, int n) {
    for (int k = 0; k + 1 < W; ++k) a.words[k] = a.words[k] >> n | a.words[k + 1] << (64 - n);
    a.words[W - 1] >>= n;
    return a;
  }
  friend Bits operator<<(Bits a, int n) {
    for (int k = W - 1; k > 0; --k) a.words[k] = a.words[k] << n | a.words[k - 1] >> (64 - n);
    a.words[0] <<= n;
    return a;
  }
};

}  // namespace solvent::lines
