// solvent-mpi solve, as people start it: values, limits, signals, bad input.
#include <thread>

#include "lost_work.hpp"

namespace solvent::test {
namespace {

TEST(ClusterSolve, TheSameValuesWithAnyNumberOfRanks) {
  const Json alone = solve({"connect4:5x5", "--outcomes", "wld"});
  for (const int ranks : {1, 2, 4}) {
    const Json answer = solve_on(ranks, {"connect4:5x5", "--outcomes", "wld"});
    EXPECT_EQ(answer["value"], alone["value"]) << ranks;
    EXPECT_EQ(answer["rests_on"], alone["rests_on"]) << ranks;
    EXPECT_FALSE(answer["line"].empty());
    EXPECT_EQ(answer["threads"], ranks);
  }
}

// Where positions repeat, and where there are many outcomes; with the values of moves.
TEST(ClusterSolve, OtherGames) {
  const Json awari = solve_on(3, {"awari", "0 0 1 2 0 1|1 0 3 0 1 2 S20 N17 S"});
  EXPECT_EQ(awari["value"], solve({"awari", "0 0 1 2 0 1|1 0 3 0 1 2 S20 N17 S"})["value"]);
  const Strings kalah = {"kalah:4,3", "--moves"};
  const Json answer = solve_on(3, kalah), alone = solve(kalah);
  EXPECT_EQ(answer["value"], alone["value"]);
  ASSERT_EQ(answer["moves"].size(), alone["moves"].size());
  for (std::size_t k = 0; k < answer["moves"].size(); ++k)
    EXPECT_EQ(answer["moves"][k]["value"], alone["moves"][k]["value"]);
}

TEST(ClusterSolve, LimitsGiveBounds) {
  const Json nodes = solve_on(3, {"connect4:7x6", "--nodes", "3000000"}, 3);
  EXPECT_EQ(nodes["status"], "node-limit");
  EXPECT_LE(nodes["created"], 3'000'000);
  EXPECT_GT(nodes["created"], 2'500'000);
  const Json time = solve_on(2, {"connect4:7x6", "--time", "1"}, 3);
  EXPECT_EQ(time["status"], "time-limit");
  EXPECT_LT(time["seconds"], 20.0);
}

TEST(ClusterSolve, ARequestToStopReachesRank0) {
  Command command = on_ranks(2, {"solve", "connect4:7x6", "--progress", "--json"});
  command.signals = {SIGUSR1};
  command.await = "search";
  const Output output = run(command);
  EXPECT_EQ(output.status, 130) << output.err;
  EXPECT_EQ(output.json()["status"], "interrupted");
}

TEST(ClusterSolve, OtherRanksGoOnFromACheckpoint) {
  const TemporaryFolder folder;
  const Strings question = {"connect4:7x6", "--checkpoint", folder.path() + "/c", "--resume"};
  Strings arguments = question;
  arguments.insert(arguments.begin(), "solve");
  arguments.insert(arguments.end(), {"--progress", "--json"});
  Command command = on_ranks(2, arguments);
  command.signals = {SIGUSR1};
  command.await = "search";
  command.signal_after = 1;
  const Json stopped = run(command).json();
  EXPECT_EQ(stopped["status"], "interrupted");
  Strings more = question;
  more.insert(more.end(), {"--time", "1"});
  const Json resumed = solve_on(3, more, 3);
  EXPECT_EQ(resumed["resumed"], true);
  EXPECT_GT(resumed["created"], stopped["created"]);
}

// Rank 0 begins alone, as one thread does.
TEST(ClusterSolve, SmallQuestionsHaveTheSameCounts) {
  const Strings question = {"connect4:4x4", "--algorithm", "pns"};
  const Json alone = solve(question), shared = solve_on(3, question);
  EXPECT_LT(alone["created"], 50'000);
  EXPECT_EQ(shared["created"], alone["created"]);
  EXPECT_EQ(shared["line"], alone["line"]);
}

TEST(ClusterSolve, BadInput) {
  const std::vector<std::pair<Strings, std::string>> bad = {
      {{"nonsense"}, "no game is called"},
      {{"woodpush:6,2,ko=super"}, "other ranks cannot search them"},
      {{"connect4:5x4", "--algorithm", "negascout"}, "ranks share searches by jobs"},
      {{"connect4:5x4", "--endgame", "/nonexistent"}, "no endgame databases"},
      {{"connect4:5x4", "--trace", "x"}, "no option '--trace'"}};
  for (auto [arguments, words] : bad) {
    arguments.insert(arguments.begin(), "solve");
    const Output output = run(on_ranks(2, arguments));
    EXPECT_EQ(output.status, 2) << words;
    EXPECT_NE(output.err.find(words), std::string::npos) << output.err;
  }
}

TEST(ClusterSolve, AKillCostsLessThanAnInterval) {
  expect_little_is_lost(2, [](int) { return 5.0; });
}

TEST(ClusterSolve, KilledAtRandomAndResumed) {
  const Killed killed = kill_and_resume({"connect4:6x5", "--outcomes", "wld"}, 3, 0.4, 1.5, 1);
  EXPECT_EQ(killed.answer["value"], 0);
  EXPECT_TRUE(killed.answer["proof"]["checked"]);
}

}  // namespace
}  // namespace solvent::test
