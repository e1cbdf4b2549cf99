// An arena of 8-byte units for the nodes of a best-first tree. Blocks are named by 32-bit numbers,
// freed blocks are used again, and growing copies nothing: the address space is reserved at once
// and memory comes as it is touched.
//
// A free block says so in its last byte of the first unit, so that a walk over the arena can tell
// free from used and join neighbours (`FamilyTree::join_free_neighbours`):
//
//     | next free block of the size (4 bytes) | units (3 bytes) | kFree |
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "base/memory.hpp"

namespace solvent::tree {

using BlockId = std::uint32_t;
inline constexpr BlockId kNoBlock = 0;            // unit 0 is never given out
inline constexpr BlockId kFirstTag = 0xFF000000;  // ids from here on are never given out either

class Arena {
 public:
  static constexpr std::size_t kUnit = 8;
  static constexpr std::uint8_t kFree = 0xFF;
  struct FreeBlock {
    BlockId next;
    std::uint32_t units : 24, mark : 8;
  };
  static_assert(sizeof(FreeBlock) == kUnit);

  explicit Arena(std::size_t bytes)
      : units_(std::min<std::size_t>(bytes / kUnit, kFirstTag)), memory_(units_ * kUnit) {}

  // What the tree has ever needed.
  std::size_t touched_bytes() const { return std::max(end_, most_) * kUnit; }
  std::size_t free_units() const { return free_units_; }
  std::size_t units() const { return units_; }
  BlockId end() const { return static_cast<BlockId>(end_); }

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
      if (id != kNoBlock) release(id + static_cast<BlockId>(units), size - units);
    }
    return id;
  }
  bool has_room(std::size_t units) const {
    if (end_ + units <= units_) return true;
    return std::any_of(free_.begin() + static_cast<std::ptrdiff_t>(std::min(units, free_.size())),
                       free_.end(), [](BlockId id) { return id != kNoBlock; });
  }
  void release(BlockId id, std::size_t units) {
    if (free_.size() <= units) free_.resize(units + 1, kNoBlock);
    *free_block(id) = {free_[units], static_cast<std::uint32_t>(units), kFree};
    free_[units] = id;
    free_units_ += units;
  }
  void clear() {
    most_ = std::max(most_, end_);
    end_ = 1;
    forget_free();
  }
  void forget_free() {
    free_.clear();
    free_units_ = 0;
  }

  void archive(Archive& a) {
    std::size_t end = end_;
    a(end, most_, free_units_, free_);
    if (end > units_) a.want_room("its tree");
    if (a.loading()) end_ = a.good() ? end : 1;
    a.bytes(memory_.data(), memory_.data() == nullptr ? 0 : end_ * kUnit);
  }

  void* at(BlockId id) const { return static_cast<std::byte*>(memory_.data()) + id * kUnit; }
  FreeBlock* free_block(BlockId id) const { return static_cast<FreeBlock*>(at(id)); }

 private:
  BlockId take_free(std::size_t units) {
    if (units >= free_.size() || free_[units] == kNoBlock) return kNoBlock;
    const BlockId id = free_[units];
    free_[units] = free_block(id)->next;
    free_units_ -= units;
    return id;
  }

  std::size_t units_;  // reserved
  ZeroedMemory memory_;
  std::size_t end_ = 1;         // first unit never given out
  std::size_t most_ = 1;        // largest end_ of trees cleared since
  std::size_t free_units_ = 0;  // in freed blocks
  std::vector<BlockId> free_;   // by size: the first free block, each names the next
};

}  // namespace solvent::tree
