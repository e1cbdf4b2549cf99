// A mancala board in 60 bits, for letters: five for each pit.
#pragma once

#include <cstdint>

namespace solvent::endgame {

// Of boards with fewer than 32 stones in each pit.
inline bool can_be_packed(std::uint64_t own, std::uint64_t enemy) {
  return ((own | enemy) & 0xE0E0'E0E0'E0E0) == 0;
}
constexpr std::uint64_t packed_row(std::uint64_t row) {
  const std::uint64_t pairs = (row & 0x001F'001F'001F) | (row & 0x1F00'1F00'1F00) >> 3;
  return (pairs & 0x3FF) | (pairs >> 6 & 0xF'FC00) | (pairs >> 12 & 0x3FF0'0000);
}
constexpr std::uint64_t unpacked_row(std::uint64_t packed) {
  const std::uint64_t pairs =
      (packed & 0x3FF) | (packed & 0xF'FC00) << 6 | (packed & 0x3FF0'0000) << 12;
  return (pairs & 0x001F'001F'001F) | (pairs & 0x03E0'03E0'03E0) << 3;
}
static_assert(unpacked_row(packed_row(0x1F01'020A'101E)) == 0x1F01'020A'101E);

template <class Board>
std::uint64_t packed_pits(const Board& b) {
  return packed_row(b.own) | packed_row(b.enemy) << 30;
}
template <class Board>
Board unpacked_pits(std::uint64_t packed) {
  return {unpacked_row(packed), unpacked_row(packed >> 30)};
}

}  // namespace solvent::endgame
