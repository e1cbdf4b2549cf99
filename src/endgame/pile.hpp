// A letter that grows by pairs of short numbers until it is worth sending.
#pragma once

#include <algorithm>
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
    if (used_ + kSpare > bytes_.size()) make_room(letter_bytes);
    // What is too much of one is overwritten by the next.
    std::memcpy(bytes_.data() + used_, &pair.first, sizeof pair.first);
    std::memcpy(bytes_.data() + used_ + kFirst, &pair.second, sizeof pair.second);
    used_ += kBytes;
    return used_ >= letter_bytes;
  }
  // What it holds; it is empty then.
  Bytes take() {
    bytes_.resize(used_ + kSlack);
    used_ = 0;
    return std::exchange(bytes_, {});
  }

  static std::size_t count(Content letter) { return letter.size() / kBytes; }
  static Pair number(Content letter, std::size_t k) {
    const std::byte* at = letter.data() + k * kBytes;
    return {read<kFirst>(at), read<kSecond>(at + kFirst)};
  }

 private:
  static constexpr std::size_t kWord = sizeof(std::uint64_t);
  static constexpr std::size_t kBytes = kFirst + kSecond, kSpare = 2 * kWord;
  // Behind the last pair, so that whole words can be read: a number that is put together from
  // pieces in memory takes the processor several times as long.
  static constexpr std::size_t kSlack = kWord - kSecond;
  static_assert(kSlack < kBytes && kBytes + kSlack >= kWord);

  template <std::size_t kSize>
  static std::uint64_t read(const std::byte* at) {
    std::uint64_t word;
    std::memcpy(&word, at, kWord);
    return word & (~std::uint64_t{0} >> 8 * (kWord - kSize));
  }

  // Many letters stay short: those who have nothing else to do send what little they have.
  void make_room(std::size_t letter_bytes) {
    constexpr std::size_t kShort = 1 << 10;
    if (bytes_.empty()) {
      bytes_ = Exchange::blank();
      used_ = bytes_.size();
    }
    bytes_.resize(std::min(std::max(4 * bytes_.size(), kShort), letter_bytes + kBytes + kSpare));
  }
  Bytes bytes_{};
  std::size_t used_ = 0;
};

}  // namespace solvent::endgame
