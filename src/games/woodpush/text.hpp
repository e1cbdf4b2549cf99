// Woodpush positions as text: the cells from the first (L, R or '.'), the side to move (L unless
// said), and what the ko rule remembers. Moves: s3 slides the piece on cell 3, p3 pushes with it.
//
//   LL.R.RLR                      Left to move
//   .RL..... R ko=..RL....        the board before the last move, which may not come back
//   .RL..... R past=..RL..../L    under ko=super: all positions that may not come back, and who was
//   to
//                                 move in them, separated by commas
#pragma once

#include "game/family.hpp"
#include "game/interned.hpp"
#include "games/woodpush/rules.hpp"

namespace solvent::woodpush {

struct Text {
  using State = Rules::State;
  using Move = Rules::Move;

  static std::string position(const Rules& g, const State& s);
  static Result<State> parse(const Rules& g, std::string_view text);
  static std::string draw(const Rules& g, const State& s, const Ink& ink);
  static std::string move(const Rules& g, const State& s, Move m);
  static std::string player(const Rules&, Side side) {
    return side == Side::Max ? "Left" : "Right";
  }
};

// The same for an Interned game whose source is a Superko.
struct SuperkoText {
  using State = Interned::State;
  using Move = Interned::Move;

  static std::string position(const Interned& g, State s);
  static Result<State> parse(const Interned& g, std::string_view text);
  static std::string draw(const Interned& g, State s, const Ink& ink);
  static std::string move(const Interned& g, State s, Move m);
  static std::string player(const Interned&, Side side);
};

using Made = OneOf<ErasedGame<Rules, Text>, ErasedGame<Interned, SuperkoText>>;
const std::vector<GameFamily>& families();

}  // namespace solvent::woodpush
