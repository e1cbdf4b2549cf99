// Where a best-first search stands: the tree (or graph) of families, and the path from the root to
// the node it looks at, with the numbers of the children there.
//
// In a graph (`Design::graph`) positions that several paths lead to have one family. Only the path
// of a descent is updated: other parents see a shared node's bounds and numbers when they are next
// read, and a descent that finds its own choice settled meanwhile brings the node above up to date.
// Nothing is freed there by the bounds of ancestors, since another path may need it.
#pragma once

#include <algorithm>
#include <vector>

#include "effort/effort.hpp"
#include "search/best_first/leaves.hpp"
#include "search/best_first/positions.hpp"
#include "search/path.hpp"
#include "solvent/require.hpp"

namespace solvent::search {

template <Game G, effort::Effort E, class K>
class Walk {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Key = KeyOf<G>;
  using Cell = typename E::Cell;
  using Tree = tree::FamilyTree<Move, Cell>;
  using Block = typename Tree::Block;
  using Node = typename Tree::N;
  using Layout = tree::Layout;

  // A node on the path from the root: its state, and where it stands in the tree. Its bounds and
  // its ancestors' leave open only the cuts alpha..beta-1.
  struct Step {
    State s;
    tree::BlockId block;
    std::uint32_t index;
    Outcome alpha, beta;
    Side side;
    bool repeats;  // an earlier position of the path
  };

  Walk(const G& g, const Design& design, const AnyProbe<G>* probe, std::size_t memory)
      : leaves(g, design, probe),
        tree(memory),
        g_(g),
        design_(design),
        positions_(design.graph ? memory : 0) {}
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  void clear(Window asked, Layout layout, const Path<Key>* above) {
    window = asked;
    above_ = above;
    tree.clear(layout);
    if (design_.graph) positions_.clear();
    path.clear();
    repetitions.clear();
    leaves.restart();
    open_nodes = 0;
  }

  void archive(Archive& a) {
    a(leaves, tree, window, root_block, path, repetitions, open_nodes, wanted, positions_);
  }
  // The path that `clear` was given, where it stands now.
  void stay_below(const Path<Key>* above) { above_ = above; }
  bool below_another() const { return above_ != nullptr; }

  bool at_root() const { return path.size() == 1; }
  Node& last_node() const { return node_of(path.back()); }
  Block children_of(const Node& node) const { return tree.block(node.children); }
  Node& node_of(const Step& step) const { return tree.block(step.block).nodes[step.index]; }
  Node& root_node() const { return tree.block(root_block).nodes[0]; }
  std::size_t memory_in_use() const {
    return tree.bytes() + (design_.graph ? positions_.bytes() : 0);
  }

  // --- the path --------------------------------------------------------------------------------

  void push(const State& s, tree::BlockId block, std::uint32_t index, Outcome alpha, Outcome beta) {
    const Bounds b = tree.block(block).nodes[index].bounds;
    if (design_.graph) alpha = window.alpha, beta = window.beta;
    path.push_back({s, block, index, std::max(alpha, b.pess), std::min(beta, b.opti), g_.to_move(s),
                    repeats(s)});
    if constexpr (Repeating<G>) {
      // A graph is for games that say that nothing repeats. One that is mistaken is told so here,
      // before the path goes round for ever.
      if (design_.graph && path.back().repeats) (void)g_.repetition(s);
      const auto key = key_of(g_, s);
      repetitions.push(key, hash_of(key));
    }
  }
  void push_child(std::uint32_t index) {
    const Step& at = path.back();
    const tree::BlockId children = node_of(at).children;
    State next = at.s;
    play(next, tree.block(children).nodes[index].move);
    push(next, children, index, at.alpha, at.beta);
  }
  void pop() {
    if constexpr (Repeating<G>) repetitions.pop(hash_of(key_of(g_, path.back().s)));
    path.pop_back();
  }
  bool repeats(const State& s) const {
    if constexpr (Repeating<G>) {
      const auto key = key_of(g_, s);
      const auto hash = hash_of(key);
      return repetitions.find(key, hash) >= 0 ||
             (above_ != nullptr && above_->find(key, hash) >= 0);
    } else {
      return (void)s, false;
    }
  }
  // What is known of a position when it is reached by this path: in a tree, repetitions are exact.
  Bounds value_on_path(const State& s, bool repeated, NodeBudget& budget) const {
    if constexpr (Repeating<G>) {
      if (repeated && !g_.bounds(s).closed()) return {g_.repetition(s), g_.repetition(s)};
    }
    return (void)repeated, leaves.bounds(s, window, budget);
  }
  // Symmetric positions share their family, so in a graph all stand as their common image.
  void play(State& s, Move m) const {
    g_.play(s, m);
    if constexpr (Symmetric<G>) {
      if (design_.graph) s = g_.canonical(s);
    }
  }
  // The path as moves of the game itself, without images.
  std::vector<AnyMove> path_moves() const {
    std::vector<AnyMove> moves;
    State real = path[0].s;
    for (std::size_t ply = 1; ply < path.size(); ++ply) {
      Move move = node_of(path[ply]).move;
      if (design_.graph) move = move_to(real, path[ply].s);
      g_.play(real, move);
      moves.push_back(erase_move(move));
    }
    return moves;
  }
  // The move from here to this position or an image of it.
  Move move_to(const State& from, const State& to) const {
    MovesOf<G> moves;
    g_.list_moves(from, moves);
    for (const Move m : moves) {
      State next = from;
      play(next, m);
      if (next == to) return m;
    }
    broken("a move of the path leads to none of its positions");
  }

  // --- cells -----------------------------------------------------------------------------------

  Cell cell(const Block& b, std::uint32_t k, int cut) const {
    if (tree.layout() == Layout::Beside) return b.row(k)[cut - b.header->base];
    return cell_inside(b.nodes[k], cut);
  }
  [[gnu::always_inline]] Cell cell_inside(const Node& node, int cut) const {
    if (!node.expanded()) return leaves.from_tag(node.children);
    const Block family = tree.block(node.children);
    return family.cells[cut - family.header->base];
  }
  template <class Visit>
  void each_open_child(const Block& b, int cut, Visit visit) const {
    const std::uint32_t count = b.header->count;
    if (tree.layout() == Layout::Beside) {
      const Cell* cell = b.cells + (cut - b.header->base);
      for (std::uint32_t k = 0; k < count; ++k, cell += b.header->width)
        if (open_for(b.nodes[k].bounds, cut)) visit(k, *cell);
    } else {
      for (std::uint32_t k = 0; k < count; ++k)
        if (open_for(b.nodes[k].bounds, cut)) visit(k, cell_inside(b.nodes[k], cut));
    }
  }
  // The cells of a node from those of its children, for the cuts from..to-1; false if nothing
  // changed.
  template <class Joins, Side Mover>
  [[gnu::noinline]] bool update_cells(int from, int to, const Block& b, Cell* mine) const {
    bool changed = false;
    for (int cut = from; cut < to; ++cut) {
      Cell sum = E::neutral(Mover);
      std::uint32_t children = 0;
      bool alive = false;
      each_open_child(b, cut, [&](std::uint32_t, Cell c) {
        sum = Joins::join(Mover, sum, c);
        ++children;
        alive |= !(c == E::dead());
      });
      sum = alive ? Joins::joined(Mover, sum, children) : E::dead();
      changed |= !(mine[cut] == sum);
      mine[cut] = sum;
    }
    return changed;
  }
  // False if the slice ended before it was done.
  bool set_leaf(const Block& b, std::uint32_t k, const State& s, Move m, Bounds bounds,
                const Slice& slice) {
    b.nodes[k] = {tree::kNoBlock, bounds, m};
    if (tree.layout() == Layout::Beside) {
      if (!leaves.fill(s, bounds, b.row(k), b.header->base, b.header->width, slice)) return false;
    } else {
      b.nodes[k].children = leaves.tag(s, bounds);
    }
    open_nodes += !window.answered_by(bounds);
    return true;
  }
  // Dead: given up to save memory. Its bounds stay open, and it is never looked at again.
  void set_dead(const Step& step) {
    prune(node_of(step));
    const Block family = tree.block(step.block);
    if (tree.layout() == Layout::Beside)
      std::fill_n(family.row(step.index), family.header->width, E::dead());
    else
      family.nodes[step.index].children = tree::kDeadTag;
  }

  // --- families --------------------------------------------------------------------------------

  // The children of the last node on the path, to be filled in and only then to be given to it;
  // kNoBlock if there is no room.
  tree::BlockId make_family(std::size_t count) {
    const Step& at = path.back();
    const auto width = static_cast<std::size_t>(at.beta - at.alpha);
    wanted = tree.units(count, width);
    if (design_.graph && memory_in_use() + wanted * tree::Arena::kUnit > design_.memory)
      return tree::kNoBlock;
    const tree::BlockId id = tree.make_block(count, at.alpha, width);
    if (id == tree::kNoBlock) return id;
    const Node& node = node_of(at);
    const Block b = tree.block(id);
    if (tree.layout() != Layout::Beside)
      std::fill_n(b.cells, width, leaves.from_tag(node.children));
    if (design_.graph) {
      const std::uint32_t number = positions_.add(graph_key(at.s), node.bounds);
      positions_[number].family = id;
      *b.sharing = {number, 1, node.bounds};
    }
    return id;
  }
  // Gives a node the family and the bounds that its position has by another path; false if that is
  // nothing new.
  bool link(Node& node, const State& s) {
    const auto* known = positions_.find(graph_key(s));
    if (known == nullptr) return false;
    const Bounds before = node.bounds;
    node.bounds = meet(before, known->bounds);
    if (known->family == tree::kNoBlock) return node.bounds != before;
    tree::Sharing& sharing = *tree.block(known->family).sharing;
    if (sharing.refs == kMostParents) return node.bounds != before;
    ++sharing.refs;
    node.children = known->family;
    refresh(node);
    return true;
  }
  // What other paths have proved of a shared node.
  void refresh(Node& node) const {
    if (node.expanded()) node.bounds = meet(node.bounds, tree.block(node.children).sharing->bounds);
  }
  // Frees what is below a node. Of a large part of the tree some is left to be cleared away, and
  // has to be before anything else is done.
  void prune(Node& node) {
    tree.prune(node);
    clear_away();
  }
  bool clear_away() {
    constexpr std::size_t kAtOnce = 64;  // families
    return tree.free_pruned(kAtOnce, [&](const Block& family) {
      for (std::size_t k = 0; k < family.header->count; ++k)
        open_nodes -= !window.answered_by(family.nodes[k].bounds);
      if (!design_.graph) return;
      auto& position = positions_[family.sharing->position];
      position.family = tree::kNoBlock;
      position.bounds = meet(position.bounds, family.sharing->bounds);
    });
  }
  // An index that has become too small for the positions of a graph grows in steps; true when
  // it is large enough.
  bool grow_index() { return positions_.grow(); }

  Leaves<G, E, K> leaves;
  Tree tree;
  Window window{};
  tree::BlockId root_block = tree::kNoBlock;
  std::vector<Step> path;
  Path<Key> repetitions;
  std::uint64_t open_nodes = 0;  // unsolved ones in memory (of a tree)
  std::size_t wanted = 0;        // units of the last family that was asked for

 private:
  static constexpr std::uint16_t kMostParents = 0xFFFF;

  // Equal keys have to mean one and the same state: moves of the family are played from it.
  using GraphKey = std::conditional_t<Symmetric<G>, Key, State>;
  GraphKey graph_key(const State& s) const {
    if constexpr (Symmetric<G>)
      return key_of(g_, s);
    else
      return s;
  }

  const G& g_;
  const Design design_;
  const Path<Key>* above_ = nullptr;  // of the search that this one is a second level of
  Positions<GraphKey> positions_;     // of a graph
};

}  // namespace solvent::search
