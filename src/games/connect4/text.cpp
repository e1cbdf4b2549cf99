#include "games/connect4/text.hpp"

#include <fmt/format.h>

#include "game/played.hpp"

namespace solvent::connect4 {

namespace {

enum class Stone : char { None = '.', Max = 'X', Min = 'O' };

template <class Word>
Stone stone_at(const Rules<Word>& g, const typename Rules<Word>::State& s, int column, int row) {
  const Word cell = g.cell(column, row);
  if ((s.mask & cell) == 0) return Stone::None;
  const bool movers = (s.current & cell) != 0;
  return movers == (g.to_move(s) == Side::Max) ? Stone::Max : Stone::Min;
}

// A winner must have won with his last move: some top stone of his whose removal leaves no four.
template <class Word>
bool won_by_last_move(const Rules<Word>& g, Word winner, Word mask) {
  for (int c = 0; c < g.columns(); ++c) {
    const Word column = mask & g.column_mask(c);
    const Word top = column & ~(column >> 1);
    if ((winner & top) != 0 && !g.has_four(winner & ~top)) return true;
  }
  return false;
}

template <class Word>
Result<typename Rules<Word>::State> parse_diagram(const Rules<Word>& g, std::string_view text) {
  const auto rows = text::split(text, '/');
  if (static_cast<int>(rows.size()) != g.rows())
    return Error{
        fmt::format("position has {} rows, the board has {} (rows from the top, parted by '/')",
                    rows.size(), g.rows())};
  Word max = 0, min = 0;
  for (int from_top = 0; from_top < g.rows(); ++from_top) {
    const std::string_view row = rows[from_top];
    if (static_cast<int>(row.size()) != g.columns())
      return Error{fmt::format("row {} from the top has {} cells, the board has {} columns",
                               from_top + 1, row.size(), g.columns())};
    for (int c = 0; c < g.columns(); ++c) {
      const Word cell = g.cell(c, g.rows() - 1 - from_top);
      if (row[c] == 'X') {
        max |= cell;
      } else if (row[c] == 'O') {
        min |= cell;
      } else if (row[c] != '.') {
        return Error{fmt::format("row {} from the top, column {}: {} is not X, O or '.'",
                                 from_top + 1, c + 1, text::quoted(row.substr(c, 1)))};
      }
    }
  }
  const Word mask = max | min;
  for (int c = 0; c < g.columns(); ++c) {
    const Word column = mask & g.column_mask(c);
    if ((column & (column + g.cell(c, 0))) != 0)
      return Error{fmt::format("column {}: a stone stands above an empty cell", c + 1)};
  }
  const int lead = popcount(max) - popcount(min);
  if (lead != 0 && lead != 1)
    return Error{fmt::format("{} X and {} O: X moves first, so X has as many stones or one more",
                             popcount(max), popcount(min))};
  const Word last = lead == 1 ? max : min, mover = lead == 1 ? min : max;
  if (g.has_four(mover))
    return Error{fmt::format("{} has four in a row, but {} moved last", lead == 1 ? 'O' : 'X',
                             lead == 1 ? 'X' : 'O')};
  if (g.has_four(last) && !won_by_last_move(g, last, mask))
    return Error{
        fmt::format("{} has more fours than one last move can make", lead == 1 ? 'X' : 'O')};
  return typename Rules<Word>::State{mover, mask};
}

int column_of(std::string_view text) {
  if (const auto number = text::to_int(text)) {
    const bool plain = text.find_first_of("+-") == text.npos;
    return plain && *number <= kMaxColumns ? static_cast<int>(*number) : 0;
  }
  if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z') return text[0] - 'a' + 10;
  return 0;
}

}  // namespace

template <class Word>
std::string Text<Word>::position(const G& g, const State& s) {
  std::string out;
  for (int r = g.rows() - 1; r >= 0; --r) {
    for (int c = 0; c < g.columns(); ++c) out += static_cast<char>(stone_at(g, s, c, r));
    if (r > 0) out += '/';
  }
  return out;
}

template <class Word>
Result<typename Text<Word>::State> Text<Word>::parse(const G& g, std::string_view text) {
  if (text.find_first_of("XO./") != text.npos) return parse_diagram(g, text);
  return played<Text>(g, text);
}

template <class Word>
std::string Text<Word>::draw(const G& g, const State& s, const Ink& ink) {
  std::string out;
  for (int r = g.rows() - 1; r >= 0; --r) {
    out += "  ";
    for (int c = 0; c < g.columns(); ++c) {
      switch (stone_at(g, s, c, r)) {
        case Stone::None: out += ink.faint("."); break;
        case Stone::Max: out += ink.max("X"); break;
        case Stone::Min: out += ink.min("O"); break;
      }
      out += c + 1 < g.columns() ? " " : "\n";
    }
  }
  out += "  ";
  for (int c = 0; c < g.columns(); ++c)
    out += ink.faint(move(g, s, static_cast<Move>(c)).substr(0, 1)) +
           (c + 1 < g.columns() ? " " : "\n");
  return out;
}

template <class Word>
std::string Text<Word>::move(const G& g, const State&, Move m) {
  if (m < 9) return std::string(1, static_cast<char>('1' + m));
  if (g.columns() <= 35) return std::string(1, static_cast<char>('a' + m - 9));
  return std::to_string(m + 1);
}

template <class Word>
Result<typename Text<Word>::Move> Text<Word>::parse_move(const G& g, const State& s,
                                                         std::string_view text) {
  const int column = column_of(text);
  if (column < 1 || column > g.columns())
    return Error{fmt::format("{} is not a column from 1 to {}", text::quoted(text), g.columns())};
  if (g.ended(s))
    return Error{fmt::format("{} is played after the end of the game", text::quoted(text))};
  if ((s.mask & g.cell(column - 1, g.rows() - 1)) != 0)
    return Error{fmt::format("column {} is full", column)};
  return static_cast<Move>(column - 1);
}

template <class Word>
std::vector<std::string_view> Text<Word>::split_moves(std::string_view text) {
  std::vector<std::string_view> out;
  for (const std::string_view part : text::split(text, ','))
    for (const std::string_view word : text::words(part)) out.push_back(word);
  if (out.size() != 1 || text.find(',') != text.npos) return out;
  const std::string_view word = out[0];
  out.clear();
  for (std::size_t k = 0; k < word.size(); ++k) out.push_back(word.substr(k, 1));
  return out;
}

template struct Text<std::uint64_t>;
template struct Text<Word128>;

namespace {

Result<GamePtr> make(const Parameters& parameters, std::string_view scale) {
  constexpr std::string_view kAccepted =
      "write COLUMNSxROWS, such as 7x6, with columns * (rows + 1) at most 128";
  if (auto error = parameters.reject_others({}, 1)) return *error;
  int columns = 7, rows = 6;
  if (!parameters.empty()) {
    const auto sizes = text::split(parameters.text(), 'x');
    const auto c = text::to_int(sizes[0]), r = text::to_int(sizes.size() == 2 ? sizes[1] : "");
    const bool sane = c && r && *c >= 1 && *r >= 1 && *c <= 128 && *r <= 128;
    if (!sane || *c > kMaxColumns || *c * (*r + 1) > 128) return parameters.wrong(kAccepted);
    columns = static_cast<int>(*c);
    rows = static_cast<int>(*r);
  }
  const auto kind = scale == "wld" ? Scale::Kind::WinDrawLoss : Scale::Kind::Score;
  std::string spec = fmt::format("connect4:{}x{}", columns, rows);
  if (columns * (rows + 1) <= 64)
    return GamePtr(std::make_shared<ErasedGame<Narrow, Text<std::uint64_t>>>(
        std::move(spec), Narrow(columns, rows, kind)));
  return GamePtr(std::make_shared<ErasedGame<Wide, Text<Word128>>>(std::move(spec),
                                                                   Wide(columns, rows, kind)));
}

}  // namespace

const Family& family() {
  static const Family kFamily{
      .name = "connect4",
      .summary = "Connect Four on a board of any size: four in a row wins",
      .parameters = "COLUMNSxROWS (default 7x6; columns * (rows + 1) at most 128)",
      .notation = "the columns played, such as 4455, or rows from the top: .../.X./XOO",
      .scales = {"score", "wld"},
      .example = "4455",
      .make = make};
  return kFamily;
}

}  // namespace solvent::connect4
