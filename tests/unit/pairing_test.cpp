// Pairings: whoever has one gets at least a draw, and what only looks like one is refused.
#include <gtest/gtest.h>

#include "game/oracle.hpp"
#include "games/lines/knowledge_pairing.hpp"
#include "games/mnk/lines.hpp"
#include "games/mnk/text.hpp"
#include "games/qubic/lines.hpp"
#include "late_qubic.hpp"

namespace solvent::lines {
namespace {

using Small = mnk::Rules<1>;
using Pair = CellPair<Small>;

bool at_least_a_draw(Outcome value, Side side) {
  return side == Side::Max ? value >= 1 : value <= 1;
}

// Every position of small boards, for both sides.
TEST(Pairing, HoldsADraw) {
  std::size_t found = 0, draws = 0;
  for (const auto& [columns, rows, k] :
       {std::array{3, 3, 3}, {4, 3, 3}, {4, 3, 4}, {3, 4, 4}, {6, 2, 3}, {9, 1, 3}, {2, 2, 1}}) {
    SCOPED_TRACE(testing::Message() << columns << "," << rows << "," << k);
    const Small rules(columns, rows, k);
    const oracle::Solution<Small> exact(rules, rules.initial());
    ASSERT_TRUE(exact.complete());
    const Small::Lines lines(rules);
    for (const auto& s : exact.states())
      for (const Side side : {Side::Max, Side::Min}) {
        draws += at_least_a_draw(exact.value(s), side);
        const auto pairs = find_pairing<Small>(lines, s, side);
        if (!pairs) continue;
        ASSERT_TRUE(pairing_holds<Small>(lines, s, side, *pairs));
        ASSERT_TRUE(at_least_a_draw(exact.value(s), side)) << mnk::Text<1>::position(rules, s);
        ++found;
      }
  }
  EXPECT_GT(found, draws / 10);
}

// All sets of pairs that hold, found or not: what pairing_holds says is true by itself.
TEST(Pairing, WhateverHoldsIsADraw) {
  const Small rules(3, 3, 3);
  const oracle::Solution<Small> exact(rules, rules.initial());
  const Small::Lines lines(rules);
  Rng rng(5);
  std::size_t held = 0, refused = 0;
  for (const auto& s : exact.states())
    for (int n = 0; n < 40; ++n) {
      std::vector<Pair> pairs(rng.below(5));
      for (Pair& pair : pairs)
        for (auto& cell : pair) {
          // Mostly empty cells, sometimes any number.
          do cell = static_cast<Small::Move>(rng.below(12));
          while (!rules.empty(s).test(cell) && rules.empty(s).any() && rng.below(20) != 0);
        }
      for (const Side side : {Side::Max, Side::Min}) {
        const bool holds = pairing_holds<Small>(lines, s, side, pairs);
        ++(holds ? held : refused);
        ASSERT_TRUE(!holds || at_least_a_draw(exact.value(s), side));
      }
    }
  EXPECT_GT(held, 5000u);
  EXPECT_GT(refused, 5000u);
}

TEST(Pairing, ForgedPairsAreRefused) {
  const Small rules(3, 3, 3);
  const Small::Lines lines(rules);
  const auto cell = [&](int column, int row) { return rules.cell(column, row); };
  const auto s = *mnk::Text<1>::parse(rules, "XOX/.O./...");
  const auto min = [&](const std::vector<Pair>& pairs) {
    return pairing_holds<Small>(lines, s, Side::Min, pairs);
  };
  // Open to X: row 1, column a, column c.
  const Pair a = {cell(0, 0), cell(0, 1)}, c = {cell(2, 0), cell(2, 1)};
  const Pair row = {cell(1, 0), cell(0, 0)};
  EXPECT_FALSE(min({a, c})) << "row 1 has no pair";
  EXPECT_FALSE(min({a, c, row})) << "a1 stands in two pairs";
  EXPECT_FALSE(min({a, {cell(2, 0), cell(1, 0)}})) << "column c has no pair";

  const Small wide(5, 1, 3);
  const Small::Lines of_wide(wide);
  const auto empty = wide.initial();
  const auto on_wide = [&](const std::vector<Pair>& pairs) {
    return pairing_holds<Small>(of_wide, empty, Side::Min, pairs);
  };
  EXPECT_TRUE(on_wide({{1, 2}, {3, 4}}));
  EXPECT_TRUE(on_wide({{2, 1}, {3, 4}}));
  EXPECT_TRUE(on_wide({{0, 1}, {2, 3}}));
  EXPECT_FALSE(on_wide({{0, 1}, {3, 4}})) << "b to d has no pair";
  EXPECT_FALSE(on_wide({{1, 2}, {2, 3}})) << "a cell twice";
  EXPECT_FALSE(on_wide({{2, 2}, {1, 3}})) << "one cell is not a pair";
  EXPECT_FALSE(on_wide({{1, 2}, {3, 4}, {5, 0}})) << "beside the board";
  EXPECT_FALSE(on_wide({{1, 2}, {3, 4}, {255, 0}}));
  EXPECT_FALSE(on_wide({{1, 2}, {3, 4}, {1, 2}}));
  auto played = empty;
  wide.play(played, 1);
  EXPECT_FALSE(pairing_holds<Small>(of_wide, played, Side::Min, std::vector<Pair>{{1, 2}, {3, 4}}))
      << "b is taken";
  EXPECT_TRUE(pairing_holds<Small>(of_wide, played, Side::Max, std::vector<Pair>{{3, 4}}));
  EXPECT_FALSE(pairing_holds<Small>(of_wide, played, Side::Max, std::vector<Pair>{{3, 4}, {0, 1}}))
      << "b is the claimant's";
  EXPECT_FALSE(pairing_holds<Small>(of_wide, played, Side::Min, std::vector<Pair>{{0, 2}, {3, 4}}))
      << "b to d has no pair";
}

// How often there is one; what was found holds, and the opponent cannot win a late game.
template <class G, class Positions>
std::size_t found_on(const G& rules, Positions positions) {
  const typename G::Lines lines(rules);
  std::size_t found = 0;
  positions([&](const typename G::State& s) {
    for (const Side side : {Side::Max, Side::Min})
      if (const auto pairs = find_pairing<G>(lines, s, side)) {
        EXPECT_TRUE((pairing_holds<G>(lines, s, side, *pairs)));
        ++found;
        const auto left = lines.board() - lines.stones(s, Side::Max) - lines.stones(s, Side::Min);
        if (left.count() <= 6) { EXPECT_TRUE(at_least_a_draw(oracle::minimax(rules, s), side)); }
      }
  });
  return found;
}

template <class G>
std::size_t found_in_games(const G& rules, int games) {
  return found_on(rules, [&](auto visit) {
    Rng rng(1);
    for (int n = 0; n < games; ++n)
      for (auto s = rules.initial(); !rules.ended(s);) {
        visit(s);
        MovesOf<G> moves;
        rules.list_moves(s, moves);
        rules.play(s, moves[rng.below(moves.size)]);
      }
  });
}

TEST(Pairing, FoundInRandomGames) {
  EXPECT_GT(found_in_games(Small(5, 5, 4), 100), 200u);
  EXPECT_GT(found_in_games(Small(6, 6, 5), 100), 2000u);
  EXPECT_GT(found_in_games(mnk::Rules<2>(8, 8, 6), 4), 100u);
  EXPECT_GT(found_in_games(mnk::Rules<6>(17, 17, 9), 1), 100u);
  const qubic::Rules cube;
  EXPECT_GT(found_on(cube,
                     [&](auto visit) {
                       Rng rng(1);
                       for (int n = 0; n < 2000; ++n) visit(late_qubic(rng, n % 25));
                     }),
            500u);
}

}  // namespace
}  // namespace solvent::lines
