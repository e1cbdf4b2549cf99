#include "games/connect4/text.hpp"

#include <fmt/format.h>

#include "game/diagram.hpp"
#include "game/played.hpp"

namespace solvent::connect4 {

namespace {

template <class Word>
char stone_at(const Rules<Word>& g, const typename Rules<Word>::State& s, int column, int row) {
  const Word cell = g.cell(column, row);
  if ((s.mask & cell) == 0) return '.';
  const bool movers = (s.current & cell) != 0;
  return movers == (g.to_move(s) == Side::Max) ? 'X' : 'O';
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
  std::array<Word, 2> stones{};
  const auto place = [&](int player, int column, int row) {
    stones[player] |= g.cell(column, row);
  };
  if (const auto error = diagram::read(text, g.columns(), g.rows(), place)) return *error;
  const Word mask = stones[0] | stones[1];
  for (int c = 0; c < g.columns(); ++c) {
    const Word column = mask & g.column_mask(c);
    if ((column & (column + g.cell(c, 0))) != 0)
      return Error{fmt::format("column {}: a stone stands above an empty cell", c + 1)};
  }
  const auto standing = diagram::standing(
      popcount(stones[0]), popcount(stones[1]),
      {.won = [&](int player) { return g.has_four(stones[player]); },
       .by_one = [&](int player) { return won_by_last_move(g, stones[player], mask); },
       .row = "four in a row",
       .rows = "fours"});
  if (!standing) return standing.error();
  return typename Rules<Word>::State{stones[standing->mover], mask};
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
  return diagram::write(g.columns(), g.rows(),
                        [&](int column, int row) { return stone_at(g, s, column, row); });
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
    for (int c = 0; c < g.columns(); ++c)
      out += diagram::draw(stone_at(g, s, c, r), ink) + (c + 1 < g.columns() ? " " : "\n");
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

Result<Made> make(const Parameters& parameters, std::string_view scale) {
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
    return Made::of<Text<std::uint64_t>>(std::move(spec), Narrow(columns, rows, kind));
  return Made::of<Text<Word128>>(std::move(spec), Wide(columns, rows, kind));
}

}  // namespace

const std::vector<GameFamily>& families() {
  static const std::vector<GameFamily> kFamilies = {{
      .name = "connect4",
      .title = "Connect Four",
      .summary = "Connect Four on boards of many sizes: four in a row wins",
      .parameters = "COLUMNSxROWS (default 7x6; columns * (rows + 1) at most 128)",
      .notation = "the columns played, such as 4455, or rows from the top: .../.X./XOO",
      .scales = {"score", "wld"},
      .example = "4455",
      .specs = {"connect4:7x6", "connect4:6x5", "connect4:5x4", "connect4:4x4"},
      .aliases = {{"connect-four"}, {"four-in-a-row"}},
      .maker = make,
  }};
  return kFamilies;
}

}  // namespace solvent::connect4
