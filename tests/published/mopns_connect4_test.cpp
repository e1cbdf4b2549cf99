// The Connect Four experiment of the MOPNS paper (Saffidine & Cazenave 2012) on 4x5, all 256
// positions after four plies, under the fully stated convention of the profile. The totals are
// those of an independent program; 5x5, which takes minutes, is a test of its own (slow).
#include <gtest/gtest.h>

#include "experiments/mopns_connect4.hpp"

namespace solvent::experiments {
namespace {

MopnsTotals run(const MopnsSetting& setting) {
  const auto rows = mopns_connect4(setting);
  EXPECT_TRUE(rows) << rows.message();
  return rows ? totals(*rows) : MopnsTotals{};
}

TEST(MopnsPaper, ConnectFour4x5) {
  const MopnsTotals t = run({});
  EXPECT_EQ(t.mopns, 16'943'705u);
  EXPECT_EQ(t.pns, 20'082'296u);
  EXPECT_EQ(t.mopns_fewer, 219);
  EXPECT_EQ(t.pns_fewer, 21);
  EXPECT_EQ(t.ties, 16);
  EXPECT_EQ(t.wins, 16);
  EXPECT_EQ(t.draws, 222);
  EXPECT_EQ(t.losses, 18);
}
TEST(MopnsPaper, WithMobilityInitialisation) {
  const MopnsTotals t = run({.mobility = true});
  EXPECT_EQ(t.mopns, 10'080'028u);
  EXPECT_EQ(t.pns, 11'724'505u);
}
TEST(MopnsPaper, EvaluatedWhenSelected) {
  const MopnsTotals t = run({.evaluate = "selected"});
  EXPECT_EQ(t.mopns, 23'693'108u);
  EXPECT_EQ(t.pns, 28'644'762u);
}
TEST(MopnsPaper, ARunCanBeEndedAndBadSettingsAreRefused) {
  int seen = 0;
  const auto rows = mopns_connect4({}, [&](const MopnsRow&) { return ++seen < 3; });
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->size(), 3u);
  EXPECT_FALSE(mopns_connect4({.plies = 3}));
  EXPECT_FALSE(mopns_connect4({.columns = 100}));
}

}  // namespace
}  // namespace solvent::experiments
