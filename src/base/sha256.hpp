// SHA-256 (FIPS 180-4): names a file by its contents, as sha256sum prints it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace solvent {

class Sha256 {
 public:
  void add(std::span<const std::byte> bytes);
  // Of all that was added, in 64 small hexadecimal digits. Nothing can be added any more.
  std::string digest();

 private:
  void take_block(const std::byte* block);

  std::array<std::uint32_t, 8> hash_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> rest_{};  // of the bytes, what is not a whole block yet
  std::uint64_t bytes_ = 0;
};

}  // namespace solvent
