#include "plugin/trial.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/rng.hpp"
#include "base/text.hpp"

namespace solvent::plugin {

namespace {

// What the other process has to say, and nothing else of it: what it prints goes nowhere.
[[noreturn]] void run_in_child(const std::function<std::optional<std::string>()>& work, int out,
                               unsigned seconds) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  for (const int signal : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM})
    ::signal(signal, SIG_DFL);
  ::alarm(seconds);
  if (const int nothing = ::open("/dev/null", O_WRONLY); nothing >= 0) {
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(nothing, STDERR_FILENO);
  }
  std::optional<std::string> said;
  try {
    said = work();
  } catch (const std::exception& e) { said = std::string("it throws: ") + e.what(); } catch (...) {
    said = "it throws an exception";
  }
  const std::string text = said ? "!" + *said : ".";
  const bool written = ::write(out, text.data(), text.size()) == static_cast<long>(text.size());
  ::_exit(written ? 0 : 1);
}

}  // namespace

std::optional<std::string> in_own_process(const std::function<std::optional<std::string>()>& work,
                                          unsigned seconds) {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return "it cannot be tried: no pipe";
  const pid_t child = ::fork();
  if (child == 0) run_in_child(work, pipe[1], seconds);
  ::close(pipe[1]);
  std::string text;
  if (child > 0) {
    std::array<char, 4096> some{};
    for (;;) {
      const long n = ::read(pipe[0], some.data(), some.size());
      if (n > 0) text.append(some.data(), static_cast<std::size_t>(n));
      if (n == 0 || (n < 0 && errno != EINTR)) break;
    }
  }
  ::close(pipe[0]);
  if (child < 0) return "it cannot be tried: no process";
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    return fmt::format("it did not come to an end within {} seconds", seconds);
  if (WIFSIGNALED(status)) return fmt::format("it crashed ({})", ::strsignal(WTERMSIG(status)));
  if (text == ".") return std::nullopt;
  if (text.starts_with('!')) return text.substr(1);
  return "it ended the program";
}

namespace {

class Trial {
 public:
  explicit Trial(const AnyGame& game) : game_(game) {}

  std::optional<std::string> play(std::uint64_t seed) {
    constexpr int kLongest = 300;
    Rng rng(seed);
    AnyState s = game_.initial();
    for (int ply = 0; ply < kLongest; ++ply) {
      const std::vector<AnyMove> moves = game_.moves(s);
      if (const std::string wrong = at(s, moves); !wrong.empty())
        return fmt::format("position {}: {}", text::quoted(game_.position(s)), wrong);
      if (moves.empty()) break;
      game_.play(s, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return std::nullopt;
  }

 private:
  std::string at(const AnyState& s, const std::vector<AnyMove>& moves) const {
    const Result<AnyState> back = game_.parse(game_.position(s));
    if (!back) return "it cannot be read back: " + back.message();
    if (!(*back == s)) return "it reads back as another position";
    const Bounds b = game_.bounds(s);
    if (b.pess > b.opti || b.opti > game_.scale().best()) return "its bounds are none";
    if (game_.ended(s)) return b.closed() ? "" : "it has ended, and its bounds are open";
    if (moves.empty()) return "it has not ended, and has no move";
    if (game_.draw(s, Ink::plain()).empty()) return "it is not drawn";
    std::vector<std::string> names;
    for (const AnyMove m : moves) {
      names.push_back(game_.move_text(s, m));
      const Result<AnyMove> read = game_.parse_move(s, names.back());
      if (!read || *read != m) return "the move " + text::quoted(names.back()) + " reads otherwise";
      if (const std::string wrong = after(s, m, b); !wrong.empty())
        return "the move " + text::quoted(names.back()) + ": " + wrong;
    }
    return "";
  }
  // A bound of the rules holds in every position that can follow for the side that wants it.
  std::string after(const AnyState& s, AnyMove m, Bounds b) const {
    AnyState next = s;
    game_.play(next, m);
    if (next == s && game_.acyclic())
      return "it leads back to the position, and positions cannot repeat";
    const Bounds then = game_.bounds(next);
    if (game_.to_move(s) == Side::Max ? then.pess > b.opti : then.opti < b.pess)
      return "it leads to more than the bounds before it allow";
    return "";
  }

  const AnyGame& game_;
};

}  // namespace

std::optional<std::string> broken_rules(const AnyGame& game, int games) {
  for (int k = 1; k <= games; ++k)
    if (auto wrong = Trial(game).play(static_cast<std::uint64_t>(k))) return wrong;
  return std::nullopt;
}

}  // namespace solvent::plugin
