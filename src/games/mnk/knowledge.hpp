// What every player of (m,n,k) sees: wins in one and in two, the replies they force, lines that
// can no longer be made.
//
// A four is a stone that threatens k in a row with the next (the name is Gomoku's, for any k). A
// cell that makes two fours at once wins for a side that has to answer none.
#pragma once

#include "games/lines/knowledge_pairing.hpp"
#include "games/mnk/rules.hpp"

namespace solvent::mnk {

template <int W>
class Knowledge {
  using G = Rules<W>;
  using State = typename G::State;
  using Board = typename G::Board;
  using Move = typename G::Move;

 public:
  static constexpr int kTableMove = 1 << 29;

  explicit Knowledge(const G& g) : g_(g), lines_(g) {}

  // True bounds after all forced moves.
  Bounds bounds(const State& s) const {
    State end = s;
    return settle(end);
  }

  // The moves worth trying: wins, blocks, replies to a double four that comes; else all cells on a
  // line that one side can still make. A stone elsewhere is a pass, and no stone of one's own ever
  // does harm.
  void list_moves(const State& s, MovesOf<G>& moves) const {
    const auto add = [&](int cell) { moves.add(static_cast<Move>(cell)); };
    worth_trying(s).for_each(add);
    if (moves.empty()) g_.list_moves(s, moves);
  }

  // Completing k comes first, then stopping the other from it, then the cell on the most and
  // fullest lines that belong to one side only.
  int order(const State& s, Move m) const {
    const Board& mine = s.stones[s.count & 1];
    const Board& theirs = s.stones[~s.count & 1];
    const int k = g_.in_a_row();
    int score = 0;
    bool stops = false;
    for (const int step : g_.steps()) {
      int first = m, last = m;  // the stretch of board that lines through the cell can use
      for (int n = 1; n < k && g_.full().test(first - step); ++n) first -= step;
      for (int n = 1; n < k && g_.full().test(last + step); ++n) last += step;
      int own = 0, other = 0, seen = 0;
      for (int at = first; at <= last; at += step) {
        own += mine.test(at);
        other += theirs.test(at);
        if (++seen < k) continue;
        if (own == k - 1) return kCompletes;
        stops |= other == k - 1;
        if (other == 0)
          score += 2 * weight(own);
        else if (own == 0)
          score += weight(other);
        const int leaving = at - (k - 1) * step;
        own -= mine.test(leaving);
        other -= theirs.test(leaving);
      }
    }
    return score + (stops ? kStops : 0);
  }

  // Small boards: every move worth trying with the forced moves behind it.
  template <class Visit>
  void look_ahead(const State& s, Visit&& visit) const requires(W == 1) {
    MovesOf<G> moves;
    list_moves(s, moves);
    for (const Move m : moves) {
      State next = s;
      g_.play(next, m);
      const Bounds known = g_.ended(next) ? g_.bounds(next) : settle(next);
      if (!visit(m, next, known, order(s, m))) return;
    }
  }

  // Only stones on lines that their side can still make matter, and only cells on lines that
  // somebody can: all others look alike (both bits set).
  typename G::Key key(const State& s) const requires(W == 1) {
    const Board x = live(g_.full() - s.stones[1]), o = live(g_.full() - s.stones[0]);
    const Board dead =
        g_.full() - ((s.stones[0] & x) | (s.stones[1] & o) | (g_.empty(s) & (x | o)));
    typename G::Key key = g_.least_image({(s.stones[0] & x) | dead, (s.stones[1] & o) | dead});
    if ((s.count & 1) != 0) key[0].set(g_.columns());  // a guard cell says who moves
    return key;
  }

  Board completing(const Board& stones, const Board& empty) const {
    return g_.completing(stones, empty);
  }

 private:
  static constexpr int kCompletes = 1 << 30, kStops = 1 << 28;
  // At most 76 lines pass through a cell, so that sums stay below kStops.
  static int weight(int stones) { return 1 << std::min(2 * stones, 16); }

  // visit(a, step, d) for sets of empty cells a: a stone there threatens to complete k at the cell
  // d steps on, and the other way round. No two visits have the same step and d.
  template <class Visit>
  void fours(const Board& stones, const Board& empty, Visit visit) const {
    const int k = g_.in_a_row();
    for (const int step : g_.steps()) {
      std::array<Board, kLongest> after, before;  // cells with j stones behind or before them
      after[0] = before[0] = g_.full();
      for (int j = 1; j < k; ++j) {
        after[j] = (after[j - 1] & stones) >> step;
        before[j] = (before[j - 1] & stones) << step;
      }
      std::array<Board, kLongest> ahead = after;  // the same of the cell d steps on
      Board partner = empty;
      for (int d = 1; d < k; ++d) {
        partner = partner >> step;
        Board pairs{};
        for (int j = 0; j + d < k; ++j) {
          ahead[j] = ahead[j] >> step;
          pairs = pairs | (before[k - 1 - d - j] & ahead[j]);
        }
        pairs = pairs & after[d - 1] & partner & empty;
        if (pairs.any()) visit(pairs, step, d);
      }
    }
  }
  struct Fours {
    Board once{}, twice{};
  };
  static Board moved(Board cells, int step, int n) {
    for (; n > 0; --n) cells = cells << step;
    return cells;
  }
  Fours fours(const Board& stones, const Board& empty) const {
    Fours found;
    const auto count = [&](const Board& cells) {
      found.twice = found.twice | (found.once & cells);
      found.once = found.once | cells;
    };
    fours(stones, empty, [&](const Board& a, int step, int d) {
      count(a);
      count(moved(a, step, d));
    });
    return found;
  }

  // The cells that stop all double fours of these stones: to each the cell itself, or, if it makes
  // just two, one of the cells that would complete them.
  Board stopping(const Board& stones, const Board& empty, const Board& doubles) const {
    Board stop = empty;
    doubles.for_each([&](int cell) {
      Board one{}, ends{};
      one.set(cell);
      fours(stones, empty, [&](const Board& a, int step, int d) {
        const Board b = moved(a, step, d);
        if ((a & one).any()) ends = ends | moved(one, step, d);
        if ((b & one).any()) {
          Board back = one;
          for (int n = 0; n < d; ++n) back = back >> step;
          ends = ends | back;
        }
      });
      stop = stop & (ends.count() == 2 ? one | ends : one);
    });
    return stop;
  }

  Board worth_trying(const State& s) const {
    const Board empty = g_.empty(s);
    const Board &mine = s.stones[s.count & 1], &theirs = s.stones[~s.count & 1];
    if (const Board wins = completing(mine, empty); wins.any()) return wins;
    if (const Board blocks = completing(theirs, empty); blocks.any()) return blocks;
    const Fours my_fours = fours(mine, empty);
    if (my_fours.twice.any()) return my_fours.twice;
    const Board live_cells =
        empty & (live(g_.full() - s.stones[0]) | live(g_.full() - s.stones[1]));
    const Fours their_fours = fours(theirs, empty);
    if (!their_fours.twice.any()) return live_cells;
    return my_fours.once | stopping(theirs, empty, their_fours.twice);
  }

  // Cells on a line of k among these.
  Board live(const Board& cells) const {
    Board found{};
    for (const int step : g_.steps()) {
      Board line = cells;  // where k cells begin
      for (int n = 1; n < g_.in_a_row(); ++n) line = cells & (line >> step);
      Board all = line;
      for (int n = 1; n < g_.in_a_row(); ++n) all = line | (all << step);
      found = found | all;
    }
    return found;
  }

  // The lines without an enemy stone, each with weight 2^stones.
  std::uint64_t potential(const Board& stones, const Board& enemy) const {
    const Board open = g_.full() - enemy;
    const int k = g_.in_a_row();
    std::uint64_t sum = 0;
    for (const int step : g_.steps()) {
      Board line = open, at = stones;
      std::array<Board, 5> digits{};  // of the numbers of stones on lines, binary
      for (int n = 0; n < k; ++n, at = at >> step) {
        if (n > 0) line = open & (line >> step);
        Board carry = at;
        for (int bit = 0; (1 << bit) <= n + 1; ++bit) {
          const Board both = digits[bit] & carry;
          digits[bit] = (digits[bit] | carry) - both;
          carry = both;
        }
      }
      if (!line.any()) continue;
      for (int n = 0; n < k; ++n) {
        Board such = line;
        for (int bit = 0; (1 << bit) <= k; ++bit)
          such = (n >> bit & 1) != 0 ? such & digits[bit] : such - digits[bit];
        sum += static_cast<std::uint64_t>(such.count()) << n;
      }
    }
    return sum;
  }

  // Plays forced moves; s becomes another position of the same value, whose bounds are returned.
  Bounds settle(State& s) const {
    for (;;) {
      const Board empty = g_.empty(s);
      const int mover = s.count & 1;
      const Bounds mover_wins = mover == 0 ? Bounds{2, 2} : Bounds{0, 0};
      const Bounds mover_loses = mover == 0 ? Bounds{0, 0} : Bounds{2, 2};
      if (!empty.any()) return {1, 1};
      if (completing(s.stones[mover], empty).any()) return mover_wins;
      const Board threats = completing(s.stones[mover ^ 1], empty);
      if (threats.more_than_one()) return mover_loses;
      if (!threats.any()) return quiet(s, empty);
      s.stones[mover] = s.stones[mover] | threats;
      ++s.count;
    }
  }

  // Nobody has a win in one.
  Bounds quiet(const State& s, const Board& empty) const {
    const int mover = s.count & 1;
    const Board &mine = s.stones[mover], &theirs = s.stones[mover ^ 1];
    const Bounds mover_wins = mover == 0 ? Bounds{2, 2} : Bounds{0, 0};
    const Bounds mover_loses = mover == 0 ? Bounds{0, 0} : Bounds{2, 2};
    const Fours my_fours = fours(mine, empty);
    if (my_fours.twice.any()) return mover_wins;
    const Fours their_fours = fours(theirs, empty);
    if (their_fours.twice.any() && !my_fours.once.any() &&
        !stopping(theirs, empty, their_fours.twice).any())
      return mover_loses;
    // Who stops lines keeps the sum of 2^-(empty cells) over the other's open lines from growing,
    // move by reply, and a line made is worth 1 (Erdos & Selfridge 1973).
    const std::uint64_t made = std::uint64_t{1} << g_.in_a_row();
    const std::uint64_t my_hope = potential(mine, theirs), their_hope = potential(theirs, mine);
    const int left = empty.count();
    const bool i_can = 2 * my_hope >= made && ((left + 1) / 2 > 2 || my_fours.once.any());
    const bool they_can = their_hope >= made && (left / 2 > 2 || their_fours.once.any());
    const bool max_can = (mover == 0 ? i_can : they_can) && !held_by_pairs(s, Side::Min);
    const bool min_can = (mover == 0 ? they_can : i_can) && !held_by_pairs(s, Side::Max);
    return {static_cast<Outcome>(min_can ? 0 : 1), static_cast<Outcome>(max_can ? 2 : 1)};
  }

  bool held_by_pairs(const State& s, Side side) const {
    return lines::PairingSearch<G>(lines_, s, side).found();
  }

  const G& g_;
  Lines<W> lines_;
};

}  // namespace solvent::mnk
