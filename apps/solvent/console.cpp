#include "console.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/text.hpp"

namespace solvent::cli {

void print_to_stderr(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stderr) == text.size()) std::fflush(stderr);
}

void remark(std::string_view message) {
  std::string line(message);
  for (char& c : line)
    if (c == '\n' || c == '\r') c = ' ';
  print_to_stderr(fmt::format("solvent: {}\n", line));
}

int complain(std::string_view message) {
  remark(message);
  return kBadInput;
}

int fail(std::string_view message) {
  remark(message);
  return kFailed;
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::string_view kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < std::size(kUnits); ++unit) amount /= 1024;
  return fmt::format("{:.{}f} {}", amount, unit == 0 ? 0 : 1, kUnits[unit]);
}

std::string human_seconds(double seconds) {
  if (seconds < 60) return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 2 : 1);
  const auto whole = static_cast<long>(seconds);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string signed_number(int value) { return value == 0 ? "0" : fmt::format("{:+}", value); }

std::string value_text(int lower, int upper) {
  if (lower == upper) return signed_number(lower);
  return fmt::format("{}..{}", signed_number(lower), signed_number(upper));
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

std::string in_words(const std::vector<std::string>& rests_on) {
  std::vector<std::string> words;
  for (const std::string& word : rests_on)
    words.push_back(word == "rules"      ? "the rules"
                    : word == "database" ? "the endgame database"
                    : word == "store"    ? "the store"
                    : word == "proof"    ? "a checked proof"
                                         : word);
  return text::list(words);
}

bool stdin_is_terminal() { return isatty(STDIN_FILENO) != 0; }
bool stderr_is_terminal() { return isatty(STDERR_FILENO) != 0; }

bool stdout_takes_colours() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  return isatty(STDOUT_FILENO) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

namespace {
std::atomic<bool> g_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

void on_interrupt(int) {
  if (g_stop.exchange(true)) _exit(kInterrupted);
}
}  // namespace

const std::atomic<bool>& stop_requested() { return g_stop; }

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the write, and no end
}

void ignore_interrupts() {
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGUSR1, SIG_IGN);
}

void catch_requests_to_stop() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGUSR1, &action, nullptr);
}

void ProgressLine::show(std::string_view text) {
  if (!shown_) return;
  // On a terminal the line is redrawn in place; elsewhere (--progress) each one stands for itself.
  print_to_stderr(stderr_is_terminal() ? fmt::format("\r\033[K{}", text)
                                       : fmt::format("{}\n", text));
  dirty_ = stderr_is_terminal();
}

void ProgressLine::keep(std::string_view text) {
  if (!shown_) return;
  show(text);
  if (dirty_) print_to_stderr("\n");
  dirty_ = false;
}

void ProgressLine::clear() {
  if (!dirty_) return;
  print_to_stderr("\r\033[K");
  dirty_ = false;
}

}  // namespace solvent::cli
