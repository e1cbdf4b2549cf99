#include "run.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <stdexcept>

extern char** environ;

namespace solvent::test {

namespace {

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }

 private:
  int fd_;
};

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

struct Ends {
  Descriptor ours, theirs;
};

void keep_from_children(int fd) { fcntl(fd, F_SETFD, FD_CLOEXEC); }

Ends make_pipe(bool we_read) {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) fail("pipe");
  return {Descriptor(fds[we_read ? 0 : 1]), Descriptor(fds[we_read ? 1 : 0])};
}

Ends make_terminal() {
  int master = -1, slave = -1;
  winsize size = {};
  size.ws_row = 50;
  size.ws_col = 200;
  if (openpty(&master, &slave, nullptr, nullptr, &size) != 0) fail("openpty");
  keep_from_children(master);
  keep_from_children(slave);
  return {Descriptor(master), Descriptor(slave)};
}

Ends make_output(bool terminal, const std::string& file) {
  if (terminal) return make_terminal();
  if (file.empty()) return make_pipe(true);
  Descriptor to(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!to.open()) fail(file.c_str());
  return {Descriptor(), std::move(to)};
}

std::vector<char*> c_strings(Strings& strings) {
  std::vector<char*> out;
  for (std::string& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

pid_t start(const Command& command, int in, int out, int err) {
  Strings arguments = command.arguments, environment = command.environment;
  arguments.insert(arguments.begin(), command.program);
  for (char** e = environ; *e != nullptr; ++e) environment.push_back(*e);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t normal;  // whatever this process ignores
  sigemptyset(&normal);
  for (const int s : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&normal, s);
  posix_spawnattr_setsigdefault(&attributes, &normal);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  pid_t child = -1;
  errno = posix_spawn(&child, command.program.c_str(), &actions, &attributes,
                      c_strings(arguments).data(), c_strings(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (child < 0) fail(command.program.c_str());
  return child;
}

// Signals of different kinds sent to a stopped process are all handled before it goes on.
void send(pid_t child, const std::vector<int>& signals) {
  if (signals.size() > 1) {
    kill(child, SIGSTOP);
    int status = 0;
    if (waitpid(child, &status, WUNTRACED) == child && !WIFSTOPPED(status)) return;
  }
  for (const int s : signals) kill(child, s);
  if (signals.size() > 1) kill(child, SIGCONT);
}

// Tells when files of a folder come into being or are written to.
Descriptor watch(const std::string& folder) {
  if (folder.empty()) return Descriptor();
  Descriptor events(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!events.open() || inotify_add_watch(events.get(), folder.c_str(), IN_CREATE | IN_MODIFY) < 0)
    fail("inotify");
  return events;
}
void drain(const Descriptor& events) {
  char buffer[65536];
  while (read(events.get(), buffer, sizeof buffer) > 0) {}
}

// Reads what is there; closes at the end, which a terminal tells by an error.
void read_some(Descriptor& from, std::string& to) {
  char buffer[65536];
  const ssize_t n = read(from.get(), buffer, sizeof buffer);
  if (n > 0)
    to.append(buffer, static_cast<std::size_t>(n));
  else if (n == 0 || errno != EINTR)
    from.reset();
}

void write_some(Descriptor& to, std::string_view& text) {
  const ssize_t n = write(to.get(), text.data(), text.size());
  if (n >= 0)
    text.remove_prefix(static_cast<std::size_t>(n));
  else if (errno != EINTR && errno != EAGAIN)
    text = {};  // nobody reads
}

// What a process has used so far; nothing if it is gone.
double cpu_seconds_of(pid_t child) {
  clockid_t clock{};
  timespec t{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

#ifdef SOLVENT_UNDER_THREAD_SANITIZER
// It looks for names to suppress, and says so where it finds none.
void drop_lines_of(const std::string& whom, std::string& text) {
  std::string kept;
  for (const std::string& line : lines_of(text))
    if (!line.starts_with(whom)) kept += line + '\n';
  if (!text.ends_with('\n') && !kept.empty()) kept.pop_back();
  text = kept;
}
#endif

}  // namespace

Output run(const Command& command) {
  signal(SIGPIPE, SIG_IGN);
  Ends in = make_pipe(false);
  Ends out = make_output(command.out_is_terminal, command.out_file);
  Ends err = make_output(command.err_is_terminal, command.err_file);
  fcntl(in.ours.get(), F_SETFL, O_NONBLOCK);
  const Descriptor written = watch(command.watched);
  const pid_t child = start(command, in.theirs.get(), out.theirs.get(), err.theirs.get());
  for (Ends* ends : {&in, &out, &err}) ends->theirs.reset();

  Output output;
  std::string_view input = command.input;
  bool signalled = command.signals.empty();
  const double longest = command.kill_after > 0 ? command.kill_after : command.timeout;
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point t) {
    return std::chrono::duration<double>(Clock::now() - t).count();
  };
  const auto began = Clock::now();
  auto signal_time = began;
  double cpu_at_signal = 0;
  while (out.ours.open() || err.ours.open()) {
    if (input.empty() && !command.keep_input_open) in.ours.reset();
    const double now = seconds_since(began);
    if (!signalled && now >= command.signal_after &&
        output.err.find(command.await) != std::string::npos) {
      cpu_at_signal = cpu_seconds_of(child);
      signal_time = Clock::now();
      send(child, command.signals);
      signalled = true;
    }
    const double wait =
        !signalled && now < command.signal_after ? command.signal_after - now : longest - now;
    if (now >= longest) {
      output.timed_out = command.kill_after <= 0;
      kill(child, SIGKILL);
      break;
    }
    pollfd polled[] = {{out.ours.get(), POLLIN, 0},
                       {err.ours.get(), POLLIN, 0},
                       {input.empty() ? -1 : in.ours.get(), POLLOUT, 0},
                       {written.get(), POLLIN, 0}};
    if (poll(polled, 4, static_cast<int>(wait * 1000) + 1) < 0) continue;
    if (polled[0].revents != 0) read_some(out.ours, output.out);
    if (polled[1].revents != 0) read_some(err.ours, output.err);
    if (polled[2].revents != 0) write_some(in.ours, input);
    if (polled[3].revents != 0) {
      drain(written);
      if (!command.kill_when()) continue;
      kill(child, SIGKILL);
      break;
    }
  }
  int status = 0;
  rusage usage = {};
  wait4(child, &status, 0, &usage);
  output.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  const auto in_seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  output.seconds = seconds_since(began);
  output.cpu_seconds = in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
  if (signalled) {
    output.seconds_after_signal = seconds_since(signal_time);
    output.cpu_seconds_after_signal = output.cpu_seconds - cpu_at_signal;
  }
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  EXPECT_FALSE(output.timed_out) << shell_words(command.arguments) << "\n" << output.err;
#ifdef SOLVENT_UNDER_THREAD_SANITIZER
  drop_lines_of("LLVMSymbolizer: ", output.err);
#endif
  return output;
}

Output solvent(const Strings& arguments, const std::string& input) {
  return run({.arguments = arguments, .input = input});
}

void expect_bad_input(const std::vector<std::pair<Strings, std::string>>& commands) {
  for (const auto& [arguments, says] : commands) {
    const Output output = solvent(arguments);
    EXPECT_EQ(output.status, 2) << shell_words(arguments);
    EXPECT_EQ(output.out, "") << shell_words(arguments);
    EXPECT_EQ(output.err_lines().size(), 1U) << output.err;
    EXPECT_NE(output.err.find(says), std::string::npos) << output.err;
  }
}

Json solve(Strings arguments) {
  arguments.insert(arguments.begin(), "solve");
  arguments.emplace_back("--json");
  const Output output = solvent(arguments);
  const Json json = output.json();
  EXPECT_EQ(output.status, json.value("status", "") == "solved" ? 0 : 3) << shell_words(arguments);
  EXPECT_EQ(output.err, "") << shell_words(arguments);
  return json;
}

Strings lines_of(const std::string& text) {
  Strings lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

Strings Output::out_lines() const { return lines_of(out); }
Strings Output::err_lines() const { return lines_of(err); }

std::vector<Json> Output::jsons() const {
  std::vector<Json> objects;
  for (const std::string& line : out_lines()) {
    objects.push_back(Json::parse(line, nullptr, false));
    EXPECT_TRUE(objects.back().is_object()) << line;
  }
  return objects;
}

Json Output::json() const {
  const std::vector<Json> objects = jsons();
  EXPECT_EQ(objects.size(), 1U) << out << err;
  return objects.empty() ? Json::object() : objects.front();
}

std::string shell_words(const Strings& arguments) {
  std::string out = "solvent";
  for (const std::string& a : arguments) out += " '" + a + "'";
  return out;
}

Strings keys(const Json& object) {
  Strings out;
  for (const auto& [key, value] : object.items()) out.push_back(key);
  return out;
}

std::string tree(const std::string& name) {
  return "tree:" SOLVENT_SOURCE_DIR "/data/trees/" + name + ".tree";
}

const std::vector<Known>& known_positions() {
  static const std::vector<Known> kKnown = {
      // The first three from Pascal Pons's test sets.
      {"connect4", "2252576253462244111563365343671351441", "O", -1},
      {"connect4", "23163416124767223154467471272416755633", "X", 0},
      {"connect4", "7422341735647741166133573473242566", "X", 1},
      {"connect4:4x4", "", "X", 0},
      {"othello:4", "", "X", -10},
      {"othello:4", "moves: b1", "O", 10},
      {"othello:4", "-----OX--XO----- O", "O", -10},
      {"awari", "0 0 0 0 0 1|0 0 0 0 0 1 S22 N24 N", "North", 2},
      {"awari", "0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S", "South", -4},
      {"kalah:3,3", "", "South", 2},
      {"kalah", "0 0 1 0 2 1|0 1 0 2 0 1 S20 N20 N", "North", 2},
      {"woodpush:5,2", "", "Left", 6},
      {"woodpush:6,2", "", "Left", -1},
      {"woodpush:6,2,ko=super", "", "Left", -1},
      {"mnk", "", "X", 0},
      {"mnk:4,3,3", "", "X", 1},
      {"mnk:4,3,3", "a2", "O", 1},
      {"gomoku",
       "OOXOXXXOXOX.XXX/OXXXOXOXOOOXOXX/XXOOXOXXOOOOXXX/OOXXOO.OOXXXOOX/OOOXOXXOXXOOOXO/"
       "XXO.XX.XXXXOOXO/XOOXOOOOXX.XO.O/OXXO.XXX.OOXXXX/OOOXXOOOOXXOXOX/OOOOXXOOXOOXOOO/"
       "XXXXOOXXXOOXOOX/XOOOXXOOXXXXOXX/XXXOXXOXOOOOXOO/OXOOOOXXOOXOXOX/OXOOXOOOXXXXOXX",
       "O", 1},
      {"qubic", ".X.X/OXXX/OOXO/OOOX|O.OX/.O.O/XXXO/XXX.|XXOX/OOXO/OOXO/XXOX|OOO./XOX./.O.X/OXXO",
       "X", 1},
      {tree("minimax"), "", "Max", 5},
      {tree("minimax"), "c", "Min", -5},
      {tree("cycle"), "", "Max", 0},
      {"random:b=3,d=6,outcomes=7,seed=3", "", "Max", -1},
      {"pgame:b=3,d=6,edge=9,seed=4", "2.1", "Max", 1},
  };
  return kKnown;
}

}  // namespace solvent::test
