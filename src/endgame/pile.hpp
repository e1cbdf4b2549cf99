// A letter that grows by pairs of short numbers until it is worth sending.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "endgame/exchange.hpp"

namespace solvent::endgame {

static_assert(std::endian::native == std::endian::little);

template <std::size_t kFirst, std::size_t kSecond>  // bytes of each
class Pile {
 public:
  using Pair = std::pair<std::uint64_t, std::uint64_t>;

  bool empty() const { return used_ == 0; }
  // True once it is as large as a letter should be.
  bool add(const Pair& pair, std::size_t letter_bytes) {
    if (bytes_.empty()) begin(letter_bytes);
    // What is too much of one is overwritten by the next.
    std::memcpy(bytes_.data() + used_, &pair.first, sizeof pair.first);
    std::memcpy(bytes_.data() + used_ + kFirst, &pair.second, sizeof pair.second);
    used_ += kBytes;
    return used_ + kSpare > bytes_.size();
  }
  // What it holds; it is empty then.
  Bytes take() {
    bytes_.resize(used_);
    used_ = 0;
    return std::exchange(bytes_, {});
  }

  static std::size_t count(Letter letter) { return letter.size() / kBytes; }
  static Pair number(Letter letter, std::size_t k) {
    Pair pair{0, 0};
    std::memcpy(&pair.first, letter.data() + k * kBytes, kFirst);
    std::memcpy(&pair.second, letter.data() + k * kBytes + kFirst, kSecond);
    return pair;
  }

 private:
  static constexpr std::size_t kBytes = kFirst + kSecond, kSpare = 2 * sizeof(std::uint64_t);

  void begin(std::size_t letter_bytes) {
    bytes_ = Exchange::blank();
    used_ = bytes_.size();
    bytes_.resize(used_ + letter_bytes + kSpare);
  }
  Bytes bytes_{};
  std::size_t used_ = 0;
};

}  // namespace solvent::endgame
