// Long runs: killed at any moment, stopped in order, on a disk that is full, and carried on.
#include <signal.h>

#include "full_disk.hpp"
#include "kills.hpp"

namespace solvent::test {
namespace {

namespace fs = std::filesystem;

TEST(CliCheckpoint, KilledAndResumedWithATable) {
  kill_and_resume({"solve", "connect4:6x5", "--algorithm", "negascout", "--threads", "1"}, 20);
}
TEST(CliCheckpoint, KilledAndResumedWithThreads) {
  for (const char* threads : {"2", "5"}) {
    kill_and_resume({"solve", "connect4:6x5", "--threads", threads}, 10);
    kill_and_resume({"solve", "woodpush:13,3", "--algorithm", "dfpn", "--threads", threads}, 10);
  }
}
// The counts of nodes go on, the value is the same.
TEST(CliCheckpoint, GoesOnWithAnotherNumberOfThreads) {
  const TemporaryFolder folder;
  const Strings command = {"solve",        "connect4:6x5",         "--json",  "--nodes", "300000",
                           "--checkpoint", folder.path() + "/run", "--resume"};
  std::uint64_t before = 0;
  for (const char* threads : {"3", "1", "2"}) {
    const Json part = solvent(with(command, {"--threads", threads})).json();
    if (part["status"] == "solved") break;
    EXPECT_GE(part["created"].get<std::uint64_t>(), before);
    before = part["created"];
  }
  const Json end = solvent({"solve", "connect4:6x5", "--json", "--checkpoint",
                            folder.path() + "/run", "--resume", "--threads", "4"})
                       .json();
  EXPECT_EQ(end["value"], 0);
  EXPECT_GE(end["created"].get<std::uint64_t>(), before);
  EXPECT_TRUE(end.value("resumed", false));
}
TEST(CliCheckpoint, KilledAndResumedWithATree) {
  kill_and_resume({"solve", "connect4:5x4", "--algorithm", "mopns", "--moves"}, 20);
}
TEST(CliCheckpoint, KilledAndResumedWhereItRepeats) {
  kill_and_resume({"solve", "woodpush:13,3", "--algorithm", "dfpn", "--threads", "1"}, 20);
}

TEST(CliCheckpoint, StopsInOrderAndGoesOn) {
  const Strings command = {"solve", "connect4:6x5", "--threads", "1", "--json"};
  const Json whole = solvent(command).json();
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    const Strings durable = with(command, {"--checkpoint", folder.path() + "/run"});
    const Output stopped =
        run({.arguments = with(durable, {"--progress"}), .signals = {signal}, .await = "search"});
    EXPECT_EQ(stopped.status, 130);
    EXPECT_EQ(stopped.json()["status"], "interrupted");
    EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"run"});
    const Output again = solvent(durable);
    EXPECT_EQ(again.status, 2) << "what is there is not overwritten";
    EXPECT_EQ(again.err, "solvent: --checkpoint " + folder.path() +
                             "/run: there is one already; go on from it with --resume, or remove "
                             "it to start anew\n");
    const Output end = solvent(with(durable, {"--resume"}));
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(essence(end.json()), essence(whole));
    EXPECT_GE(end.json()["seconds"], stopped.json()["seconds"]);
  }
}

TEST(CliCheckpoint, ANewStartIsSaid) {
  const TemporaryFolder folder;
  const Strings command = {"solve", "mnk", "--checkpoint", folder.path() + "/run", "--resume"};
  const Output first = solvent(command);
  EXPECT_EQ(first.status, 0);
  EXPECT_EQ(first.err, "solvent: --resume: no checkpoint " + folder.path() +
                           "/run yet, this is a new start\n");
  const Output second = solvent(command);
  EXPECT_EQ(second.err, "");
  EXPECT_NE(second.out.find("resumed"), std::string::npos);
  const Output stopped =
      solvent({"solve", "connect4", "--nodes", "1000", "--checkpoint", folder.path() + "/other"});
  EXPECT_EQ(stopped.status, 3);
  EXPECT_NE(stopped.out.find("To go on, repeat the command with --resume.\n"), std::string::npos);
}

TEST(CliCheckpoint, WhatCannotBe) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/run";
  folder.write("run", "a diary\n");
  const std::pair<Strings, std::string> cases[] = {
      {{"--checkpoint", file, "--resume"}, "it is no checkpoint"},
      {{"--resume"}, "--resume: name the file with --checkpoint FILE"},
      {{"--checkpoint-every", "1"}, "--checkpoint-every: goes with --checkpoint FILE"},
      {{"--checkpoint", file, "--checkpoint-every", "soon"}, "minutes"},
      {{"--checkpoint", folder.path()}, "it is a folder"},
      {{"--checkpoint", folder.path() + "/no/run"}, "No such file or directory"},
  };
  for (const auto& [more, message] : cases) {
    const Output output = solvent(with({"solve", "mnk"}, more));
    EXPECT_EQ(output.status, 2) << shell_words(more);
    EXPECT_EQ(output.out, "");
    EXPECT_EQ(output.err_lines().size(), 1u) << output.err;
    EXPECT_NE(output.err.find(message), std::string::npos) << output.err;
  }
  EXPECT_EQ(content(file), "a diary\n");
}

TEST(CliCheckpoint, AnEditedTreeIsAnotherGame) {
  const TemporaryFolder folder;
  const std::string text = "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x ";
  const std::string game = "tree:" + folder.write("edited.tree", text + "z\n");
  const Strings command = {
      "solve", game, "--algorithm", "pns", "--checkpoint", folder.path() + "/run", "--resume"};
  ASSERT_EQ(solvent(with(command, {"--nodes", "4"})).status, 3);
  folder.write("edited.tree", text + "y\n");
  const Output refused = solvent(command);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err_lines().size(), 1U);
  EXPECT_NE(refused.err.find("fingerprint of the rules"), std::string::npos) << refused.err;
  folder.write("edited.tree", text + "z\n");
  EXPECT_EQ(solvent(command).status, 0);
}

TEST(CliCheckpoint, AFullDiskCostsNothing) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/run";
  const Strings command = {"solve", "connect4:7x5", "--threads", "1", "--json"};
  const Strings durable = with(command, {"--checkpoint", file, "--resume", "--quiet"});
  const Json whole = solvent(command).json();
  ASSERT_EQ(solvent(with(durable, {"--nodes", "100000"})).status, 3);
  const std::string kept = content(file);
  {
    const FullDisk full(100'000);
    const Output part =
        solvent(with(durable, {"--nodes", "600000", "--checkpoint-every", "0.001"}));
    EXPECT_EQ(part.status, 1) << "what was done is not kept";
    EXPECT_EQ(part.json()["created"], 600000) << "the search goes on";
    EXPECT_GE(part.err_lines().size(), 2u);
    for (const std::string& line : part.err_lines())
      EXPECT_EQ(line,
                "solvent: the checkpoint '" + file + "' could not be written: File too large");
    EXPECT_EQ(content(file), kept);
    EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"run"});
  }
  {
    const FullDisk full(100'000);  // the answer is short, so that is kept
    const Output end = solvent(with(durable, {"--checkpoint-every", "0.001"}));
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(essence(end.json()), essence(whole));
  }
  EXPECT_EQ(essence(solvent(durable).json()), essence(whole));
}

}  // namespace
}  // namespace solvent::test
