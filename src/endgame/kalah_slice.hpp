// The boards of Kalah with one number of stones in the pits, for retrograde analysis. A move that
// stays in the slice reaches no store: it sows within its owner's row and captures nothing.
#pragma once

#include <cstdint>

#include "endgame/packed_pits.hpp"
#include "endgame/slice.hpp"
#include "games/kalah/rules.hpp"

namespace solvent::endgame {

class KalahSlice {
 public:
  struct Board {
    std::uint64_t own, enemy;  // pits only
  };
  static constexpr unsigned kMostMoves = mancala::kMaxPits;

  KalahSlice(const kalah::Rules& rules, int stones) : g_(rules), stones_(stones) {}

  std::uint64_t size() const { return g_.slice_size(stones_); }
  int limit() const { return stones_; }

  struct Cursor {
    const KalahSlice& slice;
    Board board(std::uint64_t index) const {
      const mancala::Board b = slice.g_.unindex(slice.stones_, index);
      return {b.row[0], b.row[1]};
    }
  };
  Cursor cursor() const { return {*this}; }

  std::uint64_t index(const Board& b) const { return mancala::index(b.own, b.enemy, g_.pits()); }
  static bool can_pack(const Board& b) { return can_be_packed(b.own, b.enemy); }
  static std::uint64_t packed(const Board& b) { return packed_pits(b); }
  static Board unpacked(std::uint64_t packed) { return unpacked_pits<Board>(packed); }

  template <class Openings>
  void open(std::uint64_t first, std::uint64_t last, Openings& openings) const {
    for (std::uint64_t i = first; i < last; ++i)
      openings.opened(i, opening(i, g_.unindex(stones_, i), openings));
  }
  template <class Visit>
  void predecessors(const Board& b, Visit&& visit) const {
    const int pits = g_.pits();
    for (int from = 0; from < pits; ++from) {
      if (mancala::pit(b.enemy, from) != 0) continue;
      Board before{b.enemy, b.own};
      for (int at = from + 1; at < pits && mancala::pit(before.own, at) > 0; ++at) {
        before.own += mancala::placed(from, 1) - mancala::placed(at, 1);
        const bool captures =
            mancala::pit(b.enemy, at) == 1 &&
            (g_.variant().empty_capture || mancala::pit(b.own, pits - 1 - at) > 0);
        if (!captures) visit(mancala::index(before.own, before.enemy, pits), before, false);
      }
    }
  }

 private:
  template <class Openings>
  Opening opening(std::uint64_t i, const mancala::Board& b, Openings& openings) const {
    Opening o;
    if (g_.ended(b)) {
      o.best_exit = mancala::stones(b.row[0]) - mancala::stones(b.row[1]);
      return o;
    }
    MovesOf<kalah::Rules> moves;
    g_.list_moves(b, moves);
    for (const auto m : moves) {
      mancala::Board next = b;
      g_.play(next, m);
      const int gained = mancala::store(next.row[0]);
      if (gained == 0) {
        ++o.inner;
        continue;
      }
      if (openings.wants(stones_ - gained))
        openings.exit(i, {g_.index(next), stones_ - gained, gained, g_.to_move(next) == Side::Max});
    }
    return o;
  }

  const kalah::Rules& g_;
  int stones_;
};
static_assert(Slice<KalahSlice>);

}  // namespace solvent::endgame
