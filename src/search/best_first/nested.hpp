// The second level of a best-first search: a search of its own below the leaf that is being
// expanded, whose root's children become the leaf's (PN2), or below each of its children. Part of
// engine.hpp, which includes it.
#pragma once

#include "search/best_first/engine.hpp"

namespace solvent::search {

// Searches below the leaf that is being expanded, or below each of its children.
template <Game G, effort::Effort E, class K>
typename BestFirst<G, E, K>::Expansion BestFirst<G, E, K>::look_deeper(std::uint64_t stop_at,
                                                                       const Slice& slice) {
  const Step at = walk_.path.back();
  const auto unfinished = [&] {
    return slice.paused() ? Expansion::Paused : Expansion::SliceTooSmall;
  };
  if (design_.algorithm.second != Second::Descents) {
    if (!second_->running())
      second_->begin(at.s, {at.alpha, at.beta}, &walk_.repetitions, true, second_nodes(),
                     kUnlimited);
    if (!run_second(stop_at, slice)) return unfinished();
    return adopt_children();
  }
  const Block b = walk_.children_of(walk_.node_of(at));
  for (; next_child_ < b.header->count; ++next_child_) {
    Node& child = b.nodes[next_child_];
    const Window open{std::max(at.alpha, child.bounds.pess), std::min(at.beta, child.bounds.opti)};
    if (open.alpha >= open.beta) continue;
    if (!second_->running()) {
      State next = at.s;
      walk_.play(next, child.move);
      second_->begin(next, open, &walk_.repetitions, false, kUnlimited, statistics_.descents);
    }
    if (!run_second(stop_at, slice)) return unfinished();
    const BestFirst& below = second_->engine();
    child.bounds = clamp(child.bounds, below.bounds());
    for (int cut = open.alpha; cut < open.beta && below.root_expanded(); ++cut)
      b.row(next_child_)[cut - b.header->base] = revived(below.root_cell(cut));
  }
  next_child_ = 0;
  return Expansion::Done;
}

template <Game G, effort::Effort E, class K>
bool BestFirst<G, E, K>::run_second(std::uint64_t stop_at, const Slice& slice) {
  const Statistics before = second_->engine().statistics();
  const bool finished = second_->run({stop_at - statistics_.created, slice.alarm});
  const Statistics after = second_->engine().statistics();
  Counted more = after.since(before);
  more.descents = 0;  // rounds are those of the first level
  static_cast<Counted&>(statistics_) += more;
  statistics_.largest =
      std::max<std::uint64_t>(statistics_.largest, walk_.tree.live_nodes() + after.largest);
  statistics_.deepest =
      std::max(statistics_.deepest, static_cast<int>(walk_.path.size()) - 1 + after.deepest);
  return finished;
}

template <Game G, effort::Effort E, class K>
std::uint64_t BestFirst<G, E, K>::second_nodes() const {
  const std::uint64_t first = walk_.tree.live_nodes();
  const std::uint64_t nodes = design_.algorithm.second == Second::FirstTree
                                  ? first
                                  : breuker_nodes(first, design_.fraction_a, design_.fraction_b);
  MovesOf<G> moves;
  walk_.leaves.list_moves(walk_.path.back().s, moves);
  return std::max<std::uint64_t>(nodes, moves.size);
}

// The root's children of the second tree become the leaf's.
template <Game G, effort::Effort E, class K>
typename BestFirst<G, E, K>::Expansion BestFirst<G, E, K>::adopt_children() {
  const BestFirst& below = second_->engine();
  Step& at = walk_.path.back();
  Node& node = walk_.node_of(at);
  walk_.open_nodes -= walk_.window.answered_by(below.bounds());
  node.bounds = clamp(node.bounds, below.bounds());
  at.alpha = std::max(at.alpha, node.bounds.pess);
  at.beta = std::min(at.beta, node.bounds.opti);
  if (at.alpha >= at.beta) return Expansion::Improved;
  if (!below.root_expanded()) {  // not even its first family fitted
    out_of_memory_ = true;
    return Expansion::NoRoom;
  }
  const tree::BlockId family = walk_.make_family(below.root_children());
  if (family == tree::kNoBlock) return Expansion::NoRoom;
  node.children = family;
  const Block b = walk_.tree.block(family);
  for (std::uint32_t k = 0; k < b.header->count; ++k) {
    const Node& from = below.root_child(k);
    b.nodes[k] = {tree::kNoBlock, from.bounds, from.move};
    for (int cut = at.alpha; cut < at.beta; ++cut)
      b.row(k)[cut - b.header->base] =
          open_for(from.bounds, cut) ? revived(below.root_child_cell(k, cut)) : E::leaf();
  }
  return Expansion::Improved;
}

}  // namespace solvent::search
