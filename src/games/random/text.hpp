// Positions of the synthetic trees as text: the moves from the root, 1..b, separated by dots
// (2.1.3); the root is `root`.
#pragma once

#include "game/family.hpp"
#include "games/random/rules.hpp"

namespace solvent::random {

template <class Rules>
struct Text {
  using G = Rules;
  using State = typename G::State;
  using Move = typename G::Move;

  static std::string position(const G& g, const State& s);
  static Result<State> parse(const G& g, std::string_view text);
  static std::string draw(const G& g, const State& s, const Ink& ink);
  static std::string move(const G&, const State&, Move m) { return std::to_string(m + 1); }
  static std::string player(const G&, Side side) { return side == Side::Max ? "Max" : "Min"; }
  static Result<Move> parse_move(const G& g, const State& s, std::string_view text);
};

using Made = OneOf<ErasedGame<Uniform, Text<Uniform>>, ErasedGame<Incremental, Text<Incremental>>>;
const std::vector<GameFamily>& families();  // random and pgame

}  // namespace solvent::random
