#include "games/othello/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace solvent::othello {

namespace {

enum class Disc { None, X, O, Wrong };

Disc disc_of(char c) {
  switch (c) {
    case 'X':
    case 'x':
    case '*': return Disc::X;
    case 'O':
    case 'o': return Disc::O;
    case '-':
    case '.': return Disc::None;
    default: return Disc::Wrong;
  }
}

Disc disc_at(const Rules::State& s, int square) {
  const Board bit = Board{1} << square;
  if (((s.own | s.opp) & bit) == 0) return Disc::None;
  return ((s.own & bit) != 0) == (s.side == 0) ? Disc::X : Disc::O;
}

std::string square_name(int column, int row) {
  return {static_cast<char>('a' + column), static_cast<char>('1' + row)};
}
std::string last_square(const Rules& g) { return square_name(g.columns() - 1, g.rows() - 1); }

Result<Rules::State> parse_board(const Rules& g, std::string_view text) {
  const auto words = text::words(text);
  if (words.size() != 2)
    return Error{
        fmt::format("position {} is not {} squares (X, O or '-', from a1 row by row), a space "
                    "and the side to move; a list of moves begins with moves:",
                    text::quoted(text), g.cells())};
  const std::string_view squares = words[0], mover = words[1];
  if (squares.size() != static_cast<std::size_t>(g.cells()))
    return Error{
        fmt::format("position has {} squares, the board has {}", squares.size(), g.cells())};
  Board x = 0, o = 0;
  for (int row = 0; row < g.rows(); ++row)
    for (int column = 0; column < g.columns(); ++column) {
      const std::size_t k = static_cast<std::size_t>(row * g.columns() + column);
      const Board bit = Board{1} << g.square(column, row);
      switch (disc_of(squares[k])) {
        case Disc::X: x |= bit; break;
        case Disc::O: o |= bit; break;
        case Disc::None: break;
        case Disc::Wrong:
          return Error{fmt::format("square {}: {} is not X, O or '-'", square_name(column, row),
                                   text::quoted(squares.substr(k, 1)))};
      }
    }
  if (((x | o) & Rules::kCentre) != Rules::kCentre)
    return Error{
        "one of the four centre squares is empty: a game starts with discs on all of them"};
  const Disc side = mover.size() == 1 ? disc_of(mover[0]) : Disc::Wrong;
  if (side == Disc::X) return Rules::State{x, o, 0};
  if (side == Disc::O) return Rules::State{o, x, 1};
  return Error{fmt::format("side to move {} is not X or O", text::quoted(mover))};
}

// "a2:+38"
Result<std::pair<Rules::Move, int>> parse_score(const Rules& g, const Rules::State& s,
                                                std::string_view field) {
  const auto parts = text::split(field, ':');
  if (parts.size() != 2)
    return Error{fmt::format("{} is not MOVE:SCORE, such as a2:+38", text::quoted(field))};
  const auto move = Text::parse_move(g, s, parts[0]);
  if (!move) return move.error();
  const auto score = text::to_int(parts[1]);
  if (!score || *score < -g.cells() || *score > g.cells() || *score % 2 != 0)
    return Error{fmt::format("score {} is not an even number from {} to {}", text::quoted(parts[1]),
                             -g.cells(), g.cells())};
  return std::pair(*move, static_cast<int>(*score));
}

}  // namespace

std::string Text::position(const Rules& g, const State& s) {
  constexpr std::string_view kDiscs = "-XO";
  std::string out;
  for (int row = 0; row < g.rows(); ++row)
    for (int column = 0; column < g.columns(); ++column)
      out += kDiscs[static_cast<std::size_t>(disc_at(s, g.square(column, row)))];
  return out + ' ' + player(g, g.to_move(s));
}

Result<Text::State> Text::parse(const Rules& g, std::string_view text) {
  const auto line = parse_obf(g, text);
  if (!line) return line.error();
  return line->state;
}

Result<ObfLine> parse_obf(const Rules& g, std::string_view line) {
  const std::string_view without_comment = line.substr(0, line.find('%'));
  const auto fields = text::split(without_comment, ';');
  const auto state = parse_board(g, fields[0]);
  if (!state) return state.error();
  ObfLine out{*state, {}};
  for (std::size_t k = 1; k < fields.size(); ++k) {
    const std::string_view field = text::trim(fields[k]);
    if (k + 1 == fields.size()) {
      if (field.empty()) break;
      return Error{fmt::format("field {}: {} does not end with ';'", k, text::quoted(field))};
    }
    const auto score = parse_score(g, *state, field);
    if (!score) return Error{fmt::format("field {}: {}", k, score.message())};
    for (const auto& [move, value] : out.scores)
      if (move == score->first)
        return Error{fmt::format("field {}: {} is given twice", k, Text::move(g, *state, move))};
    out.scores.push_back(*score);
  }
  std::stable_sort(out.scores.begin(), out.scores.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

std::string Text::draw(const Rules& g, const State& s, const Ink& ink) {
  std::string head = "   ", out;
  for (int column = 0; column < g.columns(); ++column) head += {' ', square_name(column, 0)[0]};
  out = ink.faint(head) + '\n';
  for (int row = 0; row < g.rows(); ++row) {
    out += ink.faint(fmt::format("  {}", row + 1));
    for (int column = 0; column < g.columns(); ++column) {
      const Disc disc = disc_at(s, g.square(column, row));
      out += ' ';
      out += disc == Disc::X ? ink.max("X") : disc == Disc::O ? ink.min("O") : ink.faint(".");
    }
    out += '\n';
  }
  return out;
}

std::string Text::move(const Rules& g, const State&, Move m) {
  if (m == kPass) return "pass";
  const int offset = m - g.square(0, 0);
  return square_name(offset % 8, offset / 8);
}

Result<Text::Move> Text::parse_move(const Rules& g, const State& s, std::string_view text) {
  const std::string name = text::lower(text);
  const bool pass = name == "pass" || name == "ps" || name == "--";
  const int column = name.size() == 2 ? name[0] - 'a' : -1;
  const int row = name.size() == 2 ? name[1] - '1' : -1;
  const bool on_board = 0 <= column && column < g.columns() && 0 <= row && row < g.rows();
  if (!pass && !on_board)
    return Error{fmt::format("move {} is not a square from a1 to {} or pass", text::quoted(text),
                             last_square(g))};
  if (g.ended(s)) return Error{fmt::format("move {}: the game is over", text::quoted(text))};
  const Move wanted = static_cast<Move>(pass ? kPass : g.square(column, row));
  MovesOf<Rules> moves;
  g.list_moves(s, moves);
  if (std::find(moves.begin(), moves.end(), wanted) != moves.end()) return wanted;
  std::vector<std::string> names;
  for (const Move m : moves) names.push_back(move(g, s, m));
  return Error{fmt::format("move {} is not legal here: choose {}{}", text::quoted(text),
                           names.size() > 1 ? "among " : "", text::list(names, "or"))};
}

// White space and commas part moves, and moves may run together: f5d6c3pass.
std::vector<std::string_view> Text::split_moves(std::string_view text) {
  std::vector<std::string_view> out;
  for (const std::string_view part : text::split(text, ','))
    for (std::string_view word : text::words(part))
      while (!word.empty()) {
        const std::size_t length = text::lower(word.substr(0, 4)) == "pass" ? 4 : 2;
        out.push_back(word.substr(0, length));
        word.remove_prefix(std::min(length, word.size()));
      }
  return out;
}

Result<Expectation> Text::expectation(const Rules& g, std::string_view line) {
  const std::size_t end = line.find(';');
  if (end == line.npos) return last_field_expectation(line);
  const Result<ObfLine> obf = parse_obf(g, line);
  if (!obf) return obf.error();
  if (obf->scores.empty()) return Error{"the line gives no scores, such as 'A2:+38;'"};
  const int score = obf->scores.front().second;
  const bool wld = g.scale().kind() == Scale::Kind::WinDrawLoss;
  return Expectation{std::string(line.substr(0, end)), wld ? (score > 0) - (score < 0) : score};
}

namespace {

// 4, 6 or 8; null for other texts.
std::optional<int> side_length(std::string_view text) {
  if (text != "4" && text != "6" && text != "8") return std::nullopt;
  return text[0] - '0';
}

Result<Made> make(const Parameters& parameters, std::string_view scale) {
  if (auto error = parameters.reject_others({}, 1)) return *error;
  const std::string_view text = parameters.empty() ? "8" : parameters.text();
  const std::size_t x = text.find('x');
  const auto columns = side_length(text.substr(0, x));
  const auto rows = x == text.npos ? columns : side_length(text.substr(x + 1));
  if (!columns || !rows)
    return parameters.wrong("the size is 4, 6 or 8, or COLUMNSxROWS of these, such as 6x4");
  const auto kind = scale == "wld" ? Scale::Kind::WinDrawLoss : Scale::Kind::Score;
  std::string spec = *columns == *rows ? fmt::format("othello:{}", *columns)
                                       : fmt::format("othello:{}x{}", *columns, *rows);
  return Made::of<Text>(std::move(spec), Rules(*columns, *rows, kind));
}

}  // namespace

const std::vector<GameFamily>& families() {
  static const std::vector<GameFamily> kFamilies = {{
      .name = "othello",
      .title = "Othello",
      .summary = "Othello: discs enclosed in a line turn over, most discs win",
      .parameters = "SIZE or COLUMNSxROWS (of 4, 6 or 8; default 8)",
      .notation = "the squares from a1 row by row as X, O or -, a space, the side to move",
      .scales = {"score", "wld"},
      .example = "-XXXXXXX--XOOXOX-XXXXXOXXXXOXXOOXXOXOXO-OXXOOOO-OXOXOO--XO--XO-- X",
      .specs = {"othello:8", "othello:6", "othello:6x4", "othello:4"},
      .aliases = {{"reversi"}},
      .maker = make,
  }};
  return kFamilies;
}

}  // namespace solvent::othello
