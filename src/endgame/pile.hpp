// A letter that grows by short numbers until it is worth sending.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "endgame/exchange.hpp"

namespace solvent::endgame {

static_assert(std::endian::native == std::endian::little);

template <std::size_t kBytes>  // of each number
class Pile {
 public:
  bool empty() const { return count_ == 0; }
  std::size_t count() const { return count_; }
  // True once it is as large as a letter should be.
  bool add(std::uint64_t number, std::size_t letter_bytes) {
    if (bytes_.empty()) begin(letter_bytes);
    std::memcpy(bytes_.data() + used_, &number, sizeof number);  // what is too much is overwritten
    used_ += kBytes;
    ++count_;
    return used_ + sizeof number > bytes_.size();
  }
  // What it holds; it is empty then.
  Bytes take() {
    bytes_.resize(used_);
    count_ = used_ = 0;
    return std::exchange(bytes_, {});
  }

  static std::size_t count(Letter letter) { return letter.size() / kBytes; }
  static std::uint64_t number(Letter letter, std::size_t k) {
    std::uint64_t number = 0;
    std::memcpy(&number, letter.data() + k * kBytes, kBytes);
    return number;
  }

 private:
  void begin(std::size_t letter_bytes) {
    bytes_ = Exchange::blank();
    used_ = bytes_.size();
    bytes_.resize(used_ + letter_bytes + sizeof(std::uint64_t));
  }
  Bytes bytes_{};
  std::size_t used_ = 0, count_ = 0;
};

}  // namespace solvent::endgame
