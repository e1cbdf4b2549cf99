// The cells of a best-first tree: how a node's numbers come from its children's, which child is
// next, and which cut. Compiled once for each kind of effort.
#include <algorithm>
#include <limits>

#include "effort/effort.hpp"
#include "search/attracting.hpp"
#include "search/best_first/effort_tree.hpp"
#include "search/best_first/estimate.hpp"

namespace solvent::search {

namespace {

template <effort::Effort E>
class EffortTreeOf final : public EffortTree {
  using Cell = typename E::Cell;
  static_assert(sizeof(Cell) == tree::kCellBytes && alignof(Cell) <= tree::kCellBytes);

 public:
  using EffortTree::EffortTree;

  std::uint32_t most_proving(const Block& b, Side side) const override {
    return sum_up(b, side).best;
  }

  void climb(bool changed) override {
    for (;; changed = false) {
      changed |= update();
      if (at_root()) break;
      if (!changed) return;
      pop();
    }
    done_ = window_.answered_by(root_node().bounds);
    if (!done_) choose_cut();
  }

  void choose_cut() override {
    const PathNode& root = path_[0];
    const auto alive = [&](int cut) { return !(root_cell(cut) == E::dead()); };
    if (design_.algorithm.driver == Driver::Attracting) {
      cut_ = attracting_cut();
    } else {
      cut_ = next_cut(design_.algorithm.driver, scale_, root.side, {root.alpha, root.beta},
                      {window_.alpha, window_.beta});
      for (int cut = root.alpha; cut < root.beta && !alive(cut_); ++cut) cut_ = cut;
      out_of_memory_ = !alive(cut_);
    }
    if (out_of_memory_) return;
    if (design_.selection == Selection::Lecture)
      committed_ =
          E::proof(root_cell(cut_)) <= E::disproof(root_cell(cut_)) ? Side::Max : Side::Min;
    if (design_.precision_rate > 0 && root_node().expanded())
      estimate_ = estimated_value(root.alpha, root.beta, design_.precision_rate,
                                  [&](int cut) { return root_cell(cut); });
  }

  // --- leaves and families -----------------------------------------------------------------------

  tree::BlockId make_family(std::size_t count) override {
    const PathNode& at = last();
    const auto width = static_cast<std::size_t>(at.beta - at.alpha);
    const tree::BlockId id = families_.make_block(count, at.alpha, width);
    if (id != tree::kNoBlock && families_.layout() != Layout::Beside)
      std::fill_n(cells(block(id)), width, from_tag(node_of(at).children));
    return id;
  }
  void number_leaves(const Block& b) const override {
    if (families_.layout() != Layout::Beside) return;  // the tags themselves are the numbers
    const std::size_t width = b.header->width;
    Cell* row = cells(b);
    for (std::uint32_t k = 0; k < b.header->count; ++k, row += width)
      std::fill_n(row, width, from_tag(std::exchange(b.nodes[k].children, tree::kNoBlock)));
  }
  void number_leaf(const Block& b, std::uint32_t k, std::span<const double> shares) override {
    Cell* const row = row_of(b, k);
    std::fill_n(row, b.header->width, E::leaf());
    for (std::size_t cut = 0; cut < shares.size(); ++cut) row[cut] = E::likely_leaf(shares[cut]);
  }

  // --- memory
  // --------------------------------------------------------------------------------------

  std::uint32_t hardest_child() const override {
    const Block b = children_of(last_node());
    const Side side = last().side;
    std::uint32_t hardest = kNoChild;
    Cell worst{};
    each_open_child(b, cut_, [&](std::uint32_t k, Cell c) {
      if (!b.nodes[k].expanded()) return;
      if (hardest != kNoChild && E::urgency(side, c) < E::urgency(side, worst)) return;
      worst = c;
      hardest = k;
    });
    return hardest;
  }

  // --- a second level
  // ------------------------------------------------------------------------------

  void adopt_children(const Block& b, const EffortTree& below) override {
    const auto& other = static_cast<const EffortTreeOf&>(below);
    const Block from = other.children_of(other.root_node());
    for (std::uint32_t k = 0; k < b.header->count; ++k) {
      const Node& child = from.nodes[k];
      b.nodes[k] = {tree::kNoBlock, child.bounds, child.move};
      for (int cut = last().alpha; cut < last().beta; ++cut)
        row_of(b, k)[cut - b.header->base] =
            open_for(child.bounds, cut) ? revived(other.cell(from, k, cut)) : E::leaf();
    }
  }
  void adopt_numbers(const Block& b, std::uint32_t k, Window cuts,
                     const EffortTree& below) override {
    const auto& other = static_cast<const EffortTreeOf&>(below);
    for (int cut = cuts.alpha; cut < cuts.beta && other.root_expanded(); ++cut)
      row_of(b, k)[cut - b.header->base] = revived(other.root_cell(cut));
  }

 private:
  // A node that the second tree gave up to save memory can still be searched here.
  static Cell revived(Cell c) { return c == E::dead() ? E::leaf() : c; }

  // --- cells
  // ---------------------------------------------------------------------------------------

  static Cell* cells(const Block& b) { return static_cast<Cell*>(b.cells); }
  static Cell* row_of(const Block& b, std::size_t k) { return cells(b) + k * b.header->width; }
  Cell from_tag(tree::BlockId tag) const {
    if (tag == tree::kNoBlock) return E::leaf();
    if (tag == tree::kDeadTag) return E::dead();
    if (design_.algorithm.leaf == Leaf::Costs) return E::costly_leaf(LeafTag::cost(tag));
    return E::mobile_leaf(LeafTag::side(tag), LeafTag::moves(tag));
  }
  Cell cell(const Block& b, std::uint32_t k, int cut) const {
    if (families_.layout() == Layout::Beside) return row_of(b, k)[cut - b.header->base];
    return cell_inside(b.nodes[k], cut);
  }
  [[gnu::always_inline]] Cell cell_inside(const Node& node, int cut) const {
    if (!node.expanded()) return from_tag(node.children);
    const Block family = children_of(node);
    return cells(family)[cut - family.header->base];
  }
  Cell root_cell(int cut) const { return cell(block(root_block()), 0, cut); }
  // A node's own, indexed by cuts: with its children, or beside the node itself.
  Cell* cells_of(const PathNode& at, const Block& children) const {
    if (families_.layout() != Layout::Beside) return cells(children) - children.header->base;
    const Block family = block(at.block);
    return row_of(family, at.index) - family.header->base;
  }
  void set_dead(const PathNode& p) override {
    prune(node_of(p));
    const Block family = block(p.block);
    if (families_.layout() == Layout::Beside)
      std::fill_n(row_of(family, p.index), family.header->width, E::dead());
    else
      family.nodes[p.index].children = tree::kDeadTag;
  }
  Efforts efforts(const Block& b, std::uint32_t k, int cut) const override {
    const auto shown = [](double effort) {
      return effort < effort::ProofNumbers::kInfinite ? effort
                                                      : std::numeric_limits<double>::infinity();
    };
    const Cell c = cell(b, k, cut);
    return {shown(E::proof(c)), shown(E::disproof(c))};
  }

  // --- update
  // --------------------------------------------------------------------------------------

  // The bounds and cells of the last node on the path from its children; false if nothing changed.
  bool update() {
    ++updates_;
    PathNode& at = last_place();
    Node& node = node_of(at);
    if (!node.expanded()) return true;  // evaluated when selected
    const Block b = children_of(node);
    if (design_.graph)
      for (std::size_t k = 0; k < b.header->count; ++k) refresh(b.nodes[k]);
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
  bool narrow(PathNode& at, Node& node, Bounds children) {
    const Bounds bounds = clamp(node.bounds, children);
    const bool narrowed = !(bounds == node.bounds);
    open_nodes_ -= window_.answered_by(bounds) && !window_.answered_by(node.bounds);
    node.bounds = bounds;
    at.alpha = std::max(at.alpha, bounds.pess);
    at.beta = std::min(at.beta, bounds.opti);
    return narrowed;
  }
  void prune_settled(const PathNode& at, const Block& b) {
    for (std::size_t k = 0; k < b.header->count; ++k) {
      const Bounds child = b.nodes[k].bounds;
      if (child.pess >= at.beta || child.opti <= at.alpha || child.closed()) prune(b.nodes[k]);
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
    if (families_.layout() != Layout::Beside)
      return over([&](std::uint32_t k) { return cell_inside(b.nodes[k], cut_); });
    const Cell* const row = cells(b) + (cut_ - b.header->base);
    const std::size_t width = b.header->width;
    return over([=](std::uint32_t k) { return row[k * width]; });
  }
  // Lecture: when the side to move is not the one the root has committed to, take its first open
  // child instead of the cheapest.
  bool takes_first(Side side) const {
    return design_.selection == Selection::Lecture && side != committed_;
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
  bool update_other_cuts(const PathNode& at, const Block& b, Cell* mine) const {
    const auto update = [&](int from, int to) {
      return effort::with_joins<E>(weak_, [&]<class Joins>() {
        return at.side == Side::Max ? update_cells<Joins, Side::Max>(from, to, b, mine)
                                    : update_cells<Joins, Side::Min>(from, to, b, mine);
      });
    };
    const bool below = update(at.alpha, std::min<int>(cut_, at.beta));
    const bool above = update(std::max<int>(cut_ + 1, at.alpha), at.beta);
    return below || above;
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
  template <class Visit>
  void each_open_child(const Block& b, int cut, Visit visit) const {
    const std::uint32_t count = b.header->count;
    if (families_.layout() == Layout::Beside) {
      const Cell* cell = cells(b) + (cut - b.header->base);
      for (std::uint32_t k = 0; k < count; ++k, cell += b.header->width)
        if (open_for(b.nodes[k].bounds, cut)) visit(k, *cell);
    } else {
      for (std::uint32_t k = 0; k < count; ++k)
        if (open_for(b.nodes[k].bounds, cut)) visit(k, cell_inside(b.nodes[k], cut));
    }
  }

  // --- the root
  // ------------------------------------------------------------------------------------

  // The cut of the attracting outcome.
  int attracting_cut() {
    const PathNode& root = path_[0];
    const OpenCuts cuts{root.side,
                        {root.alpha, root.beta},
                        [&](int cut) { return E::proof(root_cell(cut)); },
                        [&](int cut) { return E::disproof(root_cell(cut)); }};
    const Attraction a = cuts.choose([&](int cut) { return root_cell(cut) == E::dead(); });
    out_of_memory_ = a.none();
    return a.none() ? root.alpha : a.cut(root.side);
  }

  const bool weak_ = design_.algorithm.has_weak_numbers();
};

}  // namespace

std::unique_ptr<EffortTree> make_effort_tree(const Design& design, const Scale& scale,
                                             std::size_t memory) {
  switch (design.algorithm.effort) {
    case EffortKind::MonteCarlo:
      return std::make_unique<EffortTreeOf<effort::MonteCarlo>>(design, scale, memory);
    case EffortKind::Probabilities:
      return std::make_unique<EffortTreeOf<effort::Probabilities>>(design, scale, memory);
    default: return std::make_unique<EffortTreeOf<effort::ProofNumbers>>(design, scale, memory);
  }
}

}  // namespace solvent::search
