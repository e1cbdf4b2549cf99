// 5x5 of the MOPNS paper's Connect Four experiment: 625 positions in one run, some minutes.
#include <gtest/gtest.h>

#include "experiments/mopns_connect4.hpp"

namespace solvent::experiments {
namespace {

TEST(MopnsPaper, ConnectFour5x5) {
  const auto rows = mopns_connect4({.columns = 5});
  ASSERT_TRUE(rows) << rows.message();
  const MopnsTotals t = totals(*rows);
  EXPECT_EQ(rows->size(), 625u);
  EXPECT_EQ(t.wins, 334);
  EXPECT_EQ(t.draws, 267);
  EXPECT_EQ(t.losses, 24);
  EXPECT_EQ(t.mopns, 1'569'137'568u);
  EXPECT_EQ(t.pns, 1'745'638'826u);
}

}  // namespace
}  // namespace solvent::experiments
