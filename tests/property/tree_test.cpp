// tree/: blocks of the arena never overlap, freed ones are used again, and joining free neighbours
// touches nothing that lives.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include "base/rng.hpp"
#include "effort/effort.hpp"
#include "tree/family_tree.hpp"

namespace solvent::tree {
namespace {

// --- Arena -------------------------------------------------------------------------------------

// What was given out, as it should be.
struct Ledger {
  std::map<BlockId, std::size_t> blocks;  // units by id

  bool fits(BlockId id, std::size_t units) const {
    const auto after = blocks.lower_bound(id);
    if (after != blocks.end() && id + units > after->first) return false;
    if (after == blocks.begin()) return true;
    const auto before = std::prev(after);
    return before->first + before->second <= id;
  }
};

void fill(const Arena& arena, BlockId id, std::size_t units) {
  for (std::size_t k = 0; k < units; ++k) {
    const std::uint64_t mark = mix(id * 4096 + k);
    std::memcpy(arena.at(id + static_cast<BlockId>(k)), &mark, sizeof mark);
  }
}
bool intact(const Arena& arena, BlockId id, std::size_t units) {
  for (std::size_t k = 0; k < units; ++k) {
    const std::uint64_t mark = mix(id * 4096 + k);
    if (std::memcmp(arena.at(id + static_cast<BlockId>(k)), &mark, sizeof mark) != 0) return false;
  }
  return true;
}

RC_GTEST_PROP(ArenaProperty, BlocksDoNotOverlapAndKeepWhatTheyHold, (std::uint64_t seed)) {
  const std::size_t units = 16 + mix(seed) % 500;
  Arena arena(units * Arena::kUnit);
  Ledger ledger;
  Rng rng(seed);
  std::size_t freed = 0;  // in units, since the last clear
  for (int n = 0; n < 300; ++n) {
    const std::uint32_t what = rng.below(100);
    if (what < 60) {
      const std::size_t wanted = 1 + rng.below(rng.below(4) == 0 ? 64 : 6);
      const bool promised = arena.has_room(wanted);
      const BlockId id = arena.allocate(wanted);
      RC_ASSERT((id != kNoBlock) == promised);
      if (id == kNoBlock) continue;
      RC_ASSERT(id + wanted <= units);
      RC_ASSERT(ledger.fits(id, wanted));
      ledger.blocks[id] = wanted;
      fill(arena, id, wanted);
    } else if (what < 99 && !ledger.blocks.empty()) {
      auto it = ledger.blocks.begin();
      std::advance(it, rng.below(static_cast<std::uint32_t>(ledger.blocks.size())));
      RC_ASSERT(intact(arena, it->first, it->second));
      arena.release(it->first, it->second);
      ledger.blocks.erase(it);
    } else if (what == 99) {
      arena.clear();
      ledger.blocks.clear();
      RC_ASSERT(arena.free_units() == 0U);
    }
    freed = arena.free_units();
    std::size_t live = 0;
    for (const auto& [id, size] : ledger.blocks) live += size;
    // Every unit below the end is in a block or in a free list, but for unit 0.
    RC_ASSERT(live + freed + 1 == arena.end());
    RC_ASSERT(arena.touched_bytes() <= units * Arena::kUnit);
  }
  for (const auto& [id, size] : ledger.blocks) RC_ASSERT(intact(arena, id, size));
}

TEST(ArenaUse, AFreedBlockOfTheSizeComesBackFirst) {
  Arena arena(1000 * Arena::kUnit);
  const BlockId a = arena.allocate(5), b = arena.allocate(7);
  arena.release(a, 5);
  arena.release(b, 7);
  const BlockId end = arena.end();
  EXPECT_EQ(arena.allocate(7), b);
  EXPECT_EQ(arena.allocate(5), a);
  EXPECT_EQ(arena.end(), end);
  EXPECT_EQ(arena.allocate(5), end);
}
TEST(ArenaUse, WhenAllGroundIsUsedLargerFreedBlocksAreSplit) {
  Arena arena(21 * Arena::kUnit);
  const BlockId whole = arena.allocate(20);
  ASSERT_NE(whole, kNoBlock);
  EXPECT_FALSE(arena.has_room(1));
  arena.release(whole, 20);
  EXPECT_TRUE(arena.has_room(20));
  EXPECT_FALSE(arena.has_room(21));
  for (int n = 0; n < 6; ++n) EXPECT_NE(arena.allocate(3), kNoBlock);
  EXPECT_EQ(arena.allocate(3), kNoBlock);
  EXPECT_EQ(arena.free_units(), 2U);
}
TEST(ArenaUse, TooLittleMemoryForAnything) {
  for (const std::size_t bytes : {0, 7, 8, 15}) {
    Arena arena(bytes);
    EXPECT_FALSE(arena.has_room(1)) << bytes;
    EXPECT_EQ(arena.allocate(1), kNoBlock) << bytes;
  }
}

// --- FamilyTree --------------------------------------------------------------------------------

using Move = StoredMove;
using Cell = effort::ProofNumbers::Cell;
using Tree = FamilyTree;

// A tree that is grown and pruned at random. Every family is filled with what its id and size give,
// so that it can be told later whether anybody wrote over it.
class Garden {
 public:
  Garden(std::size_t bytes, Layout layout) : tree_(bytes), layout_(layout) { replant(); }

  void replant() {
    tree_.clear(layout_);
    families_.clear();
    root_ = tree_.make_block(1, 0, 3);
    if (root_ != kNoBlock) fill(root_, 1, 3);
  }
  bool planted() const { return root_ != kNoBlock; }
  // A family for a random node that has none.
  void grow(Rng& rng) {
    const auto [id, index] = any_node(rng);
    FamilyNode& node = tree_.block(id).nodes[index];
    if (node.expanded()) return;
    const std::size_t count = 1 + rng.below(6), width = rng.below(5);
    const bool promised = tree_.arena().has_room(tree_.units(count, width));
    const BlockId made = tree_.make_block(count, rng.below(9), width);
    ASSERT_EQ(made != kNoBlock, promised);
    if (made == kNoBlock) return;
    node.children = made;
    fill(made, count, width);
  }
  void prune(Rng& rng) {
    const auto [id, index] = any_node(rng);
    std::set<BlockId> doomed;
    note_below(tree_.block(id).nodes[index], doomed);
    std::size_t heard = 0;
    tree_.prune(tree_.block(id).nodes[index]);
    while (!tree_.free_pruned(1 + rng.below(5), [&](const Tree::Block&) { ++heard; })) {}
    ASSERT_EQ(heard, doomed.size());
    ASSERT_FALSE(tree_.block(id).nodes[index].expanded());
    for (const BlockId gone : doomed) families_.erase(gone);
  }
  void join() {
    const std::size_t free = tree_.arena().free_units();
    while (!tree_.join_free_neighbours(7)) {}
    ASSERT_LE(tree_.arena().free_units(), free);
    if (families_.size() == 1) { ASSERT_TRUE(tree_.arena().has_room(1) || free == 0); }
  }
  void check() const {
    std::size_t nodes = 0, units = 0;
    BlockId end = 0;
    for (const auto& [id, size] : families_) {  // in the order of the arena
      ASSERT_GE(id, end) << "blocks overlap";
      end = id + static_cast<BlockId>(tree_.units(size.first, size.second));
      units += tree_.units(size.first, size.second);
      nodes += size.first;
      const Tree::Block b = tree_.block(id);
      ASSERT_EQ(b.header->count, size.first);
      ASSERT_EQ(b.header->width, size.second);
      ASSERT_NE(b.header->used, Arena::kFree);
      for (std::size_t k = 0; k < size.first; ++k) {
        ASSERT_EQ(b.nodes[k].move, mark(id, k) % 60'000);
        if (b.nodes[k].expanded()) { ASSERT_TRUE(families_.contains(b.nodes[k].children)); }
      }
      for (std::size_t k = 0; k < cells(size); ++k)
        ASSERT_EQ(static_cast<Cell*>(b.cells)[k].pn, mark(id, 1000 + k) % 1'000'000);
      if (layout_ == Layout::Shared) { ASSERT_EQ(b.sharing->refs, 1); }
    }
    ASSERT_LE(end, tree_.arena().end());
    ASSERT_EQ(tree_.live_nodes(), nodes);
    ASSERT_GE(tree_.largest(), nodes);
    ASSERT_LE(units + tree_.arena().free_units() + 1, tree_.arena().end());
  }
  const Tree& tree() const { return tree_; }

 private:
  using Size = std::pair<std::size_t, std::size_t>;  // nodes, cells of each
  static std::uint64_t mark(BlockId id, std::size_t k) { return mix(id * 8192ULL + k); }
  std::size_t cells(const Size& size) const {
    return layout_ == Layout::Beside ? size.first * size.second : size.second;
  }
  std::pair<BlockId, std::size_t> any_node(Rng& rng) const {
    auto it = families_.begin();
    std::advance(it, rng.below(static_cast<std::uint32_t>(families_.size())));
    return {it->first, rng.below(static_cast<std::uint32_t>(it->second.first))};
  }
  void fill(BlockId id, std::size_t count, std::size_t width) {
    families_[id] = {count, width};
    const Tree::Block b = tree_.block(id);
    for (std::size_t k = 0; k < count; ++k)
      b.nodes[k] = {kNoBlock, {0, 2}, static_cast<Move>(mark(id, k) % 60'000)};
    for (std::size_t k = 0; k < cells({count, width}); ++k)
      static_cast<Cell*>(b.cells)[k] = {static_cast<std::uint32_t>(mark(id, 1000 + k) % 1'000'000),
                                        7};
    if (layout_ == Layout::Shared) *b.sharing = {0, 1, {0, 2}};
  }
  void note_below(const FamilyNode& node, std::set<BlockId>& out) const {
    if (!node.expanded()) return;
    out.insert(node.children);
    const Tree::Block b = tree_.block(node.children);
    for (std::size_t k = 0; k < b.header->count; ++k) note_below(b.nodes[k], out);
  }

  Tree tree_;
  Layout layout_;
  BlockId root_ = kNoBlock;
  std::map<BlockId, Size> families_;
};

TEST(FamilyTreeProperty, LivingFamiliesStayAsTheyAre) {
  std::size_t full = 0, joined = 0;
  for (const Layout layout : {Layout::Beside, Layout::Inside, Layout::Shared})
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      Rng rng(seed);
      const std::size_t bytes = 256u << rng.below(7);
      Garden garden(bytes, layout);
      ASSERT_TRUE(garden.planted());
      for (int n = 0; n < 500; ++n) {
        const std::uint32_t what = rng.below(1000);
        if (what < 700)
          garden.grow(rng);
        else if (what < 950)
          garden.prune(rng);
        else if (what < 998)
          garden.join(), ++joined;
        else
          garden.replant();
        full += !garden.tree().arena().has_room(8);
        if (n % 10 == 0 || what >= 950) garden.check();
        ASSERT_FALSE(HasFailure()) << "seed " << seed << " layout " << static_cast<int>(layout);
      }
      garden.check();
      ASSERT_LE(garden.tree().bytes(), bytes);
    }
  EXPECT_GT(full, 1000U);
  EXPECT_GT(joined, 1000U);
}

// After joining, what is free side by side serves a block of any size up to the longest.
TEST(FamilyTreeUse, JoiningMakesRoomForLargerFamilies) {
  for (const Layout layout : {Layout::Beside, Layout::Inside, Layout::Shared}) {
    Tree tree(64 * Arena::kUnit);
    tree.clear(layout);
    FamilyNode a{kNoBlock, {0, 2}, 1}, b = a;
    const std::size_t small = tree.units(3, 1), large = tree.units(6, 1);
    std::vector<BlockId> filler;
    a.children = tree.make_block(3, 0, 1);
    b.children = tree.make_block(3, 0, 1);
    for (FamilyNode* parent : {&a, &b}) {
      const Tree::Block block = tree.block(parent->children);
      for (std::size_t k = 0; k < 3; ++k) block.nodes[k] = {kNoBlock, {0, 2}, 0};
      if (layout == Layout::Shared) *block.sharing = {0, 1, {0, 2}};
    }
    while (tree.arena().has_room(tree.units(1, 0))) ASSERT_NE(tree.make_block(1, 0, 0), kNoBlock);
    ASSERT_FALSE(tree.arena().has_room(large));
    tree.prune(a);
    tree.prune(b);
    EXPECT_FALSE(tree.free_pruned(1, [](const Tree::Block&) {}));
    EXPECT_TRUE(tree.free_pruned(1, [](const Tree::Block&) {}));
    EXPECT_TRUE(tree.arena().has_room(small));
    EXPECT_FALSE(tree.arena().has_room(large)) << "they are two";
    while (!tree.join_free_neighbours(1)) {}
    EXPECT_TRUE(tree.arena().has_room(large));
  }
}

// A family that several nodes lead to goes with the last of them.
TEST(FamilyTreeUse, SharedFamiliesGoWithTheirLastParent) {
  Tree tree(1000 * Arena::kUnit);
  tree.clear(Layout::Shared);
  FamilyNode a{kNoBlock, {0, 2}, 1}, b = a;
  a.children = b.children = tree.make_block(2, 0, 2);
  const Tree::Block block = tree.block(a.children);
  for (std::size_t k = 0; k < 2; ++k) block.nodes[k] = {kNoBlock, {0, 2}, 0};
  *block.sharing = {0, 2, {0, 2}};
  int gone = 0;
  const auto prune = [&](FamilyNode& node) {
    tree.prune(node);
    EXPECT_TRUE(tree.free_pruned(10, [&](const Tree::Block&) { ++gone; }));
  };
  prune(a);
  EXPECT_EQ(gone, 0);
  EXPECT_FALSE(a.expanded());
  EXPECT_EQ(tree.live_nodes(), 2U);
  prune(b);
  EXPECT_EQ(gone, 1);
  EXPECT_EQ(tree.live_nodes(), 0U);
}

}  // namespace
}  // namespace solvent::tree
