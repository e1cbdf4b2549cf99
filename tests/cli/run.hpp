// Runs the program as a person or a script does: arguments, standard input, an environment,
// terminals or pipes, signals; and keeps what came out. Nothing here waits for a fixed time: a
// signal is sent when the program has said something, and only a program that hangs meets the
// timeout.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "temporary_folder.hpp"

namespace solvent::test {

using Json = nlohmann::ordered_json;
using Strings = std::vector<std::string>;

// How much longer everything takes under sanitizers.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SOLVENT_UNDER_THREAD_SANITIZER
inline constexpr double kSlowness = 10;
#elif __has_feature(address_sanitizer)
inline constexpr double kSlowness = 5;
#else
inline constexpr double kSlowness = 1;
#endif
#else
inline constexpr double kSlowness = 1;
#endif

// An environment in which a terminal shows colours.
inline const Strings kColourTerminal = {"TERM=xterm", "NO_COLOR="};

struct Command {
  Strings arguments;
  std::string program = SOLVENT_BINARY;
  std::string input = {};        // standard input: this text, then its end
  bool keep_input_open = false;  // ... or no end before the program does
  Strings environment = {};      // NAME=VALUE, before what this process has
  bool out_is_terminal = false, err_is_terminal = false;
  std::string out_file = {}, err_file = {};  // written to instead
  std::vector<int> signals = {};  // sent all at once when standard error contains `await`,
  std::string await = {};
  double signal_after = 0;  // and so many seconds are over
  double kill_after = 0;    // seconds; 0: never
  // Killed when this says so, which is asked whenever something is written in a folder.
  std::string watched = {};
  std::function<bool()> kill_when = {};
  double timeout = 120 * kSlowness;  // seconds; the program is killed, and that is a failure
};

struct Output {
  int status = -1;  // exit status; 128 + n if signal n ended it
  bool timed_out = false;
  std::string out, err;
  std::uint64_t peak_bytes = 0;  // largest resident size
  double seconds = 0, cpu_seconds = 0;
  double seconds_after_signal = 0, cpu_seconds_after_signal = 0;  // 0 if it ended before

  Strings out_lines() const;
  Strings err_lines() const;
  Json json() const;                // the only line of standard output
  std::vector<Json> jsons() const;  // every line
};

Output run(const Command& command);
Output solvent(const Strings& arguments, const std::string& input = {});
// Solves with --json; the exit status is checked against the answer's own status.
Json solve(Strings arguments);

// Each command gives one line on standard error that contains these words, nothing else, and
// status 2.
void expect_bad_input(const std::vector<std::pair<Strings, std::string>>& commands);

Strings lines_of(const std::string& text);
std::string shell_words(const Strings& arguments);  // to name a command in a failure
Strings keys(const Json& object);

// The file of a tree that comes with the sources: tree:FILE.
std::string tree(const std::string& name);

// A position of every game that any algorithm solves in a moment, and its value for the side to
// move.
struct Known {
  std::string game, position, to_move;
  int value;
};
const std::vector<Known>& known_positions();

}  // namespace solvent::test
