// A window search as one of several on one table. Part of window_search.hpp, which includes it.
//
// A child that another searcher is in is put off until the others of its node are done: by then the
// table may have its value, and if not, the two searchers share the work below it in the same way
// (after ABDADA, Weill 1996; the marks stand in a table of their own, as Kerrigan proposes). The
// first child is never put off, since what it shows narrows the windows of the rest.
//
// All this is for nodes that are worth it: those at plies where searches have lately been large.
#pragma once

#include "search/window_search.hpp"

namespace solvent::search {

template <Game G, class K>
void WindowSearch<G, K>::tell_others(Frame& f) {
  if (!sizes_.large(frames_.size() - 1)) return;
  table_.presence().enter(f.hash);
  f.told = true;
}

// Is another searcher in the child that comes next?
template <Game G, class K>
bool WindowSearch<G, K>::is_busy(const Frame& f) const {
  const std::size_t at = f.first_move + f.next_move;
  if (known_.looks_ahead()) return table_.presence().in(children_[at].hash) > 0;
  State next = f.s;
  g_.play(next, moves_[at]);
  return table_.presence().in(hash_of(known_.name_of(next))) > 0;
}

template <Game G, class K>
void WindowSearch<G, K>::put_off_busy_children(Frame& f) {
  if (f.next_move == 0 || f.again || !sizes_.large(frames_.size())) return;
  while (f.next_move + 1 + f.put_off < f.move_count) {
    if (known_.looks_ahead()) choose_next(f);
    if (!is_busy(f)) return;
    const std::size_t next = f.first_move + f.next_move;
    const std::size_t last = f.first_move + f.move_count - f.put_off - 1;
    if (known_.looks_ahead())
      std::swap(children_[next], children_[last]);
    else
      std::rotate(moves_.begin() + static_cast<std::ptrdiff_t>(next),
                  moves_.begin() + static_cast<std::ptrdiff_t>(next) + 1,
                  moves_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    ++f.put_off;
  }
}

// Has another searcher found what this one is looking for, at a node of the path? Then all below it
// is left.
template <Game G, class K>
bool WindowSearch<G, K>::overtaken() {
  if (!table_.shared() || statistics_.created < next_look_) return false;
  constexpr std::uint64_t kOften = 1000;  // nodes
  next_look_ = statistics_.created + kOften;
  for (std::size_t ply = 1; ply + 1 < frames_.size() && sizes_.large(ply); ++ply) {
    Frame& f = frames_[ply];
    const auto fact = table_.find(f.key, f.hash);
    if (!fact) continue;
    f.known = clamp(f.known, fact->bounds);
    if (!f.window.answered_by(so_far(f))) continue;
    return_to(ply);
    return true;
  }
  return false;
}

template <Game G, class K>
void WindowSearch<G, K>::return_to(std::size_t ply) {
  const std::uint32_t first = frames_[ply + 1].first_move;
  for (std::size_t above = frames_.size() - 1; above > ply; --above) {
    leave(frames_[above]);
    if constexpr (Repeating<G>) path_.pop(frames_[above].hash);
  }
  frames_.resize(ply + 1);
  if (known_.looks_ahead())
    children_.resize(first);
  else
    moves_.resize(first);
}

}  // namespace solvent::search
