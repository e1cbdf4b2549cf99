// games, algorithms, show, perft, --help and --version: what they print, to a pipe and to a
// terminal.
#include <algorithm>
#include <sstream>

#include "run.hpp"

namespace solvent::test {
namespace {

const Strings kVerbs = {"games", "algorithms", "show", "perft", "solve", "batch"};
const Strings kAlgorithms = {"minimax", "alphabeta", "scout",  "negascout", "pns",
                             "pn2",     "dfpn",      "mopns",  "mopn2",     "dfmopns",
                             "mcpns",   "ppns",      "dfppns", "auto"};

Strings all_games() {
  Strings games;
  for (const Json& game : solvent({"games", "--json"}).jsons()) games.push_back(game.at("name"));
  return games;
}

Json show(const std::string& game, const std::string& position) {
  const Output output = solvent({"show", game, position, "--json"});
  EXPECT_EQ(output.status, 0) << game << " " << position << ": " << output.err;
  EXPECT_EQ(output.err, "");
  return output.json();
}

TEST(CliVersion, IsOneLine) {
  const Output output = solvent({"--version"});
  EXPECT_EQ(output.status, 0);
  EXPECT_TRUE(output.out.starts_with("solvent ")) << output.out;
  EXPECT_EQ(output.out_lines().size(), 1U);
  EXPECT_EQ(output.err, "");
}

TEST(CliHelp, NamesEveryVerb) {
  for (const std::string option : {"--help", "-h"}) {
    const Output output = solvent({option});
    EXPECT_EQ(output.status, 0);
    for (const std::string& verb : kVerbs)
      EXPECT_NE(output.out.find("\n  " + verb), std::string::npos);
    EXPECT_NE(output.out.find("Examples:"), std::string::npos);
  }
}

TEST(CliHelp, EveryVerbHasExamplesOfItsOwn) {
  for (const std::string& verb : kVerbs) {
    const Output output = solvent({verb, "--help"});
    EXPECT_EQ(output.status, 0) << verb;
    EXPECT_EQ(output.err, "") << verb;
    const std::size_t examples = output.out.find("Examples:");
    ASSERT_NE(examples, std::string::npos) << verb;
    EXPECT_NE(output.out.find("  solvent " + verb, examples), std::string::npos) << output.out;
    EXPECT_NE(output.out.find("Usage: solvent " + verb), std::string::npos) << output.out;
  }
}

TEST(CliHelp, ShowsEveryOptionOfTheInterface) {
  const Strings solving = {"--algorithm",    "--outcomes",  "--at-least", "--range",
                           "--moves",        "--nodes",     "--time",     "--memory",
                           "--table-size",   "--deepening", "--json",     "--quiet",
                           "--no-knowledge", "--progress"};
  for (const std::string verb : {"solve", "batch"}) {
    const std::string help = solvent({verb, "--help"}).out;
    for (const std::string& option : solving)
      EXPECT_NE(help.find("  " + option), std::string::npos) << verb << " " << option;
  }
  const std::string batch = solvent({"batch", "--help"}).out;
  for (const std::string option : {"--expect", "--threads", "--line", "--fresh-table"})
    EXPECT_NE(batch.find("  " + option), std::string::npos) << option;
  EXPECT_NE(solvent({"perft", "--help"}).out.find("--count-ended"), std::string::npos);
}

TEST(CliGames, TextAndJsonTellTheSame) {
  const Output text = solvent({"games"}), json = solvent({"games", "--json"});
  EXPECT_EQ(text.status, 0);
  EXPECT_EQ(json.status, 0);
  for (const Json& game : json.jsons()) {
    EXPECT_EQ(keys(game), Strings({"name", "title", "summary", "parameters", "notation", "outcomes",
                                   "example", "specs", "aliases"}));
    ASSERT_TRUE(game.at("outcomes").is_array());
    EXPECT_FALSE(game.at("outcomes").empty());
    for (const Json& scale : game.at("outcomes")) EXPECT_TRUE(scale == "score" || scale == "wld");
    for (const std::string key : {"name", "summary", "parameters", "notation"})
      EXPECT_NE(text.out.find(game.at(key).get<std::string>()), std::string::npos) << key;
  }
}

// Those whose folders CMake knows, and with one or two names each.
TEST(CliGames, AllOfThem) {
  const Strings games = all_games();
  Strings folders;
  std::istringstream words(SOLVENT_GAMES);
  for (std::string folder; words >> folder;) folders.push_back(folder);
  EXPECT_GE(folders.size(), 9u);
  for (const std::string& name : folders)
    EXPECT_EQ(std::count(games.begin(), games.end(), name), 1) << name;
  for (const std::string name : {"gomoku", "pgame"})
    EXPECT_EQ(std::count(games.begin(), games.end(), name), 1) << name;
}

TEST(CliGames, OneOfThem) {
  const Strings all = solvent({"games"}).out_lines(), one = solvent({"games", "kalah"}).out_lines();
  EXPECT_EQ(one.front(), "kalah");
  EXPECT_NE(std::search(all.begin(), all.end(), one.begin(), one.end()), all.end());
  EXPECT_EQ(solvent({"games", "tree"}).out_lines().front(), "tree") << "without a file";
  const Output wrong = solvent({"games", "kalha"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("did you mean kalah?"), std::string::npos) << wrong.err;
}

TEST(CliGames, TheDefaultScaleIsTheInterfaces) {
  for (const Json& game : solvent({"games", "--json"}).jsons()) {
    const std::string name = game.at("name");
    if (name == "tree" || name == "random" || name == "pgame")
      continue;  // theirs follow their values
    const bool wld = game.at("outcomes").size() == 1;
    EXPECT_EQ(game.at("outcomes").front(), wld ? "wld" : "score") << name;
    EXPECT_EQ(show(name, "").at("outcomes"), wld ? "wld" : "score") << name;
  }
}

TEST(CliGames, ExamplesCanBeShown) {
  for (const Json& game : solvent({"games", "--json"}).jsons()) {
    const std::string example = game.at("example");
    if (example.empty()) continue;
    EXPECT_FALSE(show(game.at("name"), example).at("moves").empty()) << game.at("name");
  }
}

TEST(CliAlgorithms, TextAndJsonTellTheSame) {
  const Output text = solvent({"algorithms"});
  EXPECT_EQ(text.status, 0);
  Strings names;
  for (const Json& algorithm : solvent({"algorithms", "--json"}).jsons()) {
    EXPECT_EQ(keys(algorithm), Strings({"name", "summary", "source"}));
    names.push_back(algorithm.at("name"));
    EXPECT_NE(text.out.find(algorithm.at("summary").get<std::string>()), std::string::npos);
  }
  EXPECT_EQ(names, kAlgorithms);
}

TEST(CliShow, DrawsAndNamesSideMovesAndBounds) {
  const Output output = solvent({"show", "connect4", "44"});
  EXPECT_EQ(output.status, 0);
  EXPECT_EQ(output.out,
            "  . . . . . . .\n"
            "  . . . . . . .\n"
            "  . . . . . . .\n"
            "  . . . . . . .\n"
            "  . . . O . . .\n"
            "  . . . X . . .\n"
            "  1 2 3 4 5 6 7\n"
            "\n"
            "connect4:7x6  ......./......./......./......./...O.../...X...\n"
            "X to move: 1 2 3 4 5 6 7\n"
            "By the rules alone its value lies in -18..+18 (score).\n");
  EXPECT_EQ(output.err, "");
}

TEST(CliShow, JsonFields) {
  const Json json = show("connect4", "44");
  EXPECT_EQ(keys(json), Strings({"game", "position", "to_move", "outcomes", "ended", "lower",
                                 "upper", "moves"}));
  EXPECT_EQ(json.at("game"), "connect4:7x6");
  EXPECT_EQ(json.at("to_move"), "X");
  EXPECT_EQ(json.at("ended"), false);
  EXPECT_EQ(json.at("lower"), -18);
  EXPECT_EQ(json.at("upper"), 18);
  EXPECT_EQ(json.at("moves"), Json({"1", "2", "3", "4", "5", "6", "7"}));
}

TEST(CliShow, AnEndedGameHasItsValueForTheSideToMove) {
  const Json json = show("connect4", "1212121");
  EXPECT_EQ(json.at("ended"), true);
  EXPECT_EQ(json.at("to_move"), "O");
  EXPECT_EQ(json.at("lower"), -18);
  EXPECT_EQ(json.at("upper"), -18);
  EXPECT_TRUE(json.at("moves").empty());
  const Output text = solvent({"show", "connect4", "1212121"});
  EXPECT_NE(text.out.find("The game is over: for O to move it is worth -18."), std::string::npos);
}

TEST(CliShow, ReadsAPositionFromStandardInput) {
  const Json expected = show("connect4", "4455");
  for (const std::string input : {"4455", "4455\n", "4455\r\n", "4455\nignored\n"})
    EXPECT_EQ(solvent({"show", "connect4", "-", "--json"}, input).json(), expected) << input;
}

TEST(CliShow, BoardsThatBeginWithAMinusAreNoOptions) {
  const std::string small = "-----OX--XO----- O";
  EXPECT_EQ(show("othello:4", small).at("to_move"), "O");
  EXPECT_EQ(show("othello:4", small).at("position"), small);
  const std::string start = show("othello", "").at("position");
  EXPECT_EQ(start.front(), '-');
  EXPECT_EQ(show("othello", start), show("othello", ""));
  EXPECT_EQ(solvent({"show", "othello:4", "--json", "--", small}).json().at("position"), small);
}

// Every game takes moves from the start, and prints positions that read back.
TEST(CliShow, MovesFromTheStartInEveryGame) {
  for (const std::string& name : all_games()) {
    const std::string game = name == "tree" ? tree("minimax") : name;
    std::string moves = "moves:";
    Json json = show(game, "");
    EXPECT_EQ(show(game, moves), json) << game;
    for (int ply = 0; ply < 3 && !json.at("moves").empty(); ++ply) {
      const std::string before = json.at("position");
      moves += " " + json.at("moves").back().get<std::string>();
      json = show(game, moves);
      EXPECT_NE(json.at("position"), before) << game;
      EXPECT_EQ(show(game, json.at("position")), json) << game << " " << moves;
    }
  }
}

TEST(CliColour, OnlyOnATerminal) {
  for (const std::string& name : all_games()) {
    const std::string game = name == "tree" ? tree("minimax") : name;
    EXPECT_EQ(solvent({"show", game}).out.find('\033'), std::string::npos) << game;
  }
  const Output piped = solvent({"show", "othello"});
  const Output terminal = run(
      {.arguments = {"show", "othello"}, .environment = kColourTerminal, .out_is_terminal = true});
  EXPECT_EQ(terminal.status, 0);
  EXPECT_NE(terminal.out.find("\033["), std::string::npos);
  // Without its colours (and the terminal's line ends) it is the same board.
  std::string plain;
  for (std::size_t at = 0; at < terminal.out.size(); ++at) {
    if (terminal.out[at] == '\033')
      at = terminal.out.find('m', at);
    else if (terminal.out[at] != '\r')
      plain += terminal.out[at];
  }
  EXPECT_EQ(plain, piped.out);
}

TEST(CliColour, NoneIfTheEnvironmentSaysSo) {
  for (const std::string variable : {"NO_COLOR=1", "TERM=dumb"}) {
    const Output output =
        run({.arguments = {"show", "othello"}, .environment = {variable}, .out_is_terminal = true});
    EXPECT_EQ(output.status, 0);
    EXPECT_EQ(output.out.find('\033'), std::string::npos) << variable;
  }
}

TEST(CliPerft, CountsWhatIsPublished) {
  EXPECT_EQ(solvent({"perft", "connect4", "8"}).out, "5673234\n");
  EXPECT_EQ(solvent({"perft", "othello", "7"}).out, "55092\n");
  EXPECT_EQ(solvent({"perft", "mnk", "9"}).out, "127872\n");
  EXPECT_EQ(solvent({"perft", "connect4", "44", "0"}).out, "1\n");
}

TEST(CliPerft, EndedGamesCountIfAsked) {
  EXPECT_EQ(solvent({"perft", "connect4", "1212121", "3"}).out, "0\n");
  EXPECT_EQ(solvent({"perft", "connect4", "1212121", "3", "--count-ended"}).out, "1\n");
  // All games of noughts and crosses.
  EXPECT_EQ(solvent({"perft", "mnk", "9", "--count-ended"}).out, "255168\n");
}

TEST(CliPerft, JsonFields) {
  const Json json = solvent({"perft", "connect4", "--json", "44", "3"}).json();
  EXPECT_EQ(keys(json), Strings({"game", "position", "depth", "count", "seconds"}));
  EXPECT_EQ(json.at("depth"), 3);
  EXPECT_EQ(json.at("count"), 343);
  EXPECT_TRUE(json.at("seconds").is_number());
}

TEST(CliPerft, ReadsAPositionFromStandardInput) {
  EXPECT_EQ(solvent({"perft", "connect4", "-", "1"}, "444444\n").out, "6\n");
  EXPECT_EQ(solvent({"perft", "othello:4", "-----OX--XO----- X", "1"}).out, "4\n");
}

// What does not arrive is not an answer.
TEST(CliOutput, AFullDiskIsAFailure) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  for (const Strings& arguments :
       {Strings{"games"}, Strings{"show", "connect4"}, Strings{"perft", "connect4", "2"},
        Strings{"solve", "mnk", "--json"}, Strings{"batch", "mnk"}, Strings{"--help"}}) {
    const Output output = run({.arguments = arguments, .input = "b2\n", .out_file = "/dev/full"});
    EXPECT_EQ(output.status, 1) << shell_words(arguments);
    EXPECT_NE(output.err.find("standard output"), std::string::npos) << output.err;
  }
}

TEST(CliShow, WinsByThreatsAsNumbers) {
  const Output text = solvent({"show", "mnk:6,6,4", "c3a1", "--threats"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_NE(text.out.find("X to move wins by "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("  1"), std::string::npos);
  const Json json = solvent({"show", "mnk:6,6,4", "c3a1", "--threats", "--json"}).json();
  std::string moves = "c3a1";
  for (const Json& move : json["mover"]["moves"]) moves += move.get<std::string>();
  const Json end = solvent({"show", "mnk:6,6,4", moves, "--json"}).json();
  EXPECT_EQ(end["ended"], true);
  EXPECT_EQ(end["upper"], -1);  // for O, who would be to move
  EXPECT_TRUE(solvent({"show", "gomoku", "--threats", "--json"}).json()["mover"].is_null());
  EXPECT_EQ(solvent({"show", "connect4", "--threats"}).status, 2);
  EXPECT_EQ(solvent({"show", "tree:x", "--threats", "--numbers"}).status, 2);
}

}  // namespace
}  // namespace solvent::test
