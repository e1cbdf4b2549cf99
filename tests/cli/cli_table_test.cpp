// The table verb: databases as people and scripts see them.

#include <csignal>
#include <fstream>

#include "kills.hpp"

namespace solvent::test {
namespace {

TEST(CliTable, BuildsDescribesVerifiesAndAnswers) {
  const TemporaryFolder folder;
  const Output built =
      solvent({"table", "build", "awari", "--stones", "7", "--dir", folder.path()});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_NE(built.out.find("slices 0 to 7"), std::string::npos) << built.out;

  const auto slices = solvent({"table", "info", "awari", "--dir", folder.path(), "--json"}).jsons();
  ASSERT_EQ(slices.size(), 8U);
  EXPECT_EQ(keys(slices[5]),
            (Strings{"slice", "positions", "won", "even", "lost", "sum", "histogram", "bytes"}));
  EXPECT_EQ(slices[5]["positions"], 4368);
  EXPECT_EQ(slices[5]["won"], 2165);
  EXPECT_EQ(slices[5]["even"], 0);
  EXPECT_EQ(slices[5]["lost"], 2203);
  EXPECT_EQ(slices[5]["sum"], -115);
  EXPECT_EQ(slices[5]["histogram"]["-5"], 1892);
  EXPECT_EQ(slices[5]["bytes"], std::filesystem::file_size(folder.path() + "/awari-05.slice"));
  const Output info = solvent({"table", "info", "awari", "--dir", folder.path()});
  EXPECT_NE(info.out.find("sum -115"), std::string::npos) << info.out;

  const Output verified = solvent({"table", "verify", "awari", "--dir", folder.path()});
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_NE(verified.out.find("8 slices"), std::string::npos) << verified.out;

  const Json answer = solvent({"table", "query", "awari", "0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S",
                               "--dir", folder.path(), "--json"})
                          .json();
  EXPECT_EQ(answer["value"], solve({"awari", "0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S"})["value"]);
  const Json probed =
      solve({"awari", "0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S", "--endgame", folder.path()});
  EXPECT_EQ(answer["value"], probed["value"]);
  for (const auto& move : answer["best"])
    EXPECT_EQ(answer["moves"][move.get<std::string>()], answer["value"]);
}

TEST(CliTable, HoldsAllOfWoodpush) {
  const TemporaryFolder folder;
  const Output built = solvent({"table", "build", "woodpush:8,3", "--dir", folder.path()});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_NE(built.out.find("all slices"), std::string::npos) << built.out;
  EXPECT_EQ(
      solvent({"table", "info", "woodpush:8,3", "--dir", folder.path(), "--json"}).jsons().size(),
      7U);
  EXPECT_EQ(solvent({"table", "verify", "woodpush:8,3", "--dir", folder.path()}).status, 0);
  const Json answer =
      solvent({"table", "query", "woodpush:8,3", "--dir", folder.path(), "--json"}).json();
  EXPECT_EQ(answer["value"], 3);
  EXPECT_EQ(answer["best"], Json::array({"s2"}));
  const Json probed = solve({"woodpush:8,3", ".RL..... R ko=..RL....", "--endgame", folder.path()});
  EXPECT_EQ(probed["value"], solve({"woodpush:8,3", ".RL..... R ko=..RL...."})["value"]);
}

// The row 55 S of the 1994 paper: 419, 231, 78.
TEST(CliTable, TheProfileOf1994IsAWordAway) {
  const TemporaryFolder folder;
  ASSERT_EQ(solvent({"table", "build", "awari", "--stones", "13", "--dir", folder.path()}).status,
            0);
  const Strings row = {"awari",     "0 2 0 0 0 14|0 0 0 1 1 1 S9 N20 S",
                       "--profile", "allis1994",
                       "--endgame", folder.path()};
  const Json answer = solve(row);
  EXPECT_EQ(answer["value"], 0);
  EXPECT_EQ(answer["created"], 419);
  EXPECT_EQ(answer["largest_question"], 231);
  EXPECT_EQ(answer["largest_tree"], 78);
  EXPECT_TRUE(answer["line"].empty());
  Strings words = {"solve"};
  words.insert(words.end(), row.begin(), row.end());
  const std::string text = solvent(words).out;
  EXPECT_NE(text.find("by the rules of allis1994"), std::string::npos) << text;
  EXPECT_NE(text.find("questions of at most 231, largest tree 78"), std::string::npos) << text;
  EXPECT_EQ(solvent({"solve", "awari", "--profile", "allis1994"}).status, 2);
}

TEST(CliTable, KilledAtAnyMomentItGoesOnToTheSameBytes) {
  kill_and_build("awari", {"--stones", "11"}, 6);
}

TEST(CliTable, InterruptedItStopsCleanly) {
  const TemporaryFolder folder;
  const Output output = run({.arguments = {"table", "build", "awari", "--stones", "19", "--dir",
                                           folder.path(), "--progress"},
                             .signals = {SIGINT},
                             .await = "slice"});
  EXPECT_EQ(output.status, 130);
  EXPECT_NE(output.err.find("goes on after"), std::string::npos) << output.err;
  for (const auto& file : std::filesystem::directory_iterator(folder.path()))
    EXPECT_EQ(file.path().extension(), ".slice");
}

TEST(CliTable, InterruptedVerifyingSaysSo) {
  const TemporaryFolder folder;
  ASSERT_EQ(solvent({"table", "build", "awari", "--stones", "12", "--dir", folder.path()}).status,
            0);
  const Output output =
      run({.arguments = {"table", "verify", "awari", "--dir", folder.path(), "--progress"},
           .signals = {SIGINT},
           .await = "slice 0 is right"});
  EXPECT_EQ(output.status, 130);
  EXPECT_TRUE(output.err_lines().back().starts_with("solvent: interrupted; ")) << output.err;
}

// Slice 9 has several blocks; one bit of the last one is flipped. A search that meets it ends with
// one line that names the file and the block, whatever the verb and the algorithm, and nothing that
// rests on it is printed; one that does not meet it is none the worse.
TEST(CliTable, DamageFoundInASearchIsOneLine) {
  const TemporaryFolder folder, good;
  for (const auto* f : {&folder, &good})
    ASSERT_EQ(solvent({"table", "build", "awari", "--stones", "9", "--dir", f->path()}).status, 0);
  const std::string path = folder.path() + "/awari-09.slice";
  std::string bytes = content(path);
  bytes[bytes.size() - 20] = static_cast<char>(bytes[bytes.size() - 20] ^ 4);
  std::ofstream(path, std::ios::binary) << bytes;
  const std::string sound = "0 0 0 0 0 1|0 0 0 0 0 8", damaged = "7 0 0 0 0 2|0 0 0 0 0 0";
  const auto expect_one_line = [&](const Output& output, const std::string& printed) {
    EXPECT_EQ(output.status, 1);
    EXPECT_EQ(output.out, printed);
    EXPECT_EQ(output.err_lines().size(), 1U) << output.err;
    EXPECT_NE(output.err.find("'" + path + "' is damaged: block 11 of 11"), std::string::npos)
        << output.err;
  };
  for (const char* algorithm : {"auto", "minimax", "alphabeta", "pns", "mopns", "dfpn"})
    expect_one_line(solvent({"solve", "awari", damaged, "--endgame", folder.path(), "--quiet",
                             "--algorithm", algorithm}),
                    "");
  EXPECT_EQ(solve({"awari", sound, "--at-least", "9", "--endgame", folder.path()})["lower"], 9);
  const std::string above = "0 0 0 0 1 0|1 1 0 0 0 8";
  for (const char* algorithm : {"auto", "alphabeta", "pns", "dfpn"}) {
    const auto batch = [&](const std::string& database) {
      return run({.arguments = {"batch", "awari", "-", "--endgame", database, "--algorithm",
                                algorithm, "--quiet", "--json"},
                  .input = above});
    };
    const Output output = batch(folder.path());
    if (output.status == 0)
      EXPECT_EQ(output.json()["value"], batch(good.path()).json()["value"]) << algorithm;
    else
      expect_one_line(output, "");
  }
  for (const char* threads : {"1", "2"})
    expect_one_line(run({.arguments = {"batch", "awari", "-", "--endgame", folder.path(),
                                       "--threads", threads, "--quiet"},
                         .input = damaged + "\n" + damaged + "\n" + sound + "\n"}),
                    "");
  for (const Strings& arguments : {Strings{"table", "query", "awari", damaged},
                                   {"table", "verify", "awari"},
                                   {"table", "build", "awari", "--stones", "10"}}) {
    Strings with_folder = arguments;
    with_folder.insert(with_folder.end(), {"--dir", folder.path()});
    const Output output = solvent(with_folder);
    EXPECT_EQ(output.status, 2) << shell_words(arguments);
    EXPECT_EQ(output.out, "");
    EXPECT_EQ(output.err_lines().size(), 1U) << output.err;
    EXPECT_NE(output.err.find("block 11 of 11"), std::string::npos) << output.err;
  }
}

TEST(CliTable, BadInputIsOneLineAndStatusTwo) {
  const TemporaryFolder folder;
  const std::vector<std::pair<Strings, std::string>> bad = {
      {{"table"}, "ACTION"},
      {{"table", "make", "awari", "--dir", "x"}, "build, verify, info and query"},
      {{"table", "build", "awari"}, "--dir"},
      {{"table", "build", "awari", "--dir", folder.path(), "--memory", "1G"}, " fits"},
      {{"table", "build", "awari", "--stones", "x", "--dir", folder.path()}, "'x'"},
      {{"table", "build", "awari", "--stones", "49", "--dir", folder.path()}, "0 to 48"},
      {{"table", "build", "awari", "--stones", "9", "--dir", "/proc/none"}, "/proc/none"},
      {{"table", "build", "awari", "--stones", "20", "--memory", "50M", "--dir", folder.path()},
       "memory"},
      {{"table", "build", "awari", "--stones", "5", "--threads", "0", "--dir", folder.path()},
       "--threads"},
      {{"table", "build", "connect4", "--stones", "5", "--dir", folder.path()}, "connect4"},
      {{"table", "build", "woodpush:8,3,ko=super", "--dir", folder.path()}, "with ko=simple"},
      {{"table", "build", "woodpush:8,3", "--pieces", "7", "--dir", folder.path()}, "0 to 6"},
      {{"solve", "woodpush:8,3,ko=super", "--endgame", folder.path()}, "with ko=simple"},
      {{"table", "info", "awari", "--dir", folder.path()}, "no endgame database"},
      {{"table", "info", "awari", "--stones", "3", "--dir", folder.path()}, "--stones"},
      {{"table", "verify", "awari", "1 0 0 0 0 0|0 0 0 0 0 0", "--dir", folder.path()},
       "takes no position"},
      {{"table", "query", "awari", "--dir", folder.path()}, "no endgame database"},
      {{"solve", "awari", "--endgame", folder.path()}, "--endgame"},
      {{"solve", "connect4", "--endgame", folder.path()}, "connect4"},
  };
  expect_bad_input(bad);
}

}  // namespace
}  // namespace solvent::test
