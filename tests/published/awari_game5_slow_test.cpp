// Positions of game 5 with larger databases, which take a minute to build.
#include "awari_game5.hpp"

#include <gtest/gtest.h>

namespace solvent::game5 {
namespace {

TEST(Game5, TheDatabaseOf19StonesHoldsEveryRow) {
  const Ruleset game = *Ruleset::make("awari");
  const Database database(19);
  for (const experiments::AllisPublished& row : experiments::allis_published()) {
    const Position p = position(game, row.name);
    const auto stored = query_table(p, database.path());
    ASSERT_TRUE(stored) << stored.message();
    EXPECT_EQ(net_on_board(game, p, stored->value), row.value) << row.name;
  }
  const auto missed = query_table(position(game, "51 S"), database.path());
  for (const MoveValue& m : missed->moves)
    if (m.move == "B1") { EXPECT_EQ(m.value(), 4); }
}

// South's 15.C2 loses. The paper's program needed 283,000 nodes, 40 plies deep, with 150,000 nodes
// in memory at most.
TEST(Game5, SouthLosesByMove15) {
  const Ruleset game = *Ruleset::make("awari", "wld");
  const Database database(17);
  const Position p = *position(game, "15 S").play("C2");
  Options options;
  options.algorithm = "pns";
  options.at_least = 1;
  options.endgame = database.path();
  options.limits.memory = 3'700 << 10;
  const Answer answer = Solver::make(game, options)->solve(p);
  EXPECT_EQ(answer.at_least_holds, true);
  EXPECT_EQ(answer.counts.created, 299'285U);
  EXPECT_EQ(answer.counts.deepest, 38);
  EXPECT_LE(answer.counts.largest_tree, 150'000U);
}

}  // namespace
}  // namespace solvent::game5
