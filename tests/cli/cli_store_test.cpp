// Stores as people and scripts meet them: --store, the store verb, several programs at once.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "run.hpp"

namespace solvent::test {
namespace {

// Starts the program with its output thrown away.
pid_t start(const Strings& arguments) {
  const pid_t child = fork();
  if (child != 0) return child;
  std::vector<char*> words = {const_cast<char*>(SOLVENT_BINARY)};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  execv(SOLVENT_BINARY, words.data());
  _exit(127);
}
int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// All positions after so many moves (fewer than a win takes) of the empty 4x4 board.
std::string openings(int plies) {
  Strings lines = {""};
  for (int ply = 0; ply < plies; ++ply) {
    Strings longer;
    for (const std::string& line : lines)
      for (const char* column : {"1", "2", "3", "4"}) longer.push_back(line + column);
    lines = longer;
  }
  std::string text;
  for (const std::string& line : lines)
    if (line.find_first_not_of(line[0]) < 5) text += line + "\n";  // a column holds four
  return text;
}

Json verified(const std::string& store) {
  const Output output = solvent({"store", "verify", store, "--sample", "30", "--json"});
  EXPECT_EQ(output.status, 0) << output.out << output.err;
  return output.json();
}

TEST(CliStore, AnEditedTreeIsAnotherGame) {
  const TemporaryFolder folder;
  const std::string text = "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x ";
  const std::string game = "tree:" + folder.write("edited.tree", text + "z\n");
  const Strings command = {"batch", game, "--json", "--store", folder.path() + "/s"};
  EXPECT_EQ(solvent(command, "a\n").json()["value"], 1);
  folder.write("edited.tree", text + "y\n");
  const Json after = solvent(command, "r\n").json();
  EXPECT_EQ(after["value"], 1);
  EXPECT_EQ(after["from_store"], false);
  EXPECT_EQ(after["value"], solve({game, "r"})["value"]);
  folder.write("edited.tree", text + "z\n");
  EXPECT_EQ(solvent(command, "a\n").json()["from_store"], true) << "what was known still is";
}

TEST(CliStore, TheSecondRunNeedsFewerNodesAndSaysWhy) {
  const TemporaryFolder folder;
  const Strings how = {"connect4:5x4", "--store", folder.path() + "/s"};
  const Json first = solve(how), second = solve(how);
  EXPECT_EQ(first["from_store"], false);
  EXPECT_EQ(second["from_store"], true);
  EXPECT_EQ(first["value"], second["value"]);
  EXPECT_LT(second["created"], first["created"]);
  EXPECT_NE(second["verdict"].get<std::string>().find("from the store"), std::string::npos);
  EXPECT_EQ(keys(second["store"]), (Strings{"entries", "hits", "kept", "ignored"}));
  EXPECT_FALSE(solve({"connect4:5x4"}).contains("from_store"));
  const Output words = solvent({"solve", "connect4:5x4", "--store", folder.path() + "/s"});
  EXPECT_NE(words.out.find("from the store."), std::string::npos) << words.out;
}

TEST(CliStore, StatsExportAndPrune) {
  const TemporaryFolder folder;
  const std::string store = folder.path() + "/s";
  solve({"connect4:4x4", "--store", store});
  solve({"mnk", "--store", store, "--moves"});
  const Json stats = solvent({"store", "stats", store, "--json"}).json();
  EXPECT_EQ(keys(stats), (Strings{"bytes", "entries", "damaged", "games"}));
  ASSERT_EQ(stats["games"].size(), 2U);
  EXPECT_EQ(stats["games"][0]["game"], "connect4:4x4");
  EXPECT_EQ(stats["games"][0]["outcomes"], "score");
  EXPECT_EQ(stats["games"][0]["readable"], true);
  EXPECT_EQ(stats["damaged"], 0);

  const auto lines = solvent({"store", "export", store}).jsons();
  ASSERT_EQ(lines.size(), stats["entries"].get<std::size_t>());
  std::uint64_t before = ~std::uint64_t{0};
  for (const Json& line : lines) {
    EXPECT_EQ(keys(line), (Strings{"game", "outcomes", "position", "lower", "upper", "nodes",
                                   "date", "version"}));
    if (line["game"] != "mnk:3,3,3") continue;
    const Json again = solve({"mnk", line["position"].get<std::string>()});
    EXPECT_EQ(again["value"], line["lower"]);
    EXPECT_EQ(again["value"], line["upper"]);
    EXPECT_LE(line["nodes"].get<std::uint64_t>(), 2 * before);
    before = line["nodes"];
  }
  EXPECT_LT(solvent({"store", "export", store, "--game", "mnk"}).jsons().size(), lines.size());

  const Output people = solvent({"store", "stats", store});
  EXPECT_NE(people.out.find("connect4:4x4 score"), std::string::npos) << people.out;
  const Output pruned = solvent({"store", "prune", store, "--game", "mnk"});
  EXPECT_EQ(pruned.status, 0) << pruned.err;
  EXPECT_EQ(solvent({"store", "stats", store, "--json"}).json()["games"].size(), 1U);
  EXPECT_EQ(solvent({"store", "prune", store, "--to", "0", "--json"}).json()["removed"],
            stats["games"][0]["entries"]);
}

TEST(CliStore, BatchesShareOneInThreadsAndProcesses) {
  const TemporaryFolder folder;
  const std::string store = folder.path() + "/s";
  const std::string positions = folder.write("positions", openings(4));
  const Strings batch = {"batch", "connect4:4x4", positions, "--quiet"};
  Strings shared = batch;
  shared.insert(shared.end(), {"--store", store, "--threads", "2"});
  const pid_t one = start(shared), other = start(shared);
  EXPECT_EQ(status_of(one), 0);
  EXPECT_EQ(status_of(other), 0);

  Strings json = shared;
  json.push_back("--json");
  const auto truth = solvent({"batch", "connect4:4x4", positions, "--quiet", "--json"}).jsons();
  const auto stored = solvent(json).jsons();
  ASSERT_EQ(truth.size(), stored.size());
  std::uint64_t alone = 0, helped = 0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    EXPECT_EQ(truth[k]["value"], stored[k]["value"]) << truth[k]["position"];
    alone += truth[k]["created"].get<std::uint64_t>();
    helped += stored[k]["created"].get<std::uint64_t>();
  }
  EXPECT_LT(helped, alone);
  EXPECT_GT(verified(store)["right"], 0);
}

TEST(CliStore, KilledWhileItWritesItLeavesAGoodStore) {
  const TemporaryFolder folder;
  const std::string store = folder.path() + "/s";
  const std::string positions = folder.write("positions", openings(5));
  std::minstd_rand random(7);  // NOLINT: the same moments every time
  for (int k = 0; k < 10; ++k) {
    const pid_t child =
        start({"batch", "connect4:4x4", positions, "--quiet", "--fresh-table", "--store", store});
    usleep(1000 * (20 + static_cast<unsigned>(random() % 150)));
    kill(child, SIGKILL);
    status_of(child);
    if (!std::filesystem::exists(store + "/store.sqlite")) continue;
    EXPECT_EQ(verified(store)["damaged"], 0);
  }
  EXPECT_EQ(status_of(start({"batch", "connect4:4x4", positions, "--quiet", "--store", store})), 0);
  EXPECT_GT(verified(store)["entries"], 100);
}

TEST(CliStore, AnInterruptedSolveKeepsItsBounds) {
  const TemporaryFolder folder;
  const std::string store = folder.path() + "/s";
  const Output output =
      run({.arguments = {"solve", "connect4:5x4", "--algorithm", "pns", "--driver", "linear",
                         "--store", store, "--nodes", "20000"}});
  EXPECT_EQ(output.status, 3);
  EXPECT_GT(solvent({"store", "stats", store, "--json"}).json()["entries"], 0);
}

TEST(CliStore, BadInputIsOneLineAndStatusTwo) {
  const TemporaryFolder folder;
  const std::string none = folder.path() + "/none", store = folder.path() + "/s";
  const std::string file = folder.write("file", "x");
  solve({"mnk", "--store", store});
  const std::vector<std::pair<Strings, std::string>> bad = {
      {{"store"}, "ACTION"},
      {{"store", "stats"}, "DIR"},
      {{"store", "look", store}, "stats, verify, prune, export, fill and seal"},
      {{"store", "stats", none}, "no such folder"},
      {{"store", "stats", file}, "no such folder"},
      {{"store", "stats", folder.path()}, "no store in this folder"},
      {{"store", "verify", none}, none},
      {{"store", "export", none}, none},
      {{"store", "prune", store}, "--to"},
      {{"store", "prune", store, "--to", "x"}, "--to"},
      {{"store", "prune", store, "--game", "qubic"}, "qubic"},
      {{"store", "stats", store, "--to", "1M"}, "--to belongs to store prune"},
      {{"store", "prune", store, "--sample", "1"}, "--sample belongs to store verify"},
      {{"store", "verify", store, "--sample", "x"}, "--sample"},
      {{"store", "verify", store, "--time", "x"}, "--time"},
      {{"solve", "mnk", "--store", file}, "File exists"},
      {{"solve", "mnk", "--store", "/proc/none/s"}, "cannot be made"},
      {{"solve", "mnk", "--store", "/proc"}, "cannot be opened"},
      {{"solve", "mnk", "--store-size", "1M"}, "--store DIR"},
      {{"solve", "mnk", "--store", store, "--store-size", "1K"}, "256K"},
      {{"solve", "mnk", "--store", store, "--store-size", "x"}, "--store-size"},
      {{"solve", "woodpush:6,2,ko=super", "--store", store}, "are numbered anew in every run"},
  };
  expect_bad_input(bad);
}

}  // namespace
}  // namespace solvent::test
