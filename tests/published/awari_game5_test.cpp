// Positions of game 5 under the clean rules, with a database of 13 stones.
#include "awari_game5.hpp"

#include <gtest/gtest.h>

namespace solvent::game5 {
namespace {

class Game5 : public testing::Test {
 protected:
  static void SetUpTestSuite() { database_ = new Database(13); }
  static void TearDownTestSuite() { delete database_; }
  static Answer solve(const Position& p, Options options = {}) {
    options.endgame = database_->path();
    return Solver::make(p.game(), options)->solve(p);
  }
  static inline Database* database_ = nullptr;
  Ruleset game_ = *Ruleset::make("awari");
};

// Every move of the line keeps the value, and its nodes are of the order of the search's.
TEST_F(Game5, ValuesAreAsStatedAndLinesFollowThem) {
  std::uint64_t searched = 0, for_lines = 0;
  for (const experiments::AllisPublished& row : experiments::allis_published()) {
    SCOPED_TRACE(row.name);
    const Position p = position(game_, row.name);
    const Answer answer = solve(p);
    ASSERT_TRUE(answer.value);
    EXPECT_EQ(net_on_board(game_, p, *answer.value), row.value);
    EXPECT_FALSE(answer.line_cut);
    EXPECT_FALSE(answer.line.empty());
    searched += answer.counts.created;
    for_lines += answer.extra_nodes;
    if (row.sum > 1'000'000) continue;
    Position at = p;
    Options value_only;
    value_only.line = false;
    for (const std::string& move : answer.line) {
      at = *at.play(move);
      const int sign = at.to_move() == p.to_move() ? 1 : -1;
      ASSERT_EQ(sign * *solve(at, value_only).value, *answer.value) << move;
    }
  }
  EXPECT_LE(for_lines, searched);
}

// 51.B1 would have won by 26 to 22; the move played draws.
TEST_F(Game5, SouthMissesAWinAtMove51) {
  const Position p = position(game_, "51 S");
  Options options;
  options.moves = true;
  const Answer answer = solve(p, options);
  ASSERT_TRUE(answer.value);
  EXPECT_EQ(*answer.value, 4);
  EXPECT_EQ(answer.best, "B1");
  int seen = 0;
  for (const MoveValue& m : answer.moves) {
    if (m.move != "B1" && m.move != "A1") continue;
    ++seen;
    EXPECT_EQ(net_on_board(game_, p, *m.value()), m.move == "B1" ? 15 : 11);
  }
  EXPECT_EQ(seen, 2);
}

TEST_F(Game5, TheProfileOfThePaperCountsAsItDoes) {
  for (const experiments::AllisPublished& row : experiments::allis_published()) {
    if (row.sum > 100'000) continue;
    SCOPED_TRACE(row.name);
    const Position p = position(game_, row.name);
    Options options;
    options.profile = "allis1994";
    const Answer answer = solve(p, options);
    ASSERT_TRUE(answer.value);
    EXPECT_EQ(net_on_board(game_, p, *answer.value), row.value);
    EXPECT_EQ(answer.algorithm, "pns");
    EXPECT_EQ(answer.counts.created, row.sum);
    EXPECT_EQ(answer.counts.largest_question, row.largest_search);
    EXPECT_EQ(answer.counts.largest_tree, row.largest_tree);
    // One question of it: does the side to move get that much, and not more?
    options.at_least = *answer.value;
    EXPECT_EQ(solve(p, options).at_least_holds, true);
    options.at_least = *answer.value + 1;
    EXPECT_EQ(solve(p, options).at_least_holds, false);
  }
}

TEST_F(Game5, TheProfileSaysWhatItNeeds) {
  Options options;
  options.profile = "allis1994";
  const auto without = Solver::make(game_, options);
  ASSERT_FALSE(without);
  EXPECT_NE(without.message().find("endgame names"), std::string::npos) << without.message();
  const Database small(5);
  options.endgame = small.path();
  const auto too_small = Solver::make(game_, options);
  ASSERT_FALSE(too_small);
  EXPECT_NE(too_small.message().find("13 stones"), std::string::npos) << too_small.message();
  options.endgame = database_->path();
  EXPECT_FALSE(Solver::make(*Ruleset::make("awari", "wld"), options));
  options.moves = true;
  EXPECT_FALSE(Solver::make(game_, options));
}

}  // namespace
}  // namespace solvent::game5
