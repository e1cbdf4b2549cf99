// The positions of Woodpush (simple ko) with one number of pieces, for retrograde analysis.
//
// Moves that stay in the slice alternate, so a board of the analysis is a position with its real
// side to move: an index sees it from the mover, and moves are taken back as they are played.
#pragma once

#include <cstdint>

#include "endgame/slice.hpp"
#include "games/woodpush/rules.hpp"

namespace solvent::endgame {

class WoodpushSlice {
 public:
  using Board = woodpush::Rules::State;
  static constexpr unsigned kMostMoves = woodpush::Rules::kMaxMoves;

  WoodpushSlice(const woodpush::Rules& rules, int pieces) : g_(rules), pieces_(pieces) {}

  std::uint64_t size() const { return g_.slice_size(pieces_); }
  int limit() const { return g_.highest_score(pieces_); }

  struct Cursor {
    const WoodpushSlice& slice;
    Board board(std::uint64_t index) const { return slice.g_.unindex(slice.pieces_, index); }
  };
  Cursor cursor() const { return {*this}; }

  template <class Openings>
  void open(std::uint64_t first, std::uint64_t last, Openings& openings) const {
    for (std::uint64_t i = first; i < last; ++i)
      openings.opened(i, opening(i, g_.unindex(pieces_, i), openings));
  }

  // For every piece of the one who has moved: the slide that can have brought it here, and the
  // pushes with it. Slides leave no ko; a push leaves what its run tells.
  template <class Visit>
  void predecessors(const Board& b, Visit&& visit) const {
    if (g_.ended(b)) return;  // nobody moves on, and who loses his last piece leaves the slice
    const int back = b.turn == 1 ? -1 : 1;  // of the one who has moved
    const std::uint32_t moved = b.turn == 1 ? b.left : b.right;
    const std::uint32_t other = b.turn == 1 ? b.right : b.left;
    const auto held = [](std::uint32_t pieces, int cell) { return (pieces >> cell & 1) != 0; };
    for (int cell = 1; cell <= g_.cells(); ++cell) {
      if (!held(moved, cell)) continue;
      int gap = cell + back;  // the first empty cell behind the piece
      while (held(moved | other, gap)) gap += back;
      if (b.ko == 0 && on_strip(gap))
        before(b, moved ^ (1u << cell) ^ (1u << gap), other, 0, visit);
      const int from = cell - back;
      if (!on_strip(from) || held(moved | other, from) || !held(other, cell + back)) continue;
      // The far end of the run may have come to rest behind others: try every length.
      for (int end = cell + back; end != gap; end += back) {
        const bool barred = held(other, end) && held(moved, end - back);
        if (b.ko != (barred ? end : 0)) continue;
        const std::uint32_t run =
            back < 0 ? (2u << cell) - (1u << end) : (2u << end) - (1u << cell);
        const auto shifted = [&](std::uint32_t pieces) {
          const std::uint32_t part = pieces & run;
          return (pieces ^ part) | (back < 0 ? part << 1 : part >> 1);
        };
        before(b, shifted(moved), shifted(other), from, visit);
      }
    }
  }

 private:
  bool on_strip(int cell) const { return cell >= 1 && cell <= g_.cells(); }

  // The positions with these pieces from which the move can have been made: without ko, and with
  // every ko that does not bar it. `push` is the cell of the piece that pushed, 0 for a slide.
  template <class Visit>
  void before(const Board& b, std::uint32_t moved, std::uint32_t other, int push,
              Visit&& visit) const {
    Board p{b.turn == 1 ? moved : other, b.turn == 1 ? other : moved,
            static_cast<std::uint16_t>(b.turn ^ 1), 0};
    visit(g_.index(p), p, false);
    for (std::uint32_t rest = g_.ko_cells(p); rest != 0; rest &= rest - 1) {
      p.ko = static_cast<std::uint16_t>(std::countr_zero(rest));
      if (p.ko != push) visit(g_.index(p), p, false);
    }
  }

  template <class Openings>
  Opening opening(std::uint64_t i, const Board& b, Openings& openings) const {
    Opening o;
    if (g_.ended(b)) {
      o.best_exit = g_.final_score(b);
      return o;
    }
    MovesOf<woodpush::Rules> moves;
    g_.list_moves(b, moves);
    for (const auto m : moves) {
      Board next = b;
      g_.play(next, m);
      if (const int left = g_.slice(next); left == pieces_)
        ++o.inner;
      else if (openings.wants(left))
        openings.exit(i, {g_.index(next), left, 0, false});
    }
    return o;
  }

  const woodpush::Rules& g_;
  int pieces_;
};
static_assert(Slice<WoodpushSlice>);

}  // namespace solvent::endgame
