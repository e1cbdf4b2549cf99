// The tree of a best-first search: families of nodes with their bounds and effort numbers, the path
// from the root to the node that the search looks at, and the cut that it works on. It knows no
// game. `BestFirst` has the other half, the states along the path:
//
//      BestFirst (one a game)                          EffortTree (one a kind of effort)
//
//      state                                           place   in the block of the root
//        | move   <---- most urgent child for the cut ---|
//      state                                           place   in a family | node node node | cells
//        | move   <--------------------------------------|
//      state      a leaf                               place   in a family | node node | cells
//        |
//      its moves, their bounds and tags -------------> make_family, number_leaves
//                 <---- where the path ends now ------ climb: bounds and cells from the children up
//
// What reads or writes cells is virtual: `EffortTreeOf<E>` in effort_tree.cpp is compiled once for
// each kind of effort and not for every game. It is called once a node at most, never for a child.
//
// In a graph (`Design::graph`) positions that several paths lead to have one family. Only the path
// of a descent is updated: other parents see a shared node's bounds and numbers when they are next
// read, and a descent that finds its own choice settled meanwhile brings the node above up to date.
// Nothing is freed there by the bounds of ancestors, since another path may need it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/long_array.hpp"
#include "search/design.hpp"
#include "search/view.hpp"
#include "tree/family_tree.hpp"

namespace solvent::search {

// What the numbers of a new node begin with where they are the same for every cut. The node has the
// tag in place of its children; kNoBlock: nothing is known of it.
class LeafTag {
 public:
  static tree::BlockId of_cost(std::uint32_t cost) { return tree::kFirstTag | cost; }
  static tree::BlockId of_moves(Side side, std::uint32_t moves) {
    return tree::kFirstTag | static_cast<std::uint32_t>(side) << kSideBit | moves;
  }
  static std::uint32_t cost(tree::BlockId tag) { return tag & (2 * kSide - 1); }
  static std::uint32_t moves(tree::BlockId tag) { return tag & (kSide - 1); }
  static Side side(tree::BlockId tag) { return (tag & kSide) != 0 ? Side::Min : Side::Max; }

 private:
  static constexpr int kSideBit = 23;
  static constexpr std::uint32_t kSide = 1u << kSideBit;
  static_assert(static_cast<int>(Side::Min) == 1);
};

class EffortTree {
 public:
  using Block = tree::FamilyTree::Block;
  using Node = tree::FamilyNode;
  using Layout = tree::Layout;
  using Efforts = std::pair<double, double>;  // proof and disproof, for people
  static constexpr std::uint32_t kNoChild = ~std::uint32_t{0};

  // A node on the path from the root. Its bounds and its ancestors' leave open only the cuts
  // alpha..beta-1.
  struct PathNode {
    tree::BlockId block;
    std::uint32_t index;
    Outcome alpha, beta;
    Side side;     // to move
    bool repeats;  // an earlier position of the path
  };

  EffortTree(const Design& design, const Scale& scale, std::size_t memory);
  virtual ~EffortTree() = default;
  EffortTree(const EffortTree&) = delete;
  EffortTree& operator=(const EffortTree&) = delete;

  // A new question. The path is empty until the root is pushed, which is not needed if the question
  // is over already.
  void start(Window window, Layout layout, Bounds root);
  void push_root(Side side, bool repeats);
  void archive(Archive& a);

  // --- how far it is ---------------------------------------------------------------------------

  bool done() const { return done_; }
  bool out_of_memory() const { return out_of_memory_; }
  std::optional<Outcome> estimate() const { return estimate_; }
  bool over() const { return done_ || out_of_memory_ || estimate_; }
  void give_up() { out_of_memory_ = true; }
  Bounds bounds() const { return path_.empty() ? root_bounds_ : root_node().bounds; }
  Window window() const { return window_; }
  int cut() const { return cut_; }  // that the next descent is about
  std::uint64_t updates() const { return updates_; }
  std::uint64_t open_nodes() const { return open_nodes_; }  // unsolved ones in memory (of a tree)
  const tree::FamilyTree& families() const { return families_; }
  std::size_t bytes() const { return families_.bytes() + shared_.bytes(); }

  // --- the path --------------------------------------------------------------------------------

  bool no_path() const { return path_.empty(); }
  bool at_root() const { return path_.size() == 1; }
  std::size_t path_length() const { return path_.size(); }
  const PathNode& place(std::size_t ply) const { return path_[ply]; }
  const PathNode& last() const { return path_.back(); }
  Node& node_of(const PathNode& p) const { return families_.block(p.block).nodes[p.index]; }
  Node& last_node() const { return node_of(path_.back()); }
  Node& root_node() const { return families_.block(root_block_).nodes[0]; }
  bool root_expanded() const { return !path_.empty() && root_node().expanded(); }
  Block block(tree::BlockId id) const { return families_.block(id); }
  Block children_of(const Node& node) const { return families_.block(node.children); }

  void push_child(std::uint32_t index, Side side, bool repeats) {
    const PathNode& at = path_.back();
    push(node_of(at).children, index, at.alpha, at.beta, side, repeats);
  }
  void return_to_root() { path_.resize(1); }
  // The child to descend to; kNoChild if another path has settled what looked open.
  std::uint32_t next_child() {
    const Block b = children_of(last_node());
    if (b.header->best_cut != cut_ || design_.selection == Selection::Lecture)
      remember_best(b, most_proving(b, path_.back().side));
    const std::uint32_t index = b.header->best;
    if (!design_.graph) return index;
    refresh(b.nodes[index]);
    return open_for(b.nodes[index].bounds, cut_) ? index : kNoChild;
  }
  // The child of the least urgency among those that are open for the cut and not dead, or kNoChild.
  virtual std::uint32_t most_proving(const Block& b, Side side) const = 0;
  // Updates from the last node upwards, up to the first that stays as it was: the path ends there,
  // and the next descent goes on from it. `changed` if the last node's own bounds have changed
  // already.
  virtual void climb(bool changed) = 0;
  // The root chooses the cut of the next descent.
  virtual void choose_cut() = 0;

  // --- leaves and families ---------------------------------------------------------------------

  // The last node turns out to be answered by these bounds.
  void close_last(Bounds bounds) {
    last_node().bounds = bounds;
    --open_nodes_;
  }
  // Units of a family for the last node; those of the last one that was asked for are remembered.
  std::size_t want_family(std::size_t count) {
    return wanted_ = families_.units(count, static_cast<std::size_t>(last().beta - last().alpha));
  }
  // The children of the last node, to be filled in and only then to be given to it; kNoBlock if
  // there is no room.
  virtual tree::BlockId make_family(std::size_t count) = 0;
  void set_child(const Block& b, std::uint32_t k, tree::BlockId tag, Bounds bounds) {
    b.nodes[k].children = tag;
    b.nodes[k].bounds = bounds;
    open_nodes_ += !window_.answered_by(bounds);
  }
  // The numbers of new nodes whose tags say what they are.
  virtual void number_leaves(const Block& b) const = 0;
  // Those of one of which a share of random games ended above each cut, from the first cut that has
  // cells on; no shares: nothing is known of it.
  virtual void number_leaf(const Block& b, std::uint32_t k, std::span<const double> shares) = 0;
  tree::BlockId root_block() const { return root_block_; }

  // --- graphs ----------------------------------------------------------------------------------

  // A new family is the one of this position, which may be a new one: they are numbered from 0 on.
  void share(tree::BlockId family, std::uint32_t position);
  // Gives a node the family and the bounds that its position has by another path; false if that is
  // nothing new.
  bool link(Node& node, std::uint32_t position);
  // What other paths have proved of a shared node.
  void refresh(Node& node) const {
    if (node.expanded()) node.bounds = meet(node.bounds, children_of(node).sharing->bounds);
  }

  // --- memory ----------------------------------------------------------------------------------

  // Frees some of what was pruned; false if there is more, which has to go before anything else.
  bool clear_away();
  // Makes room for the family that was wanted, in steps, since there may be much to free; the path
  // is that to the root.
  void begin_to_make_room();
  bool making_room() const { return room_ != Room::Enough; }
  bool needs_victim() const { return room_ == Room::Free; }
  // DeleteLeastProving (Allis et al.): from the root to where proving looks hardest, the rightmost
  // of equals: such a child of the last node, or kNoChild if none is expanded. The family reached
  // there is freed and its parent is dead: its bounds stay open, and it is never looked at again.
  virtual std::uint32_t hardest_child() const = 0;
  void delete_family_of_last();
  // What else is to be done once the family is cleared away.
  void continue_making_room();

  // --- a second level --------------------------------------------------------------------------

  // The last node's bounds are those that a search below it has found; false if nothing is left
  // open.
  bool narrow_last(Bounds found);
  // The children of the other tree's root, with their numbers, become those of this family.
  virtual void adopt_children(const Block& b, const EffortTree& below) = 0;
  // The numbers of the other tree's root for these cuts become those of a child.
  virtual void adopt_numbers(const Block& b, std::uint32_t k, Window cuts,
                             const EffortTree& below) = 0;

  // --- for observers ---------------------------------------------------------------------------

  std::optional<tree::StoredMove> best() const;
  // What is at the end of these moves from the root.
  std::optional<TreeView> look(std::span<const AnyMove> moves) const;
  Efforts root_efforts(int cut) const { return efforts(block(root_block_), 0, cut); }
  std::vector<Efforts> root_efforts() const;

 protected:
  PathNode& last_place() { return path_.back(); }
  void pop() { path_.pop_back(); }
  void prune(Node& node) {
    families_.prune(node);
    clear_away();
  }
  void remember_best(const Block& b, std::uint32_t best) const {
    if (best != kNoChild) b.header->best = static_cast<std::uint16_t>(best);
    b.header->best_cut = static_cast<std::uint8_t>(cut_);
  }
  virtual void set_dead(const PathNode& p) = 0;
  virtual Efforts efforts(const Block& b, std::uint32_t k, int cut) const = 0;

  const Design design_;
  const Scale scale_;
  tree::FamilyTree families_;
  std::vector<PathNode> path_;
  Window window_{};
  int cut_ = 0;
  Side committed_ = Side::Max;  // of the lecture's selection
  std::uint64_t open_nodes_ = 0, updates_ = 0;
  bool done_ = true;
  bool out_of_memory_ = false;
  std::optional<Outcome> estimate_;

 private:
  static constexpr std::uint16_t kMostParents = 0xFFFF;

  // The stages of making room for a family: one is freed, free units are counted, free neighbours
  // are joined.
  enum class Room : std::uint8_t { Enough, Free, Count, Join };
  // A position of a graph: its family, and what was proved of it, which stays when that is freed.
  struct Shared {
    tree::BlockId family = tree::kNoBlock;
    Bounds bounds;
  };

  void push(tree::BlockId block, std::uint32_t index, Outcome alpha, Outcome beta, Side side,
            bool repeats) {
    const Bounds b = families_.block(block).nodes[index].bounds;
    if (design_.graph) alpha = window_.alpha, beta = window_.beta;
    path_.push_back({block, index, std::max(alpha, b.pess), std::min(beta, b.opti), side, repeats});
  }
  TreeNode seen(const Block& b, std::uint32_t k, Window open) const;

  tree::BlockId root_block_ = tree::kNoBlock;
  Bounds root_bounds_;      // before there is a path
  std::size_t wanted_ = 0;  // units of the last family that was asked for
  Room room_ = Room::Enough;
  std::size_t joined_ = 0;  // free units when neighbours were last joined
  LongArray<Shared> shared_;
};

// On the numbers that the design names.
std::unique_ptr<EffortTree> make_effort_tree(const Design& design, const Scale& scale,
                                             std::size_t memory);

}  // namespace solvent::search
