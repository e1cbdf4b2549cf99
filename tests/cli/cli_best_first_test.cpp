// The options of the best-first algorithms: traces, graphs, second levels, estimates, a paper's
// conventions; memory limits as the operating system sees them; and what does not fit is refused.
#include <fstream>

#include "full_disk.hpp"
#include "run.hpp"

namespace solvent::test {
namespace {

// --- refusals ----------------------------------------------------------------------------------

struct Refused {
  Strings options;
  std::string says;
};

TEST(CliBestFirst, WhatDoesNotFitIsRefusedInOneLine) {
  const Refused all[] = {
      {{"--algorithm", "pn2", "--second-level", "quick"}, "'quick'"},
      {{"--algorithm", "pn2", "--second-level", "fraction:1"}, "fraction:A,B"},
      {{"--algorithm", "pn2", "--second-level", "fraction:1,0"}, "'fraction:1,0'"},
      {{"--algorithm", "mopn2", "--second-level", "fraction:-1,5"}, "'fraction:-1,5'"},
      {{"--algorithm", "mopn2", "--second-level", "fraction:1,x"}, "'fraction:1,x'"},
      {{"--algorithm", "pns", "--evaluate", "later"}, "'later'"},
      {{"--algorithm", "pns", "--selection", "best"}, "'best'"},
      {{"--algorithm", "pns", "--selection", "lecture", "--mobility"}, "leaf costs"},
      {{"--algorithm", "pns", "--driver", "quick"}, "binary, linear, linear-down and open"},
      {{"--algorithm", "ppns", "--theta", "0.7"}, "--theta"},
      {{"--algorithm", "ppns", "--theta", "0"}, "--theta"},
      {{"--algorithm", "ppns", "--precision-rate", "0.7"}, "--precision-rate"},
      {{"--algorithm", "mcpns", "--playouts", "0"}, "--playouts"},
      {{"--algorithm", "mopns", "--profile", "nobody"}, "saffidine2012"},
      {{"--algorithm", "mopns", "--profile", "saffidine2012", "--graph"}, "trees"},
      // Options of other algorithms.
      {{"--driver", "linear"}, "belongs to pns, pn2 and dfpn, not to"},
      {{"--keep-tree", "--algorithm", "mopns"}, "belongs to pns and pn2, not to mopns"},
      {{"--mobility", "--algorithm", "scout"}, "not to scout"},
      {{"--mobility", "--algorithm", "ppns"}, "not to ppns"},
      {{"--evaluate", "selected", "--algorithm", "alphabeta"}, "not to alphabeta"},
      {{"--selection", "lecture", "--algorithm", "mopns"}, "belongs to pns, not to mopns"},
      {{"--second-level", "descents", "--algorithm", "pns"}, "belongs to pn2 and mopn2"},
      {{"--keep-solved", "--algorithm", "minimax"}, "not to minimax"},
      {{"--graph", "--algorithm", "pn2"}, "belongs to pns and mopns, not to pn2"},
      {{"--graph", "--algorithm", "ppns"}, "not to ppns"},
      {{"--graph", "--algorithm", "negascout"}, "not to negascout"},
      {{"--playouts", "5", "--algorithm", "pns"}, "belongs to mcpns and ppns"},
      {{"--theta", "0.1", "--algorithm", "mopns"}, "belongs to mcpns and ppns"},
      {{"--precision-rate", "0.1", "--algorithm", "mcpns"}, "belongs to ppns, not to mcpns"},
      {{"--profile", "saffidine2012", "--algorithm", "mcpns"}, "belongs to pns and mopns"},
      {{"--trace", "rounds", "--algorithm", "alphabeta"}, "only best-first"},
      {{"--trace", "/no/such/folder/x", "--algorithm", "pns"}, "/no/such/folder/x"},
      {{"--trace", "/", "--algorithm", "pns"}, "--trace"},
  };
  for (const Refused& refused : all) {
    Strings arguments = {"solve", "connect4"};
    arguments.insert(arguments.end(), refused.options.begin(), refused.options.end());
    const Output output = solvent(arguments);
    const std::string command = shell_words(arguments);
    EXPECT_EQ(output.status, 2) << command;
    EXPECT_EQ(output.out, "") << command;
    EXPECT_EQ(output.err_lines().size(), 1U) << command << "\n" << output.err;
    EXPECT_NE(output.err.find(refused.says), std::string::npos) << command << "\n" << output.err;
  }
  EXPECT_FALSE(std::filesystem::exists("rounds")) << "a refused trace leaves no file";
}

TEST(CliBestFirst, GraphsArePositionsThatCannotRepeat) {
  for (const std::string& game :
       {std::string("awari"), std::string("woodpush:5,2"), tree("cycle")}) {
    const Output output = solvent({"solve", game, "--algorithm", "mopns", "--graph"});
    EXPECT_EQ(output.status, 2) << game;
    EXPECT_EQ(output.err_lines().size(), 1U) << output.err;
    EXPECT_NE(output.err.find("repeat"), std::string::npos) << output.err;
  }
  // A tree file without a circle is not like that.
  for (const std::string& game : {tree("shared"), tree("minimax")})
    EXPECT_EQ(solve({game, "--algorithm", "mopns", "--graph"}).at("value"),
              solve({game}).at("value"))
        << game;
  const Json superko = solve({"woodpush:5,2,ko=super"});
  EXPECT_EQ(superko.at("chosen_because"), "the fastest where positions hold their history");
}

// --- traces ------------------------------------------------------------------------------------

std::vector<Json> lines_in(const std::string& file) {
  std::ifstream in(file);
  std::vector<Json> out;
  for (std::string line; std::getline(in, line);) {
    out.push_back(Json::parse(line, nullptr, false));
    EXPECT_TRUE(out.back().is_object()) << line;
  }
  return out;
}

TEST(CliTrace, EveryRoundIsALineThatAgreesWithTheAnswer) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/rounds.jsonl";
  for (const std::string algorithm : {"mopns", "ppns", "mcpns", "mopn2", "pns"})
    for (const std::string position : {"", "1", "12"}) {
      const Json answer = solve({"connect4:4x4", position, "--outcomes", "wld", "--algorithm",
                                 algorithm, "--range", "-1..0", "--trace", file});
      const std::vector<Json> rounds = lines_in(file);
      ASSERT_FALSE(rounds.empty());
      EXPECT_EQ(rounds.size(), answer.at("descents"));
      EXPECT_EQ(rounds.back().at("created"), answer.at("created"));
      EXPECT_EQ(rounds.back().at("lower"), answer.at("lower"));
      EXPECT_EQ(rounds.back().at("upper"), answer.at("upper"));
      EXPECT_TRUE(rounds.back().at("efforts").empty()) << "nothing is open at the end";
      EXPECT_TRUE(rounds.front().at("path").empty()) << "the first round expands the root";
      std::uint64_t number = 0, created = 0;
      std::size_t deepest = 0;
      int lower = -1, upper = 1;
      for (const Json& round : rounds) {
        ASSERT_EQ(keys(round), (Strings{"iteration", "path", "at_least", "created", "lower",
                                        "upper", "efforts"}));
        ASSERT_EQ(round.at("iteration"), ++number);
        ASSERT_GE(round.at("created"), created);
        created = round.at("created");
        ASSERT_GE(round.at("lower"), lower) << "bounds never become wider";
        ASSERT_LE(round.at("upper"), upper);
        lower = round.at("lower");
        upper = round.at("upper");
        deepest = std::max(deepest, round.at("path").size());
        for (const Json& effort : round.at("efforts")) {
          ASSERT_GT(effort.at("at_least"), lower);
          ASSERT_LE(effort.at("at_least"), upper);
          ASSERT_GT(effort.at("proof"), 0);
          ASSERT_GT(effort.at("disproof"), 0);
        }
      }
      if (algorithm != "mopn2") { EXPECT_EQ(deepest, answer.at("deepest")); }
    }
}

TEST(CliTrace, TellingOfTheRoundsChangesNothing) {
  const TemporaryFolder folder;
  for (const std::string algorithm : {"pns", "mopns", "pn2"}) {
    const Strings question = {"connect4:4x4", "--algorithm", algorithm};
    Strings traced = question;
    traced.insert(traced.end(), {"--trace", folder.path() + "/rounds.jsonl"});
    const Json a = solve(question), b = solve(traced);
    for (const std::string key : {"value", "best", "line", "created", "expanded", "updates"})
      EXPECT_EQ(a.at(key), b.at(key)) << algorithm << " " << key;
  }
}

TEST(CliTrace, AFullDiskIsSaid) {
  const TemporaryFolder folder;
  const std::string file = folder.write("rounds", "of an earlier run");
  const FullDisk full(10'000);
  const Output output = solvent({"solve", "connect4:4x4", "--algorithm", "mopns", "--trace", file});
  EXPECT_EQ(output.status, 1);
  EXPECT_EQ(output.err_lines().size(), 1U) << output.err;
  EXPECT_NE(output.err.find("File too large"), std::string::npos) << output.err;
  EXPECT_EQ(std::filesystem::file_size(file), 17U);
}

// --- estimates, graphs, conventions ------------------------------------------------------------

TEST(CliEstimate, IsNeverAValue) {
  for (const std::string rate : {"0.4", "0.1", "0.001"}) {
    const Strings question = {
        "connect4",    "121526474474", "--outcomes", "wld", "--at-least",       "1",
        "--algorithm", "ppns",         "--playouts", "4",   "--precision-rate", rate,
        "--nodes",     "200000"};
    const Json json = solve(question);  // which expects exit status 3
    if (rate != "0.001") { EXPECT_EQ(json.at("status"), "estimate") << json; }
    EXPECT_TRUE(json.at("value").is_null()) << json;
    EXPECT_TRUE(json.at("best").is_null()) << json;
    EXPECT_FALSE(json.contains("at_least_holds")) << json;
    EXPECT_EQ(json.contains("estimate"), json.at("status") == "estimate") << json;
    EXPECT_LE(json.at("lower"), -1) << json;
    EXPECT_GE(json.at("upper"), -1) << json;
  }
  const Output text = solvent({"solve", "connect4", "121526474474", "--algorithm", "ppns",
                               "--outcomes", "wld", "--precision-rate", "0.4"});
  EXPECT_EQ(text.status, 3);
  EXPECT_NE(text.out.find("an estimate, not proved"), std::string::npos) << text.out;
}

TEST(CliGraph, SameValuesWithFewerNodes) {
  for (const Known& known : known_positions()) {
    if (!known.game.starts_with("connect4") && !known.game.starts_with("mnk")) continue;
    if (known.game == "connect4:4x4") continue;  // counted below
    for (const std::string algorithm : {"pns", "mopns"}) {
      const Json json = solve({known.game, known.position, "--algorithm", algorithm, "--graph"});
      EXPECT_EQ(json.at("value"), known.value) << json;
    }
  }
  const Strings question = {"connect4:4x4", "--outcomes", "wld",
                            "--algorithm",  "mopns",      "--no-knowledge"};
  Strings merged = question;
  merged.emplace_back("--graph");
  const Json tree = solve(question), graph = solve(merged);
  EXPECT_EQ(tree.at("value"), 0);
  EXPECT_EQ(graph.at("value"), 0);
  EXPECT_LT(graph.at("expanded").get<int>() * 4, tree.at("expanded").get<int>());
}

// The created nodes of the experiment's own convention (tests/published), for this position.
TEST(CliProfile, CountsAsThePaperDoes) {
  const Json mopns = solve({"connect4:4x5", "1234", "--outcomes", "wld", "--algorithm", "mopns",
                            "--profile", "saffidine2012"});
  EXPECT_EQ(mopns.at("value"), 0);
  EXPECT_EQ(mopns.at("created"), 89828);
  EXPECT_EQ(mopns.at("largest_tree"), 89829) << "and nothing is freed";
}

// --- every game --------------------------------------------------------------------------------

// Wherever a limit ends it; and the small ones are solved.
TEST(CliBestFirst, BoundsAreTrueInEveryGame) {
  for (const Known& known : known_positions())
    for (const std::string algorithm : {"pns", "mopns", "mcpns", "ppns", "pn2", "mopn2"})
      for (const std::string evaluate : {"created", "selected"}) {
        Strings arguments = {known.game,   known.position, "--algorithm", algorithm,
                             "--evaluate", evaluate,       "--nodes",     "5000"};
        if (algorithm == "mcpns" || algorithm == "ppns")
          arguments.insert(arguments.end(), {"--playouts", "2"});
        const Json json = solve(arguments);
        ASSERT_TRUE(json.contains("lower")) << shell_words(arguments);
        EXPECT_LE(json.at("lower"), known.value) << evaluate << " " << json;
        EXPECT_GE(json.at("upper"), known.value) << evaluate << " " << json;
        if (known.game.starts_with("tree:")) {
          EXPECT_EQ(json.at("value"), known.value) << evaluate << " " << json;
        }
      }
}

// With several threads pns and mopns become searches by jobs: so only for those who ask for them.
TEST(CliBestFirst, ThreadsWhenAskedFor) {
  for (const std::string algorithm : {"pns", "mopns"}) {
    const Strings question = {"connect4:5x4", "--outcomes", "wld", "--algorithm", algorithm};
    const auto with = [&](Strings more) {
      more.insert(more.begin(), question.begin(), question.end());
      return solve(more);
    };
    const Json usual = with({}), one = with({"--threads", "1"}), two = with({"--threads", "2"});
    EXPECT_EQ(usual.at("created"), one.at("created")) << algorithm;
    EXPECT_EQ(usual.at("threads"), 1) << algorithm;
    EXPECT_EQ(two.at("value"), one.at("value")) << algorithm;
    EXPECT_EQ(two.at("threads"), 2) << algorithm;
  }
}

// Once a second level narrowed its node's bounds and nobody above heard of it.
TEST(CliBestFirst, TwoLevelsEnd) {
  const TemporaryFolder folder;
  const std::string file = folder.write("nine.tree",
                                        "scale wld\n"
                                        "a Max: b\n"
                                        "b Min: c d\n"
                                        "c Max = 1\n"
                                        "d Max: e f\n"
                                        "e Min = -1\n"
                                        "f Min: g h\n"
                                        "g Max: i\n"
                                        "h Max = 0\n"
                                        "i Min = 0\n");
  for (const std::string second : {"first-tree", "descents", "fraction", "fraction:3,2"})
    EXPECT_EQ(
        solve({"tree:" + file, "--algorithm", "mopn2", "--second-level", second, "--time", "20"})
            .at("value"),
        0)
        << second;
}

// --- memory ------------------------------------------------------------------------------------

// The start of 7x6, a win, with 200 MB: the whole program stays within 5 % of the limit. A tree
// goes on when it is full, on what is freed, until all of it is given up or the nodes are spent.
TEST(CliMemoryLimit, HoldsForTheWholeProgram) {
  if (kSlowness > 1) GTEST_SKIP() << "the sanitizers' own memory counts too";
  constexpr std::uint64_t kLimit = std::uint64_t{200} << 20, kFull = kLimit / 20 * 11;
  struct Case {
    Strings options;
    std::uint64_t filled;  // the search's own memory, at least
    bool goes_on;
  };
  const Case cases[] = {
      {{"--algorithm", "mopns", "--outcomes", "wld"}, kFull, true},
      {{"--algorithm", "mopns", "--outcomes", "score"}, kFull, true},
      {{"--algorithm", "pns", "--outcomes", "wld"}, kFull, true},
      {{"--algorithm", "mopns", "--outcomes", "wld", "--graph"}, kFull, false},
      {{"--algorithm", "pn2", "--outcomes", "wld"}, 0, true},  // its first tree stays small
  };
  for (const Case& c : cases) {
    Strings arguments = {"solve", "connect4", "--json", "--memory", "200M", "--nodes", "14000000"};
    arguments.insert(arguments.end(), c.options.begin(), c.options.end());
    const Output output = run({.arguments = arguments, .timeout = 300});
    const Json json = output.json();
    const std::string command = shell_words(arguments) + "\n" + json.dump();
    EXPECT_TRUE(json.at("status") == "node-limit" || json.at("status") == "memory-limit")
        << command;
    EXPECT_LE(json.at("lower"), 1) << command;
    EXPECT_GE(json.at("upper"), 1) << command;
    EXPECT_GE(json.at("peak_bytes"), c.filled) << command;
    EXPECT_LE(json.at("peak_bytes"), kLimit) << command;
    EXPECT_LE(output.peak_bytes, kLimit / 20 * 21) << command;
    if (c.goes_on) {
      EXPECT_GT(json.at("created").get<std::uint64_t>(),
                json.at("largest_tree").get<std::uint64_t>() / 2 * 3)
          << command;
    }
  }
}

TEST(CliMemoryLimit, TwoLevelsInAMegabyte) {
  for (const std::string second : {"first-tree", "descents", "fraction:1000,100"}) {
    const Json json = solve({"connect4", "--outcomes", "wld", "--algorithm", "pn2", "--memory",
                             "1M", "--second-level", second, "--nodes", "3000000"});
    EXPECT_LE(json.at("lower"), 1) << json;
    EXPECT_GE(json.at("upper"), 1) << json;
    EXPECT_LE(json.at("peak_bytes"), 1 << 20) << json;
  }
}

}  // namespace
}  // namespace solvent::test
