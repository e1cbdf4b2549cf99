// A window search that is watched: it runs as it always does, but for one step at a time, and what
// the step did is read from the path before and after. So a search that nobody watches pays for one
// test at a leaf, and for nothing else. Part of window_search.hpp, which includes it.
#pragma once

#include "search/window_search.hpp"

namespace solvent::search {

template <Game G, class K>
SliceResult WindowSearch<G, K>::run_and_tell(const Slice& slice) {
  const std::uint64_t stop_at = statistics_.created + slice.nodes;
  Alarm after_one;
  std::uint64_t told = 0;
  const auto tell = [&](const Footstep& step) {
    watcher_->note(step);
    ++told;
  };
  while (!done_ && statistics_.created < stop_at && told < slice.rounds && !slice.paused()) {
    const bool pending = uncounted_ > 0, pending_leaf = pending && ended_.has_value();
    const bool growing = !pending && (table_.crowded() || horizons_.crowded());
    const std::size_t depth = frames_.size() - 1;
    const Frame& f = frames_.back();
    const bool leaving = !pending && !growing && is_answered(f);
    const Footstep left{.kind = Footstep::Kind::Left,
                        .depth = static_cast<std::uint32_t>(depth),
                        .window = f.window,
                        .bounds = so_far(f),
                        .moves = f.move_count,
                        .cut_off = f.move_count - f.next_move};
    if (!pending && !growing && !leaving) told_window_ = child_window(f);
    if (leaving && !memory_is_used_up()) tell(left);
    after_one.set_pieces(1);
    if (const auto result = run({stop_at - statistics_.created, &after_one});
        result == SliceResult::OutOfMemory)
      return result;
    if (growing || leaving || ended_ || (pending && !pending_leaf)) continue;
    if (pending_leaf || frames_.size() == depth + 1)
      tell_leaf(told_window_);
    else
      tell_entered();
    ++told;
  }
  return done_ ? SliceResult::Done : SliceResult::Running;
}

// The node on top.
template <Game G, class K>
void WindowSearch<G, K>::tell_entered() {
  const Frame& f = frames_.back();
  const Frame* parent = frames_.size() > 1 ? &frames_[frames_.size() - 2] : nullptr;
  watcher_->note({.kind = Footstep::Kind::Entered,
                  .depth = static_cast<std::uint32_t>(frames_.size() - 1),
                  .move = parent != nullptr ? erase_move(move_of(*parent)) : AnyMove{},
                  .window = f.window,
                  .bounds = so_far(f),
                  .moves = f.move_count});
}

// The child that the node on top has just looked at.
template <Game G, class K>
void WindowSearch<G, K>::tell_leaf(Window window) {
  const Frame& f = frames_.back();
  const std::size_t at = f.first_move + (f.again ? f.next_move : f.next_move - 1);
  const Move move = known_.looks_ahead() ? children_[at].move : moves_[at];
  State s = f.s;
  g_.play(s, move);
  const int depth_left = f.depth_left == kUnlimited ? kUnlimited : f.depth_left - 1;
  watcher_->note({.kind = Footstep::Kind::Leaf,
                  .depth = static_cast<std::uint32_t>(frames_.size()),
                  .move = erase_move(move),
                  .window = window,
                  .bounds = told_,
                  .reason = reason_of(s, window, depth_left)});
}

// In the order in which `visit` asks.
template <Game G, class K>
Footstep::Reason WindowSearch<G, K>::reason_of(const State& s, Window window,
                                               int depth_left) const {
  using Reason = Footstep::Reason;
  if (window.answered_by(g_.bounds(s))) return Reason::Rules;
  if (near_end(s, depth_left) || window.answered_by(known_.bounds(s, window)))
    return Reason::Knowledge;
  const Key key = known_.name_of(s);
  const std::uint64_t hash = hash_of(key);
  if (const auto fact = table_.peek(key, hash);
      fact && window.answered_by(clamp(known_.bounds(s, window), fact->bounds)))
    return Reason::Table;
  if constexpr (Repeating<G>) {
    if (path_.find(key, hash) >= 0) return Reason::Repetition;
  }
  if (depth_left == 0) return Reason::Horizon;
  if (deepening_ && horizons_.find(key, hash)) return Reason::Horizon;
  // What knowledge, or the table, says of its children was enough.
  return known_.looks_ahead() ? Reason::Knowledge : Reason::Table;
}

}  // namespace solvent::search
