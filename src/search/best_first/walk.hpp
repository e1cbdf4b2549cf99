// The states along the path of a best-first search, from the root to the node it looks at. The tree
// has the path as places; this plays its moves, and notices what repeats and, in a graph, what was
// met before by another path.
#pragma once

#include <algorithm>
#include <vector>

#include "search/best_first/effort_tree.hpp"
#include "search/best_first/leaves.hpp"
#include "search/best_first/positions.hpp"
#include "search/path.hpp"
#include "solvent/require.hpp"

namespace solvent::search {

template <Game G, class K>
class Walk {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Key = KeyOf<G>;
  using Node = EffortTree::Node;
  static_assert(sizeof(Move) <= sizeof(tree::StoredMove));

  Walk(const G& g, const Design& design, const AnyProbe<G>* probe, EffortTree& tree,
       std::size_t memory)
      : leaves(g, design, probe),
        g_(g),
        design_(design),
        tree_(tree),
        positions_(design.graph ? memory : 0) {}
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  void clear(const Path<Key>* above) {
    above_ = above;
    states_.clear();
    repetitions_.clear();
    if (design_.graph) positions_.clear();
    leaves.restart();
  }
  void archive(Archive& a) { a(leaves, states_, repetitions_, positions_); }
  // The path that `clear` was given, where it stands now.
  void stay_below(const Path<Key>* above) { above_ = above; }
  bool below_another() const { return above_ != nullptr; }
  const Path<Key>* repetitions() const { return &repetitions_; }
  std::size_t bytes() const { return design_.graph ? positions_.bytes() : 0; }

  // --- the path --------------------------------------------------------------------------------

  const State& root() const { return states_[0]; }
  const State& last() const { return states_.back(); }
  void push_root(const State& s, bool may_repeat) {
    tree_.push_root(g_.to_move(s), may_repeat && repeats(s));
    push(s);
  }
  void push_child(std::uint32_t index) {
    State next = states_.back();
    play(next, move_of(tree_.children_of(tree_.last_node()).nodes[index]));
    tree_.push_child(index, g_.to_move(next), repeats(next));
    push(next);
  }
  // The tree's path has become shorter.
  void follow() {
    for (; states_.size() > tree_.path_length(); states_.pop_back())
      if constexpr (Repeating<G>) repetitions_.pop(hash_of(key_of(g_, states_.back())));
  }
  bool repeats(const State& s) const {
    if constexpr (Repeating<G>) {
      const auto key = key_of(g_, s);
      const auto hash = hash_of(key);
      return repetitions_.find(key, hash) >= 0 ||
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
    return (void)repeated, leaves.bounds(s, tree_.window(), budget);
  }
  static Move move_of(const Node& node) { return restore_move<Move>(node.move); }
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
    State real = states_[0];
    for (std::size_t ply = 1; ply < states_.size(); ++ply) {
      Move move = move_of(tree_.node_of(tree_.place(ply)));
      if (design_.graph) move = move_to(real, states_[ply]);
      g_.play(real, move);
      moves.push_back(erase_move(move));
    }
    return moves;
  }

  // --- graphs ----------------------------------------------------------------------------------

  // Gives a node the family and the bounds that its position has by another path; false if that is
  // nothing new.
  bool link(Node& node, const State& s) {
    const auto position = positions_.find(graph_key(s));
    return position && tree_.link(node, *position);
  }
  void share(tree::BlockId family) { tree_.share(family, positions_.add(graph_key(last()))); }
  // An index that has become too small for the positions of a graph grows in steps; true when
  // it is large enough.
  bool grow_index() { return positions_.grow(); }

  Leaves<G, K> leaves;

 private:
  // Equal keys have to mean one and the same state: moves of the family are played from it.
  using GraphKey = std::conditional_t<Symmetric<G>, Key, State>;
  GraphKey graph_key(const State& s) const {
    if constexpr (Symmetric<G>)
      return key_of(g_, s);
    else
      return s;
  }
  void push(const State& s) {
    states_.push_back(s);
    if constexpr (Repeating<G>) {
      // A graph is for games that say that nothing repeats. One that is mistaken is told so here,
      // before the path goes round for ever.
      if (design_.graph && tree_.last().repeats) (void)g_.repetition(s);
      const auto key = key_of(g_, s);
      repetitions_.push(key, hash_of(key));
    }
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

  const G& g_;
  const Design& design_;
  EffortTree& tree_;
  std::vector<State> states_;
  Path<Key> repetitions_;
  const Path<Key>* above_ = nullptr;  // of the search that this one is a second level of
  Positions<GraphKey> positions_;     // of a graph
};

}  // namespace solvent::search
