// Dots and Boxes (Edouard Lucas 1889): who draws the fourth line of a box has the box and moves
// again; who has more boxes in the end wins. See README.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "plugin/game.hpp"

namespace dotsandboxes {
using namespace solvent;

class Rules {
 public:
  // The lines that are drawn, and the boxes of A, who is Max; the other whole boxes are B's.
  struct State {
    std::uint64_t lines;
    std::uint32_t boxes_of_max;
    std::uint32_t side;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    std::uint8_t line;
    friend bool operator==(Move, Move) = default;
  };
  using Key = State;
  static constexpr int kMostLines = 60;
  static constexpr std::size_t kMaxMoves = kMostLines;
  static constexpr bool kAcyclic = true;

  // Columns and rows of boxes. First come the lines from left to right, row by row from the top,
  // then those from top to bottom.
  Rules(int columns, int rows, const Scale& scale) : columns_(columns), rows_(rows), scale_(scale) {
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        const std::array<int, 4> sides = {flat(column, row), flat(column, row + 1),
                                          upright(column, row), upright(column + 1, row)};
        std::uint64_t box = 0;
        for (const int line : sides) box |= bit(line);
        for (const int line : sides) boxes_of_[line].push_back(box);
        boxes_.push_back(box);
      }
    fill_turns();
  }

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int flats() const { return columns_ * (rows_ + 1); }
  int lines() const { return flats() + rows_ * (columns_ + 1); }
  int flat(int column, int row) const { return row * columns_ + column; }
  int upright(int column, int row) const { return flats() + row * (columns_ + 1) + column; }
  static std::uint64_t bit(int line) { return std::uint64_t{1} << line; }
  std::uint64_t all() const { return bit(lines()) - 1; }

  const Scale& scale() const { return scale_; }
  State initial() const { return {0, 0, 0}; }
  Side to_move(const State& s) const { return static_cast<Side>(s.side); }
  bool ended(const State& s) const { return s.lines == all(); }
  // Whatever is left may all go to one side.
  Bounds bounds(const State& s) const {
    const int whole = whole_boxes(s.lines), left = static_cast<int>(boxes_.size()) - whole;
    const int ahead = 2 * static_cast<int>(s.boxes_of_max) - whole;
    return {rank(ahead - left), rank(ahead + left)};
  }
  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    for (std::uint64_t left = all() & ~s.lines; left != 0; left &= left - 1)
      moves.add({static_cast<std::uint8_t>(std::countr_zero(left))});
  }
  void play(State& s, Move m) const {
    s.lines |= bit(m.line);
    std::uint32_t made = 0;
    for (const std::uint64_t box : boxes_of_[m.line]) made += (box & ~s.lines) == 0;
    if (made == 0)
      s.side ^= 1;
    else if (s.side == 0)
      s.boxes_of_max += made;
  }
  int whole_boxes(std::uint64_t lines) const {
    int count = 0;
    for (const std::uint64_t box : boxes_) count += (box & ~lines) == 0;
    return count;
  }
  const std::vector<std::uint64_t>& boxes_of(Move m) const { return boxes_of_[m.line]; }

  // Turning over, left to right and top to bottom; for square boards the diagonal too.
  int symmetries() const { return columns_ == rows_ ? 8 : 4; }
  State transform(const State& s, int k) const {
    State out = s;
    out.lines = 0;
    for (int byte = 0; byte < kBytes; ++byte)
      out.lines |= turns_[static_cast<std::size_t>(k)][byte][s.lines >> (8 * byte) & 255];
    return out;
  }
  Move transform_move(Move m, int k) const {
    return {static_cast<std::uint8_t>(turned(m.line, k))};
  }
  State canonical(const State& s) const {
    State least = s;
    for (int k = 1; k < symmetries(); ++k)
      least.lines = std::min(least.lines, transform(s, k).lines);
    return least;
  }
  Key key(const State& s) const { return canonical(s); }

 private:
  static constexpr int kBytes = 8;
  using Turn = std::array<std::array<std::uint64_t, 256>, kBytes>;

  Outcome rank(int ahead) const {
    if (scale_.kind() == Scale::Kind::WinDrawLoss)
      return static_cast<Outcome>(ahead > 0 ? 2 : ahead == 0 ? 1 : 0);
    return static_cast<Outcome>((ahead + static_cast<int>(boxes_.size())) / 2);
  }
  int turned(int line, int k) const {
    const bool is_flat = line < flats();
    const int width = is_flat ? columns_ : columns_ + 1, at = is_flat ? line : line - flats();
    int column = at % width, row = at / width;
    if ((k & 1) != 0) column = width - 1 - column;
    if ((k & 2) != 0) row = (is_flat ? rows_ : rows_ - 1) - row;
    const bool swapped = (k & 4) != 0;
    if (swapped) std::swap(column, row);
    return is_flat != swapped ? flat(column, row) : upright(column, row);
  }
  void fill_turns() {
    turns_.resize(static_cast<std::size_t>(symmetries()));
    for (int k = 0; k < symmetries(); ++k)
      for (int byte = 0; byte < kBytes; ++byte)
        for (unsigned bits = 0; bits < 256; ++bits)
          for (int b = 0; b < 8; ++b)
            if ((bits >> b & 1) != 0 && 8 * byte + b < lines())
              turns_[static_cast<std::size_t>(k)][byte][bits] |= bit(turned(8 * byte + b, k));
  }

  int columns_, rows_;
  Scale scale_;
  std::vector<std::uint64_t> boxes_;
  std::array<std::vector<std::uint64_t>, kMostLines> boxes_of_;
  std::vector<Turn> turns_;
};

// Rows of lines from the top, in turn from left to right (- or .) and from top to bottom (| or .),
// separated by '/', then the boxes of A and who is to move: --/||./.. 1 A
struct Text {
  static std::string player(const Rules&, Side side) { return side == Side::Max ? "A" : "B"; }
  static std::string position(const Rules& g, const Rules::State& s) {
    std::string out;
    for (int row = 0; row <= 2 * g.rows(); ++row) {
      if (row > 0) out += '/';
      for (int column = 0; column < width(g, row); ++column)
        out += !drawn(s, line(g, column, row)) ? '.' : row % 2 == 0 ? '-' : '|';
    }
    return fmt::format("{} {} {}", out, s.boxes_of_max, player(g, g.to_move(s)));
  }
  static Result<Rules::State> parse(const Rules& g, std::string_view text) {
    const auto words = text::words(text);
    if (words.size() != 3)
      return Error{"write the rows of lines, the boxes of A, and A or B: " +
                   position(g, g.initial())};
    const auto rows = text::split(words[0], '/');
    if (static_cast<int>(rows.size()) != 2 * g.rows() + 1)
      return Error{
          fmt::format("it has {} rows of lines, the board has {}", rows.size(), 2 * g.rows() + 1)};
    Rules::State s{0, 0, 0};
    for (int row = 0; row <= 2 * g.rows(); ++row) {
      const std::string_view marks = rows[static_cast<std::size_t>(row)];
      const char mark = row % 2 == 0 ? '-' : '|';
      if (static_cast<int>(marks.size()) != width(g, row))
        return Error{fmt::format("row {} of lines is {}: it has {} places", row + 1,
                                 text::quoted(marks), width(g, row))};
      for (int column = 0; column < width(g, row); ++column) {
        const char c = marks[static_cast<std::size_t>(column)];
        if (c != mark && c != '.')
          return Error{fmt::format("row {} of lines has {}, not {} or .", row + 1,
                                   text::quoted(std::string(1, c)), mark)};
        if (c == mark) s.lines |= Rules::bit(line(g, column, row));
      }
    }
    const auto boxes = text::to_int(words[1]);
    if (!boxes || *boxes < 0 || *boxes > g.whole_boxes(s.lines))
      return Error{fmt::format("the boxes of A are {}, not a number up to {}, the whole ones",
                               text::quoted(words[1]), g.whole_boxes(s.lines))};
    if (words[2] != "A" && words[2] != "B")
      return Error{fmt::format("the side to move is {}, not A or B", text::quoted(words[2]))};
    s.boxes_of_max = static_cast<std::uint32_t>(*boxes);
    s.side = words[2] == "B" ? 1 : 0;
    return s;
  }
  static std::string draw(const Rules& g, const Rules::State& s, const Ink& ink) {
    std::string out = "    ";
    for (int column = 0; column <= g.columns(); ++column)
      out += ink.faint(fmt::format("{}   ", letter(column)));
    for (int row = 0; row <= 2 * g.rows(); ++row) {
      out += "\n" + (row % 2 == 0 ? ink.faint(fmt::format("{:>3} ", row / 2 + 1)) : "    ");
      for (int column = 0; column < width(g, row); ++column) {
        const bool has = drawn(s, line(g, column, row));
        if (row % 2 == 0)
          out += "+" + std::string(has ? "---" : "   ");
        else
          out += has ? "|   " : "    ";
      }
      if (row % 2 == 0) out += "+";
    }
    const int whole = g.whole_boxes(s.lines), max = static_cast<int>(s.boxes_of_max);
    return out +
           fmt::format("\n\n  {} {}, {} {}\n\n", ink.max("A"), max, ink.min("B"), whole - max);
  }
  // The two dots: a1b1.
  static std::string move(const Rules& g, const Rules::State&, Rules::Move m) {
    const bool flat = m.line < g.flats();
    const int at = flat ? m.line : m.line - g.flats();
    const int across = flat ? g.columns() : g.columns() + 1;
    const int column = at % across, row = at / across;
    return fmt::format("{}{}{}{}", letter(column), row + 1, letter(column + (flat ? 1 : 0)),
                       row + (flat ? 1 : 2));
  }

 private:
  static char letter(int column) { return static_cast<char>('a' + column); }
  static bool drawn(const Rules::State& s, int line) { return (s.lines >> line & 1) != 0; }
  static int width(const Rules& g, int row) { return g.columns() + (row % 2 == 0 ? 0 : 1); }
  static int line(const Rules& g, int column, int row) {
    return row % 2 == 0 ? g.flat(column, row / 2) : g.upright(column, row / 2);
  }
};
using Made = OneOf<ErasedGame<Rules, Text>>;

// Boxes first; lines that let the other one have a box last.
struct Knowledge {
  explicit Knowledge(const Rules& g) : g_(g) {}
  int order(const Rules::State& s, Rules::Move m) const {
    int sum = 0;
    for (const std::uint64_t box : g_.boxes_of(m)) {
      const int missing = std::popcount(box & ~s.lines);
      sum += missing == 1 ? 8 : missing == 2 ? -4 : 0;
    }
    return sum;
  }
  const Rules& g_;
};

// COLUMNSxROWS of boxes.
inline Result<Made> make(const Parameters& parameters, std::string_view scale) {
  if (const auto error = parameters.reject_others({}, 1)) return *error;
  const std::string size = parameters.empty() ? "3x3" : parameters.listed()[0];
  const auto numbers = text::split(size, 'x');
  const auto columns = text::to_int(numbers[0]);
  const auto rows = numbers.size() == 2 ? text::to_int(numbers[1]) : std::nullopt;
  if (!columns || !rows || *columns < 1 || *rows < 1 || *columns > 9 || *rows > 8 ||
      *columns * (*rows + 1) + *rows * (*columns + 1) > Rules::kMostLines)
    return parameters.wrong(
        "write COLUMNSxROWS of boxes, at most 9 and 8, with 60 lines at most, such as 3x3");
  const int c = static_cast<int>(*columns), r = static_cast<int>(*rows);
  const Scale of = scale == "wld" ? Scale::win_draw_loss() : Scale::scores(-c * r, c * r, 2);
  return Made::of<Text>(fmt::format("dotsandboxes:{}x{}", c, r), Rules(c, r, of));
}

inline const GameFamily& family() {
  static const GameFamily kFamily{
      .name = "dotsandboxes",
      .title = "Dots and Boxes",
      .summary = "who draws the fourth line of a box has it and moves again",
      .parameters = "COLUMNSxROWS of boxes (default 3x3)",
      .notation = "rows of lines from the top, the boxes of A and who is to move: --/||./.. 1 A",
      .scales = {"score", "wld"},
      .example = "---/|..|/.-./|..|/.-./||.|/--. 0 A",
      .specs = {"dotsandboxes:3x3", "dotsandboxes:2x2", "dotsandboxes:4x3"},
      .maker = make,
  };
  return kFamily;
}

}  // namespace dotsandboxes
