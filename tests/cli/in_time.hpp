// How soon a program ends that has to: by its own limits, or because it is told to.
//
// Usual tests look at the processor time of the program, which a loaded machine does not change;
// slow ones at the clock on the wall, and forgive a machine that was busy with something else
// twice.
#pragma once

#include <csignal>
#include <fstream>

#include "base/rng.hpp"
#include "run.hpp"

namespace solvent::test {

constexpr double kLateness = 0.2, kReaction = 0.5;  // seconds, beyond a limit and after Ctrl-C
constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
// Beside --memory: the program, its libraries and its stack.
constexpr std::uint64_t kProgram = 40 * kMegabyte;

inline const Strings& every_algorithm() {
  static const Strings kAll = {"minimax", "alphabeta", "scout", "negascout", "dfpn",
                               "dfmopns", "dfppns",    "pns",   "mopns",     "mcpns",
                               "ppns",    "pn2",       "mopn2", "auto"};
  return kAll;
}

// A graph that is far too large for a moment: cycles near and far, few values.
inline std::string large_tree(const std::string& folder) {
  const std::string file = folder + "/large.tree";
  std::ofstream out(file);
  Rng rng(1);
  constexpr std::uint32_t kNodes = 60'000;
  for (std::uint32_t n = 0; n < kNodes; ++n) {
    out << 'n' << n << (rng.below(2) == 0 ? " Max:" : " Min:");
    out << " n" << (n + 1) % kNodes;  // all can be reached
    const std::uint32_t children = 1 + rng.below(3);
    for (std::uint32_t k = 0; k < children; ++k)
      out << " n" << (n + kNodes - 300 + k * 302 + rng.below(300)) % kNodes;
    if (rng.below(10) == 0) out << " v" << n << '=' << static_cast<int>(rng.below(11)) - 5;
    out << '\n';
  }
  return "tree:" + file;
}

// One of every family that nobody solves in a second, and Woodpush with histories besides.
inline Strings every_game(const std::string& folder) {
  return {"connect4",
          "othello",
          "awari",
          "kalah",
          "woodpush:20,10",
          "woodpush:20,10,ko=super",
          "mnk:19,19,5",
          "gomoku",
          "qubic",
          large_tree(folder),
          "random:b=8,d=20,seed=1",
          "pgame:b=4,d=15,seed=1"};
}

enum class Measure : std::uint8_t { Processor, Wall };

// Runs it up to three times until it is in time, and says so if it never is.
template <class Seconds>
Output run_in_time(const Command& command, Measure measure, double most, Seconds seconds) {
  Output output;
  for (int attempt = 0; attempt < (measure == Measure::Wall ? 3 : 1); ++attempt) {
    output = run(command);
    if (seconds(output) <= most) return output;
  }
  ADD_FAILURE() << seconds(output) << " seconds instead of " << most << ": "
                << shell_words(command.arguments);
  return output;
}

// A solve that its time ends, if nothing else does before.
inline void expect_limits_to_hold(const Strings& solve, double seconds, std::uint64_t megabytes,
                                  Measure measure) {
  Strings arguments = {"solve"};
  arguments.insert(arguments.end(), solve.begin(), solve.end());
  for (const std::string& a :
       {std::string("--time"), std::to_string(seconds), std::string("--memory"),
        std::to_string(megabytes) + "M", std::string("--json")})
    arguments.push_back(a);
  const Output output = run_in_time(
      {.arguments = arguments}, measure, seconds + kLateness * kSlowness,
      [&](const Output& o) { return measure == Measure::Wall ? o.seconds : o.cpu_seconds; });
  EXPECT_TRUE(output.status == 0 || output.status == 3) << output.status << output.err;
  const std::string status = output.json().value("status", "");
  EXPECT_TRUE(status == "solved" || status == "time-limit" || status == "memory-limit")
      << output.out;
  if (kSlowness == 1) {
    EXPECT_LE(output.peak_bytes, megabytes * kMegabyte + kProgram) << shell_words(arguments);
  }
}

// A command that Ctrl-C ends, so many seconds after it has said something.
inline Output expect_to_stop(Command command, Measure measure) {
  command.signals = {SIGINT};
  const Output output = run_in_time(command, measure, kReaction * kSlowness, [&](const Output& o) {
    return measure == Measure::Wall ? o.seconds_after_signal : o.cpu_seconds_after_signal;
  });
  // On a fast machine a moment may lie beyond the end of what is to be interrupted.
  const bool was_done = measure == Measure::Wall && output.status == 0;
  EXPECT_TRUE(was_done || output.status == 130)
      << output.status << ' ' << shell_words(command.arguments) << output.out << output.err;
  return output;
}

}  // namespace solvent::test
