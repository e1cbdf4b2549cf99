// batch: a line in, a line out, in order; comments, bad lines, expected values, threads, summaries.
#include <algorithm>
#include <sstream>

#include "run.hpp"

namespace solvent::test {
namespace {

// From Pascal Pons's test set of nearly ended games: positions and their values.
const std::string kScored =
    "2252576253462244111563365343671351441 -1\n"
    "7422341735647741166133573473242566 1\n"
    "23163416124767223154467471272416755633 0\n";
const std::string kPositions =
    "2252576253462244111563365343671351441\n"
    "7422341735647741166133573473242566\n"
    "23163416124767223154467471272416755633\n";

Strings fields(const std::string& line) {
  Strings out;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) out.push_back(field);
  return out;
}
std::string field(const std::string& line, std::size_t k) {
  const Strings all = fields(line);
  return k < all.size() ? all[k] : "(missing)";
}

TEST(CliBatch, ALineInALineOut) {
  const Output output = solvent({"batch", "connect4"}, kPositions);
  EXPECT_EQ(output.status, 0);
  const Strings in = lines_of(kPositions), out = output.out_lines(), values = {"-1", "+1", "0"};
  ASSERT_EQ(out.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    ASSERT_EQ(fields(out[k]).size(), 5U) << out[k];  // position, value, best, nodes, seconds
    EXPECT_EQ(field(out[k], 0), in[k]);
    EXPECT_EQ(field(out[k], 1), values[k]);
    EXPECT_NE(field(out[k], 2), "-");
    EXPECT_EQ(field(out[k], 3).find_first_not_of("0123456789"), std::string::npos);
  }
  ASSERT_EQ(output.err_lines().size(), 1U);
  EXPECT_TRUE(output.err.starts_with("3 positions; mean ")) << output.err;
  EXPECT_NE(output.err.find("s of CPU; total"), std::string::npos) << output.err;
}

TEST(CliBatch, JsonHasTheInterfacesFields) {
  const Output output = solvent({"batch", "connect4", "-", "--json", "--quiet"}, kPositions);
  EXPECT_EQ(output.status, 0);
  EXPECT_EQ(output.err, "");
  const std::vector<Json> answers = output.jsons();
  ASSERT_EQ(answers.size(), 3U);
  const Strings in = lines_of(kPositions);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(answers[k].at("position"), in[k]);
    EXPECT_EQ(answers[k].at("status"), "solved");
    EXPECT_TRUE(answers[k].at("line").is_null());
    EXPECT_FALSE(answers[k].contains("expected"));
    EXPECT_EQ(answers[k].at("value"), answers[k].at("lower"));
    EXPECT_EQ(answers[k].at("value"), answers[k].at("upper"));
  }
}

TEST(CliBatch, AgreesWithSolve) {
  for (const Known& known : known_positions()) {
    if (known.position.empty()) continue;  // an empty line is skipped
    const std::vector<Json> answers =
        solvent({"batch", known.game, "--json", "--line"}, known.position + "\n").jsons();
    ASSERT_EQ(answers.size(), 1U);
    const Json alone = solve({known.game, known.position});
    for (const std::string key : {"game", "position", "to_move", "status", "value", "verdict",
                                  "best", "line", "created", "expanded"})
      EXPECT_EQ(answers[0].at(key), alone.at(key)) << known.game << " " << key;
  }
}

TEST(CliBatch, SkipsCommentsAndEmptyLinesAndTheSpacesAround) {
  const Output output =
      solvent({"batch", "connect4"}, "# late positions\n\n   \n  4455 \t\r\n#4\n4455");
  EXPECT_EQ(output.status, 0);
  ASSERT_EQ(output.out_lines().size(), 2U) << output.out;
  for (const std::string& line : output.out_lines())
    EXPECT_TRUE(line.starts_with("4455\t+18\t3\t"));
}

TEST(CliBatch, NothingInNothingOut) {
  for (const std::string input : {"", "\n", "# nothing\n"}) {
    const Output output = solvent({"batch", "connect4"}, input);
    EXPECT_EQ(output.status, 0);
    EXPECT_EQ(output.out, "");
    EXPECT_TRUE(output.err.starts_with("0 positions;")) << output.err;
    EXPECT_EQ(solvent({"batch", "connect4", "--quiet"}, input).err, "");
  }
}

TEST(CliBatch, ReadsAFile) {
  const TemporaryFolder folder;
  const std::string file = folder.write("positions.txt", kPositions);
  EXPECT_EQ(solvent({"batch", "connect4", file}).out_lines().size(), 3U);
  EXPECT_EQ(solvent({"batch", "connect4", folder.write("empty.txt", "")}).status, 0);
}

TEST(CliBatch, ABadLineIsNamedAndTheOthersAreAnswered) {
  const Output output = solvent({"batch", "connect4"}, "4455\n\n9\nmoves: 4 4 5 5\n4444444\n");
  EXPECT_EQ(output.status, 2);
  const Strings rows = output.out_lines();
  ASSERT_EQ(rows.size(), 4U) << output.out;
  EXPECT_EQ(rows[1], "9\tunreadable\t-\t-\t-");
  EXPECT_EQ(field(rows[2], 0), "moves: 4 4 5 5");
  EXPECT_EQ(field(rows[2], 1), "+18");
  EXPECT_EQ(field(rows[3], 1), "unreadable");
  const Strings err = output.err_lines();
  ASSERT_EQ(err.size(), 3U) << output.err;
  EXPECT_TRUE(err[0].starts_with("solvent: line 3: '9'")) << err[0];
  EXPECT_TRUE(err[1].starts_with("solvent: line 5: '4444444'")) << err[1];
  EXPECT_TRUE(err[2].starts_with("2 positions, 2 lines not understood;")) << err[2];
}

// Every line has its row, in every form, and every row as many fields.
TEST(CliBatch, RowsStandBesideTheirLines) {
  const std::string late = "2252576253462244111563365343671351441";
  const std::string input = late + "\t-1\n9 1\n4455\n\"x\", y 2\n" + late + " -1\n";
  const Strings how = {"batch", "connect4", "--expect", "--line", "--moves", "--quiet"};
  const auto with = [&](const std::string& form) {
    Strings arguments = how;
    if (!form.empty()) arguments.push_back(form);
    return solvent(arguments, input);
  };
  const Output text = with("");
  EXPECT_EQ(text.status, 2);
  ASSERT_EQ(text.out_lines().size(), 5U) << text.out;
  for (const std::string& row : text.out_lines()) EXPECT_EQ(fields(row).size(), 9U) << row;
  const std::vector<Json> json = with("--json").jsons();
  ASSERT_EQ(json.size(), 5U);
  const Strings csv = with("--csv").out_lines();
  ASSERT_EQ(csv.size(), 6U);
  EXPECT_EQ(csv[0],
            "position,status,value,lower,upper,rests_on,best,nodes,cpu_seconds,expected,agrees,"
            "line,moves,error\r");
  for (std::size_t k = 0; k < 5; ++k) {
    const bool readable = k == 0 || k == 4;
    EXPECT_EQ(field(text.out_lines()[k], 1), readable ? "-1" : "unreadable");
    EXPECT_EQ(json[k].at("status"), readable ? "solved" : "unreadable");
    EXPECT_EQ(json[k].contains("error"), !readable);
    EXPECT_EQ(csv[k + 1].find(",unreadable,") == std::string::npos, readable) << csv[k + 1];
  }
  EXPECT_EQ(json[1].at("position"), "9 1");
  EXPECT_TRUE(csv[1].starts_with(late + ",solved,-1,-1,-1,search,6,")) << csv[1];
  EXPECT_TRUE(csv[1].ends_with(",-1,yes,6 7 7 7,6=-1 7=-2,\r")) << csv[1];
  EXPECT_TRUE(csv[4].starts_with("\"\"\"x\"\", y 2\",unreadable,,,,,,,,,,,,")) << csv[4];
  expect_bad_input({{{"batch", "connect4", "--csv", "--json"}, "ask for one of them"}});
}

TEST(CliBatch, EveryMoveHasItsValueIfAsked) {
  const std::string position = "7422341735647741166133573473242566\n";
  const Output text = solvent({"batch", "connect4", "--moves"}, position);
  const Json json = solvent({"batch", "connect4", "--moves", "--json"}, position).json();
  std::string expected;
  for (const Json& m : json.at("moves")) {
    const int value = m.at("value");
    expected += (expected.empty() ? "" : " ") + m.at("move").get<std::string>() + "=" +
                (value > 0 ? "+" : "") + std::to_string(value);
  }
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(field(text.out_lines().at(0), 5), expected);
  // What the question leaves open is shown as it is.
  const Output open = solvent({"batch", "connect4", "--moves", "--at-least", "1"}, position);
  EXPECT_EQ(field(open.out_lines().at(0), 1), "yes");
  EXPECT_NE(field(open.out_lines().at(0), 5).find(".."), std::string::npos) << open.out;
}

TEST(CliBatch, BinaryRubbishIsBadLinesAndNoMore) {
  std::string rubbish;
  for (unsigned k = 0; k < 4000; ++k) rubbish += static_cast<char>(k * 2654435761U >> 13);
  for (const std::string game : {"connect4", "othello", "awari", "mnk", "random"}) {
    const Output output = solvent({"batch", game, "--expect", "--quiet"}, rubbish);
    EXPECT_EQ(output.status, 2);
    for (const std::string& line : output.out_lines())
      EXPECT_EQ(line.substr(line.find('\t')), "\tunreadable\t-\t-\t-\t-\t-") << line;
    EXPECT_EQ(output.out_lines().size(), output.err_lines().size());
    for (const std::string& line : output.err_lines())
      EXPECT_TRUE(line.starts_with("solvent: line ")) << line;
    const auto rows = [&](const std::string& form) {
      return solvent({"batch", game, "--expect", "--quiet", form}, rubbish).out_lines().size();
    };
    EXPECT_EQ(rows("--json"), output.out_lines().size());
    EXPECT_EQ(rows("--csv"), output.out_lines().size() + 1);
  }
}

TEST(CliBatchExpect, AgreementIsCounted) {
  const Output output = solvent({"batch", "connect4", "--expect"}, kScored);
  EXPECT_EQ(output.status, 0);
  for (const std::string& line : output.out_lines()) {
    EXPECT_EQ(field(line, 1), field(line, 5));
    EXPECT_EQ(field(line, 6), "ok");
  }
  ASSERT_EQ(output.err_lines().size(), 2U);
  EXPECT_EQ(output.err_lines().back(), "3 of 3 agree with the expected value");
  for (const Json& json : solvent({"batch", "connect4", "--expect", "--json"}, kScored).jsons())
    EXPECT_EQ(json.at("value"), json.at("expected"));
}

TEST(CliBatchExpect, ADisagreementIsAFailure) {
  const Output output =
      solvent({"batch", "connect4", "--expect"}, "4455 18\n4455 3\n1212121 -18\n");
  EXPECT_EQ(output.status, 1);
  ASSERT_EQ(output.out_lines().size(), 3U);
  EXPECT_EQ(field(output.out_lines()[0], 6), "ok");
  EXPECT_EQ(field(output.out_lines()[1], 5), "+3");
  EXPECT_EQ(field(output.out_lines()[1], 6), "WRONG");
  EXPECT_EQ(output.err_lines().back(),
            "2 of 3 agree with the expected value, 1 disagree, 0 undecided");
  const std::vector<Json> json =
      solvent({"batch", "connect4", "--expect", "--json"}, "4455 18\n4455 3\n").jsons();
  EXPECT_EQ(json.at(0).at("agrees"), true);
  EXPECT_EQ(json.at(1).at("agrees"), false);
}

TEST(CliBatchExpect, ALineWithoutAValueIsABadLine) {
  const Output output = solvent({"batch", "connect4", "--expect"}, "4455 18\n4455\n4455 x\n");
  EXPECT_EQ(output.status, 2);
  EXPECT_EQ(output.out_lines().size(), 3U);
  EXPECT_EQ(output.err_lines().size(), 4U) << output.err;
  EXPECT_EQ(output.err_lines().back(),
            "1 of 3 agree with the expected value, 0 disagree, 0 undecided, 2 not understood");
  // A disagreement weighs more.
  EXPECT_EQ(solvent({"batch", "connect4", "--expect"}, "4455 3\n4455\n").status, 1);
}

TEST(CliBatchExpect, WhatALimitLeavesOpenIsNotWrong) {
  const Output open = solvent({"batch", "connect4", "--expect", "--nodes", "100"}, "4 2\n");
  EXPECT_EQ(open.status, 3);
  EXPECT_EQ(field(open.out, 1), "-18..+18");
  EXPECT_EQ(field(open.out_lines()[0], 6), "open");
  EXPECT_EQ(open.err_lines().back(),
            "0 of 1 agree with the expected value, 0 disagree, 1 undecided");
  const Json json =
      solvent({"batch", "connect4", "--expect", "--nodes", "100", "--json"}, "4 2\n").json();
  EXPECT_TRUE(json.at("agrees").is_null());
  // Nor is what the question itself leaves open.
  const Output range = solvent({"batch", "connect4", "--expect", "--range", "-1..0"},
                               "7422341735647741166133573473242566 1\n");
  EXPECT_EQ(range.status, 3);
  EXPECT_EQ(field(range.out_lines().at(0), 6), "open");
  // Unless the bounds already say so.
  const Output wrong = solvent({"batch", "connect4", "--expect", "--nodes", "100"}, "4 20\n");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_EQ(field(wrong.out_lines()[0], 6), "WRONG");
}

TEST(CliBatchExpect, AQuestionIsComparedAsAQuestion) {
  const auto matched = [](const std::string& at_least, const std::string& line) {
    const Output output =
        solvent({"batch", "othello:4", "--expect", "--at-least", at_least}, line + "\n");
    return field(output.out_lines().at(0), 1) + " " + field(output.out_lines()[0], 6) + " " +
           std::to_string(output.status);
  };
  EXPECT_EQ(matched("-10", "-----OX--XO----- O -10"), "yes ok 0");
  EXPECT_EQ(matched("-8", "-----OX--XO----- O -10"), "no ok 0");
  EXPECT_EQ(matched("2", "-----OX--XO----- O 4"), "no WRONG 1");
}

TEST(CliBatchExpect, OthelloLinesCarryTheirOwn) {
  const std::string obf =
      "-XXXXXXX--XOOXOX-XXXXXOXXXXOXXOOXXOXOXO-OXXOOOO-OXOXOO--XO--XO-- X; C8:+28; H5:+20;\n";
  const Output output = solvent({"batch", "othello", "--expect"}, obf);
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(field(output.out_lines().at(0), 1), "+28");
  EXPECT_EQ(field(output.out_lines().at(0), 6), "ok");
}

TEST(CliBatch, LinesOfBestPlayIfAsked) {
  const Output text = solvent({"batch", "connect4", "--line"}, "4455\n");
  EXPECT_EQ(field(text.out_lines().at(0), 5).substr(0, 2), "3 ");
  const std::vector<Json> json =
      solvent({"batch", "connect4", "--line", "--json"}, "4455\n").jsons();
  EXPECT_EQ(json.at(0).at("line").at(0), "3");
}

TEST(CliBatch, LimitsHoldForEachPosition) {
  const Output output = solvent({"batch", "connect4", "--nodes", "50", "--json"}, "4\n4455\n44\n");
  EXPECT_EQ(output.status, 3);
  const std::vector<Json> answers = output.jsons();
  ASSERT_EQ(answers.size(), 3U);
  const Strings status = {"node-limit", "solved", "node-limit"};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(answers[k].at("status"), status[k]);
    EXPECT_LE(answers[k].at("created"), 50);
  }
  EXPECT_NE(output.err.find("2 stopped at a limit"), std::string::npos) << output.err;
}

// A mixed bag, long enough for several blocks of several threads.
std::string many_positions() {
  std::string text;
  for (int k = 0; k < 30; ++k) {
    text += std::to_string(1 + k % 5) + std::to_string(1 + k / 2 % 5) +
            std::to_string(1 + k / 5 % 5) + "\n";
    if (k % 7 == 3) text += "# a comment\n";
    if (k == 20) text += "99\n";
    text += "4455\n";
  }
  return text;
}

TEST(CliBatch, ThreadsGiveTheSameAnswersInTheSameOrder) {
  const std::string text = many_positions();
  const auto answers = [&](const std::string& threads) {
    const Output output = solvent({"batch", "connect4:5x4", "--json", "--threads", threads}, text);
    EXPECT_EQ(output.status, 2);
    EXPECT_NE(output.err.find("'99'"), std::string::npos);
    std::vector<Json> kept;
    for (const Json& json : output.jsons())
      kept.push_back({json.at("position"), json.at("status"), json.value("value", Json(nullptr)),
                      json.value("verdict", "")});
    return kept;
  };
  const std::vector<Json> one = answers("1");
  for (const std::string threads : {"2", "3", "16"}) EXPECT_EQ(answers(threads), one) << threads;
}

// Threads that find no position left search the last ones together with those who have them.
TEST(CliBatch, ThreadsWithoutAPositionHelpTheOthers) {
  const std::string last = "4444443";  // a million nodes
  const std::vector<Json> rows =
      solvent({"batch", "connect4", "--json", "--threads", "2"}, "4455\n4455\n" + last + "\n")
          .jsons();
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].at("threads"), 1);
  EXPECT_EQ(rows[2].at("position"), last);
  EXPECT_EQ(rows[2].at("value"), -1);
  EXPECT_EQ(rows[2].at("threads"), 2);
  const Json alone = solvent({"batch", "connect4", "--json", "--threads", "8"}, last).json();
  EXPECT_EQ(alone.at("value"), -1);
  EXPECT_EQ(alone.at("threads"), 8);
}

// With superko positions are numbered as they are met: each thread has numbers of its own, so what
// it counts is what one thread counts on its lines.
TEST(CliBatch, ThreadsDoNotMeetInTheNumbersOfPositions) {
  const std::string game = "woodpush:6,2,ko=super";
  const std::vector<std::string> lines = {"LL..RR L", "L.L.RR R", "LL.R.R L", "L..LRR L"};
  const auto created = [&](const std::string& text, const std::string& threads) {
    std::vector<Json> counts;
    for (const Json& json : solvent({"batch", game, "--json", "--threads", threads}, text).jsons())
      counts.push_back(json.at("created"));
    return counts;
  };
  const std::vector<Json> both =
      created(lines[0] + "\n" + lines[1] + "\n" + lines[2] + "\n" + lines[3] + "\n", "2");
  ASSERT_EQ(both.size(), 4U);
  EXPECT_EQ(created(lines[0] + "\n" + lines[2] + "\n", "1"), (std::vector<Json>{both[0], both[2]}));
  EXPECT_EQ(created(lines[1] + "\n" + lines[3] + "\n", "1"), (std::vector<Json>{both[1], both[3]}));
}

TEST(CliBatch, AFreshTableCountsNodesAsSolveDoes) {
  const std::string input = "44\n44\n";
  const std::vector<Json> fresh =
      solvent({"batch", "connect4:5x4", "--fresh-table", "--json"}, input).jsons();
  const std::vector<Json> kept = solvent({"batch", "connect4:5x4", "--json"}, input).jsons();
  ASSERT_EQ(fresh.size(), 2U);
  ASSERT_EQ(kept.size(), 2U);
  const Json alone = solve({"connect4:5x4", "44"});
  EXPECT_EQ(fresh[0].at("created"), alone.at("created"));
  EXPECT_EQ(fresh[1].at("created"), alone.at("created"));
  EXPECT_EQ(kept[0].at("created"), alone.at("created"));
  EXPECT_LT(kept[1].at("created"), alone.at("created"));
  for (const Json& json : {fresh[1], kept[1]}) EXPECT_EQ(json.at("value"), alone.at("value"));
}

TEST(CliBatch, EveryAlgorithmAgreesOnAFile) {
  for (const std::string algorithm : {"minimax", "alphabeta", "scout", "negascout", "auto"})
    EXPECT_EQ(solvent({"batch", "connect4", "--expect", "--algorithm", algorithm}, kScored).status,
              0)
        << algorithm;
}

TEST(CliBatch, ProgressOnlyIfAskedFor) {
  const Output output = solvent({"batch", "connect4", "--progress"}, kPositions);
  EXPECT_EQ(output.err_lines().size(), 4U) << output.err;
  EXPECT_TRUE(output.err.starts_with("1 position · ")) << output.err;
  const Output terminal =
      run({.arguments = {"batch", "connect4"}, .input = kPositions, .err_is_terminal = true});
  EXPECT_TRUE(terminal.err.starts_with("\r\033[K1 position · ")) << terminal.err;
  EXPECT_EQ(std::count(terminal.err.begin(), terminal.err.end(), '\n'), 1) << terminal.err;
}

}  // namespace
}  // namespace solvent::test
