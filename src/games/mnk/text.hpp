// (m,n,k) positions as text: the cells played in turn (b2a1c3, or separated by spaces or commas;
// columns are the letters a to s without a gap, rows are numbered from the bottom), or the rows
// from the top, separated by '/', of X (first player), O and '.'.
#pragma once

#include "base/text.hpp"
#include "game/family.hpp"
#include "games/mnk/rules.hpp"

namespace solvent::mnk {

template <int W>
struct Text {
  using G = Rules<W>;
  using State = typename G::State;
  using Move = typename G::Move;

  static std::string position(const G& g, const State& s);
  static Result<State> parse(const G& g, std::string_view text);
  static std::string draw(const G& g, const State& s, const Ink& ink);
  static std::string move(const G& g, const State& s, Move m);
  static std::string player(const G&, Side side) { return side == Side::Max ? "X" : "O"; }
  static Result<Move> parse_move(const G& g, const State& s, std::string_view text);
  static std::vector<std::string_view> split_moves(std::string_view text) {
    return text::split_at_letters(text);
  }
};

using Made = OneOf<ErasedGame<Rules<1>, Text<1>>, ErasedGame<Rules<2>, Text<2>>,
                   ErasedGame<Rules<4>, Text<4>>, ErasedGame<Rules<6>, Text<6>>>;
const std::vector<GameFamily>& families();  // mnk:M,N,K, and gomoku = mnk:15,15,5

}  // namespace solvent::mnk
