#include "game/any_game.hpp"

namespace solvent {

Result<AnyState> AnyGame::parse(std::string_view text) const {
  constexpr std::string_view kMoves = "moves:";
  text = text::trim(text);
  if (text.starts_with(kMoves)) return parse_moves(text.substr(kMoves.size()));
  return parse_notation(text);
}

Result<AnyState> AnyGame::parse_moves(std::string_view text) const {
  AnyState s = initial();
  int number = 0;
  for (const std::string_view word : split_moves(text)) {
    ++number;
    const Result<AnyMove> m = parse_move(s, word);
    if (!m) return Error{"move " + std::to_string(number) + ": " + m.message()};
    play(s, *m);
  }
  return s;
}

Result<Expectation> last_field_expectation(std::string_view line) {
  line = text::trim(line);
  const std::size_t gap = line.find_last_of(" \t");
  const auto value = text::to_int(line.substr(gap == line.npos ? 0 : gap + 1));
  if (gap == line.npos || !value || *value < -1'000'000 || *value > 1'000'000)
    return Error{"the last field is not the expected value, a whole number"};
  return Expectation{std::string(text::trim(line.substr(0, gap))), static_cast<int>(*value)};
}

}  // namespace solvent
