// solve: values for the side to move, in words and in JSON, in every game and by every algorithm.
#include <algorithm>

#include "run.hpp"

namespace solvent::test {
namespace {

const Strings kAlgorithms = {"minimax", "alphabeta", "scout", "negascout", "dfpn",
                             "dfmopns", "dfppns",    "pns",   "mopns",     "auto"};

// The interface's fields, in its order; others may stand between them.
const Strings kFields = {"game",     "position", "to_move",     "outcomes",  "status",
                         "value",    "lower",    "upper",       "verdict",   "rests_on",
                         "best",     "line",     "algorithm",   "expanded",  "created",
                         "playouts", "seconds",  "cpu_seconds", "peak_bytes"};

void expect_fields(const Json& json) {
  Strings found;
  for (const std::string& key : keys(json))
    if (std::find(kFields.begin(), kFields.end(), key) != kFields.end()) found.push_back(key);
  EXPECT_EQ(found, kFields) << json;
  for (const std::string key :
       {"game", "position", "to_move", "outcomes", "status", "verdict", "algorithm"})
    EXPECT_TRUE(json.at(key).is_string()) << key;
  for (const std::string key : {"lower", "upper"}) EXPECT_TRUE(json.at(key).is_number_integer());
  for (const std::string key : {"expanded", "created", "playouts", "peak_bytes"})
    EXPECT_TRUE(json.at(key).is_number_unsigned()) << key;
  for (const std::string key : {"seconds", "cpu_seconds"}) {
    EXPECT_TRUE(json.at(key).is_number()) << key;
    EXPECT_GE(json.at(key), 0) << key;
  }
  EXPECT_TRUE(json.at("value").is_number_integer() || json.at("value").is_null());
  EXPECT_TRUE(json.at("best").is_string() || json.at("best").is_null());
  EXPECT_TRUE(json.at("line").is_array() || json.at("line").is_null());
  EXPECT_FALSE(json.at("rests_on").empty());
}

TEST(CliSolve, ConnectFourInWords) {
  const Output output = solvent({"solve", "connect4", "4455"});
  EXPECT_EQ(output.status, 0);
  EXPECT_EQ(output.err, "");
  EXPECT_TRUE(output.out.starts_with("  . . . . . . .\n")) << output.out;
  EXPECT_NE(output.out.find("\nX to move wins, score +18.\nbest play: 3 "), std::string::npos);
  EXPECT_EQ(output.out.find('\033'), std::string::npos);
  const Strings lines = output.out_lines();
  EXPECT_NE(lines.back().find(" expanded · "), std::string::npos) << lines.back();
  // Quiet leaves that last line out.
  const Strings quiet = solvent({"solve", "connect4", "4455", "--quiet"}).out_lines();
  EXPECT_EQ(quiet, Strings(lines.begin(), lines.end() - 1));
}

// Trying moves as they are listed would cost hundreds of times what the answer did. (Some forty
// nodes are the answer, since pairs of cells hold the draw.)
TEST(CliSolve, TheLineCostsLessThanTheAnswer) {
  for (const std::string algorithm : {"auto", "alphabeta", "dfpn", "dfmopns"}) {
    const Json json = solve({"mnk:6,6,5", "--algorithm", algorithm});
    EXPECT_EQ(json.at("line").size(), 36) << algorithm;
    EXPECT_LT(json.at("extra_nodes"), 3 * json.at("created").get<int>()) << algorithm;
  }
}

TEST(CliSolve, VerdictsInWords) {
  const auto verdict = [](const Strings& arguments) { return solve(arguments).at("verdict"); };
  EXPECT_EQ(verdict({"mnk:4,3,3"}), "X to move wins");
  EXPECT_EQ(verdict({"mnk"}), "X to move draws");
  EXPECT_EQ(verdict({"mnk:4,3,3", "b2"}), "O to move loses");
  EXPECT_EQ(verdict({"othello:4"}), "X to move loses, score -10");
  EXPECT_EQ(verdict({"connect4:4x4"}), "X to move draws, score 0");
  EXPECT_EQ(verdict({"connect4", "1212121"}), "the game is over: O to move has lost, score -18");
  EXPECT_EQ(verdict({"othello:4", "--at-least", "-10"}), "X to move has at least -10");
  EXPECT_EQ(verdict({"othello:4", "--at-least", "-9"}), "X to move does not have at least -9");
  EXPECT_EQ(verdict({"mnk", "--at-least", "0"}), "X to move has at least a draw");
  EXPECT_EQ(verdict({"mnk", "--at-least", "1"}), "X to move does not have at least a win");
  EXPECT_EQ(verdict({"othello:4", "--nodes", "1"}), "X to move: between -16 and +16");
  EXPECT_EQ(verdict({"mnk:7,6,5", "--nodes", "1"}), "X to move: between a loss and a win");
  EXPECT_EQ(verdict({"othello:4", "--outcomes", "wld"}), "X to move loses");
}

TEST(CliSolve, JsonFieldsOrderAndTypes) {
  const Json json = solve({"connect4", "4455"});
  expect_fields(json);
  EXPECT_EQ(json.at("game"), "connect4:7x6");
  EXPECT_EQ(json.at("position"), "4455");
  EXPECT_EQ(json.at("to_move"), "X");
  EXPECT_EQ(json.at("outcomes"), "score");
  EXPECT_EQ(json.at("status"), "solved");
  EXPECT_EQ(json.at("value"), 18);
  EXPECT_EQ(json.at("lower"), 18);
  EXPECT_EQ(json.at("upper"), 18);
  EXPECT_EQ(json.at("verdict"), "X to move wins, score +18");
  EXPECT_EQ(json.at("playouts"), 0);
  EXPECT_NE(json.at("algorithm"), "auto");
  expect_fields(solve({"connect4", "1212121"}));
  expect_fields(solve({"connect4", "--nodes", "100"}));
  expect_fields(solve({"connect4:4x4", "--at-least", "1", "--moves"}));
  // The start, if no position is given, is written out.
  EXPECT_EQ(solve({"mnk"}).at("position"), ".../.../...");
}

// A legal line from the position on, optimal for both: its last position must have the same value.
void expect_sound_line(const Known& known, const Json& json) {
  ASSERT_TRUE(json.at("line").is_array());
  if (json.at("line").empty()) return;
  EXPECT_EQ(json.at("best"), json.at("line").front()) << json;
  if (!known.position.empty() && !known.position.starts_with("moves:")) return;  // no way to say it
  std::string moves = known.position.empty() ? "moves:" : known.position;
  for (const Json& move : json.at("line")) moves += " " + move.get<std::string>();
  const Json end = solve({known.game, moves});
  EXPECT_EQ(end.at("status"), "solved");
  const int sign = end.at("to_move") == json.at("to_move") ? 1 : -1;
  if (!json.contains("line_repeats") && !json.contains("line_cut")) {
    EXPECT_EQ(end.at("value"), sign * json.at("value").get<int>()) << known.game << " " << moves;
  }
}

TEST(CliSolve, APositionOfEveryGame) {
  for (const Known& known : known_positions()) {
    const Json json = solve({known.game, known.position});
    expect_fields(json);
    EXPECT_EQ(json.at("status"), "solved") << json;
    EXPECT_EQ(json.at("value"), known.value) << json;
    EXPECT_EQ(json.at("lower"), known.value) << json;
    EXPECT_EQ(json.at("upper"), known.value) << json;
    EXPECT_EQ(json.at("to_move"), known.to_move) << json;
    EXPECT_TRUE(json.at("best").is_string()) << json;
    expect_sound_line(known, json);
  }
}

TEST(CliSolve, EveryAlgorithmFindsTheValue) {
  for (const Known& known : known_positions())
    for (const std::string& algorithm : kAlgorithms) {
      const Json json = solve({known.game, known.position, "--algorithm", algorithm});
      EXPECT_EQ(json.at("value"), known.value) << json;
      if (algorithm != "auto") { EXPECT_EQ(json.at("algorithm"), algorithm); }
    }
}

TEST(CliSolve, NoOptionChangesTheValue) {
  const std::vector<Strings> ways = {
      {"--algorithm", "negascout", "--deepening", "on"},
      {"--algorithm", "negascout", "--deepening", "off"},
      {"--table-size", "0"},
      {"--table-size", "1K"},
      {"--no-knowledge"},
      {"--memory", "1M"},
      {"--algorithm", "alphabeta", "--no-knowledge", "--deepening", "on"}};
  for (const Known& known : known_positions()) {
    // Where positions repeat, a long game is too much without a table or without deepening.
    const bool long_game = known.game == "awari" && known.value == -4;
    for (const Strings& way : ways) {
      if (long_game && (way.front() == "--table-size" || way.back() == "off")) continue;
      Strings arguments = {known.game, known.position};
      arguments.insert(arguments.end(), way.begin(), way.end());
      EXPECT_EQ(solve(arguments).at("value"), known.value) << shell_words(arguments);
    }
  }
}

TEST(CliSolve, WinDrawLossIsTheSignOfTheScore) {
  for (const Known& known : known_positions()) {
    if (known.game.starts_with("mnk") || known.game == "gomoku" || known.game == "qubic") continue;
    const Json json = solve({known.game, known.position, "--outcomes", "wld"});
    EXPECT_EQ(json.at("outcomes"), "wld");
    EXPECT_EQ(json.at("value"), (known.value > 0) - (known.value < 0)) << json;
  }
}

TEST(CliSolve, EveryMoveHasAValueAndTheBestHasTheBest) {
  for (const Known& known : known_positions()) {
    const Json json = solve({known.game, known.position, "--moves"});
    const Json shown = solvent({"show", known.game, known.position, "--json"}).json();
    ASSERT_TRUE(json.contains("moves")) << json;
    ASSERT_EQ(json.at("moves").size(), shown.at("moves").size()) << known.game;
    int best = -1000;
    for (std::size_t k = 0; k < json.at("moves").size(); ++k) {
      const Json& move = json.at("moves")[k];
      EXPECT_EQ(keys(move), Strings({"move", "value", "lower", "upper"}));
      EXPECT_EQ(move.at("move"), shown.at("moves")[k]);
      EXPECT_EQ(move.at("value"), move.at("lower"));
      EXPECT_EQ(move.at("value"), move.at("upper"));
      best = std::max(best, move.at("value").get<int>());
      if (move.at("move") == json.at("best")) { EXPECT_EQ(move.at("value"), known.value) << json; }
    }
    EXPECT_EQ(best, known.value) << json;
  }
}

// The value of a move is that of the position after it, seen from this side.
// Every move is a question, and large ones are searched by several threads.
TEST(CliSolve, SeveralThreadsValueMovesAsOneDoes) {
  const Json one = solve({"connect4", "2252576", "--moves", "--threads", "1"}),
             three = solve({"connect4", "2252576", "--moves", "--threads", "3"});
  EXPECT_EQ(one.at("threads"), 1);
  EXPECT_EQ(three.at("threads"), 3);
  EXPECT_EQ(one.at("value"), three.at("value"));
  ASSERT_EQ(one.at("moves").size(), 7U);
  ASSERT_EQ(three.at("moves").size(), 7U);
  for (std::size_t k = 0; k < 7; ++k)
    for (const char* field : {"move", "value"})
      EXPECT_EQ(one.at("moves")[k].at(field), three.at("moves")[k].at(field)) << k;
}

TEST(CliSolve, MovesAreWorthWhatTheyLeadTo) {
  const Json json = solve({"othello:4", "moves: b1", "--moves"});
  for (const Json& move : json.at("moves")) {
    const Json after = solve({"othello:4", "moves: b1 " + move.at("move").get<std::string>()});
    EXPECT_EQ(after.at("to_move"), "X");
    EXPECT_EQ(move.at("value"), -after.at("value").get<int>()) << move;
  }
  const Output text = solvent({"solve", "othello:4", "moves: b1", "--moves"});
  // The best ones first, and marked.
  std::vector<int> values;
  for (const Json& move : json.at("moves")) values.push_back(move.at("value"));
  std::sort(values.rbegin(), values.rend());
  Strings said = lines_of(text.out.substr(text.out.find("moves, by their value for O:\n")));
  ASSERT_GT(said.size(), values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_EQ(std::stoi(said[k + 1].substr(11)), values[k]) << said[k + 1];
    EXPECT_EQ(said[k + 1].starts_with("* "), values[k] == values[0]) << said[k + 1];
  }
}

TEST(CliSolve, MovesOfAGameOfWinAndLossAreWords) {
  const std::string text = solvent({"solve", "tictactoe", "a1", "--moves"}).out;
  EXPECT_NE(text.find("\nmoves, by their value for O:\n* b2       draws\n  b1       loses\n"),
            std::string::npos)
      << text;
  // What a question leaves open is no value, and so is what a limit did.
  const std::string asked = solvent({"solve", "tictactoe", "a1", "--at-least", "1", "--moves"}).out;
  EXPECT_NE(asked.find("\n  b1       draws or loses\n"), std::string::npos) << asked;
}

TEST(CliSolve, ALimitLeavesAMoveThatIsNotProved) {
  for (const std::string algorithm : {"negascout", "pns", "mopns"}) {
    const Strings command = {"connect4:6x6", "--algorithm", algorithm, "--threads", "1",
                             "--nodes",      "30000"};
    const Json json = solve(command);
    EXPECT_EQ(json.at("status"), "node-limit");
    EXPECT_TRUE(json.at("best").is_null());
    const std::string move = json.at("promising");
    EXPECT_TRUE(move.size() == 1 && '1' <= move[0] && move[0] <= '6') << move;
    Strings in_words = command;
    in_words.insert(in_words.begin(), "solve");
    EXPECT_NE(
        solvent(in_words).out.find("\nmost promising move so far, not proved: " + move + "\n"),
        std::string::npos);
  }
  EXPECT_FALSE(solve({"connect4:4x4"}).contains("promising"));
  EXPECT_FALSE(solve({"connect4:6x6", "--at-least", "1", "--nodes", "3000"}).contains("promising"));
}

TEST(CliSolve, AWinInAGameOfLinesHasADistance) {
  const Json wins = solve({"tictactoe", "a1b1"});
  EXPECT_EQ(wins.at("value"), 1);
  EXPECT_EQ(wins.at("plies_to_win"), Json::parse(R"({"least":5,"most":5})"));
  const Json loses = solve({"tictactoe", "a1b1a3"});
  EXPECT_EQ(loses.at("value"), -1);
  EXPECT_EQ(loses.at("plies_to_win"), Json::parse(R"({"least":4,"most":4})"));
  EXPECT_NE(solvent({"solve", "tictactoe", "a1b1a3"})
                .out.find("\ndistance: X can force the win in 4 plies, and no sooner\n"),
            std::string::npos);
  EXPECT_FALSE(solve({"tictactoe"}).contains("plies_to_win"));             // a draw
  EXPECT_FALSE(solve({"connect4:4x4", "1212"}).contains("plies_to_win"));  // another game
  // Of a long win by threats there are bounds.
  const Json gomoku = solve({"gomoku", "h8a1i9b1"});
  const Json& plies = gomoku.at("plies_to_win");
  EXPECT_GE(plies.at("least"), 5);
  EXPECT_LE(plies.at("least"), plies.at("most").is_null() ? Json(1000) : plies.at("most"));
}

TEST(CliSolve, AQuestionIsPutToEveryMoveToo) {
  const Output text = solvent({"solve", "connect4:5x4", "33", "--at-least", "1", "--moves"});
  EXPECT_NE(text.out.find("moves, by their value for X, as far as the question tells them apart:\n"
                          "  1        -7..0\n"),
            std::string::npos)
      << text.out;
}

TEST(CliSolve, AnEndedGameHasNoMove) {
  for (const Strings& extra : {Strings{}, Strings{"--moves"}}) {
    Strings arguments = {"connect4", "1212121"};
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    const Json json = solve(arguments);
    EXPECT_EQ(json.at("value"), -18);
    EXPECT_TRUE(json.at("best").is_null());
    EXPECT_TRUE(json.at("line").empty());
    EXPECT_EQ(json.contains("moves"), !extra.empty());
    EXPECT_TRUE(json.value("moves", Json::array()).empty());
  }
}

TEST(CliSolve, TheTextSaysWhatElseThanSearchItRestsOn) {
  EXPECT_EQ(solve({"connect4", "1212121"}).at("rests_on"), Json({"rules"}));
  EXPECT_EQ(solve({"connect4", "4455"}).at("rests_on"), Json({"search"}));
  const auto last_line = [](const Strings& arguments) {
    return solvent(arguments).out_lines().back();
  };
  EXPECT_EQ(last_line({"solve", "connect4", "1212121"}), "rests on the rules");
  EXPECT_EQ(last_line({"solve", "connect4", "4455"}).find("rests on"), std::string::npos);
  const TemporaryFolder folder;
  const std::string ending = "0 0 0 0 0 2|0 1 0 0 0 0 S22 N23 S";
  const std::string above = "0 2 0 0 0 1|0 0 0 1 1 0 S20 N23 S";
  ASSERT_EQ(solvent({"table", "build", "awari", "--stones", "4", "--dir", folder.path()}).status,
            0);
  EXPECT_EQ(last_line({"solve", "awari", ending, "--endgame", folder.path()}),
            "rests on the endgame database");
  EXPECT_EQ(last_line({"solve", "awari", above, "--endgame", folder.path()}),
            "rests on search and the endgame database");
}

TEST(CliSolve, AtLeastAnswersYesOrNoWithTrueBounds) {
  for (const Known& known : known_positions())
    for (int v = known.value - 1; v <= known.value + 1; ++v) {
      const Json json = solve({known.game, known.position, "--at-least", std::to_string(v)});
      EXPECT_EQ(json.at("status"), "solved") << json;
      EXPECT_EQ(json.at("at_least_holds"), known.value >= v) << json;
      EXPECT_LE(json.at("lower"), known.value) << json;
      EXPECT_GE(json.at("upper"), known.value) << json;
      EXPECT_EQ(json.at("value").is_null(), json.at("lower") != json.at("upper")) << json;
      EXPECT_TRUE(json.at("line").is_null());
    }
}

TEST(CliSolve, AtLeastBeyondTheScaleNeedsNoSearch) {
  const Json above = solve({"connect4", "--at-least", "1000"});
  EXPECT_EQ(above.at("at_least_holds"), false);
  EXPECT_EQ(above.at("created"), 0);
  EXPECT_EQ(solve({"connect4", "--at-least", "-1000"}).at("at_least_holds"), true);
  EXPECT_EQ(solve({"connect4", "4", "--at-least", "-18"}).at("at_least_holds"), true);
}

TEST(CliSolve, ARangeTellsApartWhatIsInside) {
  for (const Known& known : known_positions()) {
    if (known.game != "othello:4") continue;  // its values are many
    for (const auto& [low, high] : {std::pair{-16, -12}, {-12, -8}, {-8, 8}, {8, 12}, {-16, 16}}) {
      const std::string range = std::to_string(low) + ".." + std::to_string(high);
      const Json json = solve({known.game, known.position, "--range", range});
      EXPECT_EQ(json.at("status"), "solved") << json;
      EXPECT_LE(json.at("lower"), known.value) << json;
      EXPECT_GE(json.at("upper"), known.value) << json;
      if (low < known.value && known.value < high) {
        EXPECT_EQ(json.at("value"), known.value) << json;
      }
      if (known.value <= low) { EXPECT_LE(json.at("upper"), low) << json; }
      if (known.value >= high) { EXPECT_GE(json.at("lower"), high) << json; }
    }
  }
}

TEST(CliSolve, ReadsAPositionFromStandardInput) {
  for (const std::string input : {"4455", "4455\n", "4455\r\n", "  4455  \n"}) {
    const Output output = solvent({"solve", "connect4", "-", "--json"}, input);
    EXPECT_EQ(output.status, 0) << input << output.err;
    EXPECT_EQ(output.json().at("value"), 18) << input;
  }
  const Output othello = solvent({"solve", "othello:4", "-", "--json"}, "-----OX--XO----- O\n");
  EXPECT_EQ(othello.json().at("value"), -10);
}

TEST(CliSolve, ANameThatIsNotUtf8IsStillJson) {
  const TemporaryFolder folder;
  const std::string file = folder.write("a\xff.tree", "a Max: b=1 c=3\n");
  const Output output = solvent({"solve", "tree:" + file, "--json"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(output.json().at("value"), 3);
}

TEST(CliSolve, TwoRunsCountTheSameNodes) {
  for (const Known& known : known_positions()) {
    const Json a = solve({known.game, known.position}), b = solve({known.game, known.position});
    for (const std::string key : {"created", "expanded", "best", "line", "peak_bytes"})
      EXPECT_EQ(a.at(key), b.at(key)) << known.game << " " << key;
  }
}

TEST(CliSolve, ABoardOnATerminalIsInColour) {
  const Output output = run({.arguments = {"solve", "othello:4"},
                             .environment = kColourTerminal,
                             .out_is_terminal = true});
  EXPECT_EQ(output.status, 0);
  EXPECT_NE(output.out.find("\033["), std::string::npos);
  EXPECT_NE(output.out.find("X to move loses, score -10."), std::string::npos);
}

// A tree all of whose leaves are worth the same: there is nothing to find out, and every algorithm
// says so.
TEST(CliSolve, OneOutcomeIsAnAnswer) {
  const TemporaryFolder folder;
  const std::string files[] = {
      folder.write("flat", "a: b=3 c=3\n"),
      folder.write("deep", "a Min: b=3 c\nc: d=3 e f\ne: x=3\nf: y=3 z=3\n"),
      folder.write("cycle", "a: b c=3\nb: a d=3\nrepetition 3\n"),
      folder.write("leaf", "a = 3\n"),
  };
  std::vector<Strings> searches;
  for (const std::string& line : solvent({"algorithms"}).out_lines())
    if (!line.empty() && line[0] != ' ')
      searches.push_back({"--algorithm", line.substr(0, line.find(' '))});
  ASSERT_EQ(searches.size(), 14U);
  for (const char* algorithm : {"pns", "pn2", "dfpn"})
    for (const char* driver : {"binary", "linear", "linear-down", "open"})
      searches.push_back({"--algorithm", algorithm, "--driver", driver});
  for (const char* algorithm : {"pns", "pn2"})
    searches.push_back({"--algorithm", algorithm, "--keep-tree"});
  for (const std::string& file : files)
    for (const Strings& search : searches)
      for (const Strings& asked : {Strings{}, Strings{"--moves", "--certify"},
                                   Strings{"--at-least", "3"}, Strings{"--at-least", "4"}}) {
        Strings command = {"tree:" + file};
        command.insert(command.end(), search.begin(), search.end());
        command.insert(command.end(), asked.begin(), asked.end());
        const Json answer = solve(command);
        const int value = answer["to_move"] == "Max" ? 3 : -3;
        EXPECT_EQ(answer["lower"], value) << shell_words(command);
        EXPECT_EQ(answer["upper"], value) << shell_words(command);
      }
}

}  // namespace
}  // namespace solvent::test
