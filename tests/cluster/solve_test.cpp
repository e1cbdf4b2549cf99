// solvent-mpi solve, as people start it: values, limits, signals, bad input.
#include <thread>

#include "mpirun.hpp"

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
  EXPECT_LT(time["seconds"], 3.0);
}

TEST(ClusterSolve, ARequestToStopReachesRank0) {
  Command command = on_ranks(2, {"solve", "connect4:7x6", "--progress", "--json"});
  command.signals = {SIGUSR1};
  command.await = "search";
  const Output output = run(command);
  EXPECT_EQ(output.status, 130) << output.err;
  EXPECT_EQ(output.json()["status"], "interrupted");
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

// All ranks are killed at random, and others go on, until there is an answer. What was done in more
// than one interval is not lost.
void kill_and_resume(int kills, std::uint64_t seed) {
  TemporaryFolder folder;
  const std::string file = folder.path() + "/run.checkpoint";
  std::uint64_t draw = seed;
  Json answer;
  for (int k = 0; k <= kills; ++k) {
    draw = draw * 6364136223846793005ULL + 1442695040888963407ULL;
    const int ranks = 2 + static_cast<int>(draw >> 40) % 3;
    const double after = 0.8 + static_cast<double>((draw >> 33) % 1000) / 500;  // seconds
    Command command = on_ranks(
        ranks, {"solve", "connect4:7x5", "--outcomes", "wld", "--threads", "1", "--memory", "300M",
                "--checkpoint", file, "--resume", "--checkpoint-every", "0.005", "--json"});
    command.timeout = 600;
    std::atomic<bool> over = false;
    std::thread killer([&] {
      const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(after);
      while (k < kills && !over && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (k < kills && !over)
        for (const pid_t rank : ranks_with(file)) kill(rank, SIGKILL);
    });
    const Output output = run(command);
    over = true;
    killer.join();
    if (output.status != 0) continue;
    answer = output.json();
    break;
  }
  ASSERT_FALSE(answer.is_null());
  EXPECT_EQ(answer["value"], 0);
}

TEST(ClusterSolve, KilledAtRandomAndResumed) { kill_and_resume(3, 1); }

}  // namespace
}  // namespace solvent::test
