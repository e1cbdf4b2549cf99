// In which order the moves of a position are tried: a hint, never a proof.
#pragma once

#include <array>
#include <cstdint>

#include "game/game.hpp"

namespace solvent::search {

// By what the game knows: as its knowledge sorts them, or by the worth it gives each, those of
// equal worth as listed. Adds the positions that were looked at to do so.
template <class K, Game G>
void order_moves(const K& knowledge, const G&, const typename G::State& s, MovesOf<G>& list,
                 std::uint64_t& nodes) {
  if (list.size < 2) return;
  if constexpr (SortsMoves<K, G>) {
    knowledge.sort_moves(s, list, nodes);
  } else if constexpr (KnowsOrder<K, G>) {
    std::array<int, G::kMaxMoves> worth;
    for (std::uint32_t k = 0; k < list.size; ++k) {
      const typename G::Move m = list.items[k];
      const int w = knowledge.order(s, m);
      std::uint32_t at = k;
      for (; at > 0 && worth[at - 1] < w; --at) {
        worth[at] = worth[at - 1];
        list.items[at] = list.items[at - 1];
      }
      worth[at] = w;
      list.items[at] = m;
    }
  } else {
    (void)knowledge, (void)s, (void)nodes;
  }
}

// A move that was best in an earlier look goes before the others, if it is among them.
template <class Move, std::size_t N>
void put_first(Move best, MoveList<Move, N>& list) {
  std::uint32_t at = 0;
  while (at < list.size && !(list.items[at] == best)) ++at;
  if (at == list.size) return;
  for (; at > 0; --at) list.items[at] = list.items[at - 1];
  list.items[0] = best;
}

}  // namespace solvent::search
