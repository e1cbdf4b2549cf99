// A game as it is played: what has happened, whose turn it is, and whether it is over.
//
// Searches know positions without a history; a game on the board has one. It ends by the rules,
// when nothing that is left can change its outcome, or when a position occurs for the third time:
// then it is worth what infinite play is (in Awari the stones left are split).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_game.hpp"

namespace solvent::play {

struct End {
  Outcome outcome;
  std::string_view how;  // "rules", "decided", "repetition"
};

class Course {
 public:
  Course(const AnyGame& game, const AnyState& start) : game_(&game), states_{start} {}

  const AnyGame& game() const { return *game_; }
  const AnyState& now() const { return states_.back(); }
  Side to_move() const { return game_->to_move(now()); }
  const std::vector<AnyState>& states() const { return states_; }  // one more than moves
  const std::vector<AnyMove>& moves() const { return moves_; }
  std::vector<std::string> move_texts() const;

  void play(AnyMove move);
  bool undo();  // false at the start
  int occurrences(const AnyState& s) const;
  // Positions that have occurred twice: the next time is the third.
  std::vector<AnyState> twice() const;
  std::optional<End> end() const;
  bool begins_with(const Course& earlier) const;

 private:
  const AnyGame* game_;
  std::vector<AnyState> states_;
  std::vector<AnyMove> moves_;
};

// Is `a` better for the side than `b`?
constexpr bool better(Side side, Outcome a, Outcome b) { return side == Side::Max ? a > b : a < b; }
// What the side is sure of.
constexpr Outcome sure(Side side, Bounds b) { return side == Side::Max ? b.pess : b.opti; }
// All that is known when the side is sure of `least`.
inline Bounds at_least(const Scale& scale, Side side, Outcome least) {
  return side == Side::Max ? Bounds{least, scale.best()} : Bounds{0, least};
}

}  // namespace solvent::play
