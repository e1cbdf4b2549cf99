// What a window search does where knowledge looks ahead: all children are taken in before any is
// searched; and where it only asks the table about them. Part of window_search.hpp, which includes
// it.
#pragma once

#include "search/window_search.hpp"

namespace solvent::search {

// Takes in what knowledge and the table say of all children before any is searched. Often that
// is enough (for the table: enhanced transposition cut-offs, Plaat et al. 1996); if not, only
// those that can still matter are left.
template <Game G, class K>
void WindowSearch<G, K>::look_ahead(Frame& f, const Move* hint) requires LooksAhead<K, G> {
  f.first_move = static_cast<std::uint32_t>(children_.size());
  f.move_count = 1;  // something is left until all are taken in
  if (!list_children(f, hint) && !probe_children(f))
    f.move_count = static_cast<std::uint32_t>(children_.size()) - f.first_move;
  if (frames_.size() == 1 || (f.move_count > 0 && !f.window.answered_by(so_far(f)))) return;
  const Report report{so_far(f)};
  children_.resize(f.first_move);
  if constexpr (Repeating<G>) path_.pop(f.hash);
  leave(f);
  frames_.pop_back();
  leaf(report);
}

// Both answer whether a child is good enough to end the search of this node.
template <Game G, class K>
bool WindowSearch<G, K>::list_children(Frame& f, const Move* hint) requires LooksAhead<K, G> {
  bool enough = false;
  known_.look_ahead(f.s, [&](Move move, const State& next, Bounds known, int order) {
    enough = good_enough(f, known);
    if (enough || known.closed()) {
      take_in(f, move, known);
      return !enough;
    }
    const Key key = known_.name_of(next);
    const std::uint64_t hash = hash_of(key);
    table_.prefetch(hash);
    if (hint != nullptr && move == *hint) order += K::kTableMove;
    children_.push_back({next, key, hash, known, move, order});
    return true;
  });
  return enough;
}

template <Game G, class K>
bool WindowSearch<G, K>::probe_children(Frame& f) {
  const bool max = f.side == Side::Max;
  Outcome reach = max ? f.children.opti : f.children.pess;
  std::size_t kept = f.first_move;
  for (std::size_t k = f.first_move; k < children_.size(); ++k) {
    Child& child = children_[k];
    if (const auto fact = table_.find(child.key, child.hash))
      child.known = meet(child.known, fact->bounds);
    const Bounds b = child.known;
    reach = max ? std::max(reach, b.opti) : std::min(reach, b.pess);
    const bool enough = good_enough(f, b);
    const bool hopeless = max ? b.opti <= std::max(f.window.alpha, f.children.pess)
                              : b.pess >= std::min(f.window.beta, f.children.opti);
    if (enough || hopeless || b.closed())
      take_in(f, child.move, b);
    else
      children_[kept++] = child;
    if (enough) return true;
  }
  children_.resize(kept);
  if constexpr (LooksCloser<K, G>) {
    if (kept - f.first_move > 1) {
      const auto outlook = known_.outlook(f.s);
      for (std::size_t k = f.first_move; k < kept; ++k)
        children_[k].order += outlook(children_[k].move);
    }
  }
  if (max)
    f.known.opti = std::clamp(reach, f.known.pess, f.known.opti);
  else
    f.known.pess = std::clamp(reach, f.known.pess, f.known.opti);
  return false;
}

// Does the table know a child that is good enough to end the search of the node on top? Then it has
// ended.
template <Game G, class K>
bool WindowSearch<G, K>::answered_by_table(Frame& f, const MovesOf<G>& list) {
  if (frames_.size() == 1 || !table_.enabled()) return false;
  std::array<std::pair<Key, std::uint64_t>, G::kMaxMoves> children;
  for (std::uint32_t k = 0; k < list.size; ++k) {
    State next = f.s;
    g_.play(next, list.items[k]);
    children[k].first = known_.name_of(next);
    children[k].second = hash_of(children[k].first);
    table_.prefetch(children[k].second);
  }
  for (std::uint32_t k = 0; k < list.size; ++k) {
    const auto fact = table_.find(children[k].first, children[k].second);
    if (!fact || !good_enough(f, fact->bounds)) continue;
    f.move_count = 1;  // others were not looked at
    take_in(f, list.items[k], fact->bounds);
    const Report report{so_far(f)};
    if constexpr (Repeating<G>) path_.pop(f.hash);
    leave(f);
    frames_.pop_back();
    leaf(report);
    return true;
  }
  return false;
}

// Brings the most promising of the children left to the front of them.
template <Game G, class K>
void WindowSearch<G, K>::choose_next(const Frame& f) {
  Child* const left = children_.data() + f.first_move;
  std::uint32_t best = f.next_move;
  // Those that were put off come last.
  const std::uint32_t end =
      f.move_count - f.put_off > best ? f.move_count - f.put_off : f.move_count;
  for (std::uint32_t k = best + 1; k < end; ++k)
    if (left[k].order > left[best].order) best = k;
  if (best != f.next_move) std::swap(left[best], left[f.next_move]);
}

}  // namespace solvent::search
