// Values on their way into a slice's file: counted, packed block by block, and put down in order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/new_file.hpp"
#include "endgame/slice_file.hpp"

namespace solvent::endgame {

// How often each value follows each: [value before][value], both from -limit.
class PairCounts {
 public:
  explicit PairCounts(int limit)
      : row_(static_cast<std::size_t>(2 * limit + 1)), limit_(limit), counts_(row_ * row_) {}
  // `before` is the value before the first of them; 0 before the first of the slice.
  void add(signed char before, std::span<const signed char> values) {
    std::size_t row = static_cast<std::size_t>(before + limit_);
    for (const signed char v : values) {
      ++counts_[row * row_ + v + limit_];
      row = static_cast<std::size_t>(v + limit_);
    }
  }
  void add(std::span<const std::uint64_t> others);
  std::span<const std::uint64_t> counts() const { return counts_; }
  std::vector<std::uint64_t> histogram() const;
  // For each value before, from -limit, all values in the order of how often they follow it.
  std::vector<signed char> ranked() const;

 private:
  std::size_t row_;
  int limit_;
  std::vector<std::uint64_t> counts_;
};

struct PackedBlock {
  std::vector<unsigned char> bytes{};
  std::uint32_t checksum = 0;
};

// Packs blocks one at a time. Values follow one another closely, so each is written as its rank
// among those that most often follow the value before it: a quarter fewer bits, and as fast to
// read. One block to a zstd frame.
class BlockPacker {
 public:
  BlockPacker(std::span<const signed char> ranked, int limit);
  ~BlockPacker();
  BlockPacker(const BlockPacker&) = delete;
  BlockPacker& operator=(const BlockPacker&) = delete;
  PackedBlock pack(std::span<const signed char> values);

 private:
  struct Context;
  int limit_;
  std::vector<unsigned char> rank_;  // [value before][value]
  std::unique_ptr<Context> context_;
};

// The file, under a temporary name until it is complete.
class SliceWriter {
 public:
  SliceWriter(const std::string& path, const SliceLabel& label, const PairCounts& pairs);
  void append(const PackedBlock& block);  // the next one
  bool good() const { return file_.good(); }
  Result<bool> finish();  // true, or what went wrong with the file

 private:
  std::string path_;
  SliceLabel label_;
  NewFile file_;
  std::vector<std::uint64_t> histogram_;
  std::vector<signed char> ranked_;
  std::vector<std::uint16_t> sizes_{};
  std::vector<std::uint32_t> checksums_{};
  std::uint64_t header_bytes_, at_;
};

}  // namespace solvent::endgame
