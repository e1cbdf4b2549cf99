// A database: the slices of one game that a folder holds, from the lowest on without a gap.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "endgame/slice_file.hpp"

namespace solvent::endgame {

// The slices a game has: label(k) describes slice k, for k = 0..highest.
class SliceList {
 public:
  virtual ~SliceList() = default;
  virtual int highest() const = 0;
  virtual SliceLabel label(int slice) const = 0;
};

// The file of a slice: the game's name with '-' for what is neither a letter nor a digit, and the
// slice's number.
std::string slice_path(const std::string& folder, const SliceLabel& label);

class Database {
 public:
  // Every slice that is there; an error if none is, or if one of them cannot be used.
  static Result<std::shared_ptr<const Database>> open(const SliceList& game,
                                                      const std::string& folder);
  int size() const { return static_cast<int>(slices_.size()); }  // slices 0..size-1
  const SliceFile& slice(int k) const { return slices_[k]; }

 private:
  std::vector<SliceFile> slices_;
};

// Looks values up; blocks once unpacked stay in a cache. One for each thread. Throws DamagedTable.
class Lookup {
 public:
  Lookup(std::shared_ptr<const Database> database, std::uint64_t cache_bytes);

  bool covers(int slice) const { return slice < database_->size(); }
  int value(int slice, std::uint64_t index) {
    const std::uint64_t block = first_block_[slice] + index / kBlock;
    std::uint32_t place = places_[block];
    if (place == kAbsent) place = load(slice, block);
    return cache_[std::uint64_t{place} * kBlock + index % kBlock];
  }

 private:
  static constexpr std::uint32_t kAbsent = ~std::uint32_t{0};
  std::uint32_t load(int slice, std::uint64_t block);

  std::shared_ptr<const Database> database_;
  std::vector<std::uint64_t> first_block_;
  std::vector<std::uint32_t> places_;  // of every block: where it is in the cache
  std::vector<signed char> cache_;
  std::vector<std::uint64_t> holds_;  // of every place: which block
  std::uint64_t most_ = 0, next_ = 0;
};

}  // namespace solvent::endgame
