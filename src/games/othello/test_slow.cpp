#include <gtest/gtest.h>

#include "game/perft.hpp"
#include "games/othello/rules.hpp"

namespace solvent::othello {
namespace {

TEST(OthelloSlow, PerftTen) {
  const Rules g(8, Scale::Kind::Score);
  EXPECT_EQ(perft(g, g.initial(), 10), 24571056u);
  EXPECT_EQ(perft(g, g.initial(), 10, true), 24571284u);  // with the 228 games that ended earlier
}

}  // namespace
}  // namespace solvent::othello
