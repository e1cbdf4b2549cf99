// Every file that the program writes: what it may replace, what it must leave alone, and that this
// is known before anything is searched.
#include <csignal>
#include <set>

#include "run.hpp"
#include "special_files.hpp"

namespace solvent::test {
namespace {

namespace fs = std::filesystem;

// A command that writes this file, and how its complaints begin.
struct Writer {
  Strings command;
  std::string option;
  Strings with(const std::string& file) const {
    Strings all = command;
    all.push_back(option);
    all.push_back(file);
    return all;
  }
};
// What they search would take hours.
const Writer kLong[] = {
    {{"solve", "othello"}, "--proof"},
    {{"solve", "othello"}, "--checkpoint"},
    {{"solve", "othello", "--algorithm", "pns"}, "--trace"},
    {{"play", "othello", "--games", "1000000"}, "--games-file"},
};
const Writer kShort[] = {
    {{"solve", "mnk"}, "--proof"},
    {{"solve", "mnk"}, "--checkpoint"},
    {{"solve", "mnk", "--algorithm", "pns"}, "--trace"},
    {{"play", "mnk", "--games", "2"}, "--games-file"},
};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

TEST(CliFiles, OnlyRegularFilesAreReplaced) {
  const TemporaryFolder folder;
  const auto specials = make_special_files(folder.path());
  const auto before = names_in(folder.path());
  for (const Writer& writer : kLong)
    for (const SpecialFile& special : specials) {
      // A folder is where a proof in parts goes.
      if (std::string_view(writer.option) == "--proof" && special.kind == S_IFDIR) continue;
      const Output output = solvent(writer.with(special.path));
      // A checkpoint that is there is not overwritten anyway.
      EXPECT_EQ(output.status, 2) << writer.option << special.path;
      EXPECT_EQ(output.err_lines().size(), 1U) << output.err;
      EXPECT_EQ(output.err.find("solvent: " + writer.option), 0U) << output.err;
      EXPECT_NE(output.err.find(special.called), std::string::npos) << output.err;
      EXPECT_TRUE(special.untouched()) << writer.option << special.path;
      EXPECT_EQ(names_in(folder.path()), before) << writer.option;
    }
}

TEST(CliFiles, WhatOthersCallTheirsStays) {
  for (const Writer& writer : kShort) {
    const TemporaryFolder folder;
    const std::string file = folder.path() + "/file", victim = folder.write("victim", "precious");
    folder.write("file.tmp", "mine");
    EXPECT_EQ(solvent(writer.with(file)).status, 0) << writer.option;
    EXPECT_GT(fs::file_size(file), 0U) << writer.option;
    fs::remove(folder.path() + "/file.tmp");
    fs::remove(file);
    fs::create_symlink("victim", folder.path() + "/file.tmp");
    EXPECT_EQ(solvent(writer.with(file)).status, 0) << writer.option;
    EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"file", "file.tmp", "victim"}));
    EXPECT_EQ(content(victim), "precious");
  }
}

TEST(CliFiles, WithoutAResultNothingChanges) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "what was there");
  folder.write("file.tmp", "mine");
  const std::pair<Strings, int> commands[] = {
      {{"solve", "connect4", "--nodes", "1000", "--proof", file}, 3},
      {{"solve", "connect4:4x4", "--proof", file, "--nodes", "1"}, 3},
      {{"solve", "connect4:4x4", "99", "--proof", file}, 2},
      {{"solve", "mnk", "--algorithm", "pns", "--trace", file, "--checkpoint",
        folder.path() + "/no/run"},
       2},
      {{"solve", "mnk", "--algorithm", "pns", "--trace", file, "--checkpoint", file, "--resume"},
       2},
      {{"play", "mnk", "--games", "2", "--games-file", file, "--against", "nobody"}, 2},
      {{"solve", "mnk", "--proof", file, "--checkpoint", folder.path() + "/./file", "--resume"}, 2},
  };
  for (const auto& [command, status] : commands) {
    const Output output = solvent(command);
    EXPECT_EQ(output.status, status) << shell_words(command) << output.err;
    EXPECT_EQ(content(file), "what was there") << shell_words(command);
    EXPECT_EQ(content(folder.path() + "/file.tmp"), "mine");
    EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"file", "file.tmp"}));
  }
}

TEST(CliFiles, ATreeIsNotReplacedByItsProof) {
  const TemporaryFolder folder;
  const std::string file = folder.write("tree", "a: b=3 c=1\n");
  for (const char* option : {"--proof", "--trace", "--checkpoint"}) {
    const Output output = solvent({"solve", "tree:" + file, "--algorithm", "pns", option, file});
    EXPECT_EQ(output.status, 2) << option;
    EXPECT_NE(output.err.find("this is one file; name two"), std::string::npos) << output.err;
    EXPECT_EQ(content(file), "a: b=3 c=1\n");
  }
}

// Stopped by a signal while it writes, or while it collects: nothing half written either.
TEST(CliFiles, AStoppedMatchKeepsItsGames) {
  const TemporaryFolder folder;
  const std::string file = folder.write("games", "an older match");
  const Output output =
      run({.arguments = {"play", "mnk", "--games", "1000000", "--games-file", file, "--seed", "1"},
           .err_is_terminal = true,
           .signals = {SIGINT},
           .await = " games: "});
  EXPECT_EQ(output.status, 130) << output.err;
  const Strings games = lines_of(content(file));
  ASSERT_FALSE(games.empty());
  for (const std::string& game : games) EXPECT_TRUE(Json::parse(game, nullptr, false).is_object());
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"games"});
}

TEST(CliFiles, ReportsOfExperimentsKnowTheirPlaces) {
  const TemporaryFolder specials;
  for (const SpecialFile& special : make_special_files(specials.path())) {
    const TemporaryFolder folder;
    const std::string page = folder.path() + "/report.html";
    ASSERT_EQ(rename(special.path.c_str(), page.c_str()), 0);
    const Output output = solvent({"reproduce", "--out", folder.path()});
    EXPECT_EQ(output.status, 2) << special.called;
    EXPECT_EQ(output.err_lines().size(), 1U) << output.err;
    EXPECT_NE(output.err.find(special.called), std::string::npos) << output.err;
    EXPECT_TRUE((SpecialFile{page, "", special.kind}.untouched())) << special.called;
  }
}

TEST(CliFiles, ACertificateThatIsOnlyCheckedLeavesNothing) {
  const TemporaryFolder folder;
  const Output output =
      run({.arguments = {"solve", "mnk", "--certify"}, .environment = {"TMPDIR=" + folder.path()}});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_NE(output.out.find("checked"), std::string::npos) << output.out;
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace solvent::test
