#include "games/woodpush/text.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"
#include "games/woodpush/superko.hpp"

namespace solvent::woodpush {

namespace {

using State = Rules::State;

char side_letter(int turn) { return turn == 0 ? 'L' : 'R'; }

char piece_at(const State& s, int cell) {
  if ((s.left >> cell & 1) != 0) return 'L';
  return (s.right >> cell & 1) != 0 ? 'R' : '.';
}

std::string board_text(const Rules& g, const State& s) {
  std::string out;
  for (int cell = 1; cell <= g.cells(); ++cell) out += piece_at(s, cell);
  return out;
}

Result<State> parse_board(const Rules& g, std::string_view text) {
  if (static_cast<int>(text.size()) != g.cells())
    return Error{fmt::format("board {} has {} cells, the strip has {} (write L, R or '.' for each)",
                             text::quoted(text), text.size(), g.cells())};
  State s{};
  for (int cell = 1; cell <= g.cells(); ++cell) {
    const char c = text[static_cast<std::size_t>(cell) - 1];
    if (c == 'L') {
      s.left |= 1u << cell;
    } else if (c == 'R') {
      s.right |= 1u << cell;
    } else if (c != '.') {
      return Error{fmt::format("board {}, cell {}: {} is not L, R or '.'", text::quoted(text), cell,
                               text::quoted({&c, 1}))};
    }
  }
  for (int turn = 0; turn < 2; ++turn)
    if (const int count = std::popcount(turn == 0 ? s.left : s.right); count > g.pieces())
      return Error{fmt::format("board {} has {} pieces {}; each side has at most {}",
                               text::quoted(text), count, side_letter(turn), g.pieces())};
  if ((s.left | s.right) == 0)
    return Error{fmt::format("board {} is empty; the winner keeps a piece", text::quoted(text))};
  return s;
}

// A position and what stands behind `name`, which may be absent: BOARD [L|R] [name=MEMORY].
struct Parsed {
  State s;
  std::optional<std::string_view> memory;
};
Result<Parsed> parse_position(const Rules& g, std::string_view text, std::string_view name) {
  const auto words = text::words(text);
  if (words.empty())
    return Error{"the position is empty; write a board such as LL.R.RLR, then L or R"};
  const Result<State> board = parse_board(g, words[0]);
  if (!board) return board.error();
  Parsed out{*board, std::nullopt};
  std::size_t k = 1;
  if (k < words.size() && (words[k] == "L" || words[k] == "R")) out.s.turn = words[k++] == "R";
  if (k < words.size() && words[k].starts_with(name)) out.memory = words[k++].substr(name.size());
  if (k < words.size())
    return Error{
        fmt::format("{} is not expected; after the board come the side to move, L or R, and {}",
                    text::quoted(words[k]), text::quoted(std::string(name) + "..."))};
  return out;
}

std::string strip(const Rules& g, const State& s, const Ink& ink) {
  const int width = g.cells() < 10 ? 1 : 2;
  std::string numbers, pieces;
  for (int cell = 1; cell <= g.cells(); ++cell) {
    const char c = piece_at(s, cell);
    const std::string padded = fmt::format(" {:>{}}", c, width);
    pieces += c == 'L' ? ink.max(padded) : c == 'R' ? ink.min(padded) : ink.faint(padded);
    numbers += ink.faint(fmt::format(" {:>{}}", cell, width));
  }
  return " " + pieces + "\n " + numbers + "\n";
}

// The board that the forbidden push would bring back.
State before(const Rules& g, State s) {
  const auto push = static_cast<Rules::Move>(s.ko + Rules::kPush);
  g.play(s, push);
  return s;
}

}  // namespace

std::string Text::position(const Rules& g, const State& s) {
  std::string out = board_text(g, s) + ' ' + side_letter(s.turn);
  if (s.ko != 0) out += " ko=" + board_text(g, before(g, s));
  return out;
}

Result<Text::State> Text::parse(const Rules& g, std::string_view text) {
  const Result<Parsed> parsed = parse_position(g, text, "ko=");
  if (!parsed) return parsed.error();
  const State& s = parsed->s;
  if (!parsed->memory) return s;
  Result<State> earlier = parse_board(g, *parsed->memory);
  if (!earlier) return Error{"ko: " + earlier.message()};
  earlier->turn = s.turn ^ 1;
  if (!g.ended(*earlier)) {
    MovesOf<Rules> moves;
    g.list_moves(*earlier, moves);
    for (const Move m : moves) {
      State next = *earlier;
      g.play(next, m);
      if (next.left == s.left && next.right == s.right) return next;
    }
  }
  return Error{fmt::format(
      "ko: no move of {} leads from board {} to {}; write the board before the last "
      "move",
      side_letter(s.turn ^ 1), text::quoted(*parsed->memory), text::quoted(board_text(g, s)))};
}

std::string Text::draw(const Rules& g, const State& s, const Ink& ink) {
  std::string out = strip(g, s, ink);
  if (s.ko != 0)
    out +=
        ink.faint(fmt::format("  ko: p{} would bring back {}", s.ko, board_text(g, before(g, s)))) +
        "\n";
  return out;
}

std::string Text::move(const Rules&, const State&, Move m) {
  return fmt::format("{}{}", m & Rules::kPush ? 'p' : 's', m & (Rules::kPush - 1));
}

namespace {

const Superko& superko(const Interned& g) { return static_cast<const Superko&>(g.source()); }

Result<State> parse_past(const Rules& g, const State& now, std::string_view text) {
  const auto wrong = [&](std::string_view why) {
    return Error{fmt::format("past: {} {}", text::quoted(text), why)};
  };
  const auto parts = text::split(text, '/');
  if (parts.size() != 2 || (parts[1] != "L" && parts[1] != "R"))
    return wrong("is not BOARD/L or BOARD/R, a board and who was to move");
  Result<State> s = parse_board(g, parts[0]);
  if (!s) return Error{"past: " + s.message()};
  s->turn = parts[1] == "R";
  if (*s == now) return wrong("is the position itself, which may not have come before");
  if (!Superko::may_return(now, *s))
    return wrong(
        "cannot come back from here; list only positions with the same order of L and R, "
        "some R left of an L");
  return s;
}

}  // namespace

std::string SuperkoText::position(const Interned& g, State s) {
  const Superko& source = superko(g);
  std::string out = Text::position(source.rules(), source.position(s.id));
  std::string_view separator = " past=";
  for (const Rules::State& p : source.past(s.id)) {
    out += fmt::format("{}{}/{}", separator, board_text(source.rules(), p), side_letter(p.turn));
    separator = ",";
  }
  return out;
}

Result<SuperkoText::State> SuperkoText::parse(const Interned& g, std::string_view text) {
  const Superko& source = superko(g);
  const Result<Parsed> parsed = parse_position(source.rules(), text, "past=");
  if (!parsed) return parsed.error();
  Superko::Past past;
  if (parsed->memory) {
    for (const std::string_view field : text::split(*parsed->memory, ',')) {
      const Result<Rules::State> p = parse_past(source.rules(), parsed->s, field);
      if (!p) return p.error();
      past.push_back(*p);
    }
  }
  return State{source.intern(parsed->s, std::move(past))};
}

std::string SuperkoText::draw(const Interned& g, State s, const Ink& ink) {
  const Superko& source = superko(g);
  std::string out = strip(source.rules(), source.position(s.id), ink);
  if (const std::size_t past = source.past(s.id).size(); past > 0)
    out += ink.faint(fmt::format("  ko: {} may not come back", counted(past, "earlier position"))) +
           "\n";
  return out;
}

std::string SuperkoText::move(const Interned& g, State s, Move m) {
  const Superko& source = superko(g);
  return Text::move(source.rules(), source.position(s.id), source.move(s.id, m));
}

std::string SuperkoText::player(const Interned& g, Side side) {
  return Text::player(superko(g).rules(), side);
}

namespace {

Result<Made> make(const Parameters& parameters, std::string_view scale) {
  if (auto error = parameters.reject_others({"ko", "score"}, 2)) return *error;
  if (parameters.listed().size() == 1)
    return parameters.wrong("write the cells and the pieces of each side, such as 8,3");
  const Result<int> cells = parameters.number(0, "the number of cells", 2, kMaxCells, 8);
  if (!cells) return cells.error();
  const Result<int> pieces = parameters.number(1, "the number of pieces", 1, *cells / 2, 3);
  if (!pieces) return pieces.error();
  const Result<std::string> ko = parameters.setting("ko", {"simple", "super"});
  if (!ko) return ko.error();
  const Result<std::string> score = parameters.setting("score", {"moves", "pieces"});
  if (!score) return score.error();

  std::string spec = fmt::format("woodpush:{},{}", *cells, *pieces);
  if (*ko == "super") spec += ",ko=super";
  if (*score == "pieces") spec += ",score=pieces";
  const Rules rules(*cells, *pieces, *score == "pieces" ? Scoring::Pieces : Scoring::Moves,
                    scale == "wld" ? Scale::Kind::WinDrawLoss : Scale::Kind::Score);
  if (*ko == "simple") return Made::of<Text>(std::move(spec), rules);
  return Made::of<SuperkoText>(std::move(spec), Interned(std::make_shared<Superko>(rules)));
}

// A history multiplies positions.
Advice advise(const AnyGame& game, bool with_database) {
  const bool with_history = rules_of<Rules>(game) == nullptr;
  if (!with_history) return advice_for_few_positions(game, with_database);
  return {.algorithm = game.acyclic() ? "negascout" : "dfpn",
          .reason = "the fastest where positions hold their history"};
}

}  // namespace

const std::vector<GameFamily>& families() {
  static const std::vector<GameFamily> kFamilies = {{
      .name = "woodpush",
      .title = "Woodpush",
      .summary =
          "Woodpush on a strip: slide forward or push back; lose your last piece and you lose",
      .parameters = "CELLS,PIECES (default 8,3; at most 20 cells, half of them pieces of a side), "
                    "ko=simple|super, score=moves|pieces",
      .notation = "the cells, the side to move (default L) and what ko forbids: LL.R.RLR R; "
                  ".RL..... R ko=..RL....; with ko=super: .RL..... R past=..RL..../L",
      .scales = {"score", "wld"},
      .example = "LL.R.RLR",
      .specs = {"woodpush:10,3", "woodpush:8,3", "woodpush:6,2"},
      .maker = make,
      .advise = advise,
  }};
  return kFamilies;
}

}  // namespace solvent::woodpush
