// Limits of time and memory hold, and Ctrl-C is heard, whatever a node costs. All games, algorithms
// and verbs: cli_time_slow_test.cpp.
#include "in_time.hpp"

namespace solvent::test {
namespace {

constexpr double kMoment = 0.2;  // seconds

TEST(CliInTime, NodesOfManyRandomGames) {
  expect_limits_to_hold({"mnk:19,19,5", "--algorithm", "ppns", "--playouts", "20000"}, kMoment, 64,
                        Measure::Processor);
  expect_limits_to_hold({"connect4", "--algorithm", "mcpns", "--playouts", "1000000"}, kMoment, 64,
                        Measure::Processor);
}

TEST(CliInTime, GamesOfHistories) {
  for (const std::string algorithm : {"mcpns", "ppns", "pns", "mopn2", "dfpn", "minimax"})
    expect_limits_to_hold({"woodpush:20,10,ko=super", "--algorithm", algorithm}, kMoment, 64,
                          Measure::Processor);
}

TEST(CliInTime, WideNodesAndSecondLevels) {
  for (const std::string algorithm : {"scout", "mopns", "pn2"})
    expect_limits_to_hold({"mnk:19,19,5", "--algorithm", algorithm}, kMoment, 64,
                          Measure::Processor);
}

TEST(CliInTime, MemoryIsKeptToAtItsEnd) {
  for (const std::string algorithm : {"minimax", "pns", "dfpn", "mopn2"})
    expect_limits_to_hold({"connect4", "--algorithm", algorithm}, 0.5, 16, Measure::Processor);
}

TEST(CliInTime, AProofBelongsToTheTime) {
  const TemporaryFolder folder;
  for (const std::string extra : {"--certify", "--proof", "--minimize"}) {
    Strings arguments = {"solve",   "connect4:5x5",          "--time", "0.5", "--json",
                         "--proof", folder.path() + "/proof"};
    if (extra != "--proof") arguments.push_back(extra);
    const Output output = run({.arguments = arguments});
    EXPECT_LE(output.cpu_seconds, 0.5 + kLateness * kSlowness) << shell_words(arguments);
  }
}

TEST(CliStops, InTheMiddleOfANode) {
  const Output output =
      expect_to_stop({.arguments = {"solve", "mnk:19,19,5", "--algorithm", "ppns", "--playouts",
                                    "20000", "--json", "--progress"},
                      .await = "value in"},
                     Measure::Processor);
  EXPECT_EQ(output.json().at("status"), "interrupted");
  expect_to_stop({.arguments = {"solve", "woodpush:20,10,ko=super", "--algorithm", "mcpns",
                                "--memory", "500M", "--progress"},
                  .await = "value in"},
                 Measure::Processor);
}

TEST(CliStops, InTheMiddleOfAProof) {
  const TemporaryFolder folder;
  for (const bool smaller : {false, true}) {
    Strings arguments = {"solve", "connect4:6x5", "--progress", "--proof",
                         folder.path() + "/proof"};
    if (smaller) arguments.emplace_back("--minimize");
    const Output output =
        expect_to_stop({.arguments = arguments, .await = "proof · "}, Measure::Processor);
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/proof"));
  }
}

TEST(CliStops, InTheMiddleOfATable) {
  const TemporaryFolder folder;
  expect_to_stop({.arguments = {"table", "build", "awari", "--stones", "16", "--dir", folder.path(),
                                "--progress"},
                  .await = "slice 1"},
                 Measure::Processor);
}

// Several threads on one position, and one on each of several.
TEST(CliStops, InTheMiddleOfABatch) {
  const TemporaryFolder folder;
  const std::string positions = folder.path() + "/positions";
  for (const std::string text : {"44\n", "44\n4\n444\n"}) {
    std::ofstream(positions) << text;
    expect_to_stop(
        {.arguments = {"batch", "connect4", positions, "--threads", "3"}, .signal_after = 0.5},
        Measure::Processor);
  }
}

TEST(CliStops, InTheMiddleOfAMatch) {
  expect_to_stop(
      {.arguments = {"play", "mnk:19,19,5", "--games", "10", "--time", "100", "--engine", "mcpns"},
       .signal_after = 0.3},
      Measure::Processor);
}

}  // namespace
}  // namespace solvent::test
