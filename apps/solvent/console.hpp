// What the verbs share: numbers for people, the live progress line, Ctrl-C, and the exit statuses.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/counted.hpp"

namespace solvent::cli {

// Exit statuses of the interface: 0 answered exactly, 3 stopped at a limit, 2 bad input, 130
// stopped by Ctrl-C or SIGTERM, 1 the rest.
enum Exit : int {
  kAnswered = 0,
  kFailed = 1,
  kBadInput = 2,
  kStoppedAtLimit = 3,
  kInterrupted = 130
};

// To standard error, whether or not anybody can read it there.
void print_to_stderr(std::string_view text);
// One line on standard error; they return the exit status for bad input and for any other failure.
int complain(std::string_view message);
int fail(std::string_view message);
// The same line about something that does not end the program.
void remark(std::string_view message);

std::string human_bytes(std::uint64_t bytes);
std::string human_seconds(double seconds);
std::string signed_number(int value);          // +3, 0, -3
std::string value_text(int lower, int upper);  // +3 if it is exact, otherwise -2..+3
std::string join(const std::vector<std::string>& words, std::string_view separator);

// Answer::rests_on for people: "search and the endgame database".
std::string in_words(const std::vector<std::string>& rests_on);

bool stdin_is_terminal();
bool stderr_is_terminal();
// Standard output is a terminal that can show colours, and nobody set NO_COLOR (no-color.org).
bool stdout_takes_colours();

// Set by the first Ctrl-C (or SIGTERM), from then on; a second one ends the program at once.
const std::atomic<bool>& stop_requested();
void catch_interrupts();
// On many ranks: mpirun passes SIGUSR1 on, which asks for an end as Ctrl-C does; it ends all ranks
// itself, and soon, when it is interrupted. The others leave it to rank 0 to ask them.
void catch_requests_to_stop();
void ignore_interrupts();

// A line on standard error that is overwritten as the search goes on, if anybody is there to see
// it.
class ProgressLine {
 public:
  explicit ProgressLine(bool shown) : shown_(shown) {}
  ~ProgressLine() { clear(); }
  void show(std::string_view text);
  void keep(std::string_view text);  // and leave it standing
  bool shown() const { return shown_; }
  void clear();

 private:
  bool shown_;
  bool dirty_ = false;
};

}  // namespace solvent::cli
