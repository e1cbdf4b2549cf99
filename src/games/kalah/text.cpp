#include "games/kalah/text.hpp"

#include "base/counted.hpp"
#include "games/mancala/notation.hpp"

namespace solvent::kalah {

std::string Text::position(const Rules& g, const State& s) { return mancala::write(s, g.pits()); }

Result<Text::State> Text::parse(const Rules& g, std::string_view text) {
  const auto s = mancala::read(text, g.pits(), g.total());
  if (!s) return s;
  int total = 0;
  for (const std::uint64_t row : s->row) total += mancala::stones(row) + mancala::store(row);
  if (total == g.total()) return s;
  return Error{fmt::format("{} in all, but the game has {}: those in store are written S9 N20",
                           counted(static_cast<std::uint64_t>(total), "stone"), g.total())};
}

std::string Text::draw(const Rules& g, const State& s, const Ink& ink) {
  return mancala::draw(s, g.pits(), ink);
}

std::string Text::move(const Rules&, const State& s, Move m) {
  return std::string(1, mancala::pit_name(mancala::mover(s), m));
}

std::string Text::player(const Rules&, Side side) { return std::string(mancala::player(side)); }

Result<Text::Move> Text::parse_move(const Rules& g, const State& s, std::string_view text) {
  if (g.ended(s))
    return Error{fmt::format("{} is played after the end of the game", text::quoted(text))};
  const auto word = mancala::read_move(s, g.pits(), text, false);
  if (!word) return word.error();
  return static_cast<Move>(word->pit);
}

std::vector<std::string_view> Text::split_moves(std::string_view text) {
  return mancala::split_moves(text);
}

namespace {
Result<Made> make(const Parameters& parameters, std::string_view scale) {
  constexpr std::string_view kEmptyCapture = "empty-capture";
  if (auto error = parameters.reject_others({}, 3)) return *error;
  Variant variant;
  const auto pits = parameters.number(0, "the number of pits", 1, mancala::kMaxPits, variant.pits);
  if (!pits) return pits.error();
  const auto stones =
      parameters.number(1, "the number of stones in a pit", 1, kMaxStonesEach, variant.stones);
  if (!stones) return stones.error();
  variant.pits = *pits;
  variant.stones = *stones;
  if (parameters.listed().size() == 3) {
    if (parameters.listed()[2] != kEmptyCapture)
      return parameters.wrong(text::quoted(parameters.listed()[2]) + " is not " +
                              std::string(kEmptyCapture));
    variant.empty_capture = true;
  }
  const auto kind = scale == "wld" ? Scale::Kind::WinDrawLoss : Scale::Kind::Score;
  std::string spec =
      fmt::format("kalah:{},{}{}{}", variant.pits, variant.stones, variant.empty_capture ? "," : "",
                  variant.empty_capture ? kEmptyCapture : "");
  return Made::of<Text>(std::move(spec), Rules(variant, kind));
}

Advice advise(const AnyGame&, bool) {
  return {.algorithm = "dfpn",
          .reason = "after negascout, which is faster on small games of sowing",
          .first = "negascout",
          .first_nodes = 300'000};
}
}  // namespace

const std::vector<GameFamily>& families() {
  static const std::vector<GameFamily> kFamilies = {{
      .name = "kalah",
      .title = "Kalah",
      .summary = "Kalah: sow past your store, where a last stone earns another turn",
      .parameters = "PITS,STONES (default 6,4; at most 6,12), then if wanted empty-capture",
      .notation =
          "A B C D E F|a b c d e f, South first, then the stores S9 N20 and the side S or N",
      .scales = {"score", "wld"},
      .example = "0 0 3 1 2 1|1 0 2 0 1 0 S20 N17 S",
      .specs = {"kalah:6,4", "kalah:6,3", "kalah:4,3", "kalah:3,2"},
      .aliases = {{"mancala"}},
      .maker = make,
      .advise = advise,
  }};
  return kFamilies;
}

}  // namespace solvent::kalah
