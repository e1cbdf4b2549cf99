// Best-first search on effort numbers: proof-number search and its multiple-outcome form are one
// machine.
//
// PNS (Allis, van der Meulen & van den Herik 1994) is the question about one cut; MOPNS (Saffidine
// & Cazenave 2012) the question about all of them, in which the root chooses the cut each descent
// works on and every node below keeps cells for the cuts that are still open between its ancestors'
// bounds. Bounds are exact and decide; what they settle is freed.
#pragma once

#include <algorithm>
#include <vector>

#include "effort/effort.hpp"
#include "game/playout.hpp"
#include "search/machine.hpp"
#include "search/path.hpp"
#include "tree/family_tree.hpp"

namespace solvent::search {

template <Game G, effort::Effort E, class K = NoKnowledge>
class BestFirst final : public Machine {
  using State = typename G::State;
  using Move = typename G::Move;
  using Cell = typename E::Cell;
  using Tree = tree::FamilyTree<Move, Cell>;
  using Block = typename Tree::Block;
  using Node = typename Tree::N;

 public:
  BestFirst(const G& g, const Design& design, const AnyProbe<G>* probe = nullptr)
      : g_(g), knowledge_(g), design_(design), probe_(probe), tree_(design.memory) {}

  void start(const AnyState& root, Window window) override {
    const State s = restore_state<State>(root);
    window_ = window;
    tree_.clear();
    path_.clear();
    repetitions_.clear();
    statistics_ = {};
    rng_ = Rng(design_.seed);
    out_of_memory_ = false;
    const tree::BlockId id =
        tree_.make_block(1, window.alpha, static_cast<std::size_t>(window.beta - window.alpha));
    root_block_ = id;
    Block b = tree_.block(id);
    b.nodes[0] = {tree::kNoBlock, evaluate(s), Move{}};
    fill_leaf(s, b.nodes[0].bounds, b, 0);
    done_ = window_.answered_by(root_node().bounds);
    if (done_) return;
    push(s, id, 0, window.alpha, window.beta);
    choose_cut();
  }

  Progress step(std::uint64_t nodes) override {
    const std::uint64_t began = statistics_.created, stop_at = began + nodes;
    while (!done_ && !out_of_memory_ && statistics_.created < stop_at)
      if (!iterate(stop_at))
        return statistics_.created == began ? Progress::TooFew : Progress::Running;
    if (done_) return Progress::Done;
    return out_of_memory_ || tree_.bytes() + bytes_of(g_) > design_.memory ? Progress::OutOfMemory
                                                                           : Progress::Running;
  }

  Bounds bounds() const override { return root_node().bounds; }
  std::optional<AnyMove> best() const override {
    const Node& root = root_node();
    if (!done_ || root.children == tree::kNoBlock) return std::nullopt;
    const Block b = tree_.block(root.children);
    for (std::size_t k = 0; k < b.header->count; ++k)
      if (path_[0].side == Side::Max ? b.nodes[k].bounds.pess >= root.bounds.pess
                                     : b.nodes[k].bounds.opti <= root.bounds.opti)
        return erase_move(b.nodes[k].move);
    return std::nullopt;
  }
  Statistics statistics() const override {
    Statistics s = statistics_;
    s.bytes = tree_.bytes();
    return s;
  }

 private:
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

  Node& node_of(const Step& step) const { return tree_.block(step.block).nodes[step.index]; }
  Node& root_node() const { return tree_.block(root_block_).nodes[0]; }

  // One round: down to the most-proving leaf, expand it, update upwards. False if the leaf's
  // children do not fit the slice.
  bool iterate(std::uint64_t stop_at) {
    descend();
    switch (expand(stop_at)) {
      case Expansion::Done: climb(); break;
      case Expansion::NoRoom: make_room(); break;
      case Expansion::NoBudget: return false;
    }
    return true;
  }

  void push(const State& s, tree::BlockId block, std::uint32_t index, Outcome alpha, Outcome beta) {
    const Bounds b = tree_.block(block).nodes[index].bounds;
    path_.push_back({s, block, index, std::max(alpha, b.pess), std::min(beta, b.opti),
                     g_.to_move(s), repeats(s)});
    if constexpr (Repeating<G>) {
      const auto key = key_of(g_, s);
      repetitions_.push(key, hash_of(key));
    }
    statistics_.deepest = std::max(statistics_.deepest, static_cast<int>(path_.size()) - 1);
  }
  bool repeats(const State& s) const {
    if constexpr (Repeating<G>) {
      const auto key = key_of(g_, s);
      return repetitions_.find(key, hash_of(key)) >= 0;
    } else {
      return (void)s, false;
    }
  }
  void pop() {
    if constexpr (Repeating<G>) repetitions_.pop(hash_of(key_of(g_, path_.back().s)));
    path_.pop_back();
  }

  void descend() {
    for (;;) {
      const Step& at = path_.back();
      const tree::BlockId children = node_of(at).children;
      if (children == tree::kNoBlock) return;
      const Block b = tree_.block(children);
      if (b.header->best_cut != cut_) remember_best(b, at.side);
      const std::uint32_t index = b.header->best;
      State next = at.s;
      g_.play(next, b.nodes[index].move);
      push(next, children, index, at.alpha, at.beta);
    }
  }
  // The first child of least urgency among those open for the cut and not dead.
  void remember_best(const Block& b, Side side) const {
    const Cell* cell = b.cells + (cut_ - b.header->base);
    const Cell* best = nullptr;
    for (std::uint32_t k = 0; k < b.header->count; ++k, cell += b.header->width) {
      if (!open_for(b.nodes[k].bounds, cut_) || *cell == E::dead()) continue;
      if (best != nullptr && !(E::urgency(side, *cell) < E::urgency(side, *best))) continue;
      best = cell;
      b.header->best = static_cast<std::uint16_t>(k);
    }
    b.header->best_cut = static_cast<std::uint8_t>(cut_);
  }
  static bool open_for(Bounds b, int cut) { return b.pess <= cut && cut < b.opti; }

  Bounds evaluate(const State& s) const {
    Bounds b = g_.bounds(s);
    if (design_.plain_rules && !g_.ended(s)) b = g_.scale().everything();
    if (b.closed()) return b;
    if constexpr (KnowsBounds<K, G>) {
      if (design_.knowledge) b = meet(b, knowledge_.bounds(s));
    }
    if (probe_ != nullptr) b = meet(b, probe_->probe(s));
    return b;
  }
  // What a new node's cells begin with.
  void fill_leaf(const State& s, Bounds bounds, const Block& b, std::size_t index) {
    Cell* row = b.row(index);
    const std::size_t width = b.header->width;
    if (bounds.closed() || g_.ended(s)) {
      std::fill_n(row, width, E::leaf());
    } else if (design_.leaf == Leaf::Mobility) {
      MovesOf<G> moves;
      g_.list_moves(s, moves);
      std::fill_n(row, width, E::mobile_leaf(g_.to_move(s), moves.size));
    } else if (design_.leaf == Leaf::Playouts) {
      fill_from_playouts(s, row, b.header->base, width);
    } else {
      std::fill_n(row, width, E::leaf());
    }
  }
  // The share of random games that end above each cut, kept away from certainty by theta.
  void fill_from_playouts(const State& s, Cell* row, int base, std::size_t width) {
    std::array<std::uint32_t, kMaxOutcomes> ended_in{};
    for (std::uint32_t n = 0; n < design_.playouts; ++n) {
      std::optional<Outcome> value = playout(g_, s, rng_, kLongestPlayout);
      if constexpr (Repeating<G>) {
        if (!value) value = g_.repetition(s);
      }
      ++ended_in[value.value_or(0)];
    }
    statistics_.playouts += design_.playouts;
    std::uint32_t above = 0;
    for (int rank = g_.scale().best(); rank > base; --rank) {
      above += ended_in[static_cast<std::size_t>(rank)];
      const std::size_t cut = static_cast<std::size_t>(rank - 1 - base);
      if (cut >= width) continue;
      const double rate = static_cast<double>(above) / design_.playouts;
      row[cut] = E::likely_leaf(std::clamp(rate, design_.theta, 1 - design_.theta));
    }
  }

  enum class Expansion : std::uint8_t { Done, NoRoom, NoBudget };

  Expansion expand(std::uint64_t stop_at) {
    const Step& at = path_.back();
    Node& node = node_of(at);
    if (design_.evaluation == Evaluation::WhenSelected) {
      const Bounds b = value_on_path(at.s, at.repeats);
      if (b.closed()) {
        node.bounds = b;
        return Expansion::Done;
      }
    }
    MovesOf<G> moves;
    g_.list_moves(at.s, moves);
    if (statistics_.created + moves.size > stop_at) return Expansion::NoBudget;
    const std::size_t base = at.alpha, width = static_cast<std::size_t>(at.beta - at.alpha);
    const tree::BlockId id = tree_.make_block(moves.size, base, width);
    if (id == tree::kNoBlock) return Expansion::NoRoom;
    node.children = id;
    ++statistics_.expanded;
    statistics_.created += moves.size;
    const Block b = tree_.block(id);
    for (std::uint32_t k = 0; k < moves.size; ++k) {
      State next = at.s;
      g_.play(next, moves[k]);
      b.nodes[k] = {tree::kNoBlock, child_bounds(next), moves[k]};
      fill_leaf(next, b.nodes[k].bounds, b, k);
    }
    return Expansion::Done;
  }
  Bounds child_bounds(const State& s) const {
    if (design_.evaluation == Evaluation::WhenSelected) return g_.scale().everything();
    return value_on_path(s, repeats(s));
  }
  // What is known of a position when it is reached by this path: in a tree, repetitions are exact.
  Bounds value_on_path(const State& s, bool repeated) const {
    if constexpr (Repeating<G>) {
      if (repeated && !g_.bounds(s).closed()) return {g_.repetition(s), g_.repetition(s)};
    }
    return (void)repeated, evaluate(s);
  }

  // Update from the leaf upwards; stop at the first node whose numbers stay, and go on from there.
  void climb() {
    for (;;) {
      const bool changed = update();
      if (path_.size() == 1) break;
      if (!changed) return;
      pop();
    }
    statistics_.largest = std::max<std::uint64_t>(statistics_.largest, tree_.live_nodes());
    done_ = window_.answered_by(root_node().bounds);
    if (!done_) choose_cut();
  }

  // The bounds and cells of the last node on the path from its children; false if nothing changed.
  bool update() {
    ++statistics_.updates;
    Step& at = path_.back();
    Node& node = node_of(at);
    if (node.children == tree::kNoBlock) return true;  // evaluated when selected
    const Block b = tree_.block(node.children);
    Bounds bounds = b.nodes[0].bounds;
    for (std::size_t k = 1; k < b.header->count; ++k)
      bounds = best_of(at.side, bounds, b.nodes[k].bounds);
    bounds = clamp(node.bounds, bounds);
    const bool narrowed = !(bounds == node.bounds);
    if (narrowed) {
      node.bounds = bounds;
      at.alpha = std::max(at.alpha, bounds.pess);
      at.beta = std::min(at.beta, bounds.opti);
    }
    const bool changed = update_cells(at, b) || narrowed;
    for (std::size_t k = 0; k < b.header->count; ++k) {
      const Bounds child = b.nodes[k].bounds;
      if (child.pess >= at.beta || child.opti <= at.alpha || child.closed())
        tree_.prune(b.nodes[k]);
    }
    return changed;
  }

  bool update_cells(const Step& at, const Block& b) {
    const Block above = tree_.block(at.block);
    Cell* mine = above.row(at.index) - above.header->base;
    bool changed = false;
    for (int cut = at.alpha; cut < at.beta; ++cut) {
      Cell sum = E::neutral(at.side);
      const Cell* cell = b.cells + (cut - b.header->base);
      bool alive = false;
      for (std::uint32_t k = 0; k < b.header->count; ++k, cell += b.header->width) {
        if (!open_for(b.nodes[k].bounds, cut)) continue;
        sum = E::join(at.side, sum, *cell);
        alive |= !(*cell == E::dead());
      }
      sum = alive ? E::joined(at.side, sum) : E::dead();
      changed |= !(mine[cut] == sum);
      mine[cut] = sum;
    }
    if (at.alpha <= cut_ && cut_ < at.beta) remember_best(b, at.side);
    return changed;
  }

  void choose_cut() {
    const Step& root = path_[0];
    if (design_.driver == Driver::Attracting) return choose_attracting_cut();
    cut_ = next_cut(design_.driver, g_.scale(), root.side, {root.alpha, root.beta},
                    {window_.alpha, window_.beta});
    const Block b = tree_.block(root.block);
    out_of_memory_ = (b.row(0) - b.header->base)[cut_] == E::dead();
  }
  // That of the attracting outcome, whose two claims look cheapest together.
  void choose_attracting_cut() {
    const Step& root = path_[0];
    const Block b = tree_.block(root.block);
    const Cell* cells = b.row(0) - b.header->base;
    const auto proof = [&](int outcome) {
      return outcome <= root.alpha ? 0 : E::proof(cells[outcome - 1]);
    };
    const auto disproof = [&](int outcome) {
      return outcome >= root.beta ? 0 : E::disproof(cells[outcome]);
    };
    const bool max = root.side == Side::Max;
    const int from = max ? root.alpha + 1 : root.alpha, to = max ? root.beta : root.beta - 1;
    const auto cut_of = [&](int outcome) { return max ? outcome - 1 : outcome; };
    int attracting = -1;
    for (int o = from; o <= to; ++o) {
      if (cells[cut_of(o)] == E::dead()) continue;
      const bool better =
          attracting < 0 || proof(o) + disproof(o) < proof(attracting) + disproof(attracting);
      if (better) attracting = o;
    }
    if (attracting < 0)
      out_of_memory_ = true;
    else
      cut_ = cut_of(attracting);
  }

  // DeleteLeastProving (Allis et al.), only when memory is full: from the root to where proving
  // looks hardest, the rightmost of equals. The family reached there, of which nobody is expanded,
  // is freed and its parent is dead: its bounds stay open, and it is never looked at again.
  void make_room() {
    while (path_.size() > 1) pop();
    if (root_node().children == tree::kNoBlock) {  // not even the root's family fits
      out_of_memory_ = true;
      return;
    }
    for (;;) {
      const Step& at = path_.back();
      const Block b = tree_.block(node_of(at).children);
      int hardest = -1;
      const Cell* cell = b.cells + (cut_ - b.header->base);
      const Cell* worst = nullptr;
      for (std::uint32_t k = 0; k < b.header->count; ++k, cell += b.header->width) {
        if (b.nodes[k].children == tree::kNoBlock || !open_for(b.nodes[k].bounds, cut_)) continue;
        if (worst != nullptr && E::urgency(at.side, *cell) < E::urgency(at.side, *worst)) continue;
        worst = cell;
        hardest = static_cast<int>(k);
      }
      if (hardest < 0) break;
      State next = at.s;
      g_.play(next, b.nodes[hardest].move);
      push(next, node_of(at).children, static_cast<std::uint32_t>(hardest), at.alpha, at.beta);
    }
    const Step& victim = path_.back();
    tree_.prune(node_of(victim));
    const Block family = tree_.block(victim.block);
    std::fill_n(family.row(victim.index), family.header->width, E::dead());
    if (path_.size() > 1) {
      pop();
      climb();
    }
    while (path_.size() > 1) pop();
    if (!done_) choose_cut();
  }

  static constexpr int kLongestPlayout = 1000;

  const G& g_;
  K knowledge_;
  Design design_;
  const AnyProbe<G>* probe_;
  Tree tree_;

  Window window_{};
  tree::BlockId root_block_ = tree::kNoBlock;
  std::vector<Step> path_;
  Path<KeyOf<G>> repetitions_;
  int cut_ = 0;
  Rng rng_{1};
  bool done_ = true;
  bool out_of_memory_ = false;
  Statistics statistics_;
};

}  // namespace solvent::search
