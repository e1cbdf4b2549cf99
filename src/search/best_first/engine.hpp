// Best-first search on effort numbers: proof-number search and its multiple-outcome form are one
// machine.
//
// PNS (Allis, van der Meulen & van den Herik 1994) is the question about one cut; MOPNS (Saffidine
// & Cazenave 2012) the question about all of them, in which the root chooses the cut each descent
// works on and every node below keeps cells for the cuts that are still open between its ancestors'
// bounds. Bounds are exact and decide; what they settle is freed.
//
// Here is the half that plays the game: the rounds of the search, the states of the path, and what
// becomes of a leaf. The tree, its numbers and what follows from them are an `EffortTree`.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/best_first/effort_tree.hpp"
#include "search/best_first/second_level.hpp"
#include "search/best_first/walk.hpp"
#include "search/machine.hpp"

namespace solvent::search {

template <Game G, class K = NoKnowledge>
class BestFirst final : public Machine {
  using State = typename G::State;
  using Move = typename G::Move;
  using Key = KeyOf<G>;
  using Block = EffortTree::Block;
  using Node = EffortTree::Node;
  using Layout = tree::Layout;

 public:
  BestFirst(const G& g, const Design& design, const AnyProbe<G>* probe = nullptr)
      : g_(g),
        design_(design),
        tree_(make_effort_tree(design, g.scale(), own_memory())),
        walk_(g_, design_, probe, *tree_, own_memory()) {
    if (design.algorithm.second == Second::None) return;
    Design below = design;
    below.algorithm.second = Second::None;
    below.algorithm.driver = Driver::Attracting;
    below.memory = design.memory / 2;
    second_.emplace(std::make_unique<BestFirst>(g, below, probe));
  }

  void start(const AnyState& root, Window window) override {
    start_below(restore_state<State>(root), window, nullptr, false, kUnlimited);
  }
  // Starts as a second-level search. `above` is the first level's path, so repetitions of it are
  // seen; `root_is_last`: s is itself the last position of that path; at most `descents` descents
  // are made.
  void start_below(const State& s, Window window, const Path<Key>* above, bool root_is_last,
                   std::uint64_t descents) {
    const bool inside =
        walk_.leaves.uniform() && !second_ && window.beta - window.alpha > kFewCells;
    walk_.clear(above);
    descents_left_ = descents;
    if (second_) second_->stop();
    family_ = tree::kNoBlock;
    next_child_ = 0;
    uncounted_ = 0;
    root_is_set_ = clearing_up_ = false;
    statistics_ = {};
    tree_->start(window,
                 design_.graph ? Layout::Shared
                 : inside      ? Layout::Inside
                               : Layout::Beside,
                 walk_.leaves.bounds(s));
    if (!tree_->over()) walk_.push_root(s, !root_is_last);
  }
  std::uint64_t descents_left() const { return descents_left_; }
  std::uint64_t take_uncounted() { return std::exchange(uncounted_, 0); }
  // Has a slice ended while a node was being expanded?
  bool in_the_middle() const {
    return family_ != tree::kNoBlock || (second_ && second_->running());
  }
  const EffortTree& tree() const { return *tree_; }

  SliceResult step(const Slice& slice) override {
    const std::uint64_t began = statistics_.created, stop_at = began + slice.nodes;
    // A pass may make no node: this keeps the step short all the same.
    std::uint64_t passes_left = slice.nodes;
    const std::uint64_t last_descent =
        statistics_.descents + slice.rounds - (clearing_up_ && slice.rounds > 0 ? 1 : 0);
    if (!count_pending(stop_at) || !finish_round(slice)) return SliceResult::Running;
    if (!set_root(slice)) return result();
    // What is half made is counted already, so no nodes are needed for it.
    while (!tree_->over() && descents_left_ > 0 && statistics_.descents < last_descent &&
           (family_ != tree::kNoBlock || (statistics_.created < stop_at && passes_left-- > 0))) {
      if (slice.paused()) break;
      const Round round = tree_->making_room() ? make_room() : iterate(stop_at, slice);
      if (round == Round::SliceTooSmall) {
        if (!count_pending(stop_at)) return SliceResult::Running;
        return statistics_.created == began ? SliceResult::TooFew : SliceResult::Running;
      }
      if (!count_pending(stop_at)) return SliceResult::Running;
      if (round == Round::Paused) break;
      if (!finish_round(slice)) return SliceResult::Running;
    }
    return result();
  }

  Bounds bounds() const override { return tree_->bounds(); }
  std::optional<Outcome> estimate() const override { return tree_->estimate(); }
  void trace(Tracer* tracer) override { tracer_ = tracer; }
  std::optional<TreeView> look(std::span<const AnyMove> path) const override {
    return tree_->look(path);
  }
  std::vector<AnyMove> next_descent() const override {
    std::vector<AnyMove> moves;
    if (tree_->no_path() || tree_->done() || tree_->out_of_memory() || design_.graph) return moves;
    State s = walk_.root();
    for (const Node* node = &tree_->root_node(); node->expanded();) {
      const Block b = tree_->children_of(*node);
      const std::uint32_t k = tree_->most_proving(b, g_.to_move(s));
      if (k == EffortTree::kNoChild) break;
      node = &b.nodes[k];
      g_.play(s, walk_.move_of(*node));
      moves.push_back(node->move);
    }
    return moves;
  }
  std::optional<AnyMove> best() const override { return tree_->best(); }
  Statistics statistics() const override {
    Statistics s = statistics_;
    s.updates += tree_->updates();
    s.largest = std::max<std::uint64_t>(s.largest, tree_->families().largest());
    s.playouts += walk_.leaves.playouts();
    s.bytes = memory_in_use() + (second_ ? second_->engine().statistics().bytes : 0);
    if (!tree_->no_path() && !tree_->done()) {
      const auto [proof, disproof] = tree_->root_efforts(tree_->cut());
      s.proof = proof;
      s.disproof = disproof;
    }
    return s;
  }

  void archive(Archive& a) override {
    a.section("efforts, best first", sizeof(*this) + sizeof(EffortTree) + sizeof(State));
    a(*tree_, walk_);
    if (second_) second_->archive(a, walk_.repetitions());
    a(uncounted_, family_, next_child_, root_is_set_, clearing_up_, descents_left_, statistics_);
  }
  void stay_below(const Path<Key>* above) { walk_.stay_below(above); }

 private:
  static constexpr int kFewCells = 4;  // so many stand beside their nodes
  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

  std::size_t own_memory() const {
    return design_.algorithm.second == Second::None ? design_.memory : design_.memory / 2;
  }
  std::size_t memory_in_use() const { return tree_->bytes() + walk_.bytes(); }
  bool game_is_too_large() const {
    return Growing<G> && tree_->families().bytes() + bytes_of(g_) > design_.memory;
  }
  SliceResult result() const {
    if (tree_->done()) return SliceResult::Done;
    if (tree_->estimate()) return SliceResult::Estimated;
    return tree_->out_of_memory() || game_is_too_large() ? SliceResult::OutOfMemory
                                                         : SliceResult::Running;
  }

  // The numbers of the root; false if the random games for them go on in the next slice.
  bool set_root(const Slice& slice) {
    if (root_is_set_ || tree_->over()) return true;
    const Block root = tree_->block(tree_->root_block());
    if (!set_leaf(root, 0, walk_.last(), root.nodes[0].bounds, slice)) return false;
    if (walk_.leaves.uniform()) tree_->number_leaves(root);
    root_is_set_ = true;
    tree_->choose_cut();
    return true;
  }

  enum class Round : std::uint8_t { Made, SliceTooSmall, Paused };
  // One round: down to the most-proving leaf, expand it, update upwards. SliceTooSmall: the slice
  // has too few nodes left for the leaf's children. Paused: the slice has ended in the middle.
  Round iterate(std::uint64_t stop_at, const Slice& slice) {
    if (!in_the_middle() && !descend()) {
      climb(false);
      return Round::Made;
    }
    asked_cut_ = tree_->cut();
    if (tracer_ != nullptr) asked_path_ = walk_.path_moves();
    switch (const Expansion expansion = expand(stop_at, slice)) {
      case Expansion::Done:
      case Expansion::Improved:
        --descents_left_;
        ++statistics_.descents;
        climb(expansion == Expansion::Improved);
        clearing_up_ = true;
        break;
      case Expansion::NoRoom: begin_to_make_room(); break;
      case Expansion::Begun: break;  // never: expand goes on to make the children
      case Expansion::SliceTooSmall: return Round::SliceTooSmall;
      case Expansion::Paused: return Round::Paused;
    }
    return Round::Made;
  }
  // What was pruned is cleared away, and then the round is over; false if the slice ends before.
  bool finish_round(const Slice& slice) {
    while (!tree_->clear_away() || (design_.graph && !walk_.grow_index()))
      if (slice.paused()) return false;
    if (!clearing_up_) return true;
    clearing_up_ = false;
    statistics_.largest_open = std::max(statistics_.largest_open, tree_->open_nodes());
    if (tracer_ != nullptr) report_round();
    return true;
  }

  // Down to the most-proving leaf; false if another path has settled what looked open on the way.
  bool descend() {
    while (tree_->last_node().expanded()) {
      const std::uint32_t child = tree_->next_child();
      if (child == EffortTree::kNoChild) return false;
      walk_.push_child(child);
    }
    statistics_.deepest = std::max(statistics_.deepest, static_cast<int>(tree_->path_length()) - 1);
    return true;
  }
  void climb(bool changed) {
    tree_->climb(changed);
    walk_.follow();
  }

  // --- expansion -------------------------------------------------------------------------------

  // Improved: another path or search had already narrowed the leaf's own bounds, so its parent must
  // be updated whatever the new children say. Begun: the children have their memory and their
  // moves, and are still to be made.
  enum class Expansion : std::uint8_t { Begun, Done, Improved, NoRoom, SliceTooSmall, Paused };

  Expansion expand(std::uint64_t stop_at, const Slice& slice) {
    if (family_ != tree::kNoBlock) return make_children(stop_at, slice);
    if (in_the_middle()) return look_deeper(stop_at, slice);
    if (design_.evaluation == Evaluation::WhenSelected && answered_now()) return Expansion::Done;
    if (design_.graph && walk_.link(tree_->last_node(), walk_.last())) return Expansion::Improved;
    if (second_ && design_.algorithm.second != Second::Descents) return look_deeper(stop_at, slice);
    const Expansion begun = begin_family(stop_at);
    return begun == Expansion::Begun ? make_children(stop_at, slice) : begun;
  }
  // Looks at the value of a selected leaf: is there nothing left to expand?
  bool answered_now() {
    const Bounds b = look_at(walk_.last(), tree_->last().repeats);
    if (!tree_->window().answered_by(b)) return false;
    tree_->close_last(b);
    return true;
  }
  // Counts the children of the leaf and finds room for them.
  Expansion begin_family(std::uint64_t stop_at) {
    const State& s = walk_.last();
    MovesOf<G> moves;
    walk_.leaves.list_moves(s, moves);
    if (statistics_.created + moves.size > stop_at) return Expansion::SliceTooSmall;
    family_ = make_family(moves.size);
    if (family_ == tree::kNoBlock) return Expansion::NoRoom;
    ++statistics_.expanded;
    statistics_.created += moves.size;
    if constexpr (RefusesMoves<G>) statistics_.created += g_.refused(s);
    const Block b = tree_->block(family_);
    for (std::uint32_t k = 0; k < moves.size; ++k)
      b.nodes[k].move = static_cast<tree::StoredMove>(erase_move(moves[k]));
    return Expansion::Begun;
  }
  // kNoBlock if there is no room.
  tree::BlockId make_family(std::size_t count) {
    const std::size_t bytes = tree_->want_family(count) * tree::Arena::kUnit;
    if (design_.graph && memory_in_use() + bytes > design_.memory) return tree::kNoBlock;
    const tree::BlockId family = tree_->make_family(count);
    if (design_.graph && family != tree::kNoBlock) walk_.share(family);
    return family;
  }
  // One after another, since random games or a game in another language may take long over each.
  // The node has them only when all are made.
  Expansion make_children(std::uint64_t stop_at, const Slice& slice) {
    const Block b = tree_->block(family_);
    const State here = walk_.last();
    for (; next_child_ < b.header->count; ++next_child_) {
      if constexpr (Growing<G>) {
        if (slice.paused() || game_is_too_large()) return Expansion::Paused;
      }
      State next = here;
      walk_.play(next, walk_.move_of(b.nodes[next_child_]));
      if (!set_leaf(b, next_child_, next, child_bounds(next), slice)) return Expansion::Paused;
      if (design_.graph && design_.evaluation == Evaluation::WhenCreated)
        walk_.link(b.nodes[next_child_], next);
    }
    next_child_ = 0;
    if (walk_.leaves.uniform()) tree_->number_leaves(b);
    tree_->last_node().children = std::exchange(family_, tree::kNoBlock);
    return second_ ? look_deeper(stop_at, slice) : Expansion::Done;
  }
  // A new node and, if they are not the same for every cut, its numbers; false if the slice ended
  // before they were there.
  bool set_leaf(const Block& b, std::uint32_t k, const State& s, Bounds bounds,
                const Slice& slice) {
    if (walk_.leaves.uniform()) {
      tree_->set_child(b, k, walk_.leaves.tag(s, bounds), bounds);
      return true;
    }
    if (!walk_.leaves.play_out(s, bounds, b.header->base, b.header->width, slice, shares_))
      return false;
    tree_->set_child(b, k, tree::kNoBlock, bounds);
    tree_->number_leaf(b, k, shares_);
    return true;
  }
  Bounds child_bounds(const State& s) {
    if (design_.evaluation == Evaluation::WhenSelected) return g_.scale().everything();
    return look_at(s, walk_.repeats(s));
  }
  Bounds look_at(const State& s, bool repeated) {
    NodeBudget budget;
    const Bounds b = walk_.value_on_path(s, repeated, budget);
    uncounted_ += budget.spent;
    return b;
  }
  // Nodes that knowledge looked at in one go are counted as slices allow, before anything else is
  // done; those of a second level by the first. False if some are left.
  bool count_pending(std::uint64_t stop_at) {
    if (second_) uncounted_ += second_->take_uncounted();
    if (walk_.below_another()) return true;
    const std::uint64_t counted = std::min(uncounted_, stop_at - statistics_.created);
    statistics_.created += counted;
    uncounted_ -= counted;
    return uncounted_ == 0;
  }

  // --- the second level ------------------------------------------------------------------------

  Expansion look_deeper(std::uint64_t stop_at, const Slice& slice);
  bool run_second(std::uint64_t stop_at, const Slice& slice);
  std::uint64_t second_nodes() const;
  Expansion adopt_children();

  // --- memory ----------------------------------------------------------------------------------

  void begin_to_make_room() {
    tree_->return_to_root();
    walk_.follow();
    next_child_ = 0;
    tree_->begin_to_make_room();
  }
  // A step of it, since there may be much to free.
  Round make_room() {
    if (!tree_->needs_victim()) {
      tree_->continue_making_room();
      return Round::Made;
    }
    for (std::uint32_t child; (child = tree_->hardest_child()) != EffortTree::kNoChild;)
      walk_.push_child(child);
    tree_->delete_family_of_last();
    walk_.follow();
    return Round::Made;
  }

  void report_round() const {
    tracer_->note({statistics_.descents, asked_cut_, asked_path_, statistics_.created, bounds(),
                   tree_->place(0).alpha, tree_->root_efforts()});
  }

  const G& g_;
  const Design design_;
  const std::unique_ptr<EffortTree> tree_;
  Walk<G, K> walk_;
  std::optional<SecondLevel<BestFirst>> second_;
  bool root_is_set_ = false;               // it has its numbers
  tree::BlockId family_ = tree::kNoBlock;  // that is being made for the last node of the path
  std::uint32_t next_child_ = 0;           // of it, or the one that the second level looks at
  std::vector<double> shares_;             // of random games, for one node
  std::uint64_t uncounted_ = 0;            // nodes looked at and not yet counted
  bool clearing_up_ = false;               // the round is made, what it pruned is not yet freed
  int asked_cut_ = 0;                      // in this round
  std::vector<AnyMove> asked_path_;
  std::uint64_t descents_left_ = kUnlimited;
  Tracer* tracer_ = nullptr;
  Statistics statistics_;
};

}  // namespace solvent::search

#include "search/best_first/nested.hpp"
