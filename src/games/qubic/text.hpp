// Qubic positions as text: the cells played in turn, each its column a-d, row 1-4 and level 1-4
// (b22a11, or separated by spaces or commas), or the four levels from the first, separated by '|',
// each as its rows from the last to the first, separated by '/', of X (first player), O and '.'.
#pragma once

#include "base/text.hpp"
#include "game/family.hpp"
#include "games/qubic/rules.hpp"

namespace solvent::qubic {

struct Text {
  using State = Rules::State;
  using Move = Rules::Move;

  static std::string position(const Rules& g, const State& s);
  static Result<State> parse(const Rules& g, std::string_view text);
  static std::string draw(const Rules& g, const State& s, const Ink& ink);
  static std::string move(const Rules& g, const State& s, Move m);
  static std::string player(const Rules&, Side side) { return side == Side::Max ? "X" : "O"; }
  static Result<Move> parse_move(const Rules& g, const State& s, std::string_view text);
  static std::vector<std::string_view> split_moves(std::string_view text) {
    return text::split_at_letters(text);
  }
};

using Made = OneOf<ErasedGame<Rules, Text>>;
const std::vector<GameFamily>& families();

}  // namespace solvent::qubic
