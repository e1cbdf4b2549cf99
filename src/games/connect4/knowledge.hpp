// What a Connect Four player sees at a glance: wins in one, forced replies, moves that lose at
// once, and who profits when the columns fill up.
//
// On a board with an even number of rows the second player (o) can answer every move in the column
// where the first one (x) has just played, and then gets the cells of every other row, the top one
// among them (Allis 1988):
//
//   top row   o o o o o     If no four fits into x's cells, x cannot win: `follow_up`.
//             x x x x x     But if x has a threat on one of his cells, o must in the end play the
//             o o o o o     cell below it, since the other columns fill up in pairs: `zugzwang`.
//             x x x x x
//
// All that counts is how many cells are left. So on every board the player who is to move when that
// is an even number stands here for x, the other one for o, and the cells of o's rows are called
// even: they have an even number of cells above them.
#pragma once

#include "games/connect4/rules.hpp"

namespace solvent::connect4 {

// Two boards that are shifted together: one register on common machines.
template <class Word>
struct Both {
  Word a, b;
  friend Both operator&(Both x, Both y) { return {x.a & y.a, x.b & y.b}; }
  friend Both operator|(Both x, Both y) { return {x.a | y.a, x.b | y.b}; }
  friend Both operator~(Both x) { return {~x.a, ~x.b}; }
  friend Both operator<<(Both x, int n) { return {x.a << n, x.b << n}; }
  friend Both operator>>(Both x, int n) { return {x.a >> n, x.b >> n}; }
  Word operator[](int k) const { return k == 0 ? a : b; }
};
template <class Word>
struct BothOf {
  using type = Both<Word>;
};
template <>
struct BothOf<std::uint64_t> {
  using type __attribute__((vector_size(16))) = std::uint64_t;
};

template <class Word>
class Knowledge {
  using Two = typename BothOf<Word>::type;
  using G = Rules<Word>;
  using State = typename G::State;
  using Move = typename G::Move;

 public:
  static constexpr int kTableMove = 600;  // added to `order` for the move the table suggests

  explicit Knowledge(const G& g) : g_(g) {
    for (int c = 0; c < g.columns(); ++c)
      for (int r = g.rows() - 1; r >= 0; r -= 2) even_ |= g.cell(c, r);
    column_ = (Word{2} << g.rows()) - 1;
    guards_ = g.bottom_row() << g.rows();
    for (int c = 0; c < g.columns(); ++c)
      columns_[c] = {static_cast<Move>(c), off_centre(c), g.column_mask(c)};
    std::stable_sort(columns_.begin(), columns_.begin() + g.columns(),
                     [](const Column& a, const Column& b) { return a.off_centre < b.off_centre; });
    for (int c = 0; c < g.columns(); ++c)
      for (int r = 0; r < g.rows(); ++r)
        for (int k = 0; k < 4; ++k) through_[number(c, r)][k] = lines_through(g.cell(c, r), k);
  }

  // Exact when the mover wins at once, or when moves that are forced decide the game.
  Bounds bounds(const State& s) const {
    const int stones = popcount(s.mask);
    if ((completing(s.current, s.mask) & playable(s.mask)) != 0) {
      const int wins = g_.winning_score(stones);
      return g_.bounds_from_mover(stones, wins, wins);
    }
    State end = s;
    return play_forced_moves(end, completing(s.current ^ s.mask, s.mask));
  }

  // The moves that do not let the opponent win at once: only the forced reply if he threatens to.
  void list_moves(const State& s, MovesOf<G>& moves) const {
    const Word wins = completing(s.current, s.mask) & playable(s.mask);
    const Word good = wins != 0 ? wins : safe(s.mask, completing(s.current ^ s.mask, s.mask));
    for (int c = 0; c < g_.columns(); ++c)
      if ((good & g_.column_mask(c)) != 0) moves.add(static_cast<Move>(c));
    if (moves.empty()) g_.list_moves(s, moves);
  }

  // Threats first, then columns near the middle.
  int order(const State& s, Move m) const {
    State next = s;
    g_.play(next, m);
    const Word stones = next.current ^ next.mask;
    return worth(completing(stones, next.mask), completing(next.current, next.mask), next.mask) -
           off_centre(m);
  }

  // For every move worth trying from a position that `bounds` does not decide: where it leads when
  // forced replies are played, what is known of that, and how promising it looks.
  template <class Visit>
  void look_ahead(const State& s, Visit&& visit) const {
    const Word theirs = completing(s.current ^ s.mask, s.mask);
    const Word good = safe(s.mask, theirs);
    const Word empty = g_.full() ^ s.mask;
    std::array<std::uint8_t, kMaxColumns + 1> list;
    int count = 0;
    for (int k = 0; k < g_.columns(); ++k) {
      list[count] = static_cast<std::uint8_t>(k);
      count += (good & columns_[k].cells) != 0;
    }
    list[count] = list[0];
    for (int k = 0; k < count; k += 2) {
      const Column &first = columns_[list[k]], &second = columns_[list[k + 1]];
      const Two two =
          g_.completing(Two{s.current | (good & first.cells), s.current | (good & second.cells)});
      if (!look_at(s, first, good, two[0] & empty, theirs, visit)) return;
      if (k + 1 < count && !look_at(s, second, good, two[1] & empty, theirs, visit)) return;
    }
  }

  // A closer look at the moves of a position: the lines through a move's cell that the opponent has
  // no stone on, those where the mover has one already twice.
  class Outlook {
   public:
    Outlook(const Knowledge& k, const State& s) : k_(k), mask_(s.mask) {
      const Word open = k.g_.full() & ~(s.current ^ s.mask);
      for (int d = 0; d < 4; ++d) {
        const int step = k.g_.directions()[d];
        const Word a = s.current, b = a >> step, c = a >> 2 * step, e = a >> 3 * step;
        const Word two = (a & b) | (c & e) | ((a | b) & (c | e));
        open_[d] = lines(open, step);
        one_[d] = open_[d] & (a | b | c | e) & ~two;
      }
    }
    int operator()(Move m) const {
      const int row = popcount(mask_ & k_.g_.column_mask(m));
      const std::array<Word, 4>& through = k_.through_[k_.number(m, row)];
      int count = 0;
      for (int d = 0; d < 4; ++d)
        count += popcount(open_[d] & through[d]) + popcount(one_[d] & through[d]);
      return count;
    }

   private:
    const Knowledge& k_;
    Word mask_;
    std::array<Word, 4> open_;  // in each direction the lines, each by its lowest bit;
    std::array<Word, 4> one_;   // those with one stone of the mover
  };
  Outlook outlook(const State& s) const { return Outlook(*this, s); }

  // The name of a position that `look_ahead` led to, which is canonical already.
  typename G::Key key(const State& s) const { return s.current + s.mask; }

  // Empty cells that would complete four for `stones` (whether or not they can be played yet).
  Word completing(Word stones, Word mask) const {
    return g_.completing(stones) & (g_.full() ^ mask);
  }

 private:
  // With more cells left, lines that nobody has blocked are hardly ever used up.
  static constexpr int kFewLeft = 8;

  struct Column {
    Move move;
    int off_centre;
    Word cells;
  };

  template <class Visit>
  bool look_at(const State& s, const Column& column, Word good, Word threats, Word theirs,
               Visit& visit) const {
    const Word cell = good & column.cells;
    threats &= ~cell;
    State next{s.current ^ s.mask, s.mask | cell};
    const int promise = worth(threats, theirs, next.mask) - column.off_centre;
    const Bounds known = play_forced_moves(next, threats);
    return visit(column.move, next, known, promise);
  }

  static bool several(Word cells) { return (cells & (cells - 1)) != 0; }
  Word playable(Word mask) const { return (mask + g_.bottom_row()) & g_.full(); }

  // Moves after which the opponent, with these threats, cannot win at once.
  Word safe(Word mask, Word threats) const {
    const Word possible = playable(mask), wins = threats & possible;
    const Word good = possible & ~(threats >> 1);
    if (wins == 0) return good;
    return several(wins) ? Word{0} : good & wins;
  }

  int off_centre(int column) const { return std::abs(2 * column + 1 - g_.columns()); }
  // The threats of the player who has just moved that are not above one of the opponent's. The
  // sooner they can be played the better.
  int worth(Word threats, Word theirs, Word mask) const {
    const Word useful = threats & ~(theirs << 1);
    const Word next = playable(mask) << 1;
    return 128 * (6 * popcount(useful & next) + 5 * popcount(useful & (next << 1)) +
                  3 * popcount(useful));
  }

  // Plays forced moves from a position in which the mover cannot win at once and his opponent has
  // these threats; s becomes another position of the same value, whose bounds are returned.
  Bounds play_forced_moves(State& s, Word threats) const {
    for (;;) {
      const int stones = popcount(s.mask);
      if (s.mask == g_.full()) return g_.bounds_from_mover(stones, 0, 0);
      const Word good = safe(s.mask, threats);
      if (good == 0) {
        const int loses = -g_.winning_score(stones + 1);
        return g_.bounds_from_mover(stones, loses, loses);
      }
      if (several(good)) return quiet(s, stones, threats);
      s = {s.current ^ s.mask, s.mask | good};
      threats = completing(s.current ^ s.mask, s.mask);
    }
  }

  Bounds quiet(State& s, int stones, Word threats) const {
    const int left = g_.cells() - stones;
    int low = -g_.winning_score(stones + 3);
    int high = std::min(g_.winning_score(stones + 2),
                        left % 2 == 0 ? follow_up(s, threats) : zugzwang(s, threats));
    if (left <= kFewLeft) {
      const Two can_win = lines_without(Two{s.current ^ s.mask, s.current});
      if (can_win[0] == 0) high = std::min(high, 0);
      if (can_win[1] == 0) low = 0;
    }
    make_canonical(s);
    return g_.bounds_from_mover(stones, low, high);
  }

  // Of a position and its mirror image, the one whose outer columns are smaller on the right. The
  // position before was such a one too, so that most are already.
  void make_canonical(State& s) const {
    const Word name = key(s);
    const int width = g_.rows() + 1, last = (g_.columns() - 1) * width;
    for (int at = 0; at < last - at; at += width) {
      const Word left = (name >> at) & column_, right = (name >> (last - at)) & column_;
      if (left > right) return;
      if (left < right) return mirror(s, width, last);
    }
  }
  void mirror(State& s, int width, int last) const {
    const Two from{s.current, s.mask};
    Two to{0, 0};
    int at = 0;
    for (Word c = column_; at < last - at; at += width, c <<= width) {
      const Two left{c, c};
      to = to | ((from & left) << (last - 2 * at)) | ((from >> (last - 2 * at)) & left);
    }
    if (2 * at == last) to = to | (from & Two{column_ << at, column_ << at});
    s = {to[0], to[1]};
  }

  // For each line of four inside `cells`, its lowest bit: the leftmost cell, or the bottom one of a
  // vertical line.
  template <class Cells>
  static Cells lines(Cells cells, int step) {
    const Cells pairs = cells & (cells >> step);
    return pairs & (pairs >> 2 * step);
  }

  // All lines on which there is none of these stones.
  Two lines_without(Two stones) const {
    const Two free = Two{g_.full(), g_.full()} & ~stones;
    Two found = lines(free, 1);
    for (int k = 1; k < 4; ++k) found = found | lines(free, g_.directions()[k]);
    return found;
  }

  int number(int column, int row) const { return column * (g_.rows() + 1) + row; }
  Word lines_through(Word cell, int direction) const {
    const int step = g_.directions()[direction];
    return cell | cell >> step | cell >> 2 * step | cell >> 3 * step;
  }

  // An upper bound for the player who is to move, with an even number of cells left. The other one
  // can always answer in the same column, or, after a move on an even cell, in another column whose
  // next cell is even: there is one, since those columns are even in number. So he gets all even
  // cells that are not playable yet.
  int follow_up(const State& s, Word threats) const {
    const Word possible = playable(s.mask);
    const Word theirs = (s.current ^ s.mask) | (even_ & ~s.mask & ~possible);
    const Word mine = below(threats & theirs) & ~theirs;  // above such a threat nobody plays
    if (lines(mine, 1) != 0) return g_.top_score();
    const auto& steps = g_.directions();
    const Two both{mine, theirs};
    const Two level = lines(both, steps[1]), fall = lines(both, steps[2]),
              rise = lines(both, steps[3]);
    // A line of mine comes too late if all of it is above one of theirs. Lines are named by their
    // leftmost cells; those of rising ones are their lowest.
    const Word tops = level[1] | fall[1] | (rise[1] << 3);
    const Word late_level = level[0] & ~below(tops), late_fall = fall[0] & ~below(fall[1]);
    const Word late_rise = rise[0] & ~below(level[1] | fall[1] | rise[1]);
    if (late_level != level[0] || late_fall != fall[0] || late_rise != rise[0])
      return g_.top_score();
    if (tops == 0) return 0;
    // At worst everything is full but for the cells above the line's highest.
    Word row = g_.bottom_row();
    int r = 0;
    for (; (tops & row) == 0; ++r) row <<= 1;
    return -g_.winning_score(g_.cells() - (g_.rows() - r));
  }

  // An upper bound for the player who is to move, with an odd number of cells left. The other one
  // has a threat T on a cell that is not even, in a column whose next cell is:
  //
  //   even  . . .   He answers every move in the same column; a move on an even cell that is
  //         . T .   playable now, in another column (a), he answers on another such cell (c). When
  //   even  . b .   those columns are full the player to move has to play b, below the threat.
  //         . # .
  //   even  a # c
  int zugzwang(const State& s, Word threats) const {
    const Word possible = playable(s.mask);
    const Word evens = threats & even_ & ~possible;
    threats &= ~even_;
    for (; threats != 0; threats &= threats - 1) {
      const int c = column_of(threats);
      const Word column = g_.column_mask(c), threat = threats & (~threats + 1);
      if ((possible & column & even_) == 0) continue;
      const Word under = column & (threat - 1);
      const Word mine = s.current | (possible & ~column) |
                        (~s.mask & ((g_.full() & ~even_ & ~column) | (even_ & under)));
      if (g_.has_four(mine & below(evens & ~column))) continue;
      const int r = popcount(under);
      return -g_.winning_score(g_.cells() - (g_.rows() - r));
    }
    return g_.top_score();
  }
  // In each column the cells below the lowest of these; the whole column if it has none.
  Word below(Word cells) const {
    const Word ends = cells | guards_;
    return (ends - g_.bottom_row()) & ~ends & g_.full();
  }
  int column_of(Word cells) const {
    int c = 0;
    while ((cells & g_.column_mask(c)) == 0) ++c;
    return c;
  }

  const G& g_;
  std::array<Column, kMaxColumns> columns_;  // from the middle outwards
  Word even_ = 0, guards_ = 0;
  Word column_ = 0;  // the leftmost with its guard
  // By the number of a cell: in each direction the lines through it.
  std::array<std::array<Word, 4>, 8 * sizeof(Word)> through_{};
};

}  // namespace solvent::connect4
