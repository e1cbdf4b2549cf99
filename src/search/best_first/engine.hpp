// Best-first search on effort numbers: proof-number search and its multiple-outcome form are one
// machine.
//
// PNS (Allis, van der Meulen & van den Herik 1994) is the question about one cut; MOPNS (Saffidine
// & Cazenave 2012) the question about all of them, in which the root chooses the cut each descent
// works on and every node below keeps cells for the cuts that are still open between its ancestors'
// bounds. Bounds are exact and decide; what they settle is freed.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "search/attracting.hpp"
#include "search/best_first/estimate.hpp"
#include "search/best_first/second_level.hpp"
#include "search/best_first/walk.hpp"
#include "search/machine.hpp"

namespace solvent::search {

template <Game G, effort::Effort E, class K = NoKnowledge>
class BestFirst final : public Machine {
  using State = typename G::State;
  using Move = typename G::Move;
  using Key = KeyOf<G>;
  using Cell = typename E::Cell;
  using Block = typename Walk<G, E, K>::Block;
  using Node = typename Walk<G, E, K>::Node;
  using Step = typename Walk<G, E, K>::Step;
  using Layout = tree::Layout;

 public:
  BestFirst(const G& g, const Design& design, const AnyProbe<G>* probe = nullptr)
      : g_(g),
        design_(design),
        walk_(g_, design_, probe,
              design.algorithm.second == Second::None ? design.memory : design.memory / 2) {
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
    const auto width = static_cast<std::size_t>(window.beta - window.alpha);
    const bool inside = walk_.leaves.uniform() && !second_ && width > kFewCells;
    walk_.clear(window,
                design_.graph ? Layout::Shared
                : inside      ? Layout::Inside
                              : Layout::Beside,
                above);
    descents_left_ = descents;
    if (second_) second_->stop();
    family_ = tree::kNoBlock;
    next_child_ = 0;
    uncounted_ = 0;
    root_is_set_ = clearing_up_ = false;
    room_ = Room::Enough;
    statistics_ = {};
    estimate_.reset();
    walk_.root_block = walk_.tree.make_block(1, window.alpha, width);
    out_of_memory_ = walk_.root_block == tree::kNoBlock;
    root_bounds_ = walk_.leaves.bounds(s);
    done_ = walk_.window.answered_by(root_bounds_);
    if (done_ || out_of_memory_) return;
    const Block root = walk_.tree.block(walk_.root_block);
    root.nodes[0] = {tree::kNoBlock, root_bounds_, Move{}};
    if (walk_.tree.layout() == Layout::Beside) std::fill_n(root.cells, width, E::leaf());
    walk_.push(s, walk_.root_block, 0, window.alpha, window.beta);
    walk_.path[0].repeats = walk_.path[0].repeats && !root_is_last;
    choose_cut();
  }
  std::uint64_t descents_left() const { return descents_left_; }
  std::uint64_t take_uncounted() { return std::exchange(uncounted_, 0); }
  // Has a slice ended while a node was being expanded?
  bool in_the_middle() const {
    return family_ != tree::kNoBlock || (second_ && second_->running());
  }

  SliceResult step(const Slice& slice) override {
    const std::uint64_t began = statistics_.created, stop_at = began + slice.nodes;
    // A pass may make no node: this keeps the step short all the same.
    std::uint64_t passes_left = slice.nodes;
    const std::uint64_t last_descent =
        statistics_.descents + slice.rounds - (clearing_up_ && slice.rounds > 0 ? 1 : 0);
    if (!count_pending(stop_at) || !finish_round(slice)) return SliceResult::Running;
    if (!set_root(slice)) return result();
    // What is half made is counted already, so no nodes are needed for it.
    while (!over() && descents_left_ > 0 && statistics_.descents < last_descent &&
           (family_ != tree::kNoBlock || (statistics_.created < stop_at && passes_left-- > 0))) {
      if (slice.paused()) break;
      const Round round = room_ != Room::Enough ? make_room() : iterate(stop_at, slice);
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

  Bounds bounds() const override {
    return walk_.path.empty() ? root_bounds_ : walk_.root_node().bounds;
  }
  std::optional<Outcome> estimate() const override { return estimate_; }
  void trace(Tracer* tracer) override { tracer_ = tracer; }
  std::optional<TreeView> look(std::span<const AnyMove> path) const override;
  std::vector<AnyMove> next_descent() const override;
  std::optional<AnyMove> best() const override {
    if (!done_ || !root_expanded()) return std::nullopt;
    const Node& root = walk_.root_node();
    for (std::uint32_t k = 0; k < root_children(); ++k)
      if (walk_.path[0].side == Side::Max ? root_child(k).bounds.pess >= root.bounds.pess
                                          : root_child(k).bounds.opti <= root.bounds.opti)
        return erase_move(root_child(k).move);
    return std::nullopt;
  }
  Statistics statistics() const override {
    Statistics s = statistics_;
    s.largest = std::max<std::uint64_t>(s.largest, walk_.tree.largest());
    s.playouts += walk_.leaves.playouts();
    s.bytes = walk_.memory_in_use() + (second_ ? second_->engine().statistics().bytes : 0);
    if (!walk_.path.empty() && !done_) {
      s.proof = shown(E::proof(root_cell(cut_)));
      s.disproof = shown(E::disproof(root_cell(cut_)));
    }
    return s;
  }

  void archive(Archive& a) override {
    a.section("efforts, best first", sizeof(*this) + sizeof(Step));
    a(walk_);
    if (second_) second_->archive(a, &walk_.repetitions);
    a(uncounted_, family_, next_child_, root_is_set_, room_, clearing_up_, descents_left_,
      root_bounds_, cut_, committed_, joined_, done_, out_of_memory_, estimate_, statistics_);
    // There may be more memory now; nodes that were given up before stay given up.
    if (a.loading() && a.good() && out_of_memory_ && !walk_.path.empty()) choose_cut();
  }
  void stay_below(const Path<Key>* above) { walk_.stay_below(above); }

  // For a first level: the root's numbers, and its children with theirs.
  bool root_expanded() const { return !walk_.path.empty() && walk_.root_node().expanded(); }
  Cell root_cell(int cut) const { return walk_.cell(walk_.tree.block(walk_.root_block), 0, cut); }
  std::uint32_t root_children() const { return root_family().header->count; }
  const Node& root_child(std::uint32_t k) const { return root_family().nodes[k]; }
  Cell root_child_cell(std::uint32_t k, int cut) const { return walk_.cell(root_family(), k, cut); }

 private:
  static constexpr std::size_t kFewCells = 4;  // so many stand beside their nodes
  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};
  static constexpr std::uint32_t kNoChild = ~std::uint32_t{0};

  Block root_family() const { return walk_.children_of(walk_.root_node()); }

  bool over() const { return done_ || out_of_memory_ || estimate_; }
  bool game_is_too_large() const {
    return Growing<G> && walk_.tree.bytes() + bytes_of(g_) > design_.memory;
  }
  SliceResult result() const {
    if (done_) return SliceResult::Done;
    if (estimate_) return SliceResult::Estimated;
    return out_of_memory_ || game_is_too_large() ? SliceResult::OutOfMemory : SliceResult::Running;
  }

  // The numbers of the root; false if the random games for them go on in the next slice.
  bool set_root(const Slice& slice) {
    if (root_is_set_ || over()) return true;
    const Step& root = walk_.path[0];
    if (!walk_.set_leaf(walk_.tree.block(walk_.root_block), 0, root.s, Move{}, root_bounds_, slice))
      return false;
    root_is_set_ = true;
    choose_cut();
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
    asked_cut_ = cut_;
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
    while (!walk_.clear_away() || (design_.graph && !walk_.grow_index()))
      if (slice.paused()) return false;
    if (!clearing_up_) return true;
    clearing_up_ = false;
    statistics_.largest_open = std::max(statistics_.largest_open, walk_.open_nodes);
    if (tracer_ != nullptr) report_round(asked_cut_, asked_path_);
    return true;
  }

  // Down to the most-proving leaf; false if another path has settled what looked open on the way.
  bool descend() {
    while (walk_.last_node().expanded()) {
      const Block b = walk_.children_of(walk_.last_node());
      if (b.header->best_cut != cut_ || design_.selection == Selection::Lecture)
        remember_best(b, sum_up(b, walk_.path.back().side).best);
      const std::uint32_t index = b.header->best;
      if (design_.graph) {
        walk_.refresh(b.nodes[index]);
        if (!open_for(b.nodes[index].bounds, cut_)) return false;
      }
      walk_.push_child(index);
    }
    statistics_.deepest = std::max(statistics_.deepest, static_cast<int>(walk_.path.size()) - 1);
    return true;
  }
  // Lecture: when the side to move is not the one the root has committed to, take its first open
  // child instead of the cheapest.
  bool takes_first(Side side) const {
    return design_.selection == Selection::Lecture && side != committed_;
  }
  void remember_best(const Block& b, std::uint32_t best) const {
    if (best != kNoChild) b.header->best = static_cast<std::uint16_t>(best);
    b.header->best_cut = static_cast<std::uint8_t>(cut_);
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
    if (design_.graph && walk_.link(walk_.last_node(), walk_.path.back().s))
      return Expansion::Improved;
    if (second_ && design_.algorithm.second != Second::Descents) return look_deeper(stop_at, slice);
    const Expansion begun = begin_family(stop_at);
    return begun == Expansion::Begun ? make_children(stop_at, slice) : begun;
  }
  // Looks at the value of a selected leaf: is there nothing left to expand?
  bool answered_now() {
    const Bounds b = look_at(walk_.path.back().s, walk_.path.back().repeats);
    if (!walk_.window.answered_by(b)) return false;
    walk_.last_node().bounds = b;
    --walk_.open_nodes;
    return true;
  }
  // Counts the children of the leaf and finds room for them.
  Expansion begin_family(std::uint64_t stop_at) {
    const State& s = walk_.path.back().s;
    MovesOf<G> moves;
    walk_.leaves.list_moves(s, moves);
    if (statistics_.created + moves.size > stop_at) return Expansion::SliceTooSmall;
    family_ = walk_.make_family(moves.size);
    if (family_ == tree::kNoBlock) return Expansion::NoRoom;
    ++statistics_.expanded;
    statistics_.created += moves.size;
    if constexpr (RefusesMoves<G>) statistics_.created += g_.refused(s);
    const Block b = walk_.tree.block(family_);
    for (std::uint32_t k = 0; k < moves.size; ++k) b.nodes[k].move = moves[k];
    return Expansion::Begun;
  }
  // One after another, since random games or a game in another language may take long over each.
  // The node has them only when all are made.
  Expansion make_children(std::uint64_t stop_at, const Slice& slice) {
    const Block b = walk_.tree.block(family_);
    const State here = walk_.path.back().s;
    for (; next_child_ < b.header->count; ++next_child_) {
      if constexpr (Growing<G>) {
        if (slice.paused() || game_is_too_large()) return Expansion::Paused;
      }
      State next = here;
      const Move move = b.nodes[next_child_].move;
      walk_.play(next, move);
      if (!walk_.set_leaf(b, next_child_, next, move, child_bounds(next), slice))
        return Expansion::Paused;
      if (design_.graph && design_.evaluation == Evaluation::WhenCreated)
        walk_.link(b.nodes[next_child_], next);
    }
    next_child_ = 0;
    walk_.last_node().children = std::exchange(family_, tree::kNoBlock);
    return second_ ? look_deeper(stop_at, slice) : Expansion::Done;
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
  // Dead: given up to save memory. What the second tree gave up can still be searched here.
  static Cell revived(Cell c) { return c == E::dead() ? E::leaf() : c; }

  // --- update ----------------------------------------------------------------------------------

  // Update from the last node upwards, up to the first that stays as it was: the next descent goes
  // on from there. `changed` if the last node's own bounds have changed already.
  void climb(bool changed) {
    for (;; changed = false) {
      changed |= update();
      if (walk_.at_root()) break;
      if (!changed) return;
      walk_.pop();
    }
    done_ = walk_.window.answered_by(walk_.root_node().bounds);
    if (!done_) choose_cut();
  }

  // The bounds and cells of the last node on the path from its children; false if nothing changed.
  bool update() {
    ++statistics_.updates;
    Step& at = walk_.path.back();
    Node& node = walk_.node_of(at);
    if (!node.expanded()) return true;  // evaluated when selected
    const Block b = walk_.children_of(node);
    if (design_.graph)
      for (std::size_t k = 0; k < b.header->count; ++k) walk_.refresh(b.nodes[k]);
    const Sum sum = sum_up(b, at.side);
    bool changed = narrow(at, node, sum.bounds);
    if (design_.graph) b.sharing->bounds = meet(b.sharing->bounds, node.bounds);
    Cell* const mine = cells_of(at, b);
    const bool cut_is_open = at.alpha <= cut_ && cut_ < at.beta;
    if (cut_is_open) {
      changed |= !(mine[cut_] == sum.cell);
      mine[cut_] = sum.cell;
      remember_best(b, sum.best);
    }
    if (at.beta - at.alpha > cut_is_open) changed |= update_other_cuts(at, b, mine);
    // Children that are open for the cut are kept as long as it is searched.
    if (!design_.keep_solved && (sum.has_prunable || !cut_is_open)) prune_settled(at, b);
    return changed;
  }
  bool narrow(Step& at, Node& node, Bounds children) {
    const Bounds bounds = clamp(node.bounds, children);
    const bool narrowed = !(bounds == node.bounds);
    walk_.open_nodes -= walk_.window.answered_by(bounds) && !walk_.window.answered_by(node.bounds);
    node.bounds = bounds;
    at.alpha = std::max(at.alpha, bounds.pess);
    at.beta = std::min(at.beta, bounds.opti);
    return narrowed;
  }
  // The node's own, indexed by cuts: with its children, or beside the node itself.
  Cell* cells_of(const Step& at, const Block& children) const {
    if (walk_.tree.layout() != Layout::Beside) return children.cells - children.header->base;
    const Block family = walk_.tree.block(at.block);
    return family.row(at.index) - family.header->base;
  }
  void prune_settled(const Step& at, const Block& b) {
    for (std::size_t k = 0; k < b.header->count; ++k) {
      const Bounds child = b.nodes[k].bounds;
      if (child.pess >= at.beta || child.opti <= at.alpha || child.closed())
        walk_.prune(b.nodes[k]);
    }
  }
  // The children taken together, in one pass: their bounds, and for the current cut their cells'
  // sum and the child to look at.
  struct Sum {
    Bounds bounds;
    Cell cell;
    std::uint32_t best;
    bool has_prunable;  // some child decided on this cut still has children in memory
  };
  Sum sum_up(const Block& b, Side side) const {
    const auto over = [&](auto cell_of) {
      return effort::with_joins<E>(weak_, [&]<class Joins>() {
        return side == Side::Max ? sum_up<Joins, Side::Max>(b, cell_of)
                                 : sum_up<Joins, Side::Min>(b, cell_of);
      });
    };
    if (walk_.tree.layout() != Layout::Beside)
      return over([&](std::uint32_t k) { return walk_.cell_inside(b.nodes[k], cut_); });
    const Cell* const cells = b.cells + (cut_ - b.header->base);
    const std::size_t width = b.header->width;
    return over([=](std::uint32_t k) { return cells[k * width]; });
  }
  template <class Joins, Side Mover, class CellOf>
  Sum sum_up(const Block& b, CellOf cell_of) const {
    const bool first = takes_first(Mover);
    const int cut = cut_;
    const std::uint32_t count = b.header->count;
    Bounds bounds = b.nodes[0].bounds;
    Cell sum = E::neutral(Mover), best_cell{};
    std::uint32_t best = kNoChild, open = 0;
    bool has_prunable = false;
    for (std::uint32_t k = 0; k < count; ++k) {
      const Bounds child = b.nodes[k].bounds;
      bounds = best_of(Mover, bounds, child);
      if (!open_for(child, cut)) {
        has_prunable |= b.nodes[k].expanded();
        continue;
      }
      const Cell c = cell_of(k);
      sum = Joins::join(Mover, sum, c);
      ++open;
      if (c == E::dead()) continue;
      if (best != kNoChild && (first || !(E::urgency(Mover, c) < E::urgency(Mover, best_cell))))
        continue;
      best = k;
      best_cell = c;
    }
    return {bounds, best == kNoChild ? E::dead() : Joins::joined(Mover, sum, open), best,
            has_prunable};
  }
  // False if nothing changed.
  bool update_other_cuts(const Step& at, const Block& b, Cell* mine) const {
    const auto update = [&](int from, int to) {
      return effort::with_joins<E>(weak_, [&]<class Joins>() {
        return at.side == Side::Max
                   ? walk_.template update_cells<Joins, Side::Max>(from, to, b, mine)
                   : walk_.template update_cells<Joins, Side::Min>(from, to, b, mine);
      });
    };
    const bool below = update(at.alpha, std::min<int>(cut_, at.beta));
    const bool above = update(std::max<int>(cut_ + 1, at.alpha), at.beta);
    return below || above;
  }

  // --- the root --------------------------------------------------------------------------------

  void choose_cut() {
    const Step& root = walk_.path[0];
    const auto alive = [&](int cut) { return !(root_cell(cut) == E::dead()); };
    if (design_.algorithm.driver == Driver::Attracting) {
      cut_ = attracting_cut();
    } else {
      cut_ = next_cut(design_.algorithm.driver, g_.scale(), root.side, {root.alpha, root.beta},
                      {walk_.window.alpha, walk_.window.beta});
      for (int cut = root.alpha; cut < root.beta && !alive(cut_); ++cut) cut_ = cut;
      out_of_memory_ = !alive(cut_);
    }
    if (out_of_memory_) return;
    if (design_.selection == Selection::Lecture)
      committed_ =
          E::proof(root_cell(cut_)) <= E::disproof(root_cell(cut_)) ? Side::Max : Side::Min;
    if (design_.precision_rate > 0 && walk_.root_node().expanded())
      estimate_ = estimated_value(root.alpha, root.beta, design_.precision_rate,
                                  [&](int cut) { return root_cell(cut); });
  }
  // That of the attracting outcome.
  int attracting_cut() {
    const Step& root = walk_.path[0];
    const OpenCuts cuts{root.side,
                        {root.alpha, root.beta},
                        [&](int cut) { return E::proof(root_cell(cut)); },
                        [&](int cut) { return E::disproof(root_cell(cut)); }};
    const Attraction a = cuts.choose([&](int cut) { return root_cell(cut) == E::dead(); });
    out_of_memory_ = a.none();
    return a.none() ? root.alpha : a.cut(root.side);
  }

  // --- memory ----------------------------------------------------------------------------------

  // The stages of making room for a family: one is freed, free units are counted, free neighbours
  // are joined.
  enum class Room : std::uint8_t { Enough, Free, Count, Join };

  void begin_to_make_room();
  Round make_room();
  void delete_least_proving();

  // --- for observers ---------------------------------------------------------------------------

  static double shown(double effort) {
    return effort < effort::ProofNumbers::kInfinite ? effort
                                                    : std::numeric_limits<double>::infinity();
  }
  void report_round(int cut, const std::vector<AnyMove>& moves) const {
    const Step& root = walk_.path[0];
    std::vector<std::pair<double, double>> efforts;
    for (int c = root.alpha; c < root.beta; ++c)
      efforts.emplace_back(shown(E::proof(root_cell(c))), shown(E::disproof(root_cell(c))));
    tracer_->note(
        {statistics_.descents, cut, moves, statistics_.created, bounds(), root.alpha, efforts});
  }

  const G& g_;
  const Design design_;
  Walk<G, E, K> walk_;
  const bool weak_ = design_.algorithm.has_weak_numbers();
  std::optional<SecondLevel<BestFirst>> second_;
  bool root_is_set_ = false;               // it has its numbers
  tree::BlockId family_ = tree::kNoBlock;  // that is being made for the last node of the path
  std::uint32_t next_child_ = 0;           // of it, or the one that the second level looks at
  std::uint64_t uncounted_ = 0;            // nodes looked at and not yet counted
  bool clearing_up_ = false;               // the round is made, what it pruned is not yet freed
  int asked_cut_ = 0;                      // in this round
  std::vector<AnyMove> asked_path_;
  Room room_ = Room::Enough;
  std::uint64_t descents_left_ = kUnlimited;
  Bounds root_bounds_;  // before there is a tree
  int cut_ = 0;
  Side committed_ = Side::Max;  // of the lecture's selection
  std::size_t joined_ = 0;      // free units when neighbours were last joined
  bool done_ = true;
  bool out_of_memory_ = false;
  std::optional<Outcome> estimate_;
  Tracer* tracer_ = nullptr;
  Statistics statistics_;
};

}  // namespace solvent::search

#include "search/best_first/look.hpp"
#include "search/best_first/nested.hpp"
#include "search/best_first/room.hpp"
