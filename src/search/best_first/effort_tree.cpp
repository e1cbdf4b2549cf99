// What an EffortTree does without reading cells; effort_tree_of.cpp has the rest.
#include "search/best_first/effort_tree.hpp"

#include <algorithm>

#include "solvent/require.hpp"

namespace solvent::search {

EffortTree::EffortTree(const Design& design, const Scale& scale, std::size_t memory)
    : design_(design),
      scale_(scale),
      families_(memory),
      shared_(design.graph ? memory / sizeof(Shared) : 0) {
  require(!design.graph ||
              (design.algorithm.leaf != Leaf::Playouts && design.algorithm.second == Second::None),
          "the leaves of a graph have one number for all cuts");
}

void EffortTree::start(Window window, Layout layout, Bounds root) {
  window_ = window;
  families_.clear(layout);
  shared_.clear();
  path_.clear();
  open_nodes_ = updates_ = 0;
  room_ = Room::Enough;
  estimate_.reset();
  root_bounds_ = root;
  root_block_ =
      families_.make_block(1, window.alpha, static_cast<std::size_t>(window.beta - window.alpha));
  out_of_memory_ = root_block_ == tree::kNoBlock;
  done_ = window.answered_by(root);
}

void EffortTree::push_root(Side side, bool repeats) {
  const Block root = block(root_block_);
  root.nodes[0] = {tree::kNoBlock, root_bounds_, 0};
  number_leaves(root);
  push(root_block_, 0, window_.alpha, window_.beta, side, repeats);
  choose_cut();
}

void EffortTree::archive(Archive& a) {
  a(families_, shared_, path_, window_, root_block_, root_bounds_, cut_, committed_, open_nodes_,
    updates_, wanted_, room_, joined_, done_, out_of_memory_, estimate_);
  // There may be more memory now; nodes that were given up before stay given up.
  if (a.loading() && a.good() && out_of_memory_ && !path_.empty()) choose_cut();
}

// --- graphs --------------------------------------------------------------------------------------

void EffortTree::share(tree::BlockId family, std::uint32_t position) {
  const Bounds bounds = last_node().bounds;
  if (position == shared_.size()) shared_.push_back({family, bounds});
  shared_[position].family = family;
  *block(family).sharing = {position, 1, bounds};
}

bool EffortTree::link(Node& node, std::uint32_t position) {
  const Shared& known = shared_[position];
  const Bounds before = node.bounds;
  node.bounds = meet(before, known.bounds);
  if (known.family == tree::kNoBlock) return node.bounds != before;
  tree::Sharing& sharing = *block(known.family).sharing;
  if (sharing.refs == kMostParents) return node.bounds != before;
  ++sharing.refs;
  node.children = known.family;
  refresh(node);
  return true;
}

// --- memory --------------------------------------------------------------------------------------

bool EffortTree::clear_away() {
  constexpr std::size_t kAtOnce = 64;  // families
  return families_.free_pruned(kAtOnce, [&](const Block& family) {
    for (std::size_t k = 0; k < family.header->count; ++k)
      open_nodes_ -= !window_.answered_by(family.nodes[k].bounds);
    if (!design_.graph) return;
    Shared& position = shared_[family.sharing->position];
    position.family = tree::kNoBlock;
    position.bounds = meet(position.bounds, family.sharing->bounds);
  });
}

// In a graph nothing can be given up, since other paths may lead there.
void EffortTree::begin_to_make_room() {
  if (design_.graph || !root_node().expanded())
    out_of_memory_ = true;
  else
    room_ = Room::Free;
}

void EffortTree::delete_family_of_last() {
  room_ = Room::Count;
  set_dead(last());
  if (at_root()) {
    out_of_memory_ = true;
    return;
  }
  pop();
  climb(false);
  return_to_root();
  if (!done_) choose_cut();
}

void EffortTree::continue_making_room() {
  constexpr std::size_t kAtOnce = 256;  // blocks
  const tree::Arena& arena = families_.arena();
  if (room_ == Room::Count && arena.free_units() > joined_ + arena.units() / 64) room_ = Room::Join;
  if (room_ == Room::Join) {
    if (!families_.join_free_neighbours(kAtOnce)) return;
    joined_ = arena.free_units();
  }
  room_ = arena.has_room(wanted_) ? Room::Enough : Room::Free;
  if (room_ == Room::Enough) joined_ = std::min(joined_, arena.free_units());
}

bool EffortTree::narrow_last(Bounds found) {
  PathNode& at = path_.back();
  Node& node = node_of(at);
  open_nodes_ -= window_.answered_by(found);
  node.bounds = clamp(node.bounds, found);
  at.alpha = std::max(at.alpha, node.bounds.pess);
  at.beta = std::min(at.beta, node.bounds.opti);
  return at.alpha < at.beta;
}

// --- for observers -------------------------------------------------------------------------------

std::optional<tree::StoredMove> EffortTree::best() const {
  if (!done_ || !root_expanded()) return std::nullopt;
  const Node& root = root_node();
  const Block b = children_of(root);
  for (std::uint32_t k = 0; k < b.header->count; ++k)
    if (path_[0].side == Side::Max ? b.nodes[k].bounds.pess >= root.bounds.pess
                                   : b.nodes[k].bounds.opti <= root.bounds.opti)
      return b.nodes[k].move;
  return std::nullopt;
}

std::vector<EffortTree::Efforts> EffortTree::root_efforts() const {
  std::vector<Efforts> all;
  for (int cut = path_[0].alpha; cut < path_[0].beta; ++cut) all.push_back(root_efforts(cut));
  return all;
}

TreeNode EffortTree::seen(const Block& b, std::uint32_t k, Window open) const {
  const Node& node = b.nodes[k];
  TreeNode out{.move = node.move,
               .bounds = node.bounds,
               .expanded = node.expanded(),
               .deleted = node.children == tree::kPrunedTag || node.children == tree::kDeadTag,
               .children = node.expanded() ? children_of(node).header->count : 0U,
               .first_cut = std::max<int>(open.alpha, node.bounds.pess)};
  for (int cut = out.first_cut; cut < std::min<int>(open.beta, node.bounds.opti); ++cut)
    out.efforts.push_back(efforts(b, k, cut));
  return out;
}

// A node has neither a parent link nor a state, so an observer follows the moves from the root.
std::optional<TreeView> EffortTree::look(std::span<const AnyMove> moves) const {
  if (design_.graph) return std::nullopt;  // its moves are those of images
  if (path_.empty()) {                     // answered before there was a tree
    if (!moves.empty()) return std::nullopt;
    return TreeView{window_, cut_, {.bounds = root_bounds_}, {}};
  }
  // Below a node only the cuts count that its bounds and those of the nodes above leave open.
  Block b = block(root_block_);
  std::uint32_t index = 0;
  Window open = window_;
  const auto enter = [&] {
    open.alpha = std::max(open.alpha, b.nodes[index].bounds.pess);
    open.beta = std::min(open.beta, b.nodes[index].bounds.opti);
  };
  TreeNode node = seen(b, index, open);
  for (const AnyMove move : moves) {
    if (!b.nodes[index].expanded()) return std::nullopt;
    enter();
    b = children_of(b.nodes[index]);
    for (index = 0; index < b.header->count; ++index)
      if (b.nodes[index].move == move) break;
    if (index == b.header->count) return std::nullopt;
    node = seen(b, index, open);
  }
  TreeView view{window_, cut_, std::move(node), {}};
  if (moves.empty()) view.node.move = 0;
  if (!view.node.expanded) return view;
  enter();
  b = children_of(b.nodes[index]);
  for (std::uint32_t k = 0; k < b.header->count; ++k) view.children.push_back(seen(b, k, open));
  return view;
}

}  // namespace solvent::search
