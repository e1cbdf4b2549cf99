// The MOPNS paper's larger boards: 625 positions of Connect Four 5x5 and all of Woodpush, some
// minutes. Totals of ours that nobody else has counted are held fast.
#include "experiments/mopns/mopns.hpp"

#include <gtest/gtest.h>

#include "published/run_experiment.hpp"

namespace solvent::experiments {
namespace {

TEST(MopnsPaper, ConnectFour5x5) {
  const auto experiment = make_mopns_connect4();
  const auto records =
      run_all(*experiment, {}, [](const Task& task) { return task.key.starts_with("5x5"); });
  const report::Report report = experiment->report({}, records);
  EXPECT_EQ(figure(report, "5x5: won / drawn / lost for the first player").ours, "334 / 267 / 24");
  for (const char* what : {"5x5: nodes of MOPNS", "5x5: nodes of PNS"})
    EXPECT_EQ(figure(report, what).verdict, report::Comparison::Within);
  EXPECT_EQ(figure(report, "5x5: nodes of MOPNS").ours, "1,569,137,568");
  EXPECT_EQ(figure(report, "5x5: nodes of PNS").ours, "1,745,638,826");
}

TEST(MopnsPaper, Woodpush) {
  const auto experiment = make_mopns_woodpush();
  const report::Report report = experiment->report({}, run_all(*experiment, {}));
  EXPECT_EQ(figure(report, "(8,3): nodes of MOPNS").ours, "72,358,770");
  EXPECT_EQ(figure(report, "(8,3): nodes of PNS").ours, "80,002,418");
  EXPECT_EQ(figure(report, "(13,2): nodes of MOPNS").ours, "167,750,736");
  EXPECT_EQ(figure(report, "(13,2): nodes of PNS").ours, "169,494,423");
}

}  // namespace
}  // namespace solvent::experiments
