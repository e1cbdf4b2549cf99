// Limits are results: nodes, time, memory and Ctrl-C end a solve with bounds that are true, and the
// progress of a long one is seen by whoever wants to see it.
#include <signal.h>

#include "run.hpp"

namespace solvent::test {
namespace {

const Strings kAlgorithms = {"minimax", "alphabeta", "scout", "negascout"};

// The start of Connect Four: nobody here waits for its value, which is known to be +1.
const Strings kLong = {"solve", "connect4"};
constexpr int kLongValue = 1;

Strings with(Strings arguments, const Strings& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

void expect_open_answer(const Json& json, const std::string& status, int value) {
  EXPECT_EQ(json.at("status"), status) << json;
  EXPECT_TRUE(json.at("value").is_null()) << json;
  EXPECT_TRUE(json.at("best").is_null()) << json;
  EXPECT_LE(json.at("lower"), value) << json;
  EXPECT_GE(json.at("upper"), value) << json;
  EXPECT_LT(json.at("lower"), json.at("upper")) << json;
}

TEST(CliNodes, AreCountedExactly) {
  for (const std::string& algorithm : kAlgorithms)
    for (const int nodes : {1, 2, 255, 256, 257, 1000, 12345}) {
      const Json json =
          solve({"connect4", "--algorithm", algorithm, "--nodes", std::to_string(nodes)});
      expect_open_answer(json, "node-limit", kLongValue);
      EXPECT_EQ(json.at("created"), nodes) << algorithm;
    }
}

TEST(CliNodes, NoneAtAllIsAnAnswerToo) {
  expect_open_answer(solve({"connect4", "--nodes", "0"}), "node-limit", kLongValue);
  EXPECT_EQ(solve({"connect4", "1212121", "--nodes", "0"}).at("status"), "solved");
}

TEST(CliNodes, BoundsAreTrueInEveryGameWhereverItStops) {
  for (const Known& known : known_positions())
    for (const std::string& algorithm : kAlgorithms)
      for (const int nodes : {1, 7, 60, 400}) {
        const Json json = solve({known.game, known.position, "--algorithm", algorithm, "--nodes",
                                 std::to_string(nodes)});
        EXPECT_LE(json.at("created"), nodes) << json;
        EXPECT_LE(json.at("lower"), known.value) << json;
        EXPECT_GE(json.at("upper"), known.value) << json;
        if (json.at("status") != "solved")
          expect_open_answer(json, "node-limit", known.value);
        else
          EXPECT_EQ(json.at("value"), known.value) << json;
      }
}

TEST(CliNodes, MovesThatWereNotReachedAreLeftOpen) {
  const Json json =
      solve({"connect4", "7422341735647741166133573473242566", "--moves", "--nodes", "40"});
  const Json full = solve({"connect4", "7422341735647741166133573473242566", "--moves"});
  ASSERT_LE(json.at("moves").size(), full.at("moves").size());
  for (std::size_t k = 0; k < json.at("moves").size(); ++k) {
    EXPECT_EQ(json.at("moves")[k].at("move"), full.at("moves")[k].at("move"));
    EXPECT_LE(json.at("moves")[k].at("lower"), full.at("moves")[k].at("value"));
    EXPECT_GE(json.at("moves")[k].at("upper"), full.at("moves")[k].at("value"));
  }
}

TEST(CliNodes, TheTextSaysWhyItStopped) {
  const Output output = solvent({"solve", "connect4", "--nodes", "100"});
  EXPECT_EQ(output.status, 3);
  EXPECT_EQ(output.err, "");
  EXPECT_NE(output.out.find("X to move: between -18 and +18 (node-limit)."), std::string::npos);
  EXPECT_EQ(output.out.find("best play"), std::string::npos);
}

TEST(CliTime, EndsTheSearch) {
  for (const std::string& algorithm : kAlgorithms) {
    const Json json = solve({"connect4", "--algorithm", algorithm, "--time", "0.2"});
    expect_open_answer(json, "time-limit", kLongValue);
    EXPECT_GE(json.at("seconds"), 0.2);
    EXPECT_LT(json.at("seconds"), 20);  // a loaded machine is forgiven much
  }
  expect_open_answer(solve({"connect4", "--time", "0"}), "time-limit", kLongValue);
}

TEST(CliMemory, MinimaxStopsAtItsLimit) {
  for (const Known& known :
       {Known{"connect4", "", "X", kLongValue}, {"connect4:5x4", "", "X", 0}}) {
    const Json json = solve({known.game, "--algorithm", "minimax", "--memory", "1M"});
    expect_open_answer(json, "memory-limit", known.value);
    EXPECT_LE(json.at("peak_bytes"), 1 << 20);
  }
  const Output text = solvent({"solve", "awari", "--algorithm", "minimax", "--memory", "2M"});
  EXPECT_EQ(text.status, 3);
  EXPECT_NE(text.out.find("(memory-limit)."), std::string::npos) << text.out;
}

TEST(CliMemory, TablesKeepWithinIt) {
  for (const std::string algorithm : {"alphabeta", "scout", "negascout"})
    for (const std::string memory : {"1M", "3M", "1048576"}) {
      const Json json =
          solve({"connect4", "--algorithm", algorithm, "--memory", memory, "--nodes", "300000"});
      expect_open_answer(json, "node-limit", kLongValue);
      EXPECT_LE(json.at("peak_bytes"), memory == "3M" ? 3 << 20 : 1 << 20);
    }
}

TEST(CliMemory, TinyTablesDoNoHarm) {
  for (const std::string size : {"0", "1", "63", "64", "100", "4K"})
    for (const Known& known : {Known{"connect4:4x4", "", "X", 0}, {"woodpush:5,2", "", "Left", 6}})
      EXPECT_EQ(solve({known.game, "--table-size", size}).at("value"), known.value) << size;
}

Command interrupted(const Strings& arguments, const std::vector<int>& signals) {
  return {.arguments = with(arguments, {"--progress"}), .signals = signals, .await = "value in"};
}

TEST(CliInterrupt, EndsWithBounds) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Output json = run(interrupted(with(kLong, {"--json"}), {signal}));
    EXPECT_EQ(json.status, 130);
    expect_open_answer(json.json(), "interrupted", kLongValue);
    const Output text = run(interrupted(kLong, {signal}));
    EXPECT_EQ(text.status, 130);
    EXPECT_NE(text.out.find("(interrupted)."), std::string::npos) << text.out;
  }
}

TEST(CliInterrupt, EveryAlgorithmListens) {
  for (const std::string& algorithm : kAlgorithms) {
    const Output output =
        run(interrupted(with(kLong, {"--json", "--algorithm", algorithm}), {SIGINT}));
    EXPECT_EQ(output.status, 130) << algorithm;
    expect_open_answer(output.json(), "interrupted", kLongValue);
  }
}

TEST(CliInterrupt, ASecondOneEndsAtOnce) {
  const Output output = run(interrupted(kLong, {SIGINT, SIGTERM}));
  EXPECT_EQ(output.status, 130);
  EXPECT_EQ(output.out, "");
}

TEST(CliInterrupt, EndsABatchAfterThePositionInHand) {
  const Output output = run({.arguments = {"batch", "connect4", "--progress"},
                             .input = "4455\n4\n44\n",
                             .signals = {SIGINT},
                             .await = "line 2 · search · "});
  EXPECT_EQ(output.status, 130);
  ASSERT_EQ(output.out_lines().size(), 2U) << output.out;
  EXPECT_TRUE(output.out_lines()[0].starts_with("4455\t+18\t3\t"));
  EXPECT_TRUE(output.out_lines()[1].starts_with("4\t-")) << output.out;
  EXPECT_NE(output.out_lines()[1].find("..+"), std::string::npos) << output.out;
  const std::string summary = output.err_lines().back();
  EXPECT_TRUE(summary.starts_with("2 positions, 1 interrupted; mean ")) << summary;
}

TEST(CliInterrupt, WhatABatchHasNotComparedIsUndecided) {
  const Output output = run({.arguments = {"batch", "connect4", "--progress", "--expect"},
                             .input = "4455 18\n4 -2\n44 1\n",
                             .signals = {SIGINT},
                             .await = "line 2 · search · "});
  EXPECT_EQ(output.status, 130);
  EXPECT_EQ(output.err_lines().back(),
            "1 of 2 agree with the expected value, 0 disagree, 1 undecided");
}

TEST(CliInterrupt, EndsABatchThatWaitsForInput) {
  const Output output = run({.arguments = {"batch", "connect4", "--progress"},
                             .input = "4455\n",
                             .keep_input_open = true,
                             .signals = {SIGINT},
                             .await = "1 position"});
  EXPECT_EQ(output.status, 130);
  EXPECT_EQ(output.out_lines().size(), 1U) << output.out;
  EXPECT_TRUE(output.err_lines().back().starts_with("1 position, interrupted; mean "))
      << output.err;
}

TEST(CliProgress, LinesForAPipeThatAskedForThem) {
  const Output output = run(interrupted(kLong, {SIGINT}));
  const Strings lines = output.err_lines();
  ASSERT_FALSE(lines.empty());
  for (const std::string& line : lines)
    for (const std::string part : {"search · ", " s · ", " nodes · ", " M/s · ", "iB · value in -"})
      EXPECT_NE(line.find(part), std::string::npos) << line;
  EXPECT_EQ(output.err.find('\033'), std::string::npos);
  EXPECT_EQ(output.err.find('\r'), std::string::npos);
}

TEST(CliProgress, ALiveLineOnATerminal) {
  // Of three outcomes none is excluded soon: a line that says so would be kept.
  const Output output = run({.arguments = with(kLong, {"--outcomes", "wld"}),
                             .err_is_terminal = true,
                             .signals = {SIGINT},
                             .await = "value in"});
  EXPECT_EQ(output.status, 130);
  EXPECT_TRUE(output.err.starts_with("\r\033[Ksearch · ")) << output.err;
  EXPECT_TRUE(output.err.ends_with("\r\033[K")) << output.err;  // and nothing is left of it
  EXPECT_EQ(output.err.find('\n'), std::string::npos) << output.err;
  EXPECT_EQ(output.out.find('\033'), std::string::npos) << output.out;
}

TEST(CliProgress, NoneWithoutATerminalAndNoneInQuiet) {
  const Strings limited = with(kLong, {"--time", "0.5"});
  EXPECT_EQ(run({.arguments = limited}).err, "");
  EXPECT_EQ(run({.arguments = with(limited, {"--quiet"}), .err_is_terminal = true}).err, "");
  EXPECT_EQ(run({.arguments = with(limited, {"--quiet", "--progress"})}).err, "");
}

}  // namespace
}  // namespace solvent::test
