// The experiments of the MOPNS paper (Saffidine & Cazenave 2012). Connect Four 4x5 is run whole,
// under the fully stated convention of the profile: the totals are those of an independent program.
// 5x5 and all of Woodpush, which take minutes, are tests of their own (slow).
#include "experiments/mopns/mopns.hpp"

#include <gtest/gtest.h>

#include "published/run_experiment.hpp"

namespace solvent::experiments {
namespace {

TEST(MopnsPaper, ConnectFour4x5) {
  const auto experiment = make_mopns_connect4();
  const auto records = run_all(*experiment, {.size = Size::Quick});
  const report::Report report = experiment->report({.size = Size::Quick}, records);
  std::map<report::Comparison, int> verdicts;
  for (const report::Figure& f : report.figures) ++verdicts[f.verdict];
  EXPECT_EQ(verdicts[report::Comparison::Equal],
            2);                                              // positions, values
  EXPECT_EQ(verdicts[report::Comparison::Agrees], 7);        // an independent program's
  EXPECT_EQ(verdicts[report::Comparison::Incomparable], 1);  // a single timing
  EXPECT_EQ(verdicts[report::Comparison::Within], 2);  // the paper's totals: its order is unknown
  EXPECT_EQ(verdicts[report::Comparison::Differs], 1);
  EXPECT_EQ(figure(report, "4x5: positions with fewer nodes, MOPNS / PNS").verdict,
            report::Comparison::Differs);
  EXPECT_EQ(figure(report, "4x5: MOPNS needs fewer nodes than PNS in all").verdict,
            report::Comparison::Holds);
  EXPECT_EQ(figure(report, "4x5: won / drawn / lost for the first player").ours, "16 / 222 / 18");
  EXPECT_EQ(figure(report, "4x5: MOPNS").ours, "16,943,705");
}

TEST(MopnsPaper, AQuickWoodpush) {
  const auto experiment = make_mopns_woodpush();
  const Setting quick{.size = Size::Quick};
  const auto records = run_all(*experiment, quick);
  const report::Report report = experiment->report(quick, records);
  EXPECT_EQ(figure(report, "problem 86, score in pieces: value").verdict,
            report::Comparison::Equal);
  EXPECT_EQ(figure(report, "problem 86, score in moves: value").ours, "8");
  const Record& problem = records.at("problem 86, score in pieces");
  EXPECT_EQ(problem.at("mopns").at("created"), 283'516);
  EXPECT_EQ(figure(report, "(8,3): positions measured so far").ours, "9 of 99");
}

TEST(MopnsPaper, PositionsAreTheProblemsOfThePaper) {
  EXPECT_EQ(beginnings(*Ruleset::make("connect4:4x5"), 4).size(), 256u);
  EXPECT_EQ(beginnings(*Ruleset::make("connect4:5x5"), 4).size(), 625u);
  const auto three = beginnings(*Ruleset::make("woodpush:8,3"), 4);
  ASSERT_EQ(three.size(), 99u);
  EXPECT_EQ(three[85].position.text(), "LL.R.RLR L");  // problem 86
  EXPECT_EQ(beginnings(*Ruleset::make("woodpush:13,2"), 8).size(), 256u);
  // Ended games are no problems: one of tic-tac-toe's 15,120 beginnings of five plies in ten is
  // won.
  EXPECT_EQ(beginnings(*Ruleset::make("mnk:3,3,3"), 5).size(), 15'120u - 1'440u);
}

TEST(MopnsPaper, AReportOfNothingComparesNothing) {
  for (const auto& experiment : {make_mopns_connect4(), make_mopns_woodpush()}) {
    const report::Report report = experiment->report({}, {});
    EXPECT_TRUE(report.figures.empty());
    EXPECT_TRUE(report.exhibits.empty());
    EXPECT_FALSE(report.protocol.empty());
  }
}

TEST(MopnsPaper, ATaskStopsWithoutARecord) {
  const std::atomic<bool> stop{true};
  const Task task = make_mopns_connect4()->tasks({})[700];
  const auto record = task.run({&stop, 1 << 30, ""});
  ASSERT_TRUE(record) << record.message();
  EXPECT_FALSE(*record);
}
TEST(MopnsPaper, TooLittleMemoryIsAnErrorThatNamesThePosition) {
  const std::atomic<bool> stop{false};
  const auto record = make_mopns_connect4()->tasks({})[0].run({&stop, 1 << 16, ""});
  ASSERT_FALSE(record);
  EXPECT_NE(record.message().find("connect4:4x5 ..../O.../X.../O.../X..., mopns: "),
            std::string::npos)
      << record.message();
}

}  // namespace
}  // namespace solvent::experiments
