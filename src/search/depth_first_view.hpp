// A depth-first search on efforts as others see it before it is done. Part of depth_first.hpp,
// which includes it.
//
// The nodes of the path are being searched: the table has their numbers as they were before, and
// their frames as they were when the child below was entered. So what they are now is computed from
// the end of the path upwards.
#pragma once

#include "search/depth_first.hpp"

namespace solvent::search {

// The numbers of a frame, given those of the child that the path goes on with.
template <Game G, effort::Effort E, class K>
auto DepthFirst<G, E, K>::cell_now(const Frame& f, const std::optional<Cell>& searched) const
    -> Cell {
  const auto of_side = [&]<class Joins, Side Mover>() {
    effort::OpenChildren<Joins, Mover> family;
    for (std::uint32_t k = 0; k < f.count; ++k) {
      const Child& c = children_[f.first + k];
      if (c.decision == good_for(Mover)) return f.cell;
      if (c.decision == Decision::Open)
        family.add(k, searched && k == f.searched ? *searched : c.cell);
    }
    return family.empty() ? f.cell : family.cell();
  };
  return effort::with_joins<E>(weak_, [&]<class Joins>() {
    return f.side == Side::Max ? of_side.template operator()<Joins, Side::Max>()
                               : of_side.template operator()<Joins, Side::Min>();
  });
}

// The root only: its numbers and its children's.
template <Game G, effort::Effort E, class K>
std::optional<TreeView> DepthFirst<G, E, K>::look(std::span<const AnyMove> path) const {
  if (!path.empty()) return std::nullopt;
  TreeView view{cuts_.window(), cut_, {.bounds = bounds(), .first_cut = cut_}, {}};
  if (frames_.empty()) return view;
  std::optional<Cell> below;  // of the child that the path goes on with
  for (std::size_t ply = frames_.size() - 1; ply > 0; --ply) below = cell_now(frames_[ply], below);
  const Frame& root = frames_[0];
  const auto efforts = [](Cell c) {
    return std::vector{std::pair<double, double>(T::costs(c).proof, T::costs(c).disproof)};
  };
  view.node.expanded = true;
  view.node.children = root.count;
  view.node.efforts = efforts(cell_now(root, below));
  for (std::uint32_t k = 0; k < root.count; ++k) {
    const Child& c = children_[root.first + k];
    view.children.push_back({.move = erase_move(c.move),
                             .bounds = c.facts,
                             .first_cut = cut_,
                             .efforts = efforts(below && k == root.searched ? *below : c.cell)});
  }
  return view;
}

template <Game G, effort::Effort E, class K>
void DepthFirst<G, E, K>::put_away() {
  std::optional<Cell> below;
  for (std::size_t ply = frames_.size(); ply-- > 0;) {
    Frame& f = frames_[ply];
    if (ply + 1 < frames_.size()) {
      Child& c = children_[f.first + f.searched];
      c.facts = meet(c.facts, frames_[ply + 1].facts);
    }
    f.facts = shown_by_children(f);
    f.cell = *(below = cell_now(f, below));
    remember(f);
  }
}

}  // namespace solvent::search
