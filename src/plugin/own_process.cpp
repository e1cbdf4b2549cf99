#include "plugin/own_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>

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

}  // namespace solvent::plugin
