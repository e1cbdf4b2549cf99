// What every Qubic player sees: wins in one and in two, the replies they force, lines that can no
// longer be made. See games/mnk/knowledge.hpp, where the same is done with shifts.
#pragma once

#include <algorithm>

#include "games/qubic/rules.hpp"

namespace solvent::qubic {

class Knowledge {
  using State = Rules::State;
  using Move = Rules::Move;

 public:
  static constexpr int kTableMove = 1 << 24;

  explicit Knowledge(const Rules& g) : g_(g) {}

  // True bounds after all forced moves.
  Bounds bounds(const State& s) const {
    State end = s;
    return settle(end);
  }

  // The moves worth trying: wins, blocks, replies to a double threat that comes; else all cells on
  // a line that one side can still make.
  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    for (Board w = worth_trying(s); w != 0; w &= w - 1)
      moves.add(static_cast<Move>(std::countr_zero(w)));
    if (moves.empty()) g_.list_moves(s, moves);
  }

  // Completing a line comes first, then stopping one, then the cell on the most and fullest lines
  // that belong to one side only.
  int order(const State& s, Move m) const {
    const Board mine = s.stones[s.count & 1], theirs = s.stones[~s.count & 1];
    const auto& through = kLinesThrough[m];
    int score = 0;
    for (int k = 0; k < through.count; ++k) {
      const int own = std::popcount(through.lines[k] & mine);
      const int other = std::popcount(through.lines[k] & theirs);
      if (other == 0)
        score += kOwn[own];
      else if (own == 0)
        score += kOther[other];
    }
    return score;
  }

  // Every move worth trying with the forced moves behind it.
  template <class Visit>
  void look_ahead(const State& s, Visit&& visit) const {
    MovesOf<Rules> moves;
    list_moves(s, moves);
    for (const Move m : moves) {
      State next = s;
      g_.play(next, m);
      const Bounds known = g_.ended(next) ? g_.bounds(next) : settle(next);
      if (!visit(m, next, known, order(s, m))) return;
    }
  }
  Rules::Key key(const State& s) const { return g_.key(s); }

 private:
  // By stones on the line; at most seven lines meet in a cell.
  static constexpr std::array<int, 4> kOwn = {2, 8, 64, 1 << 20}, kOther = {0, 4, 32, 1 << 12};

  // The lines that one side can still make. Two lines meet in one cell at most, so a cell on two
  // with two stones each threatens two others.
  struct Hopes {
    Board completing = 0;             // the fourth of three
    Board pairs = 0, more_pairs = 0;  // beside two stones: on one such line, on several
    Board cells = 0;                  // on any such line
    int weight = 0;                   // of all, 2^stones
    void add(Board line, Board empty, int stones) {
      cells |= line;
      weight += 1 << stones;
      if (stones == 3) completing |= empty;
      if (stones == 2) more_pairs |= pairs & empty, pairs |= empty;
    }
  };
  static std::array<Hopes, 2> hopes(const State& s) {
    std::array<Hopes, 2> found;
    for (const Board line : kLines) {
      const Board x = line & s.stones[0], o = line & s.stones[1];
      if (x != 0 && o != 0) continue;
      const Board empty = line ^ x ^ o;
      if (o == 0) found[0].add(line, empty, std::popcount(x));
      if (x == 0) found[1].add(line, empty, std::popcount(o));
    }
    return found;
  }

  // The cells that stop all double threats of these stones: to each the cell itself, or, if it
  // makes just two, one of the cells that would complete them.
  static Board stopping(Board stones, Board empty, Board doubles) {
    Board stop = empty;
    for (; doubles != 0; doubles &= doubles - 1) {
      const Board cell = doubles & (~doubles + 1);
      const auto& through = kLinesThrough[std::countr_zero(cell)];
      Board ends = 0;
      for (int k = 0; k < through.count; ++k) {
        const Board line = through.lines[k];
        if (std::popcount(line & stones) == 2 && std::popcount(line & empty) == 2)
          ends |= line & empty & ~cell;
      }
      stop &= std::popcount(ends) == 2 ? cell | ends : cell;
    }
    return stop;
  }

  static Board worth_trying(const State& s) {
    const auto both = hopes(s);
    const Hopes &mine = both[s.count & 1], &theirs = both[~s.count & 1];
    if (mine.completing != 0) return mine.completing;
    if (theirs.completing != 0) return theirs.completing;
    if (mine.more_pairs != 0) return mine.more_pairs;
    const Board empty = Rules::empty(s);
    if (theirs.more_pairs == 0) return empty & (mine.cells | theirs.cells);
    return mine.pairs | stopping(s.stones[~s.count & 1], empty, theirs.more_pairs);
  }

  // Plays forced moves; s becomes another position of the same value, whose bounds are returned.
  static Bounds settle(State& s) {
    for (;;) {
      const int mover = s.count & 1;
      const Bounds mover_wins = mover == 0 ? Bounds{2, 2} : Bounds{0, 0};
      const Bounds mover_loses = mover == 0 ? Bounds{0, 0} : Bounds{2, 2};
      const Board empty = Rules::empty(s);
      const auto both = hopes(s);
      const Hopes &mine = both[mover], &theirs = both[mover ^ 1];
      if (mine.completing != 0) return mover_wins;
      const Board threats = theirs.completing;
      if ((threats & (threats - 1)) != 0) return mover_loses;
      if (threats != 0) {
        s.stones[mover] |= threats;
        ++s.count;
        continue;
      }
      if (mine.more_pairs != 0) return mover_wins;
      if (theirs.more_pairs != 0 && mine.pairs == 0 &&
          stopping(s.stones[mover ^ 1], empty, theirs.more_pairs) == 0)
        return mover_loses;
      return may_win(mover, std::popcount(empty), mine, theirs);
    }
  }

  // Who stops lines keeps the sum of 2^-(empty cells) over the other's lines from growing, move by
  // reply, and a line made is worth 1 (Erdos & Selfridge 1973).
  static Bounds may_win(int mover, int empty, const Hopes& mine, const Hopes& theirs) {
    const bool i_can = 2 * mine.weight >= 16 && ((empty + 1) / 2 > 2 || mine.pairs != 0);
    const bool they_can = theirs.weight >= 16 && (empty / 2 > 2 || theirs.pairs != 0);
    const bool max_can = mover == 0 ? i_can : they_can, min_can = mover == 0 ? they_can : i_can;
    return {static_cast<Outcome>(min_can ? 0 : 1), static_cast<Outcome>(max_can ? 2 : 1)};
  }

  const Rules& g_;
};

}  // namespace solvent::qubic
