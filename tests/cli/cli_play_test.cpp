// The play verb: a person through a pipe, engines against each other, and what can go wrong.
#include <csignal>
#include <fstream>
#include <iterator>

#include "run.hpp"

namespace solvent::test {
namespace {

TEST(CliPlay, EveryGameIsPlayedToItsEnd) {
  for (const Json& game : solvent({"games", "--json"}).jsons()) {
    const std::string name = game["name"];
    const std::string spec =
        name == "tree" ? tree("minimax") : game["specs"].back().get<std::string>();
    const std::string engine = name == "awari" ? "refuting,live=500" : "auto";
    const Output output =
        solvent({"play", spec, "--games", "2", "--nodes", "300", "--engine", engine, "--json"});
    EXPECT_EQ(output.status, 0) << spec << output.err;
    const Json report = output.json();
    EXPECT_EQ(report["games"], 2) << spec;
    EXPECT_EQ(report["wins"].get<int>() + report["draws"].get<int>() + report["losses"].get<int>(),
              2);
    EXPECT_LE(report["low"], report["score"]);
    EXPECT_LE(report["score"], report["high"]);
  }
}

TEST(CliPlay, TheSameSeedGivesTheSameReportAndGames) {
  const TemporaryFolder folder;
  const auto play = [&](const std::string& seed, const std::string& file) {
    const Output output = solvent({"play", "awari", "--games", "4", "--opening", "8", "--engine",
                                   "refuting,live=300", "--against", "plain,nodes=200", "--nodes",
                                   "300", "--seed", seed, "--games-file", folder.path() + file});
    EXPECT_EQ(output.status, 0) << output.err;
    std::ifstream in(folder.path() + file);
    return output.out + std::string{std::istreambuf_iterator<char>(in), {}};
  };
  const std::string once = play("7", "/a");
  EXPECT_EQ(once, play("7", "/b"));
  EXPECT_NE(once, play("8", "/c"));
  const auto lines = lines_of(once);
  ASSERT_EQ(lines.size(), 3U + 4U);
  EXPECT_NE(lines[1].find("won"), std::string::npos);
  EXPECT_NE(lines[2].find("Wilson"), std::string::npos);
  const Json first = Json::parse(lines[3]), second = Json::parse(lines[4]);
  EXPECT_EQ(first["opening"], second["opening"]);
  EXPECT_EQ(first["opening"].size(), 8U);
  EXPECT_EQ(first["opens"], second["replies"]);
}

TEST(CliPlay, APersonPlaysThroughAPipe) {
  // The person wins a won game of tic-tac-toe, after a slip and a second thought.
  const Output output = run({.arguments = {"play", "mnk", "--nodes", "5000", "--json"},
                             .input = "z9\na1\nundo\nb2\nmoves\nhint\nnonsense\n"});
  EXPECT_EQ(output.status, 0);
  const auto events = output.jsons();
  ASSERT_GE(events.size(), 5U);
  EXPECT_EQ(events[0]["by"], "person");
  EXPECT_EQ(events[0]["move"], "a1");
  EXPECT_EQ(events[1]["by"], "engine");
  EXPECT_EQ(events[1]["proved"], true);
  EXPECT_TRUE(events[2].contains("undo"));
  EXPECT_EQ(events[3]["move"], "b2");
  EXPECT_EQ(events[4]["by"], "engine");
  EXPECT_EQ(events[5]["hint"]["proved"], true);
  const Json& last = events.back();  // the input ended before the game did
  EXPECT_EQ(last["over"], false);
  EXPECT_EQ(last["moves"].size(), 2U);
  const auto complaints = output.err_lines();
  ASSERT_EQ(complaints.size(), 3U) << output.err;  // z9, the list of moves, nonsense
  EXPECT_NE(complaints[0].find("z9"), std::string::npos);
  EXPECT_NE(complaints[2].find("nonsense"), std::string::npos);
}

TEST(CliPlay, TwoPeopleAndTheirWords) {
  const Output output = run({.arguments = {"play", "mnk", "--side", "both"},
                             .input = "undo\nhelp\nboard\na1\na2\nB1\nb2\nc1\na3\n"});
  EXPECT_EQ(output.status, 0);
  EXPECT_NE(output.out.find("The game is over: X wins."), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("take back"), std::string::npos);
  EXPECT_EQ(output.err_lines().size(), 1U) << output.err;  // nothing to take back
  const Output quit =
      run({.arguments = {"play", "awari", "--side", "both"}, .input = "A4\nquit\n"});
  EXPECT_EQ(quit.status, 0);
  EXPECT_NE(quit.out.find("not over: North to move"), std::string::npos) << quit.out;
}

TEST(CliPlay, PondersWithoutHarm) {
  const Output output = run({.arguments = {"play", "awari", "--ponder", "--nodes", "300", "--json",
                                           "--engine", "refuting,live=500"},
                             .input = "A4\nx\nundo\nB4\n"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(output.jsons().back()["moves"].size(), 2U);
}

TEST(CliPlay, TheEngineMovesFirstOrPlaysItself) {
  const Output first =
      run({.arguments = {"play", "connect4:4x4", "--side", "second", "--json"}, .input = ""});
  EXPECT_EQ(first.jsons().front()["by"], "engine");
  const Output alone = solvent({"play", "connect4:4x4", "--side", "none", "--nodes", "100000"});
  EXPECT_EQ(alone.status, 0);
  EXPECT_NE(alone.out.find("proved by search: a draw)"), std::string::npos) << alone.out;
  EXPECT_NE(alone.out.find("a draw."), std::string::npos) << alone.out;
  const Output score = solvent({"play", "othello:4", "--side", "none", "--outcomes", "score"});
  EXPECT_NE(score.out.find("O wins by 10"), std::string::npos) << score.out;
}

// What is proved of the position, and by what, is told apart from where the move comes from.
TEST(CliPlay, WhatIsProvedSaysByWhat) {
  // Every move loses, so random games choose among them.
  const Strings lost = {"play", "mnk", "moves: b2 a2 a1", "--side", "first", "--nodes", "5000"};
  const Output text = run({.arguments = lost, .input = "hint\n"});
  EXPECT_NE(text.out.find("(proved by search: a loss; the move: random games)"), std::string::npos)
      << text.out;
  Strings as_json = lost;
  as_json.emplace_back("--json");
  const Json hint = run({.arguments = as_json, .input = "hint\n"}).jsons().front()["hint"];
  EXPECT_EQ(hint["rests_on"], Json({"search"}));
  EXPECT_EQ(hint["how"], "random games");

  const TemporaryFolder folder;
  ASSERT_EQ(solvent({"table", "build", "awari", "--stones", "4", "--dir", folder.path()}).status,
            0);
  for (const std::string engine : {"auto", "refuting"}) {
    const auto first_move = [&](const std::string& position) {
      return solvent({"play", "awari", position, "--side", "none", "--nodes", "100000", "--endgame",
                      folder.path(), "--engine", engine, "--json"})
          .jsons()
          .front();
    };
    const Json in_it = first_move("0 0 0 0 1 2|0 1 0 0 0 0 S22 N22 S");
    EXPECT_EQ(in_it["rests_on"], Json({"database"})) << engine << in_it;
    const Json above = first_move("0 2 0 0 0 1|0 0 0 1 1 0 S20 N23 S");
    EXPECT_EQ(above["rests_on"], Json({"search", "database"})) << engine << above;
  }
  const Json guess =
      solvent({"play", "awari", "--side", "none", "--nodes", "50", "--engine", "random", "--json"})
          .jsons()
          .front();
  EXPECT_EQ(guess["rests_on"], Json({"rules"}));
}

TEST(CliPlay, InterruptedItReportsWhatIsFinished) {
  const TemporaryFolder folder;
  const Output output = run(
      {.arguments = {"play", "mnk", "--games", "1000000", "--games-file", folder.path() + "/games"},
       .err_is_terminal = true,
       .signals = {SIGINT},
       .await = "of 1,000,000 games"});
  EXPECT_EQ(output.status, 130);
  EXPECT_NE(output.out.find("of 1000000"), std::string::npos) << output.out;
}

TEST(CliPlay, BadInputIsOneLineAndStatusTwo) {
  const TemporaryFolder folder;
  const std::vector<std::pair<Strings, std::string>> bad = {
      {{"play"}, "GAME"},
      {{"play", "chess"}, "chess"},
      {{"play", "mnk", "z9"}, "z9"},
      {{"play", "mnk", "--side", "left"}, "'left'"},
      {{"play", "mnk", "--engine", "deep"}, "'deep'"},
      {{"play", "mnk", "--engine", "plain"}, "awari"},
      {{"play", "mnk", "--engine", "auto,live=3"}, "live=3"},
      {{"play", "awari", "--engine", "refuting,live=0"}, "live"},
      {{"play", "awari", "--engine", "plain,time=x"}, "time"},
      {{"play", "mnk", "--nodes", "0"}, "--nodes"},
      {{"play", "mnk", "--time", "soon"}, "'soon'"},
      {{"play", "mnk", "--seed", "-3"}, "--seed"},
      {{"play", "mnk", "--engine", "random", "--threads", "0"}, "1 to 256"},
      {{"play", "mnk", "--games", "0"}, "--games"},
      {{"play", "mnk", "--games", "2", "--opening", "x"}, "--opening"},
      {{"play", "mnk", "--games", "2", "--opening", "20"}, "20 plies"},
      {{"play", "mnk", "--games", "2", "--side", "first"}, "--side"},
      {{"play", "mnk", "--against", "random"}, "--games"},
      {{"play", "mnk", "--games", "2", "--against", "nobody"}, "'nobody'"},
      {{"play", "mnk", "--games", "2", "--games-file", "/proc/none/x"}, "/proc/none/x"},
      {{"play", "mnk", "--endgame", folder.path()}, "--endgame"},
      {{"play", "awari", "--endgame", folder.path()}, "no endgame database"},
      {{"play", "mnk", "--ponder", "--no-ponder"}, "--ponder"},
  };
  expect_bad_input(bad);
}

// --- by certificate ----------------------------------------------------------------------------

TEST(CliPlay, FollowsACertificate) {
  const TemporaryFolder folder;
  const std::string proof = folder.path() + "/win.proof";
  ASSERT_EQ(solvent({"solve", "mnk:6,6,4", "--proof", proof, "--threads", "1", "--quiet"}).status,
            0);
  const Output output =
      run({.arguments = {"play", "mnk:6,6,4", "--proof", proof, "--side", "second", "--json"},
           .input = "a1\na2\n"});
  EXPECT_EQ(output.status, 0) << output.err;
  int moves = 0;
  for (const Json& event : output.jsons()) {
    if (!event.contains("by") || event["by"] != "engine") continue;
    ++moves;
    EXPECT_EQ(event["rests_on"], Json({"proof"}));
    EXPECT_EQ(event["how"], "by the proof");
    EXPECT_EQ(event["proved"], true);
    EXPECT_EQ(event["lower"], 1);
    EXPECT_EQ(event["nodes"], 0);
  }
  EXPECT_EQ(moves, 3);
  // Each side twenty times; only the player of --engine follows it.
  const Json match = solvent({"play", "mnk:6,6,4", "--proof", proof, "--games", "40", "--engine",
                              "random", "--against", "auto,nodes=300", "--json"})
                         .json();
  EXPECT_GE(match["wins"], 20);
  EXPECT_GT(match["losses"], 0);
}

TEST(CliPlay, ACertificateThatIsNone) {
  const TemporaryFolder folder;
  const std::string proof = folder.path() + "/a.proof", forged = folder.path() + "/b.json";
  ASSERT_EQ(solvent({"solve", "mnk:3,3,3", "--proof", proof, "--quiet"}).status, 0);
  const auto refusal = [](const Strings& words) {
    const Output output = solvent(words);
    EXPECT_EQ(output.status, 2);
    EXPECT_EQ(output.err_lines().size(), 1U) << output.err;
    return output.err;
  };
  EXPECT_NE(refusal({"play", "mnk:4,3,3", "--proof", proof}).find("it is about 'mnk:3,3,3'"),
            std::string::npos);
  EXPECT_NE(refusal({"play", "mnk:3,3,3", "--proof", folder.path() + "/none"}).find("opened"),
            std::string::npos);
  EXPECT_NE(refusal({"play", "mnk:3,3,3", "--proof", proof, "--no-proof"}).find("choose one"),
            std::string::npos);
  ASSERT_EQ(solvent({"solve", "mnk:4,3,3", "--proof", forged, "--leaf", "0", "--quiet"}).status, 0);
  std::ifstream in(forged);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t at = text.find("\"move\": \"");
  ASSERT_NE(at, text.npos);
  text.replace(at + 9, 2, "b1");
  std::ofstream(forged) << text;
  EXPECT_NE(refusal({"play", "mnk:4,3,3", "--proof", forged}).find("it is no proof"),
            std::string::npos);
}

// The proof in proofs/ is found by a program that was built in the source tree.
TEST(CliPlay, FollowsAPublishedProofUnlessAPlayerIsNamed) {
  const auto first_move = [](const Strings& more) {
    Strings words{"play", "connect4", "--side", "second", "--json", "--nodes", "500"};
    words.insert(words.end(), more.begin(), more.end());
    return run({.arguments = words, .input = ""}).jsons().front();
  };
  const std::string how = first_move({})["how"];
  EXPECT_TRUE(how == "by a proof that is still being checked" || how == "by the proof") << how;
  for (const Strings& other : {Strings{"--no-proof"}, Strings{"--engine", "auto"}})
    EXPECT_EQ(first_move(other)["how"].get<std::string>().find("proof"), std::string::npos);
}

}  // namespace
}  // namespace solvent::test
