// Othello positions as text: the squares from a1, row by row, of X (Black), O and '-', a space, and
// the side to move. In a line of an OBF file moves with their scores follow: "; a2:+38; c7:+36;".
#pragma once

#include <utility>

#include "game/family.hpp"
#include "games/othello/rules.hpp"

namespace solvent::othello {

struct Text {
  using State = Rules::State;
  using Move = Rules::Move;

  static std::string position(const Rules& g, const State& s);
  static Result<State> parse(const Rules& g, std::string_view text);  // the scores are only checked
  static std::string draw(const Rules& g, const State& s, const Ink& ink);
  static std::string move(const Rules& g, const State& s, Move m);
  static std::string player(const Rules&, Side side) { return side == Side::Max ? "X" : "O"; }
  static Result<Move> parse_move(const Rules& g, const State& s, std::string_view text);
  static std::vector<std::string_view> split_moves(std::string_view text);
  // An OBF line expects the score of its best move; other lines end with a number.
  static Result<Expectation> expectation(const Rules& g, std::string_view line);
};

// A position and the scores, for the side to move, that its line gives to moves: the best first.
struct ObfLine {
  Rules::State state;
  std::vector<std::pair<Rules::Move, int>> scores;
};
Result<ObfLine> parse_obf(const Rules& g, std::string_view line);

using Made = OneOf<ErasedGame<Rules, Text>>;
const std::vector<GameFamily>& families();

}  // namespace solvent::othello
