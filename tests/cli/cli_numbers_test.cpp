// show --numbers: explicit trees with their proof and disproof numbers.
#include "run.hpp"

namespace solvent::test {
namespace {

Output numbers(const std::string& game, Strings more = {}) {
  Strings arguments = {"show", game, "--numbers"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Output output = solvent(arguments);
  EXPECT_EQ(output.status, 0) << shell_words(arguments) << "\n" << output.err;
  EXPECT_EQ(output.err, "");
  return output;
}

TEST(CliNumbers, TheQuestionOfTwoOutcomes) {
  EXPECT_EQ(numbers(tree("proof-number")).out,
            "pn to prove, dn to disprove: Max gets at least 1.\n"
            "a Max    pn 1  dn 2\n"
            "  b Min  pn 2  dn 1\n"
            "    e ?  pn 1  dn 1\n"
            "    f ?  pn 1  dn 1\n"
            "  c Min  pn 1  dn 1\n"
            "    h ?  pn 1  dn 1\n"
            "select: c, h\n"
            "lecture: c, h\n");
  EXPECT_TRUE(numbers(tree("most-proving")).out.ends_with("select: b, e, l\nlecture: b, d, i\n"));
  EXPECT_NE(numbers(tree("costs")).out.find("\n    d ?  pn 2  dn 2  cost 2\n"), std::string::npos);
}

TEST(CliNumbers, OneQuestionOfSeveral) {
  EXPECT_EQ(numbers(tree("dilemma"), {"--at-least", "3"}).out,
            "pn to prove, dn to disprove: Max gets at least 3.\n"
            "a Max        pn 2  dn 1\n"
            "  b Min      pn 2  dn 1\n"
            "    d Max    pn 1  dn 2\n"
            "      h = 0  pn ∞  dn 0\n"
            "      i ?    pn 1  dn 1\n"
            "      j ?    pn 1  dn 1\n"
            "    e Max    pn 1  dn 1\n"
            "      k = 1  pn ∞  dn 0\n"
            "      l ?    pn 1  dn 1\n"
            "  c Min      pn ∞  dn 0\n"
            "    f = 2    pn ∞  dn 0\n"
            "    g ?      pn 1  dn 1\n"
            "select: b, e, l\n"
            "lecture: b, e, l\n");
}

TEST(CliNumbers, EveryOutcomeAndTheOnesTheRootIsDrawnTo) {
  EXPECT_EQ(
      numbers(tree("dilemma")).out,
      "G/S under each outcome: what it takes to prove that Max gets at least, at most so much.\n"
      "               0    1    2    3\n"
      "a Max        0/3  1/2  1/1  2/0\n"
      "  b Min      0/2  1/1  2/1  2/0\n"
      "    d Max    0/2  1/2  1/2  1/0\n"
      "      h = 0  0/0  ∞/0  ∞/0  ∞/0\n"
      "      i ?    0/1  1/1  1/1  1/0\n"
      "      j ?    0/1  1/1  1/1  1/0\n"
      "    e Max    0/∞  0/1  1/1  1/0\n"
      "      k = 1  0/∞  0/0  ∞/0  ∞/0\n"
      "      l ?    0/1  1/1  1/1  1/0\n"
      "  c Min      0/1  1/1  1/0  ∞/0\n"
      "    f = 2    0/∞  0/∞  0/0  ∞/0\n"
      "    g ?      0/1  1/1  1/1  1/0\n"
      "attracting: 2, distracting: 1\n"
      "select: c, g\n"
      "lecture: c, g\n");
}

// A node keeps its numbers wherever the drawing begins; V is for the side to move there.
TEST(CliNumbers, FromANodeOfMin) {
  const std::string below =
      "b Min      pn 2  dn 1\n"
      "  d Max    pn 1  dn 2\n"
      "    h = 0  pn ∞  dn 0\n"
      "    i ?    pn 1  dn 1\n"
      "    j ?    pn 1  dn 1\n"
      "  e Max    pn 1  dn 1\n"
      "    k = 1  pn ∞  dn 0\n"
      "    l ?    pn 1  dn 1\n"
      "select: e, l\n"
      "lecture: e, l\n";
  const std::string expected =
      "pn to prove, dn to disprove: Max gets at least 3 (if not, Min gets at least -2).\n" + below;
  EXPECT_EQ(numbers(tree("dilemma"), {"b", "--at-least", "-2"}).out, expected);
  EXPECT_EQ(numbers(tree("dilemma"), {"moves: b", "--at-least=-2"}).out, expected);
  EXPECT_EQ(solvent({"show", tree("dilemma"), "-", "--numbers", "--at-least", "-2"}, "b\n").out,
            expected);
  EXPECT_TRUE(numbers(tree("dilemma"), {"l"}).out.ends_with("select: l\nlecture: l\n"));
}

TEST(CliNumbers, WhatIsSettledHasNoPath) {
  EXPECT_TRUE(numbers(tree("minimax")).out.ends_with("\nsolved: Max gets 5\n"));
  EXPECT_TRUE(numbers(tree("minimax"), {"--at-least", "5"}).out.ends_with("\nproved\n"));
  EXPECT_TRUE(numbers(tree("minimax"), {"--at-least", "6"}).out.ends_with("\ndisproved\n"));
  const TemporaryFolder folder;
  const std::string one = folder.write("one.tree", "a Max: b=7 c=7\n");
  EXPECT_TRUE(numbers("tree:" + one).out.ends_with("\nsolved: Max gets 7\n"));
}

TEST(CliNumbers, SharedNodesAndCycles) {
  const std::string shared = numbers(tree("shared"), {"--at-least", "2"}).out;
  EXPECT_NE(shared.find("\n    d Max      pn 0  dn ∞  (as above)\n    f Max"), std::string::npos)
      << shared;
  EXPECT_EQ(numbers(tree("cycle")).out,
            "G/S under each outcome: what it takes to prove that Max gets at least, at most so "
            "much.\n"
            "              -1    0    1\n"
            "p Max        0/∞  0/0  ∞/0\n"
            "  q Min      0/∞  0/0  ∞/0\n"
            "    r Max    0/∞  0/0  ∞/0\n"
            "      p Max  0/∞  0/0  ∞/0  (again: worth 0)\n"
            "    win = 1  0/∞  0/∞  0/0\n"
            "  out = -1   0/0  ∞/0  ∞/0\n"
            "solved: Max gets 0\n");
}

TEST(CliNumbers, BySignsOnly) {
  const Json json = numbers(tree("minimax"), {"--outcomes", "wld", "--json"}).json();
  EXPECT_EQ(json.at("outcomes"), Json({-1, 0, 1}));
  EXPECT_EQ(json.at("nodes").front().at("low"), 1);
}

TEST(CliNumbers, JsonOfAQuestion) {
  const Json json = numbers(tree("dilemma"), {"--at-least", "3", "--json"}).json();
  EXPECT_EQ(keys(json), Strings({"game", "position", "to_move", "outcomes", "max_gets_at_least",
                                 "nodes", "select", "lecture"}));
  EXPECT_EQ(json.at("position"), "a");
  EXPECT_EQ(json.at("max_gets_at_least"), 3);
  EXPECT_EQ(json.at("select"), Json({"b", "e", "l"}));
  ASSERT_EQ(json.at("nodes").size(), 12U);
  const Json& c = json.at("nodes").at(9);
  EXPECT_EQ(keys(c), Strings({"node", "depth", "to_move", "kind", "low", "high", "pn", "dn"}));
  EXPECT_EQ(c.at("node"), "c");
  EXPECT_EQ(c.at("kind"), "inner");
  EXPECT_EQ(c.at("low"), 0);
  EXPECT_EQ(c.at("high"), 2);
  EXPECT_TRUE(c.at("pn").is_null());  // infinite
  EXPECT_EQ(c.at("dn"), 0);
}

TEST(CliNumbers, JsonOfTheTable) {
  const Json json = numbers(tree("dilemma"), {"--json"}).json();
  EXPECT_EQ(keys(json), Strings({"game", "position", "to_move", "outcomes", "nodes", "attracting",
                                 "distracting", "select", "lecture"}));
  EXPECT_EQ(json.at("attracting"), 2);
  EXPECT_EQ(json.at("distracting"), 1);
  EXPECT_EQ(json.at("nodes").front().at("G"), Json({0, 1, 1, 2}));
  EXPECT_EQ(json.at("nodes").front().at("S"), Json({3, 2, 1, 0}));
  const Json solved = numbers(tree("shared"), {"--json"}).json();
  EXPECT_TRUE(solved.at("attracting").is_null());
  EXPECT_TRUE(solved.at("select").is_null());
  EXPECT_EQ(solved.at("nodes").at(9).at("kind"), "as-above");
}

TEST(CliNumbers, BadInputIsAnsweredInOneLine) {
  const TemporaryFolder folder;
  std::string wide = "scale 0..1\na Max:";
  for (int k = 0; k < 1000; ++k) wide += " b" + std::to_string(k) + "?";
  const std::string large = "tree:" + folder.write("large.tree", wide + "\n");
  const std::string one = "tree:" + folder.write("one.tree", "a Max: b=7 c=7\n");
  const std::string bad = "tree:" + folder.write("bad.tree", "a Max: b c\nb = 1\nc = much\n");
  const std::string dilemma = tree("dilemma");
  const struct {
    Strings arguments, says;
  } cases[] = {
      {{"connect4"}, {"--numbers shows explicit trees", "connect4:7x6"}},
      {{"random"}, {"--numbers shows explicit trees"}},
      {{"conect4"}, {"'conect4'", "did you mean connect4?"}},
      {{"tree"}, {"tree:FILE"}},
      {{"tree:"}, {"tree:FILE"}},
      {{"tree:no/such.tree"}, {"no/such.tree"}},
      {{bad}, {"line 3", "'much'"}},
      {{large}, {"1,000 lines", "'a'"}},
      {{dilemma, "x"}, {"no node 'x'"}},
      {{dilemma, "moves: b f"}, {"move 2", "'f'", "d or e"}},
      {{dilemma, "--outcomes", "stars"}, {"'stars'", "score and wld"}},
      {{dilemma, "--at-least", "much"}, {"--at-least", "'much'", "whole number"}},
      {{dilemma, "--at-least", "0"}, {"always", "1 to 3"}},
      {{dilemma, "--at-least", "4"}, {"never", "1 to 3"}},
      {{dilemma, "b", "--at-least", "1"}, {"never", "-2 to 0"}},
      {{dilemma, "b", "--at-least", "-3"}, {"always", "-2 to 0"}},
      {{one, "--at-least", "7"}, {"only outcome is 7"}},
  };
  for (const auto& c : cases) {
    Strings arguments = {"show", "--numbers"};
    arguments.insert(arguments.end(), c.arguments.begin(), c.arguments.end());
    const Output output = solvent(arguments);
    EXPECT_EQ(output.status, 2) << shell_words(arguments);
    EXPECT_EQ(output.out, "");
    EXPECT_EQ(output.err_lines().size(), 1U) << output.err;
    for (const std::string& part : c.says)
      EXPECT_NE(output.err.find(part), std::string::npos) << output.err << part;
  }
  const Output alone = solvent({"show", tree("minimax"), "--at-least", "3"});
  EXPECT_EQ(alone.status, 2);
  EXPECT_NE(alone.err.find("only with --numbers"), std::string::npos);
  EXPECT_EQ(numbers(large, {"b7"}).status, 0);
}

}  // namespace
}  // namespace solvent::test
