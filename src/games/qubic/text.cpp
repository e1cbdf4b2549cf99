#include "games/qubic/text.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"
#include "game/diagram.hpp"
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

Result<Rules::State> parse_diagram(std::string_view text) {
  const auto levels = text::split(text, '|');
  if (levels.size() != 4)
    return Error{fmt::format("position has {}, the cube has 4 (separated by '|')",
                             counted(levels.size(), "level"))};
  Rules::Key stones{};
  for (int level = 0; level < 4; ++level) {
    const auto place = [&](int player, int column, int row) {
      stones[player] |= Board{1} << cell_at(column, row, level);
    };
    if (const auto error = diagram::read(levels[level], 4, 4, place))
      return Error{fmt::format("level {}: {}", level + 1, error->message)};
  }
  const int max = std::popcount(stones[0]), min = std::popcount(stones[1]);
  const auto standing =
      diagram::standing(max, min,
                        {.won = [&](int player) { return has_line(stones[player]); },
                         .by_one = [&](int player) { return won_by_last_move(stones[player]); },
                         .row = "four in a line",
                         .rows = "lines"});
  if (!standing) return standing.error();
  return Rules::State{stones, static_cast<std::uint32_t>(max + min), standing->won};
}

}  // namespace

std::string Text::position(const Rules&, const State& s) {
  std::string out;
  for (int level = 0; level < 4; ++level) {
    out += diagram::write(
        4, 4, [&](int column, int row) { return stone_at(s, cell_at(column, row, level)); });
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
      for (int column = 0; column < 4; ++column)
        out += ' ' + diagram::draw(stone_at(s, cell_at(column, row, level)), ink);
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

namespace {

Result<Made> make(const Parameters& parameters, std::string_view) {
  if (!parameters.empty()) return parameters.wrong("takes no parameters");
  return Made::of<Text>("qubic", Rules());
}

}  // namespace

const std::vector<GameFamily>& families() {
  static const std::vector<GameFamily> kFamilies = {{
      .name = "qubic",
      .title = "Qubic",
      .summary = "Qubic: four in a line in a 4x4x4 cube wins",
      .parameters = "none",
      .notation =
          "the cells played (column, row, level), such as b22a11, or levels separated by '|'",
      .scales = {"wld"},
      .example = "a11b22d44c33a14d41d11a44",
      .specs = {"qubic"},
      .aliases = {{"3d-tic-tac-toe"}, {"tic-tac-toe-3d"}},
      .maker = make,
      .advise = advice_for_lines,
  }};
  return kFamilies;
}

}  // namespace solvent::qubic
