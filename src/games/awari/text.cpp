#include "games/awari/text.hpp"

#include "games/mancala/notation.hpp"

namespace solvent::awari {

std::string Text::position(const Rules&, const State& s) { return mancala::write(s, kPitsEach); }

Result<Text::State> Text::parse(const Rules&, std::string_view text) {
  return mancala::read(text, kPitsEach, kStones);
}

std::string Text::draw(const Rules&, const State& s, const Ink& ink) {
  return mancala::draw(s, kPitsEach, ink);
}

std::string Text::move(const Rules& g, const State& s, Move m) {
  const int me = mancala::mover(s), taken = g.captures(s, m);
  std::string out = fmt::format("{}{}", mancala::pit_name(me, m), mancala::pit(s.row[me], m));
  return taken > 0 ? out + fmt::format("x{}", taken) : out;
}

std::string Text::player(const Rules&, Side side) { return std::string(mancala::player(side)); }

Result<Text::Move> Text::parse_move(const Rules& g, const State& s, std::string_view text) {
  if (g.ended(s))
    return Error{fmt::format("{} is played after the end of the game", text::quoted(text))};
  const auto word = mancala::read_move(s, kPitsEach, text, true);
  if (!word) return word.error();
  const auto m = static_cast<Move>(word->pit);
  if (const int taken = g.captures(s, m); word->taken && *word->taken != taken)
    return Error{fmt::format("{}: the move captures {} stones", text::quoted(text), taken)};
  MovesOf<Rules> moves;
  g.list_moves(s, moves);
  if (std::find(moves.begin(), moves.end(), m) != moves.end()) return m;
  std::vector<std::string> names;
  for (const Move legal : moves) names.push_back(move(g, s, legal));
  return Error{fmt::format("{} leaves {} no stone: the moves that leave one are {}",
                           text::quoted(text), mancala::player(other(g.to_move(s))),
                           text::list(names))};
}

std::vector<std::string_view> Text::split_moves(std::string_view text) {
  return mancala::split_moves(text);
}

namespace {
Result<Made> make(const Parameters& parameters, std::string_view scale) {
  if (!parameters.empty()) return parameters.wrong("awari takes no parameters");
  const auto kind = scale == "wld" ? Scale::Kind::WinDrawLoss : Scale::Kind::Score;
  return Made::of<Text>("awari", Rules(kind));
}

Advice advise(const AnyGame& game, bool with_database) {
  Advice advice = usual_advice(game, with_database);
  if (with_database) advice.reason += ", and with a database it is the fastest too";
  return advice;
}
}  // namespace

const std::vector<GameFamily>& families() {
  static const std::vector<GameFamily> kFamilies = {{
      .name = "awari",
      .title = "Awari",
      .summary = "Awari: sow your pits, take twos and threes from the opponent's",
      .parameters = "none",
      .notation =
          "A B C D E F|a b c d e f, South first, then captured stones S9 N20 and the side S or N",
      .scales = {"score", "wld"},
      .example = "0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S",
      .specs = {"awari"},
      .maker = make,
      .advise = advise,
  }};
  return kFamilies;
}

}  // namespace solvent::awari
