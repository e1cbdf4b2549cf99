// The memory of a best-first search: all children of a node form one block, a family.
//
// A node has no parent link and no state: a search keeps the path from the root and replays it.
// Cells exist for the cuts that were open when the family was made, `width` of them from cut
// `base`. Where they stand depends on how many there are:
//
//   Beside   | header | node node ... | cells of node 0 | cells of node 1 | ...
//            few cells, next to their nodes: choosing a child reads a few neighbouring lines
//   Inside   | header | node node ... | cells of the family's parent |
//            many cells: an expanded node keeps them with its children; one that is not expanded
//            has none, and a tag in place of its children's number says what they would be
//   Shared   | header | position refs bounds | node node ... | cells of the family's parent |
//            as Inside, for graphs: positions met by several paths have one family
#pragma once

#include <cstdint>

#include "solvent/outcome.hpp"
#include "tree/arena.hpp"

namespace solvent::tree {

enum class Layout : std::uint8_t { Beside, Inside, Shared };

inline constexpr BlockId kDeadTag = 0xFFFFFFFF;
inline constexpr BlockId kPrunedTag = 0xFFFFFFFE;  // it had children

// The bytes of a game's move, so that the trees of all games are of one type.
using StoredMove = std::uint16_t;
// Two numbers of four bytes, whatever they are.
inline constexpr std::size_t kCellBytes = 8;

struct FamilyNode {
  BlockId children = kNoBlock;  // kNoBlock: not expanded; nor are those with a tag
  Bounds bounds;
  StoredMove move;

  bool expanded() const { return children - 1 < kFirstTag - 1; }
};
static_assert(sizeof(FamilyNode) == Arena::kUnit);

struct Header {
  std::uint16_t count;
  std::uint16_t best;  // the most-proving child for best_cut, from the last update
  std::uint8_t base;   // the first cut that has cells
  std::uint8_t width;  // how many have
  std::uint8_t best_cut;
  std::uint8_t used;  // never Arena::kFree
};
static_assert(sizeof(Header) == Arena::kUnit);

// What the parents of a shared family have in common.
struct Sharing {
  std::uint32_t position;  // its number in the search's index
  std::uint16_t refs;      // nodes whose children it is
  Bounds bounds;           // of the position
};
static_assert(sizeof(Sharing) == Arena::kUnit);

class FamilyTree {
 public:
  using N = FamilyNode;

  // A family, as pointers into the arena.
  struct Block {
    Header* header;
    Sharing* sharing;  // of Layout::Shared only
    N* nodes;
    void* cells;
  };

  explicit FamilyTree(std::size_t bytes) : arena_(bytes) {}

  Layout layout() const { return layout_; }
  Block block(BlockId id) const {
    auto* header = static_cast<Header*>(arena_.at(id));
    auto* sharing = reinterpret_cast<Sharing*>(header + 1);
    auto* nodes = layout_ == Layout::Shared ? reinterpret_cast<N*>(sharing + 1)
                                            : reinterpret_cast<N*>(sharing);
    return {header, sharing, nodes, nodes + header->count};
  }
  std::size_t units(std::size_t count, std::size_t width) const {
    const std::size_t rows = layout_ == Layout::Beside ? count : 1;
    const std::size_t head = sizeof(Header) + (layout_ == Layout::Shared ? sizeof(Sharing) : 0);
    return (head + count * sizeof(N) + rows * width * kCellBytes) / Arena::kUnit;
  }
  // A new block with its header filled in; kNoBlock if there is no room.
  BlockId make_block(std::size_t count, std::size_t base, std::size_t width) {
    const BlockId id = arena_.allocate(units(count, width));
    if (id == kNoBlock) return id;
    *static_cast<Header*>(arena_.at(id)) = {
        static_cast<std::uint16_t>(count), 0,   static_cast<std::uint8_t>(base),
        static_cast<std::uint8_t>(width),  255, 0};
    live_nodes_ += count;
    largest_ = std::max(largest_, live_nodes_);
    return id;
  }
  // Cuts off what only this node leads to; the node itself stays, unexpanded. The families are
  // freed by `free_pruned`, some at a time, since there may be millions; it calls `freed` for each
  // and returns whether all are freed. Until then nothing else may be done.
  void prune(N& node) {
    if (!node.expanded()) return;
    doomed_.push_back(node.children);
    node.children = kPrunedTag;
  }
  template <class Freed>
  bool free_pruned(std::size_t most, Freed freed) {
    for (; most > 0 && !doomed_.empty(); --most) {
      const BlockId id = doomed_.back();
      doomed_.pop_back();
      const Block b = block(id);
      if (layout_ == Layout::Shared && --b.sharing->refs > 0) continue;
      for (std::size_t k = 0; k < b.header->count; ++k)
        if (b.nodes[k].expanded()) doomed_.push_back(b.nodes[k].children);
      live_nodes_ -= b.header->count;
      freed(b);
      arena_.release(id, units(b.header->count, b.header->width));
    }
    return doomed_.empty();
  }
  bool has_pruned() const { return !doomed_.empty(); }
  // An empty tree of this layout.
  void clear(Layout layout) {
    arena_.clear();
    layout_ = layout;
    live_nodes_ = largest_ = 0;
    doomed_.clear();
    joining_at_ = kNoBlock;
  }
  // Freed blocks that lie side by side become one, those at the end new ground. So many blocks at a
  // time; true when all are joined, until when nothing else may be done.
  bool join_free_neighbours(std::size_t most) {
    const BlockId end = arena_.end();
    if (joining_at_ == kNoBlock) {
      arena_.forget_free();
      joining_at_ = 1;
    }
    BlockId id = joining_at_;
    for (; most > 0 && id < end; --most) {
      BlockId next = id;
      while (next < end && arena_.free_block(next)->mark == Arena::kFree)
        next += arena_.free_block(next)->units;
      for (; next - id > kLongestFree; id += kLongestFree) arena_.release(id, kLongestFree);
      if (next != id) arena_.release(id, next - id);
      id = next;
      if (id >= end) break;
      const auto* header = static_cast<const Header*>(arena_.at(id));
      id += static_cast<BlockId>(units(header->count, header->width));
    }
    joining_at_ = id < end ? id : kNoBlock;
    return joining_at_ == kNoBlock;
  }
  bool joins() const { return joining_at_ != kNoBlock; }

  void archive(Archive& a) { a(arena_, layout_, live_nodes_, largest_, doomed_, joining_at_); }

  std::size_t live_nodes() const { return live_nodes_; }
  std::size_t largest() const { return largest_; }  // most nodes at once
  std::size_t bytes() const { return arena_.touched_bytes(); }
  const Arena& arena() const { return arena_; }

 private:
  static constexpr BlockId kLongestFree = 1024;  // units: each size has a list of its own

  Arena arena_;
  Layout layout_ = Layout::Beside;
  std::size_t live_nodes_ = 0, largest_ = 0;
  std::vector<BlockId> doomed_;    // pruned and not yet freed
  BlockId joining_at_ = kNoBlock;  // where joining neighbours has come to
};

}  // namespace solvent::tree
