// What a best-first search does when its memory is used up: families that look hardest to prove
// with are freed until there is room for the one that is wanted. In a graph nothing can be given
// up, since other paths may lead there. Part of engine.hpp, which includes it.
#pragma once

#include "search/best_first/engine.hpp"

namespace solvent::search {

template <Game G, effort::Effort E, class K>
void BestFirst<G, E, K>::begin_to_make_room() {
  while (!walk_.at_root()) walk_.pop();
  next_child_ = 0;
  if (design_.graph || !walk_.root_node().expanded())
    out_of_memory_ = true;
  else
    room_ = Room::Free;
}

// A step of it, since there may be much to free.
template <Game G, effort::Effort E, class K>
typename BestFirst<G, E, K>::Round BestFirst<G, E, K>::make_room() {
  constexpr std::size_t kAtOnce = 256;  // blocks
  const tree::Arena& arena = walk_.tree.arena();
  if (room_ == Room::Free) {
    delete_least_proving();
    room_ = Room::Count;  // when it is cleared away
    return Round::Made;
  }
  if (room_ == Room::Count && arena.free_units() > joined_ + arena.units() / 64) room_ = Room::Join;
  if (room_ == Room::Join) {
    if (!walk_.tree.join_free_neighbours(kAtOnce)) return Round::Made;
    joined_ = arena.free_units();
  }
  room_ = arena.has_room(walk_.wanted) ? Room::Enough : Room::Free;
  if (room_ == Room::Enough) joined_ = std::min(joined_, arena.free_units());
  return Round::Made;
}

// DeleteLeastProving (Allis et al.): from the root to where proving looks hardest, the rightmost
// of equals. The family reached there, in which no node is expanded, is freed and its parent is
// dead: its bounds stay open, and it is never looked at again.
template <Game G, effort::Effort E, class K>
void BestFirst<G, E, K>::delete_least_proving() {
  for (;;) {
    const Step& at = walk_.path.back();
    const Block b = walk_.children_of(walk_.node_of(at));
    int hardest = -1;
    Cell worst{};
    walk_.each_open_child(b, cut_, [&](std::uint32_t k, Cell c) {
      if (!b.nodes[k].expanded()) return;
      if (hardest >= 0 && E::urgency(at.side, c) < E::urgency(at.side, worst)) return;
      worst = c;
      hardest = static_cast<int>(k);
    });
    if (hardest < 0) break;
    walk_.push_child(static_cast<std::uint32_t>(hardest));
  }
  walk_.set_dead(walk_.path.back());
  if (walk_.at_root()) {
    out_of_memory_ = true;
    return;
  }
  walk_.pop();
  climb(false);
  while (!walk_.at_root()) walk_.pop();
  if (!done_) choose_cut();
}

}  // namespace solvent::search
