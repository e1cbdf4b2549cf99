#include "base/sha256.hpp"

#include <algorithm>
#include <bit>

namespace solvent {

namespace {

constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

}  // namespace

void Sha256::add(std::span<const std::byte> bytes) {
  std::size_t have = bytes_ % rest_.size();
  bytes_ += bytes.size();
  if (have > 0) {
    const std::size_t more = std::min(bytes.size(), rest_.size() - have);
    std::copy_n(bytes.begin(), more, rest_.begin() + have);
    if (have + more < rest_.size()) return;
    take_block(rest_.data());
    bytes = bytes.subspan(more);
  }
  for (; bytes.size() >= rest_.size(); bytes = bytes.subspan(rest_.size()))
    take_block(bytes.data());
  std::copy(bytes.begin(), bytes.end(), rest_.begin());
}

void Sha256::take_block(const std::byte* block) {
  std::array<std::uint32_t, 64> w;
  for (std::size_t k = 0; k < 16; ++k) {
    w[k] = 0;
    for (std::size_t byte = 0; byte < 4; ++byte)
      w[k] = w[k] << 8 | static_cast<std::uint32_t>(block[4 * k + byte]);
  }
  for (std::size_t k = 16; k < 64; ++k) {
    const std::uint32_t a = w[k - 15], b = w[k - 2];
    w[k] = w[k - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[k - 7] +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = hash_;
  for (std::size_t k = 0; k < 64; ++k) {
    const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                              ((e & f) ^ (~e & g)) + kRound[k] + w[k];
    const std::uint32_t two =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  const std::array<std::uint32_t, 8> more = {a, b, c, d, e, f, g, h};
  for (std::size_t k = 0; k < 8; ++k) hash_[k] += more[k];
}

std::string Sha256::digest() {
  const std::uint64_t bits = 8 * bytes_;
  std::array<std::byte, 72> end{std::byte{0x80}};  // then zeros, so that the length ends a block
  const std::size_t zeros = (119 - bytes_ % 64) % 64;
  for (std::size_t k = 0; k < 8; ++k)
    end[1 + zeros + k] = static_cast<std::byte>(bits >> (56 - 8 * k));
  add(std::span(end).first(1 + zeros + 8));
  std::string text;
  for (const std::uint32_t word : hash_)
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
  return text;
}

}  // namespace solvent
