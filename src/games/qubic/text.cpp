#include "games/qubic/text.hpp"

#include <fmt/format.h>

#include "game/played.hpp"

namespace solvent::qubic {

namespace {

int cell_at(int column, int row, int level) { return 16 * level + 4 * row + column; }

char stone_at(const Rules::State& s, int cell) {
  return s.stones[0] >> cell & 1 ? 'X' : s.stones[1] >> cell & 1 ? 'O' : '.';
}

bool has_line(Board stones) {
  for (const auto& through : kLinesThrough)
    for (const Board line : through.lines)
      if ((line & ~stones) == 0) return true;
  return false;
}

// The winner must have won with the last stone: without some stone there is no line.
bool won_by_last_move(Board winner) {
  for (Board w = winner; w != 0; w &= w - 1)
    if (!has_line(winner ^ (w & (~w + 1)))) return true;
  return false;
}

Result<Rules::Key> parse_levels(std::string_view text) {
  const auto levels = text::split(text, '|');
  if (levels.size() != 4)
    return Error{
        fmt::format("position has {} levels, the cube has 4 (parted by '|')", levels.size())};
  Rules::Key stones{};
  for (int level = 0; level < 4; ++level) {
    const auto rows = text::split(levels[level], '/');
    if (rows.size() != 4)
      return Error{fmt::format("level {} has {} rows, not 4 (from row 4 to row 1, parted by '/')",
                               level + 1, rows.size())};
    for (int row = 3; row >= 0; --row) {
      const std::string_view cells = rows[3 - row];
      if (cells.size() != 4)
        return Error{
            fmt::format("level {}, row {} has {} cells, not 4", level + 1, row + 1, cells.size())};
      for (int column = 0; column < 4; ++column) {
        const Board cell = Board{1} << cell_at(column, row, level);
        if (cells[column] == 'X')
          stones[0] |= cell;
        else if (cells[column] == 'O')
          stones[1] |= cell;
        else if (cells[column] != '.')
          return Error{fmt::format("level {}, row {}, column {}: {} is not X, O or '.'", level + 1,
                                   row + 1, column + 1, text::quoted(cells.substr(column, 1)))};
      }
    }
  }
  return stones;
}

Result<Rules::State> parse_diagram(std::string_view text) {
  const auto stones = parse_levels(text);
  if (!stones) return stones.error();
  const int max = std::popcount((*stones)[0]), min = std::popcount((*stones)[1]);
  if (max != min && max != min + 1)
    return Error{
        fmt::format("{} X and {} O: X moves first, so X has as many stones or one more", max, min)};
  const int mover = max == min ? 0 : 1;
  const Board moving = (*stones)[mover], waiting = (*stones)[mover ^ 1];
  if (has_line(moving))
    return Error{fmt::format("{} has four in a line, but {} moved last", "XO"[mover], "OX"[mover])};
  const bool won = has_line(waiting);
  if (won && !won_by_last_move(waiting))
    return Error{fmt::format("{} has more lines than one last stone can make", "OX"[mover])};
  return Rules::State{*stones, static_cast<std::uint32_t>(max + min), won};
}

}  // namespace

std::string Text::position(const Rules&, const State& s) {
  std::string out;
  for (int level = 0; level < 4; ++level) {
    for (int row = 3; row >= 0; --row) {
      for (int column = 0; column < 4; ++column) out += stone_at(s, cell_at(column, row, level));
      if (row > 0) out += '/';
    }
    if (level < 3) out += '|';
  }
  return out;
}

Result<Text::State> Text::parse(const Rules& g, std::string_view text) {
  if (text.find_first_of("XO./|") != text.npos) return parse_diagram(text);
  return played<Text>(g, text);
}

std::string Text::draw(const Rules&, const State& s, const Ink& ink) {
  std::string out;
  for (int level = 0; level < 4; ++level)
    out += ink.faint(fmt::format("    level {}{}", level + 1, level < 3 ? "  " : "\n"));
  for (int row = 3; row >= 0; --row) {
    for (int level = 0; level < 4; ++level) {
      out += ink.faint(fmt::format("  {}", row + 1));
      for (int column = 0; column < 4; ++column) {
        const char stone = stone_at(s, cell_at(column, row, level));
        out += ' ';
        out += stone == 'X' ? ink.max("X") : stone == 'O' ? ink.min("O") : ink.faint(".");
      }
      out += level < 3 ? "  " : "\n";
    }
  }
  for (int level = 0; level < 4; ++level)
    out += ink.faint(level < 3 ? "    a b c d  " : "    a b c d\n");
  return out;
}

std::string Text::move(const Rules&, const State&, Move m) {
  return {static_cast<char>('a' + (m & 3)), static_cast<char>('1' + (m >> 2 & 3)),
          static_cast<char>('1' + (m >> 4))};
}

Result<Text::Move> Text::parse_move(const Rules& g, const State& s, std::string_view text) {
  const std::string cell = text::lower(text);
  const bool sane = cell.size() == 3 && cell[0] >= 'a' && cell[0] <= 'd' && cell[1] >= '1' &&
                    cell[1] <= '4' && cell[2] >= '1' && cell[2] <= '4';
  if (!sane)
    return Error{
        fmt::format("{} is not a cell: column a to d, row 1 to 4, level 1 to 4, such as b31",
                    text::quoted(text))};
  const int number = cell_at(cell[0] - 'a', cell[1] - '1', cell[2] - '1');
  if (g.ended(s))
    return Error{fmt::format("{} is played after the end of the game", text::quoted(text))};
  if (stone_at(s, number) != '.') return Error{fmt::format("{} is occupied", text::quoted(text))};
  return static_cast<Move>(number);
}

// A cell begins with its letter, so cells need nothing between them.
std::vector<std::string_view> Text::split_moves(std::string_view text) {
  return text::split_at_letters(text);
}

namespace {

Result<GamePtr> make(const Parameters& parameters, std::string_view) {
  if (!parameters.empty()) return parameters.wrong("takes no parameters");
  return GamePtr(std::make_shared<ErasedGame<Rules, Text>>("qubic", Rules()));
}

}  // namespace

const Family& family() {
  static const Family kFamily{
      .name = "qubic",
      .summary = "Qubic: four in a line in a 4x4x4 cube wins",
      .parameters = "none",
      .notation = "the cells played (column, row, level), such as b22a11, or levels parted by '|'",
      .scales = {"wld"},
      .example = "a11b22d44c33a14d41d11a44",
      .make = make};
  return kFamily;
}

}  // namespace solvent::qubic
