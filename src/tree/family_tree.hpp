// The memory of a best-first search: a tree in which all children of a node form one block.
//
//     | count best base width cut - | node node ... | cells of node 0 | cells of node 1 | ...
//       header, 8 bytes               8 bytes each    `width` cells each, from cut `base`
//
// A node has no parent link and no state: a search keeps the path from the root and replays it. The
// cells of a node stand in its parent's block, so that choosing a child reads a few neighbouring
// lines. They exist for the cuts that were open between the ancestors' bounds when the parent was
// expanded, no others.
#pragma once

#include <cstdint>

#include "solvent/outcome.hpp"
#include "tree/arena.hpp"

namespace solvent::tree {

template <class Move>
struct Node {
  BlockId children = kNoBlock;  // kNoBlock: not expanded
  Bounds bounds;
  Move move;
};

struct Header {
  std::uint16_t count;
  std::uint16_t best;  // the most-proving child for best_cut, from the last update
  std::uint8_t base;   // the first cut that has cells
  std::uint8_t width;  // how many have
  std::uint8_t best_cut;
  std::uint8_t unused;
};
static_assert(sizeof(Header) == Arena::kUnit);

template <class Move, class Cell>
class FamilyTree {
 public:
  using N = Node<Move>;

  // A block, as pointers into the arena.
  struct Block {
    Header* header;
    N* nodes;
    Cell* cells;

    Cell* row(std::size_t index) const { return cells + index * header->width; }
  };

  explicit FamilyTree(std::size_t bytes) : arena_(bytes) {}

  Block block(BlockId id) const {
    auto* header = static_cast<Header*>(arena_.at(id));
    auto* nodes = reinterpret_cast<N*>(header + 1);
    return {header, nodes, reinterpret_cast<Cell*>(bytes_of(nodes) + node_bytes(header->count))};
  }
  static std::size_t units(std::size_t count, std::size_t width) {
    return (sizeof(Header) + node_bytes(count) + count * width * sizeof(Cell) + Arena::kUnit - 1) /
           Arena::kUnit;
  }
  // A new block with its header filled in; kNoBlock if there is no room.
  BlockId make_block(std::size_t count, std::size_t base, std::size_t width) {
    const BlockId id = arena_.allocate(units(count, width));
    if (id == kNoBlock) return id;
    *static_cast<Header*>(arena_.at(id)) = {
        static_cast<std::uint16_t>(count), 0,   static_cast<std::uint8_t>(base),
        static_cast<std::uint8_t>(width),  255, 0};
    live_nodes_ += count;
    return id;
  }
  // Frees everything below a node; the node itself stays, unexpanded.
  void prune(N& node) {
    if (node.children == kNoBlock) return;
    doomed_.push_back(node.children);
    node.children = kNoBlock;
    while (!doomed_.empty()) {
      const BlockId id = doomed_.back();
      doomed_.pop_back();
      const Block b = block(id);
      for (std::size_t k = 0; k < b.header->count; ++k)
        if (b.nodes[k].children != kNoBlock) doomed_.push_back(b.nodes[k].children);
      live_nodes_ -= b.header->count;
      arena_.release(id, units(b.header->count, b.header->width));
    }
  }
  void clear() {
    arena_.clear();
    live_nodes_ = 0;
  }

  std::size_t live_nodes() const { return live_nodes_; }
  std::size_t bytes() const { return arena_.touched_bytes(); }

 private:
  static std::byte* bytes_of(void* p) { return static_cast<std::byte*>(p); }
  // Rounded up, so that cells are aligned.
  static std::size_t node_bytes(std::size_t count) {
    return (count * sizeof(N) + alignof(Cell) - 1) / alignof(Cell) * alignof(Cell);
  }

  Arena arena_;
  std::size_t live_nodes_ = 0;
  std::vector<BlockId> doomed_;
};

}  // namespace solvent::tree
