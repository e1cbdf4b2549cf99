// A depth-first search on efforts as one of several on one table. Part of depth_first.hpp, which
// includes it.
//
// A child looks more costly the more others are at work below it (virtual proof numbers, Kaneko
// 2010), so that searchers part. Their numbers are in their frames and grow old there: what others
// have stored is read when a search of some size comes back to its parent, and now and then for the
// whole path.
#pragma once

#include "search/depth_first.hpp"

namespace solvent::search {

template <Game G, effort::Effort E, class K>
void DepthFirst<G, E, K>::tell_others(Frame& f) {
  if (!sizes_.large(frames_.size() - 1)) return;
  table_.presence().enter(f.hash);
  f.told = true;
}

// The root takes no facts of its own from the table: an answer found there names no move.
template <Game G, effort::Effort E, class K>
void DepthFirst<G, E, K>::look_at_others(Frame& f) {
  if (const auto entry = table_.find(f.key, f.hash); entry && frames_.size() > 1)
    f.facts = meet(f.facts, entry->bounds);
  for (std::uint32_t k = 0; k < f.count; ++k) {
    Child& c = children_[f.first + k];
    if (c.decision != Decision::Open) continue;
    State s = f.s;
    g_.play(s, c.move);
    const Key key = key_of(g_, s);
    const auto entry = table_.find(key, hash_of(key));
    if (!entry) continue;
    c.facts = meet(c.facts, entry->bounds);
    c.decision = decision_of(c.facts);
    const auto cell = entry->guidance.cell(cut_);
    if (!cell || k == f.searched) continue;
    c.cell = *cell;
    c.expanded = true;
  }
}

// Has another searcher decided a node of the path? Then all below it is left.
template <Game G, effort::Effort E, class K>
bool DepthFirst<G, E, K>::overtaken() {
  if (!table_.shared() || statistics_.created < next_look_ || frames_.empty()) return false;
  if constexpr (Repeating<G>)
    if (survey_.running()) return false;
  constexpr std::uint64_t kOften = 1000;  // nodes
  next_look_ = statistics_.created + kOften;
  for (std::size_t ply = 1; ply + 1 < frames_.size(); ++ply) {
    Frame& f = frames_[ply];
    const auto entry = table_.find(f.key, f.hash);
    if (!entry) continue;
    f.facts = meet(f.facts, entry->bounds);
    if (decision_of(f.facts) == Decision::Open) continue;
    while (frames_.size() > ply + 1) pop();
    return true;
  }
  return false;
}

}  // namespace solvent::search
