// Random positions, and who wins them by plain play.
#pragma once

#include <unordered_map>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "game/game.hpp"

namespace solvent {

// After so many random moves, or earlier if the game ends.
template <Game G>
typename G::State random_position(const G& g, std::uint32_t moves, Rng& rng) {
  auto s = g.initial();
  for (; moves > 0 && !g.ended(s); --moves) {
    MovesOf<G> list;
    g.list_moves(s, list);
    auto next = s;
    g.play(next, list[rng.below(list.size)]);
    if (g.ended(next)) break;
    s = next;
  }
  return s;
}

// Does this side get the outcome that is best for it? Plain play; positions are remembered.
template <Game G>
class Wins {
 public:
  Wins(const G& g, Side side) : g_(g), side_(side) {}

  bool operator()(const typename G::State& s) {
    const Bounds b = g_.bounds(s);
    if (b.closed()) return b.pess == (side_ == Side::Max ? g_.scale().best() : 0);
    if (const auto known = known_.find(s); known != known_.end()) return known->second;
    MovesOf<G> moves;
    g_.list_moves(s, moves);
    const bool mine = g_.to_move(s) == side_;
    bool won = !mine;
    for (std::uint32_t k = 0; k < moves.size && won != mine; ++k) {
      auto next = s;
      g_.play(next, moves[k]);
      won = (*this)(next);
    }
    known_.emplace(s, won);
    return won;
  }

 private:
  struct Hash {
    std::size_t operator()(const typename G::State& s) const { return hash_of(s); }
  };
  const G& g_;
  Side side_;
  std::unordered_map<typename G::State, bool, Hash> known_;
};

}  // namespace solvent
