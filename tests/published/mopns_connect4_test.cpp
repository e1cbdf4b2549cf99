// The Connect Four experiment of the MOPNS paper (Saffidine & Cazenave 2012) on 4x5, all 256
// positions after four plies, under the fully stated convention: plain tree, children left to
// right, first minimum, leaves 1/1, the root not counted. The totals are those of an independent
// program.
#include <gtest/gtest.h>

#include "games/connect4/rules.hpp"
#include "search/best_first.hpp"

namespace solvent::search {
namespace {

using connect4::Narrow;
using Engine = BestFirst<Narrow, effort::ProofNumbers>;

struct Totals {
  std::uint64_t mopns = 0, pns = 0;
  int mopns_fewer = 0, pns_fewer = 0, ties = 0;
  int wins = 0, draws = 0, losses = 0;  // of the first player
};

Design convention(Leaf leaf, Evaluation evaluation) {
  return {.memory = std::size_t{1} << 30,
          .knowledge = false,
          .plain_rules = true,
          .driver = Driver::Attracting,
          .leaf = leaf,
          .evaluation = evaluation};
}

std::uint64_t created(Engine& engine, const Narrow::State& s, Window window) {
  engine.start(erase_state(s), window);
  while (engine.step(1 << 20) == Progress::Running) {}
  return engine.statistics().created;
}

// MOPNS finds the value in one search; PNS is given the runs that establish it and no others.
void add_position(Engine& engine, const Narrow::State& s, Totals& t) {
  constexpr Window kAtLeastDraw{0, 1}, kAtLeastWin{1, 2};
  const std::uint64_t one_search = created(engine, s, {0, 2});
  ASSERT_TRUE(engine.bounds().closed());
  const Outcome value = engine.bounds().pess;
  std::uint64_t runs = 0;
  if (value <= 1) runs += created(engine, s, kAtLeastDraw);
  if (value >= 1) runs += created(engine, s, kAtLeastWin);
  t.mopns += one_search;
  t.pns += runs;
  t.mopns_fewer += one_search < runs;
  t.pns_fewer += runs < one_search;
  t.ties += runs == one_search;
  t.wins += value == 2;
  t.draws += value == 1;
  t.losses += value == 0;
}

Totals experiment(Leaf leaf, Evaluation evaluation) {
  const Narrow g(4, 5, Scale::Kind::WinDrawLoss);
  Engine engine(g, convention(leaf, evaluation));
  Totals totals;
  for (int sequence = 0; sequence < 256; ++sequence) {
    Narrow::State s = g.initial();
    for (int ply = 6; ply >= 0; ply -= 2) g.play(s, static_cast<std::uint8_t>(sequence >> ply & 3));
    add_position(engine, s, totals);
  }
  return totals;
}

TEST(MopnsPaper, ConnectFour4x5) {
  const Totals t = experiment(Leaf::Ones, Evaluation::WhenCreated);
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
  const Totals t = experiment(Leaf::Mobility, Evaluation::WhenCreated);
  EXPECT_EQ(t.mopns, 10'080'028u);
  EXPECT_EQ(t.pns, 11'724'505u);
}
TEST(MopnsPaper, EvaluatedWhenSelected) {
  const Totals t = experiment(Leaf::Ones, Evaluation::WhenSelected);
  EXPECT_EQ(t.mopns, 23'693'108u);
  EXPECT_EQ(t.pns, 28'644'762u);
}

// With two outcomes there is one cut, and MOPNS is PNS, node for node.
TEST(MopnsPaper, TwoOutcomesGiveTheTreeOfPns) {
  const Narrow g(4, 4, Scale::Kind::WinDrawLoss);
  Design design = convention(Leaf::Ones, Evaluation::WhenCreated);
  Engine mopns(g, design);
  design.driver = Driver::Binary;
  Engine pns(g, design);
  for (const Window window : {Window{0, 1}, Window{1, 2}}) {
    mopns.start(erase_state(g.initial()), window);
    pns.start(erase_state(g.initial()), window);
    for (Progress p = Progress::Running; p == Progress::Running;) {
      p = mopns.step(8);
      ASSERT_EQ(pns.step(8), p);
      ASSERT_EQ(mopns.statistics().created, pns.statistics().created);
      ASSERT_EQ(mopns.statistics().updates, pns.statistics().updates);
      ASSERT_EQ(mopns.statistics().deepest, pns.statistics().deepest);
    }
    EXPECT_EQ(mopns.bounds(), pns.bounds());
  }
}

}  // namespace
}  // namespace solvent::search
