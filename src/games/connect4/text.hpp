// Connect Four positions as text: the 1-based columns played (4455; a, b, ... from the tenth;
// numbers with commas always work, one alone is `40,`), or the rows from the top, separated by '/',
// of X (first player), O and '.'.
#pragma once

#include "game/family.hpp"
#include "games/connect4/rules.hpp"

namespace solvent::connect4 {

template <class Word>
struct Text {
  using G = Rules<Word>;
  using State = typename G::State;
  using Move = typename G::Move;

  static std::string position(const G& g, const State& s);
  static Result<State> parse(const G& g, std::string_view text);
  static std::string draw(const G& g, const State& s, const Ink& ink);
  static std::string move(const G& g, const State& s, Move m);
  static std::string player(const G&, Side side) { return side == Side::Max ? "X" : "O"; }
  static Result<Move> parse_move(const G& g, const State& s, std::string_view text);
  static std::vector<std::string_view> split_moves(std::string_view text);
};

using Made = OneOf<ErasedGame<Narrow, Text<std::uint64_t>>, ErasedGame<Wide, Text<Word128>>>;
const std::vector<GameFamily>& families();

}  // namespace solvent::connect4
