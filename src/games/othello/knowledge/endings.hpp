// The last few empty squares, solved by a recursion of its own: the deepest plies are most of a
// search, and here they need no table, no frames and little ordering.
//
// Scores are discs of the side to move less those of the other, the empty squares to the winner.
// All searches are fail-soft: what they return is an upper bound if it is alpha or less, a lower
// bound if it is beta or more, else the value.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "games/othello/board.hpp"
#include "games/othello/knowledge/stability.hpp"

namespace solvent::othello {

// What is known of an ending that was met. Endings that resemble each other have much in common, so
// a search keeps those it met lately: a few, that the nearest caches hold.
struct MetEnding {
  static constexpr std::size_t kKept = 1 << 12;
  Board own, opp;            // no discs: none
  std::int32_t least, most;  // scores for the side to move
};

// Solves a position of a board (own, opp: its discs), adds the nodes. `met` are kKept endings that
// earlier calls met, or null.
using SolveEnding = int (*)(Board board, Board own, Board opp, int alpha, int beta, MetEnding* met,
                            std::uint64_t& nodes);
// The Ending below compiled for machines of different kinds, and the best for this one.
int ending_avx2(Board board, Board own, Board opp, int alpha, int beta, MetEnding* met,
                std::uint64_t& nodes);
int ending_avx512(Board board, Board own, Board opp, int alpha, int beta, MetEnding* met,
                  std::uint64_t& nodes);
SolveEnding fastest_ending();

inline namespace SOLVENT_BOARDS {

// Squares beside a square: without an opponent's disc there a move turns nothing.
constexpr std::array<Board, 64> all_neighbours() {
  std::array<Board, 64> table{};
  for (int a = 0; a < 64; ++a)
    for (int b = 0; b < 64; ++b) {
      const int columns = a % 8 - b % 8, rows = a / 8 - b / 8;
      if (a != b && columns * columns <= 1 && rows * rows <= 1) table[a] |= Board{1} << b;
    }
  return table;
}
inline constexpr std::array<Board, 64> kNeighbours = all_neighbours();

// With one empty square left a line through it is known from our discs alone: twice the number of
// discs that a move to the line's square k turns, if its other squares are the opponent's.
// Squares that are not on the line, or not on the board, count as the opponent's and change
// nothing, since none of ours stands beyond them.
constexpr std::array<std::array<std::uint8_t, 256>, 8> all_last_gains() {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (int k = 0; k < 8; ++k)
    for (int own = 0; own < 256; ++own)
      for (const int step : {-1, 1}) {
        int at = k + step;
        while (at >= 0 && at < 8 && (own >> at & 1) == 0) at += step;
        if (at >= 0 && at < 8) table[k][own] += 2 * (step * (at - k) - 1);
      }
  return table;
}
inline constexpr std::array<std::array<std::uint8_t, 256>, 8> kLastGains = all_last_gains();

struct Diagonals {
  Board rising, falling;
};
constexpr std::array<Diagonals, 64> all_diagonals() {
  std::array<Diagonals, 64> table{};
  for (int a = 0; a < 64; ++a)
    for (int b = 0; b < 64; ++b) {
      if (a % 8 + a / 8 == b % 8 + b / 8) table[a].rising |= Board{1} << b;
      if (a % 8 - a / 8 == b % 8 - b / 8) table[a].falling |= Board{1} << b;
    }
  return table;
}
inline constexpr std::array<Diagonals, 64> kDiagonals = all_diagonals();

inline int last_gain(Board own, int square) {
  constexpr Board kColumn = 0x0101010101010101;
  const int column = square & 7, row = square >> 3;
  const auto& by_column = kLastGains[column];
  return by_column[own >> 8 * row & 0xFF] +
         kLastGains[row][((own >> column & kColumn) * 0x0102040810204080) >> 56] +
         by_column[((own & kDiagonals[square].rising) * kColumn) >> 56] +
         by_column[((own & kDiagonals[square].falling) * kColumn) >> 56];
}

inline int quadrant(int square) { return (square >> 2 & 1) | (square >> 4 & 2); }
class Ending {
 public:
  static constexpr int kMost = 16;  // empty squares; a few fewer can be solved at once

  Ending(Board board, const Stability& stability, MetEnding* met = nullptr)
      : board_(board),
        stability_(stability),
        corners_(stability.corners()),
        cells_(std::popcount(board)),
        met_(met) {}

  std::uint64_t nodes() const { return nodes_; }

  int solve(Board own, Board opp, int alpha, int beta) {
    const Board empty = board_ & ~(own | opp);
    switch (std::popcount(empty)) {
      case 0: return ++nodes_, final_score(own, opp);
      case 1: return last1(own, std::countr_zero(empty));
      case 2: return last_squares<2>(own, opp, alpha, beta, empty);
      case 3: return last_squares<3>(own, opp, alpha, beta, empty);
      case 4: return last_squares<4>(own, opp, alpha, beta, empty);
      default: return search(own, opp, alpha, beta, empty);
    }
  }

 private:
  static constexpr int kNone = -1000;
  static constexpr int kOrderFrom = 7;  // empty squares from which replies are counted

  int final_score(Board own, Board opp) const {
    const int mine = std::popcount(own), theirs = std::popcount(opp);
    return mine > theirs ? cells_ - 2 * theirs : mine < theirs ? 2 * mine - cells_ : 0;
  }

  int last1(Board own, int square) {
    ++nodes_;
    const int mine = std::popcount(own);
    if (const int gain = last_gain(own, square); gain != 0) return 2 * mine + 2 + gain - cells_;
    const Board opp = board_ & ~own & ~(Board{1} << square);
    if (const int loss = last_gain(opp, square); loss != 0) {
      ++nodes_;
      return 2 * mine - loss - cells_;
    }
    return 2 * mine - cells_ + (2 * mine >= cells_ ? 2 : 0);
  }

  // The last two to four squares, each function for one number of them, its squares in registers:
  // those to try first come first.
  template <int N>
  int last_squares(Board own, Board opp, int alpha, int beta, Board empty) {
    int s[N];
    int n = 0;
    const Board odd = odd_quadrants(empty);
    for (Board left = empty & odd; left != 0; left &= left - 1) s[n++] = std::countr_zero(left);
    for (Board left = empty & ~odd; left != 0; left &= left - 1) s[n++] = std::countr_zero(left);
    if constexpr (N == 2) return last2(own, opp, alpha, beta, s[0], s[1], false);
    if constexpr (N == 3) return last3(own, opp, alpha, beta, s[0], s[1], s[2], false);
    if constexpr (N == 4) return last4(own, opp, alpha, beta, s[0], s[1], s[2], s[3], false);
  }

  // What a move turns, if anything: most squares that cannot be played have no neighbour to turn.
  static Board turns(Board own, Board opp, int square) {
    return (kNeighbours[square] & opp) == 0 ? 0 : flips(own, opp, square);
  }
  // Tries a move: search(own, opp, alpha, beta) is what follows it. Is it good enough?
  template <class Search>
  [[gnu::always_inline]] static bool attempt(Board own, Board opp, int square, int alpha, int beta,
                                             int& best, const Search& search) {
    const Board turned = turns(own, opp, square);
    if (turned == 0) return false;
    best = std::max(best, -search(opp ^ turned, own | turned | Board{1} << square, -beta,
                                  -std::max(alpha, best)));
    return best >= beta;
  }

  int last2(Board own, Board opp, int alpha, int beta, int s, int t, bool passed) {
    ++nodes_;
    int best = kNone;
    const auto then = [&](int last) {
      return [this, last](Board next, Board, int, int) { return last1(next, last); };
    };
    if (attempt(own, opp, s, alpha, beta, best, then(t)) ||
        attempt(own, opp, t, alpha, beta, best, then(s)) || best != kNone)
      return best;
    if (passed) return final_score(own, opp);
    return -last2(opp, own, -beta, -alpha, s, t, true);
  }
  int last3(Board own, Board opp, int alpha, int beta, int s, int t, int u, bool passed) {
    ++nodes_;
    int best = kNone;
    const auto then = [&](int x, int y) {
      return [this, x, y](Board next, Board other, int low, int high) {
        return last2(next, other, low, high, x, y, false);
      };
    };
    if (attempt(own, opp, s, alpha, beta, best, then(t, u)) ||
        attempt(own, opp, t, alpha, beta, best, then(s, u)) ||
        attempt(own, opp, u, alpha, beta, best, then(s, t)) || best != kNone)
      return best;
    if (passed) return final_score(own, opp);
    return -last3(opp, own, -beta, -alpha, s, t, u, true);
  }
  int last4(Board own, Board opp, int alpha, int beta, int s, int t, int u, int v, bool passed) {
    ++nodes_;
    int best = kNone;
    const auto then = [&](int x, int y, int z) {
      return [this, x, y, z](Board next, Board other, int low, int high) {
        return lone_first(next, other, low, high, x, y, z);
      };
    };
    if (attempt(own, opp, s, alpha, beta, best, then(t, u, v)) ||
        attempt(own, opp, t, alpha, beta, best, then(s, u, v)) ||
        attempt(own, opp, u, alpha, beta, best, then(s, t, v)) ||
        attempt(own, opp, v, alpha, beta, best, then(s, t, u)) || best != kNone)
      return best;
    if (passed) return final_score(own, opp);
    return -last4(opp, own, -beta, -alpha, s, t, u, v, true);
  }
  // Of three squares, one alone in its quadrant comes before two that share one.
  int lone_first(Board own, Board opp, int alpha, int beta, int s, int t, int u) {
    const int a = quadrant(s), b = quadrant(t), c = quadrant(u);
    if (a == b && a != c)
      std::swap(s, u);
    else if (a == c && a != b)
      std::swap(s, t);
    return last3(own, opp, alpha, beta, s, t, u, false);
  }

  int search(Board own, Board opp, int alpha, int beta, Board empty) {
    ++nodes_;
    if (met_ == nullptr) return look(own, opp, alpha, beta, empty);
    MetEnding& met = met_[place(own, opp)];
    if (met.own == own && met.opp == opp) {
      if (met.least >= beta) return met.least;
      if (met.most <= alpha) return met.most;
    }
    const int score = look(own, opp, alpha, beta, empty);
    if (met.own != own || met.opp != opp) met = {own, opp, -cells_, cells_};
    if (score > alpha) met.least = std::max(met.least, score);
    if (score < beta) met.most = std::min(met.most, score);
    return score;
  }
  static std::size_t place(Board own, Board opp) {
    return (own * 0x9E3779B97F4A7C15 ^ opp * 0xC2B2AE3D27D4EB4F) >> 52;
  }
  int look(Board own, Board opp, int alpha, int beta, Board empty) {
    const int left = std::popcount(empty);
    if (alpha >= 2 * left - 2) {  // else the opponent seldom has that many stable discs
      const int most =
          cells_ - 2 * std::popcount(Stability::stable(opp, stability_.safe(own | opp)));
      if (most <= alpha) return most;
    }
    const Spread b(own, opp);
    const Board moves = mobility(b, empty);
    if (moves == 0) {
      if (mobility(opp, own, board_) == 0) return final_score(own, opp);
      return -search(opp, own, -beta, -alpha, empty);
    }
    const Board odd = odd_quadrants(empty);
    if (left >= kOrderFrom) return in_order(b, own, opp, alpha, beta, moves, empty, odd);
    int best = kNone;
    for (const Board group : {moves & odd & corners_, moves & odd & ~corners_,
                              moves & ~odd & corners_, moves & ~odd & ~corners_})
      for (Board todo = group; todo != 0; todo &= todo - 1) {
        const int square = std::countr_zero(todo);
        const Board flipped = flips(b, square);
        const Board theirs = opp ^ flipped, mine = own | flipped | Board{1} << square;
        const Board rest = empty & ~(Board{1} << square);
        const int low = std::max(alpha, best);
        const int score = left == 5 ? -last_squares<4>(theirs, mine, -beta, -low, rest)
                                    : -search(theirs, mine, -beta, -low, rest);
        if (score > best) {
          best = score;
          if (best >= beta) return best;
        }
      }
    return best;
  }

  // The same, those that leave few replies first.
  int in_order(const Spread& b, Board own, Board opp, int alpha, int beta, Board moves, Board empty,
               Board odd) {
    struct Child {
      Board own, opp;
      int worth;
    } children[kMost];
    int count = 0;
    for (Board todo = moves; todo != 0; todo &= todo - 1) {
      const int square = std::countr_zero(todo);
      const Board placed = Board{1} << square, flipped = flips(b, square);
      Child child{opp ^ flipped, own | flipped | placed, 0};
      const Board replies = mobility(Spread(child.own, child.opp), empty & ~placed);
      child.worth = -4 * (std::popcount(replies) + std::popcount(replies & corners_)) +
                    ((odd & placed) != 0 ? 2 : 0) + ((corners_ & placed) != 0 ? 4 : 0);
      children[count++] = child;
    }
    int best = kNone;
    for (int k = 0; k < count; ++k) {  // mostly the first is enough, so they are not sorted
      int at = 0;
      for (int j = 1; j < count; ++j)
        if (children[j].worth > children[at].worth) at = j;
      Child& c = children[at];
      c.worth = kNone;
      const Board rest = board_ & ~(c.own | c.opp);
      const int score = -search(c.own, c.opp, -beta, -std::max(alpha, best), rest);
      if (score > best) {
        best = score;
        if (best >= beta) return best;
      }
    }
    return best;
  }

  Board board_;
  const Stability& stability_;
  Board corners_;
  int cells_;
  MetEnding* met_;
  std::uint64_t nodes_ = 0;
};

inline int solve_ending(Board board, Board own, Board opp, int alpha, int beta, MetEnding* met,
                        std::uint64_t& nodes) {
  const Stability stability(board);
  Ending ending(board, stability, met);
  const int score = ending.solve(own, opp, alpha, beta);
  nodes += ending.nodes();
  return score;
}

}  // namespace SOLVENT_BOARDS
}  // namespace solvent::othello
