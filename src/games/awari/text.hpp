// Awari as text: positions such as `0 2 0 0 0 14|0 0 0 1 1 1 S9 N20 N` (South's pits always first)
// and moves in the notation of game scores, D19x7: pit, stones sown, stones captured.
#pragma once

#include "game/family.hpp"
#include "games/awari/rules.hpp"

namespace solvent::awari {

struct Text {
  using State = Rules::State;
  using Move = Rules::Move;

  static std::string position(const Rules& g, const State& s);
  static Result<State> parse(const Rules& g, std::string_view text);
  static std::string draw(const Rules& g, const State& s, const Ink& ink);
  static std::string move(const Rules& g, const State& s, Move m);
  static std::string player(const Rules& g, Side side);
  static Result<Move> parse_move(const Rules& g, const State& s, std::string_view text);
  static std::vector<std::string_view> split_moves(std::string_view text);
};

using Made = OneOf<ErasedGame<Rules, Text>>;
const std::vector<GameFamily>& families();

}  // namespace solvent::awari
