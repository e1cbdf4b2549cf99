// How a slice's file begins: see README.md of this folder. Reading and writing share it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/hash.hpp"
#include "endgame/slice_file.hpp"

namespace solvent::endgame {

inline constexpr std::array<char, 8> kSliceMagic = {'S', 'o', 'l', 'v', 'S', 'l', 'c', '\n'};
inline constexpr std::uint32_t kSliceVersion = 1;

// The head of a file; everything is little-endian. Then, each filled up to a multiple of 8 bytes:
// the game's name, the histogram (8 bytes a value), the ranked values (a byte each), the blocks'
// checksums (4 bytes each) and sizes (2 bytes each).
struct SliceHead {
  std::array<char, 8> magic = kSliceMagic;
  std::uint32_t version = kSliceVersion;
  std::uint32_t header_bytes = 0;  // up to the first block
  std::uint64_t checksum = 0;      // of the header, with 0 in this place
  std::uint64_t file_bytes = 0;
  std::uint64_t positions = 0;
  std::uint32_t block = kBlock;
  std::uint32_t blocks = 0;
  std::int32_t slice = 0;
  std::int32_t limit = 0;
  std::uint32_t name_bytes = 0;
  std::uint32_t unused = 0;
};
static_assert(sizeof(SliceHead) == 64);

constexpr std::uint64_t padded(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

struct SliceLayout {
  std::uint64_t name = sizeof(SliceHead), histogram, ranked, checksums, sizes, end;
  explicit SliceLayout(const SliceHead& h) {
    const auto values = static_cast<std::uint64_t>(2 * h.limit + 1);
    histogram = name + padded(h.name_bytes);
    ranked = histogram + 8 * values;
    checksums = ranked + padded(values * values);
    sizes = checksums + padded(4 * std::uint64_t{h.blocks});
    end = sizes + padded(2 * std::uint64_t{h.blocks});
  }
};

// Of whole words; the header's own place for it counts as 0.
inline std::uint64_t header_checksum(std::span<const unsigned char> header) {
  std::uint64_t h = 0;
  for (std::size_t at = 0; at + 8 <= header.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, header.data() + at, 8);
    if (at == offsetof(SliceHead, checksum)) word = 0;
    h = mix(h + word + 0x9E3779B97F4A7C15ull);
  }
  return h;
}

// Two lanes, so that it keeps up with unpacking.
inline std::uint32_t block_checksum(const unsigned char* data, std::size_t size) {
  std::uint64_t lanes[2] = {size, 0};
  std::size_t at = 0;
  for (int lane = 0; at < size; at += 8, lane ^= 1) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + at, std::min<std::size_t>(8, size - at));
    lanes[lane] = mix(lanes[lane] + word + 0x9E3779B97F4A7C15ull);
  }
  return static_cast<std::uint32_t>(mix(lanes[0] + mix(lanes[1])));
}

inline std::uint32_t blocks_of(std::uint64_t positions) {
  return static_cast<std::uint32_t>((positions + kBlock - 1) / kBlock);
}
inline std::uint32_t block_size(std::uint64_t positions, std::uint32_t block) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(kBlock, positions - std::uint64_t{block} * kBlock));
}

inline bool is_set(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

}  // namespace solvent::endgame
