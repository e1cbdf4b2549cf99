// The reproduce verb: published experiments as a reviewer runs them.
#include <csignal>
#include <fstream>
#include <iterator>

#include "run.hpp"

namespace solvent::test {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(CliReproduce, ListsTheExperiments) {
  const Output list = solvent({"reproduce", "--list"});
  EXPECT_EQ(list.status, 0);
  Strings names;
  for (const std::string& line : list.out_lines()) names.push_back(line.substr(0, line.find(' ')));
  EXPECT_EQ(names, (Strings{"allis-awari", "mopns-connect4", "mopns-woodpush", "ppns-connect4",
                            "ppns-othello", "scout-trees"}));
  EXPECT_EQ(solvent({"reproduce", "--list", "--json"}).jsons().size(), names.size());
}

// Everything, as small as it gets: no figure that must be equal differs, and all files are there.
TEST(CliReproduce, QuicklyEverything) {
#ifdef SOLVENT_UNDER_THREAD_SANITIZER
  GTEST_SKIP() << "half an hour; StopsAndGoesOn has the same threads";
#endif
  const TemporaryFolder folder;
  const std::string out = folder.path() + "/results";
  const Output run = test::run(
      {.arguments = {"reproduce", "--quick", "--json", "--out", out}, .timeout = 550 * kSlowness});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto reports = run.jsons();
  ASSERT_EQ(reports.size(), 6u);
  for (const Json& report : reports) {
    SCOPED_TRACE(report["name"].get<std::string>());
    EXPECT_EQ(report["measured"], report["planned"]);
    EXPECT_FALSE(report["figures"].empty());
    for (const Json& figure : report["figures"]) {
      if (figure["verdict"] == "differs") { EXPECT_NE(figure["comment"], "") << figure; }
      EXPECT_NE(figure["comment"], "must be equal") << figure;
    }
    for (const Json& table : report["tables"]) {
      const std::string name =
          report["name"].get<std::string>() + "-" + table["name"].get<std::string>() + ".csv";
      EXPECT_EQ(lines_of(bytes_of(out + "/" + name)).size(), table["rows"].size() + 1) << name;
    }
  }
  const std::string page = bytes_of(out + "/report.html");
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  for (const Json& report : reports)
    EXPECT_NE(page.find(report["title"].get<std::string>()), std::string::npos);
  EXPECT_EQ(Json::parse(bytes_of(out + "/report.json"))["reports"].size(), 6u);

  // Nothing is left to do.
  const std::string before = bytes_of(out + "/results.jsonl");
  const Output again =
      test::run({.arguments = {"reproduce", "--quick", "--out", out}, .timeout = 60 * kSlowness});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(lines_of(bytes_of(out + "/results.jsonl")).size(), lines_of(before).size() + 1);
  EXPECT_NE(again.out.find("report.html"), std::string::npos);
}

// Stopped again and again it comes to the same measurements.
TEST(CliReproduce, StopsAndGoesOn) {
  const TemporaryFolder folder;
  const Strings command{"reproduce", "mopns-woodpush", "--quick", "--json", "--threads", "2"};
  const auto into = [&](const char* name) {
    Strings arguments = command;
    arguments.insert(arguments.end(), {"--out", folder.path() + "/" + name});
    return arguments;
  };
  const Json whole = test::run({.arguments = into("whole")}).json();
  EXPECT_EQ(whole["measured"], whole["planned"]);
  int stops = 0;
  Output part;
  for (;; ++stops) {
    Strings arguments = into("parts");
    arguments.push_back("--progress");
    part = test::run({.arguments = arguments, .signals = {SIGINT}, .await = "█"});
    if (part.status == 0) break;
    ASSERT_EQ(part.status, 130) << part.err;
    EXPECT_NE(part.err.find("goes on with what is missing"), std::string::npos) << part.err;
    EXPECT_LT(part.json()["measured"], part.json()["planned"]);
    ASSERT_LT(stops, 20);
  }
  EXPECT_GT(stops, 0);
  const auto counts = [](Json report) {  // seconds differ
    Json kept = Json::array();
    for (const Json& table : report["tables"])
      if (table["columns"][0] == "moves" || table["name"] == "problem-86") kept.push_back(table);
    return kept;
  };
  EXPECT_EQ(counts(part.json()), counts(whole));
}

TEST(CliReproduce, BadInput) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "x"), strange = folder.path() + "/strange";
  std::filesystem::create_directory(strange);
  folder.write("strange/results.jsonl", "hello\n");
  // A line as it should be, of something else.
  const std::string other = folder.path() + "/other";
  std::filesystem::create_directory(other);
  const std::string version = solvent({"--version"}).out_lines().at(0);
  const Json line{{"experiment", "scout-trees"},
                  {"key", "scout-trees correlated b=20 d=4 seeds=1..25"},
                  {"version", version.substr(version.rfind(' ') + 1)},
                  {"record", {{"tree", "correlated"}, {"leaves", "many"}}}};
  folder.write("other/results.jsonl", line.dump() + "\n");
  expect_bad_input({
      {{"reproduce", "mopns-conect4"}, "did you mean mopns-connect4?"},
      {{"reproduce", "peers"}, "there are allis-awari, "},
      {{"reproduce", "--quick", "--full"}, "choose one"},
      {{"reproduce", "--quick", "--threads", "0"}, "from 1 to 256"},
      {{"reproduce", "--quick", "--seed", "x"}, "--seed"},
      {{"reproduce", "--quick", "--positions", "0"}, "at least one"},
      {{"reproduce", "--quick", "--nodes", "-3"}, "--nodes"},
      {{"reproduce", "--quick", "--time", "soon"}, "--time"},
      {{"reproduce", "--quick", "--memory", "much"}, "--memory"},
      {{"reproduce", "--quick", "--out", file}, "name a folder that can be written to"},
      {{"reproduce", "--quick", "--out", strange}, "line 1: not a line of results"},
      {{"reproduce", "scout-trees", "--quick", "--out", other}, "not the results of scout-trees"},
  });
  EXPECT_EQ(bytes_of(strange + "/results.jsonl"), "hello\n");
}

}  // namespace
}  // namespace solvent::test
