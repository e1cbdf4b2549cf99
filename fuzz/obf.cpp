// Any text as a line of an Othello OBF file, and as a line with an expected value. The first byte
// chooses the board and the scale.
#include "check.hpp"
#include "games/othello/text.hpp"

namespace solvent::fuzz {
namespace {

using othello::ObfLine;
using othello::Rules;
using othello::Text;

void check_line(const Rules& g, const ObfLine& line) {
  std::set<Rules::Move> seen;
  int before = g.cells();
  std::string text = Text::position(g, line.state) + ";";
  for (const auto& [move, score] : line.scores) {
    require(seen.insert(move).second, "a move has one score");
    require(score <= before && score >= -g.cells() && score % 2 == 0, "scores are in order");
    before = score;
    const std::string name = Text::move(g, line.state, move);
    require(Text::parse_move(g, line.state, name).ok(), "scored moves are legal", name);
    text += " " + name + ":" + (score > 0 ? "+" : "") + std::to_string(score) + ";";
  }
  const Result<ObfLine> again = othello::parse_obf(g, text);
  require(again.ok(), "a line written out reads back", text);
  require(again->state == line.state && again->scores == line.scores,
          "a line written out reads back to itself", text);
}

void check_expectation(const Rules& g, std::string_view text, const Result<ObfLine>& line) {
  const Result<Expectation> expected = Text::expectation(g, text);
  if (!expected) return check_message(expected.message());
  const int best = g.scale().kind() == Scale::Kind::Score ? g.cells() : 1;
  if (text.find(';') == text.npos) return;  // any number in the last field
  require(line.ok(), "what is expected of an OBF line is in the line");
  require(-best <= expected->value && expected->value <= best, "what is expected is on the scale");
  const auto s = Text::parse(g, expected->position);
  require(s.ok() && *s == line->state, "the position of an expectation is that of the line");
}

void check(Bytes bytes) {
  constexpr int kSizes[] = {8, 6, 4};
  const std::uint32_t choice = bytes.digit_below(2 * std::size(kSizes));
  const Rules g(kSizes[choice / 2],
                choice % 2 == 0 ? Scale::Kind::Score : Scale::Kind::WinDrawLoss);
  const Result<ObfLine> line = othello::parse_obf(g, bytes.rest());
  if (line)
    check_line(g, *line);
  else
    check_message(line.message());
  check_expectation(g, bytes.rest(), line);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({data, size});
  return 0;
}
