// What the program says of itself: help, manual pages and completion for shells, all from one
// description; and the other names that people know games by.
#include <algorithm>
#include <fstream>
#include <regex>

#include "run.hpp"

namespace solvent::test {
namespace {

Strings verbs() {
  Strings found;
  const std::string help = solvent({"--help"}).out;
  std::istringstream in(help.substr(help.find("\nVerbs:") + 8));
  for (std::string line; std::getline(in, line) && line.starts_with("  ");)
    found.push_back(line.substr(2, line.find(' ', 2) - 2));
  return found;
}
Strings options_in(const std::string& help) {
  Strings found;
  const std::regex option("\n  (?:-h,)?(--[a-z-]+)");
  for (auto at = std::sregex_iterator(help.begin(), help.end(), option);
       at != std::sregex_iterator(); ++at)
    found.push_back((*at)[1]);
  return found;
}

TEST(CliHelp, IsAVerbToo) {
  EXPECT_EQ(solvent({"help"}).out, solvent({"--help"}).out);
  EXPECT_EQ(solvent({"help"}).status, 0);
  ASSERT_GE(verbs().size(), 12U);
  for (const std::string& verb : verbs())
    EXPECT_EQ(solvent({"help", verb}).out, solvent({verb, "--help"}).out) << verb;
  expect_bad_input({{{"help", "sovle"}, "no verb is called 'sovle' (did you mean solve?)"},
                    {{"help", "solve", "batch"}, "'batch' is one argument too many"},
                    {{"help", "--json"}, "help has no option '--json'"}});
}

TEST(CliHelp, ManualPagesHaveWhatHelpHas) {
  const auto has = [](const std::string& page, const std::string& option) {
    return page.find("\\fB" + std::regex_replace(option, std::regex("-"), "\\-") + "\\fR") !=
           page.npos;
  };
  const std::string program = solvent({"--help-as", "man"}).out;
  EXPECT_TRUE(program.starts_with(".TH SOLVENT 1 ")) << program;
  for (const std::string& verb : verbs()) {
    EXPECT_TRUE(has(program, verb)) << verb;
    const Output page = solvent({verb, "--help-as", "man"});
    EXPECT_EQ(page.status, 0) << page.err;
    EXPECT_NE(page.out.find("\n.SH SYNOPSIS\n\\fBsolvent " + verb + "\\fR"), std::string::npos);
    const Strings options = options_in(solvent({verb, "--help"}).out);
    ASSERT_FALSE(options.empty());
    for (const std::string& option : options)
      EXPECT_TRUE(option == "--help" || has(page.out, option)) << verb << " " << option;
    for (const std::string& line : page.out_lines())  // unknown to troff, or not meant for it
      EXPECT_TRUE(
          std::regex_match(line, std::regex(R"((\.(TH|SH|TP|nf|fi|nh|ad)\b.*)|([^.'].*)|)")))
          << verb << ": " << line;
  }
  expect_bad_input({{{"--help-as", "pdf"}, "--help-as 'pdf': there are man, bash and zsh"},
                    {{"solve", "--help-as", "zsh"}, "a verb has a manual page: man"},
                    {{"sovle", "--help-as", "man"}, "did you mean solve?"},
                    {{"--help-as"}, "--help-as"}});
}

// What bash offers for the last of these words. A colon parts words there.
Strings offered(const TemporaryFolder& folder, const Strings& words) {
  const std::string script = folder.path() + "/completion";
  std::ofstream(script) << run({.arguments = {"--help-as", "bash"}, .program = SOLVENT_BINARY}).out;
  const std::string tell =
      "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); "
      "\"_${1//-/_}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
  Strings arguments = {"-c", "cd '" + std::string(SOLVENT_SOURCE_DIR) + "/data' && " + tell, "bash",
                       script};
  arguments.insert(arguments.end(), words.begin(), words.end());
  const Output output = run({.arguments = arguments, .program = "/bin/bash"});
  EXPECT_EQ(output.err, "") << shell_words(words);
  Strings lines = output.out_lines();
  std::erase(lines, "");
  return lines;
}

TEST(CliCompletion, OffersWhatFits) {
  const TemporaryFolder folder;
  const auto offers = [&](const Strings& words) { return offered(folder, words); };
  EXPECT_EQ(offers({"solvent", "so"}), Strings({"solve"}));
  EXPECT_EQ(offers({"solvent", "help", "bat"}), Strings({"batch"}));
  EXPECT_EQ(offers({"solvent", "solve", "conn"}), Strings({"connect4", "connect-four"}));
  EXPECT_EQ(offers({"solvent", "solve", "--algorithm", "dfp"}), Strings({"dfpn", "dfppns"}));
  EXPECT_EQ(offers({"solvent", "solve", "--driver", "lin"}), Strings({"linear", "linear-down"}));
  EXPECT_EQ(offers({"solvent", "solve", "connect4", "--js"}), Strings({"--json"}));
  EXPECT_EQ(offers({"solvent", "solve", "--json", "--nodes", "5", "oth"}), Strings({"othello"}));
  EXPECT_EQ(offers({"solvent", "solve", "connect4", ":", "7x6", "tre"}), Strings());
  EXPECT_EQ(offers({"solvent", "batch", "connect4", ":", "7x6", "tre"}), Strings({"trees"}));
  EXPECT_EQ(offers({"solvent", "solve", "tree", ":", "trees/cyc"}), Strings({"trees/cycle.tree"}));
  EXPECT_EQ(offers({"solvent", "solve", "qubic", "--proof", "tre"}), Strings({"trees"}));
  for (const std::string& verb : verbs()) {
    Strings options = options_in(solvent({verb, "--help"}).out);
    Strings offer = offers({"solvent", verb, "--"});
    std::sort(options.begin(), options.end());
    std::sort(offer.begin(), offer.end());
    EXPECT_EQ(offer, options) << verb;
  }
}

// That zsh can read it; with what its functions are told instead of what they would show.
TEST(CliCompletion, OfZsh) {
  if (!std::filesystem::exists("/usr/bin/zsh")) GTEST_SKIP() << "there is no zsh";
  const TemporaryFolder folder;
  const std::string script = folder.path() + "/_solvent";
  std::ofstream(script) << solvent({"--help-as", "zsh"}).out;
  const Output output = run(
      {.arguments =
           {"-fc",
            "_arguments() { print -rl -- \"$@\" }; words=(solvent solve ''); CURRENT=3; source " +
                script},
       .program = "/usr/bin/zsh"});
  EXPECT_EQ(output.err, "");
  EXPECT_EQ(output.status, 0);
  for (const std::string& option : options_in(solvent({"solve", "--help"}).out))
    EXPECT_NE(output.out.find(option), std::string::npos) << option;
  EXPECT_NE(output.out.find(":GAME:(connect4 "), std::string::npos) << output.out;
}

TEST(CliGames, AreKnownByOtherNames) {
  const auto spec = [](const std::string& name) -> std::string {
    const Output output = solvent({"show", name, "--json"});
    return output.status == 0 ? output.json().at("game").get<std::string>() : output.err;
  };
  EXPECT_EQ(spec("tictactoe"), "mnk:3,3,3");
  EXPECT_EQ(spec("Tic-Tac-Toe"), "mnk:3,3,3");
  EXPECT_EQ(spec("mnk:4x3x3"), "mnk:4,3,3");
  EXPECT_EQ(spec("reversi"), "othello:8");
  EXPECT_EQ(spec("reversi:6"), "othello:6");
  EXPECT_EQ(spec("connect-four"), "connect4:7x6");
  EXPECT_EQ(spec("Connect Four:5x4"), "connect4:5x4");
  EXPECT_EQ(spec("four-in-a-row"), "connect4:7x6");
  EXPECT_EQ(spec("Go-Moku"), "gomoku");
  EXPECT_EQ(spec("five_in_a_row"), "gomoku");
  EXPECT_EQ(spec("3D tic-tac-toe"), "qubic");
  EXPECT_EQ(spec("mancala:4,3"), "kalah:4,3");
  // Every one that `games` tells of; none means two games.
  Strings seen;
  for (const Json& game : solvent({"games", "--json"}).jsons())
    for (const Json& named : game.at("aliases")) {
      const std::string alias = named;
      EXPECT_TRUE(spec(alias).starts_with(game.at("name").get<std::string>())) << alias;
      EXPECT_EQ(std::count(seen.begin(), seen.end(), alias), 0) << alias;
      seen.push_back(alias);
    }
  EXPECT_GE(seen.size(), 8U);
  expect_bad_input(
      {{{"show", "tictactoe:4,4,4"}, "tic-tac-toe is mnk:3,3,3; write mnk:PARAMETERS for others"},
       {{"show", "reversi:5"}, "the size is 4, 6 or 8"},
       {{"show", "mnk:3x3"}, "write COLUMNS,ROWS,IN_A_ROW"},
       {{"show", "revesri"}, "did you mean reversi?"}});
}

}  // namespace
}  // namespace solvent::test
