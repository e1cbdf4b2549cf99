// Which moves to try first. A hint only: nothing here is a bound.
//
// Near the end a move that leaves few replies makes a small tree, whatever it is worth (fastest
// first). Higher up a shallow search with an evaluation tells good moves from bad ones, and the
// deeper the tree below, the more of it a good first move saves.
#pragma once

#include <algorithm>
#include <bit>

#include "games/othello/knowledge/evaluation.hpp"
#include "games/othello/rules.hpp"

namespace solvent::othello {

// The squares beside a board's discs, and the discs.
inline Board touched(Board b) {
  constexpr Board kColumnA = 0x0101010101010101, kColumnH = kColumnA << 7;
  const Board wide = b | (b << 1 & ~kColumnA) | (b >> 1 & ~kColumnH);
  return wide | wide << 8 | wide >> 8;
}

class Ordering {
 public:
  explicit Ordering(const Rules& g) : Ordering(g, Evaluation::of(g.columns(), g.rows())) {}
  // With an evaluation of one's own, or none.
  Ordering(const Rules& g, const Evaluation* evaluation)
      : board_(g.board()),
        deep_up_to_(g.cells() < 64 ? g.cells() : kLookDeepUpTo),
        evaluation_(evaluation) {
    for (const int column : {0, g.columns() - 1})
      for (const int row : {0, g.rows() - 1}) corners_ |= Board{1} << g.square(column, row);
  }

  Board corners() const { return corners_; }

  bool evaluates() const { return evaluation_ != nullptr; }
  // What a search of so many plies takes the score for, in quarters of a disc.
  int guess(Board own, Board opp, int depth, std::uint64_t& nodes) const {
    return search(own, opp, depth, -kFar, kFar, nodes);
  }

  // Adds the positions that shallow searches look at to nodes.
  void sort(Board own, Board opp, MovesOf<Rules>& moves, std::uint64_t& nodes) const {
    const Board empty = board_ & ~(own | opp), odd = odd_quadrants(empty);
    const int left = std::popcount(empty);
    const bool look = evaluation_ != nullptr && left >= kLookFrom;
    const int depth = left <= deep_up_to_ ? (left - kLookFrom) / 2 : kElsewhere;
    const Spread b(own, opp);
    std::array<int, Rules::kMaxMoves> worth;
    int best = -kFar;
    for (std::uint32_t k = 0; k < moves.size; ++k) {
      const Rules::Move m = moves[k];
      const Child c(b, own, opp, m);
      const Board placed = Board{1} << m, rest = empty & ~placed;
      int w = -8 * replies(c, rest) - 2 * std::popcount(touched(c.opp) & rest) +
              ((odd & placed) != 0 ? 4 : 0) + ((corners_ & placed) != 0 ? 8 : 0);
      if (look) {
        const int guess = -search(c.own, c.opp, depth, -kFar, kMargin - best, nodes);
        best = std::max(best, guess);
        w += guess * 3 / 2;
      }
      std::uint32_t at = k;
      for (; at > 0 && worth[at - 1] < w; --at) {
        worth[at] = worth[at - 1];
        moves.items[at] = moves.items[at - 1];
      }
      worth[at] = w;
      moves.items[at] = m;
    }
  }

 private:
  static constexpr int kLookFrom = 12;                      // empty squares
  static constexpr int kLookDeepUpTo = 26, kElsewhere = 2;  // so that nothing takes long
  static constexpr int kMargin = 24;  // how much worse than the best is told apart: six discs
  static constexpr int kFar = 10000;

  // What a move makes of a position, from the other side.
  struct Child {
    Board own, opp;
    int worth = 0;
    Child() {}  // NOLINT: an array of them is left uninitialised on purpose
    Child(const Spread& b, Board mine, Board theirs, int move) {
      const Board flipped = flips(b, move);
      own = theirs ^ flipped;
      opp = mine | flipped | Board{1} << move;
    }
  };
  // Replies, those in corners twice.
  int replies(const Child& c, Board empty) const {
    const Board moves = mobility(Spread(c.own, c.opp), empty);
    return std::popcount(moves) + std::popcount(moves & corners_);
  }

  // Alpha-beta to a fixed depth, in quarters of a disc.
  int search(Board own, Board opp, int depth, int alpha, int beta, std::uint64_t& nodes) const {
    ++nodes;
    if (depth == 0) return (*evaluation_)(own, opp);
    const Board empty = board_ & ~(own | opp);
    const Spread b(own, opp);
    Board moves = mobility(b, empty);
    if (moves == 0) {
      if (mobility(opp, own, board_) == 0) return 4 * (std::popcount(own) - std::popcount(opp));
      return -search(opp, own, depth, -beta, -alpha, nodes);
    }
    std::array<Child, Rules::kMaxMoves> children;
    int count = 0;
    for (; moves != 0; moves &= moves - 1) {
      const int square = std::countr_zero(moves);
      Child c(b, own, opp, square);
      if (depth > 1) c.worth = -replies(c, empty & ~(Board{1} << square));
      int at = count++;
      for (; at > 0 && children[at - 1].worth < c.worth; --at) children[at] = children[at - 1];
      children[at] = c;
    }
    int best = -kFar;
    for (int k = 0; k < count && best < beta; ++k)
      best = std::max(best, -search(children[k].own, children[k].opp, depth - 1, -beta,
                                    -std::max(alpha, best), nodes));
    return best;
  }

  Board board_;
  int deep_up_to_;  // empty squares: small boards are looked at deeply from the start
  Board corners_ = 0;
  const Evaluation* evaluation_;  // null: none
};

}  // namespace solvent::othello
