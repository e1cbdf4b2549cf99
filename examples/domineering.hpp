// Domineering (Goran Andersson, around 1973): V covers two free cells one above the other with a
// domino, H two side by side; who cannot move loses. See README.md.
#pragma once

#include <algorithm>
#include <bit>

#include "plugin/game.hpp"

namespace domineering {
using namespace solvent;

class Rules {
 public:
  // V is Max. A cell's bit is row * columns + column, row 0 at the bottom.
  struct State {
    std::uint64_t taken;
    std::uint64_t side;
    friend bool operator==(const State&, const State&) = default;
  };
  // The lower or left one of the two cells, and how the domino lies.
  struct Move {
    std::uint8_t cell;
    Side whose;
    friend bool operator==(Move, Move) = default;
  };
  using Key = State;
  static constexpr int kMostCells = 64;
  static constexpr std::size_t kMaxMoves = 60;
  static constexpr bool kAcyclic = true;

  Rules(int columns, int rows) : columns_(columns), rows_(rows) {
    for (int cell = 0; cell < columns * rows; ++cell) {
      board_ |= bit(cell);
      if (cell % columns != columns - 1) not_last_column_ |= bit(cell);
    }
  }

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  static std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }

  const Scale& scale() const { return scale_; }
  State initial() const { return {0, 0}; }
  Side to_move(const State& s) const { return static_cast<Side>(s.side); }
  bool ended(const State& s) const { return places(s.taken, to_move(s)) == 0; }
  Bounds bounds(const State& s) const {
    if (!ended(s)) return scale_.everything();
    const Outcome value = to_move(s) == Side::Max ? 0 : scale_.best();
    return {value, value};
  }
  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    for (std::uint64_t left = places(s.taken, to_move(s)); left != 0; left &= left - 1)
      moves.add({static_cast<std::uint8_t>(std::countr_zero(left)), to_move(s)});
  }
  void play(State& s, Move m) const {
    s.taken |= bit(m.cell) | bit(m.cell + step(m.whose));
    s.side ^= 1;
  }
  // The lower or left cells of all dominoes that fit.
  std::uint64_t places(std::uint64_t taken, Side side) const {
    const std::uint64_t free = board_ & ~taken;
    if (side == Side::Max) return columns_ < kMostCells ? free & (free >> columns_) : 0;
    return free & (free >> 1) & not_last_column_;
  }
  int step(Side side) const { return side == Side::Max ? columns_ : 1; }

  // The board may be turned over, left to right and bottom to top.
  int symmetries() const { return 4; }
  State transform(const State& s, int k) const {
    State out{0, s.side};
    for (std::uint64_t left = s.taken; left != 0; left &= left - 1)
      out.taken |= bit(turned(std::countr_zero(left), k));
    return out;
  }
  Move transform_move(Move m, int k) const {
    const int a = turned(m.cell, k), b = turned(m.cell + step(m.whose), k);
    return {static_cast<std::uint8_t>(std::min(a, b)), m.whose};
  }
  State canonical(const State& s) const {
    State least = s;
    for (int k = 1; k < symmetries(); ++k)
      least.taken = std::min(least.taken, transform(s, k).taken);
    return least;
  }
  Key key(const State& s) const { return canonical(s); }

 private:
  int turned(int cell, int k) const {
    int column = cell % columns_, row = cell / columns_;
    if ((k & 1) != 0) column = columns_ - 1 - column;
    if ((k & 2) != 0) row = rows_ - 1 - row;
    return row * columns_ + column;
  }

  int columns_, rows_;
  std::uint64_t board_ = 0, not_last_column_ = 0;
  Scale scale_ = Scale::win_draw_loss();
};

// Rows from the top, separated by '/', and who is to move: ..../.##./..../.... H
struct Text {
  static std::string player(const Rules&, Side side) { return side == Side::Max ? "V" : "H"; }
  static std::string position(const Rules& g, const Rules::State& s) {
    std::string out;
    for (int row = g.rows(); row-- > 0;) {
      for (int column = 0; column < g.columns(); ++column)
        out += taken(g, s, column, row) ? '#' : '.';
      out += row > 0 ? '/' : ' ';
    }
    return out + player(g, g.to_move(s));
  }
  static Result<Rules::State> parse(const Rules& g, std::string_view text) {
    const auto words = text::words(text);
    if (words.empty() || words.size() > 2)
      return Error{"write the rows from the top, separated by '/', and V or H: " +
                   position(g, g.initial())};
    const auto rows = text::split(words[0], '/');
    if (static_cast<int>(rows.size()) != g.rows())
      return Error{fmt::format("it has {} rows, the board has {}", rows.size(), g.rows())};
    Rules::State s{0, 0};
    for (int row = 0; row < g.rows(); ++row) {
      const std::string_view cells = rows[static_cast<std::size_t>(g.rows() - 1 - row)];
      if (static_cast<int>(cells.size()) != g.columns())
        return Error{fmt::format("row {} from the bottom is {}, and rows have {} cells", row + 1,
                                 text::quoted(cells), g.columns())};
      for (int column = 0; column < g.columns(); ++column) {
        const char c = cells[static_cast<std::size_t>(column)];
        if (c != '.' && c != '#')
          return Error{fmt::format("row {} from the bottom has {}, not . or #", row + 1,
                                   text::quoted(std::string(1, c)))};
        if (c == '#') s.taken |= Rules::bit(row * g.columns() + column);
      }
    }
    if (words.size() == 2 && words[1] != "V" && words[1] != "H")
      return Error{fmt::format("the side to move is {}, not V or H", text::quoted(words[1]))};
    s.side = words.size() == 2 && words[1] == "H" ? 1 : 0;
    return s;
  }
  static std::string draw(const Rules& g, const Rules::State& s, const Ink& ink) {
    std::string out;
    for (int row = g.rows(); row-- > 0;) {
      out += ink.faint(fmt::format("  {:>2}", row + 1));
      for (int column = 0; column < g.columns(); ++column)
        out += taken(g, s, column, row) ? " " + ink.strong("#") : " " + ink.faint(".");
      out += "\n";
    }
    out += "    ";
    for (int column = 0; column < g.columns(); ++column)
      out += ink.faint(fmt::format(" {}", letter(column)));
    return out + "\n\n";
  }
  // Both cells: b2b3.
  static std::string move(const Rules& g, const Rules::State&, Rules::Move m) {
    return name(g, m.cell) + name(g, m.cell + g.step(m.whose));
  }

 private:
  static char letter(int column) { return static_cast<char>('a' + column); }
  static std::string name(const Rules& g, int cell) {
    return fmt::format("{}{}", letter(cell % g.columns()), cell / g.columns() + 1);
  }
  static bool taken(const Rules& g, const Rules::State& s, int column, int row) {
    return (s.taken & Rules::bit(row * g.columns() + column)) != 0;
  }
};
using Made = OneOf<ErasedGame<Rules, Text>>;

struct Knowledge {
  explicit Knowledge(const Rules& g) : g_(g) {}

  // A side has as many moves for itself as dominoes fit, whatever the other one does, where the
  // other one can never play. It wins if these are more than the other one can ever make.
  Bounds bounds(const Rules::State& s) const {
    const Side mover = g_.to_move(s);
    const auto [mine, theirs_at_most] = safe_and_most(s.taken, mover);
    if (mine > theirs_at_most) return won_by(mover);
    const auto [theirs, mine_at_most] = safe_and_most(s.taken, other(mover));
    return theirs >= mine_at_most ? won_by(other(mover)) : g_.scale().everything();
  }
  // Many places for oneself, few for the other one.
  int order(const Rules::State& s, Rules::Move m) const {
    Rules::State next = s;
    g_.play(next, m);
    return std::popcount(g_.places(next.taken, m.whose)) -
           std::popcount(g_.places(next.taken, other(m.whose)));
  }

 private:
  Bounds won_by(Side side) const {
    const Outcome value = side == Side::Max ? g_.scale().best() : 0;
    return {value, value};
  }
  // Dominoes, taken greedily from the lowest cell on.
  int packed(std::uint64_t places, int step) const {
    int count = 0;
    while (places != 0) {
      const int cell = std::countr_zero(places);
      places &= ~(Rules::bit(cell) | Rules::bit(cell + step));
      if (cell >= step) places &= ~Rules::bit(cell - step);
      ++count;
    }
    return count;
  }
  std::pair<int, int> safe_and_most(std::uint64_t taken, Side side) const {
    const Side enemy = other(side);
    const std::uint64_t enemy_places = g_.places(taken, enemy);
    const std::uint64_t reached = enemy_places | enemy_places << g_.step(enemy);
    // In a column, or a row, greedy packing is the most that fits.
    const int safe = packed(g_.places(taken | reached, side), g_.step(side));
    return {safe, packed(enemy_places, g_.step(enemy))};
  }

  const Rules& g_;
};

// COLUMNSxROWS.
inline Result<Made> make(const Parameters& parameters, std::string_view) {
  if (const auto error = parameters.reject_others({}, 1)) return *error;
  const std::string size = parameters.empty() ? "6x6" : parameters.listed()[0];
  const auto numbers = text::split(size, 'x');
  const auto columns = text::to_int(numbers[0]);
  const auto rows = numbers.size() == 2 ? text::to_int(numbers[1]) : std::nullopt;
  if (!columns || !rows || *columns < 1 || *rows < 1 || *columns > 16 || *rows > 16 ||
      *columns * *rows > Rules::kMostCells)
    return parameters.wrong("write COLUMNSxROWS, at most 16 each and 64 cells in all, such as 6x6");
  const Rules rules(static_cast<int>(*columns), static_cast<int>(*rows));
  return Made::of<Text>(fmt::format("domineering:{}x{}", *columns, *rows), rules);
}

inline const GameFamily& family() {
  static const GameFamily kFamily{
      .name = "domineering",
      .title = "Domineering",
      .summary = "V puts dominoes upright, H lays them flat; who cannot move loses",
      .parameters = "COLUMNSxROWS (default 6x6)",
      .notation = "rows from the top, . free and # taken, and who is to move: ../#. H",
      .scales = {"wld"},
      .example = "....../....../..##../..##../....../...... V",
      .specs = {"domineering:6x6", "domineering:5x5", "domineering:4x7"},
      .maker = make,
  };
  return kFamily;
}

}  // namespace domineering
