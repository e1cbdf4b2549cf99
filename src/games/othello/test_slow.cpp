#include <gtest/gtest.h>

#include "game/perft.hpp"
#include "games/othello/knowledge.hpp"
#include "search/presets.hpp"
#include "search/window_search.hpp"

namespace solvent::othello {
namespace {

TEST(OthelloSlow, PerftTen) {
  const Rules g(8, Scale::Kind::Score);
  EXPECT_EQ(perft(g, g.initial(), 10), 24571056u);
  EXPECT_EQ(perft(g, g.initial(), 10, true), 24571284u);  // with the 228 games that ended earlier
}

// Feinstein 1993: O wins 20 to 16.
TEST(OthelloSlow, SixBySixIsLostForTheFirstPlayer) {
  const Rules g(6, Scale::Kind::Score);
  search::WindowSearch<Rules, Knowledge> search(g, {.algorithm = search::kNegaScout,
                                                    .table_bytes = std::size_t{1} << 30,
                                                    .memory = std::size_t{2} << 30});
  search.start(erase_state(g.initial()), {0, g.scale().best()});
  ASSERT_EQ(search.step(search::Slice::kEndless), search::SliceResult::Done);
  ASSERT_TRUE(search.bounds().closed());
  EXPECT_EQ(g.scale().value(search.bounds().pess), -4);
}

}  // namespace
}  // namespace solvent::othello
