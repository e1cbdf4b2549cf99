// The second level of a best-first search: a search of its own below the leaf that is being
// expanded, whose root's children become the leaf's (PN2), or below each of its children. Part of
// engine.hpp, which includes it.
#pragma once

#include "search/best_first/engine.hpp"

namespace solvent::search {

// Searches below the leaf that is being expanded, or below each of its children.
template <Game G, class K>
typename BestFirst<G, K>::Expansion BestFirst<G, K>::look_deeper(std::uint64_t stop_at,
                                                                 const Slice& slice) {
  const EffortTree::PathNode at = tree_->last();
  const auto unfinished = [&] {
    return slice.paused() ? Expansion::Paused : Expansion::SliceTooSmall;
  };
  if (design_.algorithm.second != Second::Descents) {
    if (!second_->running())
      second_->begin(walk_.last(), {at.alpha, at.beta}, walk_.repetitions(), true, second_nodes(),
                     kUnlimited);
    if (!run_second(stop_at, slice)) return unfinished();
    return adopt_children();
  }
  const Block b = tree_->children_of(tree_->last_node());
  for (; next_child_ < b.header->count; ++next_child_) {
    Node& child = b.nodes[next_child_];
    const Window open{std::max(at.alpha, child.bounds.pess), std::min(at.beta, child.bounds.opti)};
    if (open.alpha >= open.beta) continue;
    if (!second_->running()) {
      State next = walk_.last();
      walk_.play(next, walk_.move_of(child));
      second_->begin(next, open, walk_.repetitions(), false, kUnlimited, statistics_.descents);
    }
    if (!run_second(stop_at, slice)) return unfinished();
    const EffortTree& below = second_->engine().tree();
    child.bounds = clamp(child.bounds, below.bounds());
    tree_->adopt_numbers(b, next_child_, open, below);
  }
  next_child_ = 0;
  return Expansion::Done;
}

template <Game G, class K>
bool BestFirst<G, K>::run_second(std::uint64_t stop_at, const Slice& slice) {
  const Statistics before = second_->engine().statistics();
  const bool finished = second_->run({stop_at - statistics_.created, slice.alarm});
  const Statistics after = second_->engine().statistics();
  Counted more = after.since(before);
  more.descents = 0;  // rounds are those of the first level
  static_cast<Counted&>(statistics_) += more;
  statistics_.largest =
      std::max<std::uint64_t>(statistics_.largest, tree_->families().live_nodes() + after.largest);
  statistics_.deepest =
      std::max(statistics_.deepest, static_cast<int>(tree_->path_length()) - 1 + after.deepest);
  return finished;
}

template <Game G, class K>
std::uint64_t BestFirst<G, K>::second_nodes() const {
  const std::uint64_t first = tree_->families().live_nodes();
  const std::uint64_t nodes = design_.algorithm.second == Second::FirstTree
                                  ? first
                                  : breuker_nodes(first, design_.fraction_a, design_.fraction_b);
  MovesOf<G> moves;
  walk_.leaves.list_moves(walk_.last(), moves);
  return std::max<std::uint64_t>(nodes, moves.size);
}

// The root's children of the second tree become the leaf's.
template <Game G, class K>
typename BestFirst<G, K>::Expansion BestFirst<G, K>::adopt_children() {
  const EffortTree& below = second_->engine().tree();
  if (!tree_->narrow_last(below.bounds())) return Expansion::Improved;
  if (!below.root_expanded()) {  // not even its first family fitted
    tree_->give_up();
    return Expansion::NoRoom;
  }
  const tree::BlockId family = make_family(below.children_of(below.root_node()).header->count);
  if (family == tree::kNoBlock) return Expansion::NoRoom;
  tree_->adopt_children(tree_->block(family), below);
  tree_->last_node().children = family;
  return Expansion::Improved;
}

}  // namespace solvent::search
