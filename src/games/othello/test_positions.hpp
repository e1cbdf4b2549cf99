// Positions for the tests of Othello.
#pragma once

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "games/othello/text.hpp"

namespace solvent::othello {

using State = Rules::State;
inline constexpr auto kScore = Scale::Kind::Score;
inline constexpr auto kWld = Scale::Kind::WinDrawLoss;

inline State at(const Rules& g, std::string_view text) { return *Text::parse(g, text); }
inline State after(const Rules& g, std::string_view moves) {
  State s = g.initial();
  for (const auto name : Text::split_moves(moves)) g.play(s, *Text::parse_move(g, s, name));
  return s;
}
inline int value(const Rules& g, const State& s) {
  EXPECT_TRUE(g.bounds(s).closed());
  return g.scale().value(g.bounds(s).pess);
}
inline std::vector<std::string> names(const Rules& g, const State& s) {
  std::vector<std::string> out;
  MovesOf<Rules> moves;
  g.list_moves(s, moves);
  for (const auto m : moves) out.push_back(Text::move(g, s, m));
  return out;
}
// A position of a random game with so many empty squares left.
inline State random_ending(const Rules& g, int empty, std::uint64_t seed) {
  for (Rng rng(seed);;) {
    State s = g.initial();
    while (!g.ended(s)) {
      if (std::popcount(g.board() & ~(s.own | s.opp)) == empty) return s;
      MovesOf<Rules> moves;
      g.list_moves(s, moves);
      g.play(s, moves[rng.below(moves.size)]);
    }
  }
}

}  // namespace solvent::othello
