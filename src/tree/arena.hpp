// An arena of 8-byte units for the nodes of a best-first tree. Blocks are named by 32-bit numbers,
// freed blocks are used again, and growing copies nothing: the address space is reserved at once
// and memory comes as it is touched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/memory.hpp"

namespace solvent::tree {

using BlockId = std::uint32_t;
inline constexpr BlockId kNoBlock = 0;  // unit 0 is never given out

class Arena {
 public:
  static constexpr std::size_t kUnit = 8;

  explicit Arena(std::size_t bytes)
      : units_(std::min<std::size_t>(bytes / kUnit, ~std::uint32_t{0})), memory_(units_ * kUnit) {}

  std::size_t touched_bytes() const {
    return std::max(end_, most_) * kUnit;
  }  // what the tree has ever needed
  // A block of so many units, contents undefined; kNoBlock if there is no room. A freed block of
  // the size comes first, then new ground, then the rest of a larger freed one.
  BlockId allocate(std::size_t units) {
    BlockId id = take_free(units);
    if (id == kNoBlock && end_ + units <= units_) {
      id = static_cast<BlockId>(end_);
      end_ += units;
    }
    for (std::size_t size = units + 1; id == kNoBlock && size < free_.size(); ++size) {
      id = take_free(size);
      if (id == kNoBlock) continue;
      put_free(id + static_cast<BlockId>(units), size - units);
    }
    return id;
  }
  void release(BlockId id, std::size_t units) { put_free(id, units); }
  void clear() {
    most_ = std::max(most_, end_);
    end_ = 1;
    free_.clear();
  }

  void* at(BlockId id) const { return static_cast<std::byte*>(memory_.data()) + id * kUnit; }

 private:
  BlockId take_free(std::size_t units) {
    if (units >= free_.size() || free_[units] == kNoBlock) return kNoBlock;
    const BlockId id = free_[units];
    free_[units] = *static_cast<BlockId*>(at(id));
    return id;
  }
  void put_free(BlockId id, std::size_t units) {
    if (free_.size() <= units) free_.resize(units + 1, kNoBlock);
    *static_cast<BlockId*>(at(id)) = free_[units];
    free_[units] = id;
  }

  std::size_t units_;  // reserved
  ZeroedMemory memory_;
  std::size_t end_ = 1;        // first unit never given out
  std::size_t most_ = 1;       // largest end_ of trees cleared since
  std::vector<BlockId> free_;  // by size: the first free block, each names the next
};

}  // namespace solvent::tree
