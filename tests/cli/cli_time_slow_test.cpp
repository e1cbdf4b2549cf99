// Limits of time and memory in every game with every algorithm, and Ctrl-C in every verb.
#include <thread>

#include "in_time.hpp"

namespace solvent::test {
namespace {

void run_matrix(double seconds) {
  const TemporaryFolder folder;
  for (const std::string& game : every_game(folder.path()))
    for (const std::string& algorithm : every_algorithm())
      expect_limits_to_hold({game, "--algorithm", algorithm}, seconds, 64, Measure::Wall);
}

TEST(CliInTimeSlow, EveryGameAndAlgorithmInASecond) { run_matrix(1); }
TEST(CliInTimeSlow, EveryGameAndAlgorithmInATenth) { run_matrix(0.1); }

// What else a solve can be about.
TEST(CliInTimeSlow, EveryGameWithWhatCostsMost) {
  const TemporaryFolder folder;
  for (const std::string& game : every_game(folder.path()))
    for (const Strings& more :
         {Strings{"--algorithm", "mcpns", "--playouts", "1000000"},
          {"--algorithm", "ppns", "--playouts", "20000"},
          {"--algorithm", "pn2", "--second-level", "descents"},
          {"--algorithm", "mopn2", "--second-level", "fraction:1000,100"},
          {"--moves"},
          {"--algorithm", "pns", "--evaluate", "selected", "--keep-solved"}}) {
      Strings arguments = {game};
      arguments.insert(arguments.end(), more.begin(), more.end());
      expect_limits_to_hold(arguments, 0.5, 64, Measure::Wall);
    }
}

// With all the memory that there is: tables, trees and indices grow to gigabytes, and grow in
// steps.
TEST(CliInTimeSlow, SearchesThatHoldMuch) {
  const std::uint64_t megabytes = 3000;
  for (const std::string& algorithm : every_algorithm())
    for (const std::string game : {"connect4", "kalah", "woodpush:20,10,ko=super"})
      expect_limits_to_hold({game, "--algorithm", algorithm}, 8, megabytes, Measure::Wall);
  expect_limits_to_hold({"connect4", "--algorithm", "mopns", "--graph"}, 8, megabytes,
                        Measure::Wall);
}

// Ctrl-C at so many moments of what a command does.
void expect_to_stop_at(const Strings& arguments, const std::vector<double>& moments,
                       const std::function<void()>& before = {}) {
  for (const double moment : moments) {
    if (before) before();
    expect_to_stop({.arguments = arguments, .signal_after = moment}, Measure::Wall);
  }
}

const std::vector<double> kMoments = {0.1, 0.35, 0.9, 2.1};

TEST(CliStopsSlow, Solve) {
  const TemporaryFolder folder;
  for (const std::string& game : every_game(folder.path()))
    for (const std::string algorithm : {"auto", "minimax", "mcpns", "mopn2"})
      expect_to_stop_at({"solve", game, "--algorithm", algorithm, "--memory", "1G"}, {0.3});
}

TEST(CliStopsSlow, ProofsOfEveryKind) {
  const TemporaryFolder folder;
  const std::string proof = folder.path() + "/proof";
  std::vector<double> moments;
  for (int k = 1; k <= 12; ++k) moments.push_back(0.25 * k);
  const auto remove = [&] {
    for (const std::string& file : {proof, proof + ".json"}) std::filesystem::remove(file);
  };
  expect_to_stop_at({"solve", "connect4:6x5", "--proof", proof, "--memory", "2G"}, moments, remove);
  expect_to_stop_at({"solve", "connect4:6x5", "--proof", proof + ".json", "--memory", "2G"},
                    moments, remove);
  expect_to_stop_at({"solve", "connect4:6x5", "--minimize", "--certify", "--memory", "2G"},
                    moments);
  expect_to_stop_at({"solve", "woodpush:12,5", "--minimize", "--certify", "--memory", "2G"},
                    moments);
}

TEST(CliStopsSlow, Batch) {
  const TemporaryFolder folder;
  const std::string positions = folder.path() + "/positions";
  std::ofstream(positions) << "j10\nk10\nj11k11\n";
  expect_to_stop_at(
      {"batch", "mnk:19,19,5", positions, "--algorithm", "ppns", "--playouts", "20000"}, kMoments);
  for (const std::string threads : {"2", "8"})
    expect_to_stop_at({"batch", "mnk:19,19,5", positions, "--threads", threads, "--memory", "2G"},
                      kMoments);
  // One position that all threads search together.
  std::ofstream(positions) << "44\n";
  for (const std::string threads : {"2", "8"})
    expect_to_stop_at({"batch", "connect4", positions, "--threads", threads, "--memory", "2G"},
                      kMoments);
}

TEST(CliStopsSlow, Tables) {
  const TemporaryFolder folder;
  std::vector<double> moments = kMoments;
  for (int k = 1; k <= 8; ++k) moments.push_back(k);
  const auto fresh = [&] { std::filesystem::remove_all(folder.path() + "/awari"); };
  expect_to_stop_at(
      {"table", "build", "awari", "--stones", "17", "--dir", folder.path() + "/awari"}, moments,
      fresh);
  expect_to_stop_at({"table", "build", "woodpush:20,10", "--dir", folder.path() + "/woodpush"},
                    kMoments);
  fresh();
  ASSERT_EQ(
      solvent({"table", "build", "awari", "--stones", "14", "--dir", folder.path() + "/awari"})
          .status,
      0);
  // Those that are there are read again before the next one is begun.
  expect_to_stop_at(
      {"table", "build", "awari", "--stones", "17", "--dir", folder.path() + "/awari"}, kMoments);
  expect_to_stop_at({"table", "verify", "awari", "--dir", folder.path() + "/awari"}, kMoments);
}

TEST(CliStopsSlow, Play) {
  for (const Strings& how : {Strings{"connect4", "--engine", "minimax"},
                             {"awari"},
                             {"mnk:19,19,5", "--engine", "mcpns"},
                             {"woodpush:20,10,ko=super", "--engine", "mcpns"},
                             {"othello", "--engine", "pn2"}}) {
    Strings arguments = {"play"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    for (const char* a : {"--time", "100", "--games", "10"}) arguments.emplace_back(a);
    expect_to_stop_at(arguments, kMoments);
  }
}

TEST(CliStopsSlow, Reproduce) {
  for (const Json& experiment : solvent({"reproduce", "--list", "--json"}).jsons()) {
    const TemporaryFolder folder;
    expect_to_stop_at({"reproduce", experiment.at("name"), "--out", folder.path(), "--quiet"},
                      kMoments);
  }
}

TEST(CliStopsSlow, Perft) {
  expect_to_stop_at({"perft", "connect4", "20"}, {0.3});
  expect_to_stop_at({"perft", "mnk:19,19,5", "4"}, {0.3});
}

TEST(CliStopsSlow, Store) {
  const TemporaryFolder folder;
  const std::string store = folder.path() + "/store";
  std::string positions;
  for (char a = '1'; a <= '6'; ++a)
    for (char b = '1'; b <= '6'; ++b) positions += {a, b, '\n'};
  ASSERT_EQ(solvent({"batch", "connect4:6x5", "--store", store, "--quiet"}, positions).status, 0);
  expect_to_stop_at({"store", "verify", store, "--sample", "1000"}, {0.1, 0.5});
}

}  // namespace
}  // namespace solvent::test
