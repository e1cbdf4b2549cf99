#include "games/mnk/text.hpp"

#include <fmt/format.h>

#include "game/diagram.hpp"
#include "game/played.hpp"

namespace solvent::mnk {

namespace {

std::string cell_name(int column, int row) {
  return fmt::format("{}{}", static_cast<char>('a' + column), row + 1);
}

template <int W>
char stone_at(const Rules<W>& g, const typename Rules<W>::State& s, int column, int row) {
  const auto cell = g.cell(column, row);
  return s.stones[0].test(cell) ? 'X' : s.stones[1].test(cell) ? 'O' : '.';
}

// The winner must have won with the last stone: without some stone there is no row of k.
template <int W>
bool won_by_last_move(const Rules<W>& g, const Bits<W>& winner) {
  bool can_be = false;
  winner.for_each([&](int cell) {
    Bits<W> before = winner;
    before.reset(cell);
    can_be |= !g.has_row(before);
  });
  return can_be;
}

template <int W>
Result<typename Rules<W>::State> parse_diagram(const Rules<W>& g, std::string_view text) {
  std::array<Bits<W>, 2> stones{};
  const auto place = [&](int player, int column, int row) {
    stones[player].set(g.cell(column, row));
  };
  if (const auto error = diagram::read(text, g.columns(), g.rows(), place)) return *error;
  const int max = stones[0].count(), min = stones[1].count();
  const auto standing =
      diagram::standing(max, min,
                        {.won = [&](int player) { return g.has_row(stones[player]); },
                         .by_one = [&](int player) { return won_by_last_move(g, stones[player]); },
                         .row = fmt::format("{} in a row", g.in_a_row()),
                         .rows = fmt::format("rows of {}", g.in_a_row())});
  if (!standing) return standing.error();
  return typename Rules<W>::State{stones, static_cast<std::uint32_t>(max + min), standing->won};
}

}  // namespace

template <int W>
std::string Text<W>::position(const G& g, const State& s) {
  return diagram::write(g.columns(), g.rows(),
                        [&](int column, int row) { return stone_at(g, s, column, row); });
}

template <int W>
Result<typename Text<W>::State> Text<W>::parse(const G& g, std::string_view text) {
  if (text.find_first_of("X./") != text.npos) return parse_diagram(g, text);
  return played<Text>(g, text);
}

template <int W>
std::string Text<W>::draw(const G& g, const State& s, const Ink& ink) {
  std::string out;
  for (int r = g.rows() - 1; r >= 0; --r) {
    out += ink.faint(fmt::format("{:3}", r + 1));
    for (int c = 0; c < g.columns(); ++c) out += ' ' + diagram::draw(stone_at(g, s, c, r), ink);
    out += '\n';
  }
  std::string letters = "   ";
  for (int c = 0; c < g.columns(); ++c) letters += {' ', static_cast<char>('a' + c)};
  return out + ink.faint(letters) + '\n';
}

template <int W>
std::string Text<W>::move(const G& g, const State&, Move m) {
  return cell_name(g.column_of(m), g.row_of(m));
}

template <int W>
Result<typename Text<W>::Move> Text<W>::parse_move(const G& g, const State& s,
                                                   std::string_view text) {
  const int column = text.empty() ? -1 : text::lower(text.substr(0, 1))[0] - 'a';
  const std::string_view digits = text.substr(std::min<std::size_t>(1, text.size()));
  const bool plain = !digits.empty() && digits[0] >= '1' && digits[0] <= '9';
  const int row =
      plain ? static_cast<int>(std::min<std::int64_t>(text::to_int(digits).value_or(0), 99)) : 0;
  if (column < 0 || column >= g.columns() || row < 1 || row > g.rows())
    return Error{fmt::format("{} is not a cell from a1 to {}", text::quoted(text),
                             cell_name(g.columns() - 1, g.rows() - 1))};
  const Move cell = g.cell(column, row - 1);
  if (g.ended(s))
    return Error{fmt::format("{} is played after the end of the game", text::quoted(text))};
  if (!g.empty(s).test(cell)) return Error{fmt::format("{} is occupied", text::quoted(text))};
  return cell;
}

template struct Text<1>;
template struct Text<2>;
template struct Text<4>;
template struct Text<6>;

namespace {

template <int W>
Made sized(std::string spec, int columns, int rows, int in_a_row) {
  return Made::of<Text<W>>(std::move(spec), Rules<W>(columns, rows, in_a_row));
}

Made build(std::string spec, int columns, int rows, int in_a_row) {
  switch (words_for(columns, rows)) {
    case 1: return sized<1>(std::move(spec), columns, rows, in_a_row);
    case 2: return sized<2>(std::move(spec), columns, rows, in_a_row);
    case 4: return sized<4>(std::move(spec), columns, rows, in_a_row);
    default: return sized<6>(std::move(spec), columns, rows, in_a_row);
  }
}

Result<Made> make(const Parameters& parameters, std::string_view scale) {
  if (auto error = parameters.reject_others({}, 3)) return *error;
  if (parameters.listed().size() == 1 && parameters.text().find('x') != std::string_view::npos) {
    std::string commas(parameters.text());  // 3x3x3
    std::replace(commas.begin(), commas.end(), 'x', ',');
    return make(Parameters(parameters.game(), commas), scale);
  }
  if (!parameters.listed().empty() && parameters.listed().size() != 3)
    return parameters.wrong("write COLUMNS,ROWS,IN_A_ROW, such as 4,3,3");
  const auto columns = parameters.number(0, "columns", 1, kLongest, 3);
  if (!columns) return columns.error();
  const auto rows = parameters.number(1, "rows", 1, kLongest, 3);
  if (!rows) return rows.error();
  const auto in_a_row = parameters.number(2, "in a row", 1, kLongest, 3);
  if (!in_a_row) return in_a_row.error();
  return build(fmt::format("mnk:{},{},{}", *columns, *rows, *in_a_row), *columns, *rows, *in_a_row);
}

Result<Made> make_gomoku(const Parameters& parameters, std::string_view) {
  if (!parameters.empty())
    return parameters.wrong(
        "takes no parameters; for other boards write mnk:COLUMNS,ROWS,IN_A_ROW");
  return build("gomoku", 15, 15, 5);
}

constexpr const char* kNotation =
    "the cells played, such as b2a1c3, or rows from the top: .../.X./O..";

}  // namespace

const std::vector<GameFamily>& families() {
  static const std::vector<GameFamily> kFamilies = {
      {
          .name = "mnk",
          .title = "k in a row",
          .summary = "(m,n,k): at least k in a row on a board of m columns and n rows wins",
          .parameters = "COLUMNS,ROWS,IN_A_ROW (default 3,3,3; each 1 to 19)",
          .notation = kNotation,
          .scales = {"wld"},
          .example = "b2a1",
          .specs = {"mnk:3,3,3", "mnk:4,3,3", "mnk:4,4,4", "mnk:5,5,4"},
          .aliases = {{"tic-tac-toe", "3,3,3"}, {"noughts-and-crosses", "3,3,3"}},
          .maker = make,
          .advise = advice_for_lines,
      },
      {
          .name = "gomoku",
          .title = "Gomoku",
          .summary = "Gomoku without restrictions: at least five in a row on 15x15 wins",
          .parameters = "none",
          .notation = kNotation,
          .scales = {"wld"},
          .example = "h8a1i8b1j8c1",
          .specs = {"gomoku"},
          .aliases = {{"five-in-a-row"}},
          .maker = make_gomoku,
          .advise = advice_for_lines,
      },
  };
  return kFamilies;
}

}  // namespace solvent::mnk
