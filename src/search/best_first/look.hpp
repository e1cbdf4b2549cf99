// Looking into the tree of a best-first search, between two steps, for observers. A node has
// neither a parent link nor a state, so an observer follows the moves from the root.
// Part of engine.hpp, which includes it.
#pragma once

#include "search/best_first/engine.hpp"

namespace solvent::search {

template <Game G, effort::Effort E, class K>
std::optional<TreeView> BestFirst<G, E, K>::look(std::span<const AnyMove> path) const {
  if (design_.graph) return std::nullopt;  // its moves are those of images
  if (walk_.path.empty()) {                // answered before there was a tree
    if (!path.empty()) return std::nullopt;
    return TreeView{walk_.window, cut_, {.bounds = root_bounds_}, {}};
  }
  const auto seen = [&](const Block& b, std::uint32_t k, int alpha, int beta) {
    const Node& node = b.nodes[k];
    TreeNode out{.move = erase_move(node.move),
                 .bounds = node.bounds,
                 .expanded = node.expanded(),
                 .deleted = node.children == tree::kPrunedTag || node.children == tree::kDeadTag,
                 .children = node.expanded() ? walk_.children_of(node).header->count : 0U,
                 .first_cut = std::max<int>(alpha, node.bounds.pess)};
    for (int cut = out.first_cut; cut < std::min<int>(beta, node.bounds.opti); ++cut) {
      const Cell c = walk_.cell(b, k, cut);
      out.efforts.emplace_back(shown(E::proof(c)), shown(E::disproof(c)));
    }
    return out;
  };
  // Below a node only the cuts count that its bounds and those of the nodes above leave open.
  Block b = walk_.tree.block(walk_.root_block);
  std::uint32_t index = 0;
  int alpha = walk_.window.alpha, beta = walk_.window.beta;
  const auto enter = [&] {
    alpha = std::max<int>(alpha, b.nodes[index].bounds.pess);
    beta = std::min<int>(beta, b.nodes[index].bounds.opti);
  };
  TreeNode node = seen(b, index, alpha, beta);
  for (const AnyMove move : path) {
    if (!b.nodes[index].expanded()) return std::nullopt;
    enter();
    b = walk_.children_of(b.nodes[index]);
    for (index = 0; index < b.header->count; ++index)
      if (erase_move(b.nodes[index].move) == move) break;
    if (index == b.header->count) return std::nullopt;
    node = seen(b, index, alpha, beta);
  }
  TreeView view{walk_.window, cut_, std::move(node), {}};
  if (path.empty()) view.node.move = 0;
  if (!view.node.expanded) return view;
  enter();
  b = walk_.children_of(b.nodes[index]);
  for (std::uint32_t k = 0; k < b.header->count; ++k)
    view.children.push_back(seen(b, k, alpha, beta));
  return view;
}

template <Game G, effort::Effort E, class K>
std::vector<AnyMove> BestFirst<G, E, K>::next_descent() const {
  std::vector<AnyMove> moves;
  if (walk_.path.empty() || done_ || out_of_memory_ || design_.graph) return moves;
  State s = walk_.path[0].s;
  for (const Node* node = &walk_.root_node(); node->expanded();) {
    const Block b = walk_.children_of(*node);
    const std::uint32_t k = sum_up(b, g_.to_move(s)).best;
    if (k == kNoChild) break;
    node = &b.nodes[k];
    g_.play(s, node->move);
    moves.push_back(erase_move(node->move));
  }
  return moves;
}

}  // namespace solvent::search
