// A server of one's own for a test: `solvent serve` on a free port, ended by SIGTERM, and it has to
// end well.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

namespace solvent::test {

using Json = nlohmann::ordered_json;
using Strings = std::vector<std::string>;
inline const std::string kJsonType = "application/json";

class Serving {
 public:
  explicit Serving(Strings more = {}) {
    signal(SIGPIPE, SIG_IGN);  // the server may close before all was sent
    Strings arguments = {SOLVENT_BINARY, "serve", "--port", "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    // What is hard stays hard: no openings are known.
    if (std::find(more.begin(), more.end(), "--store") == more.end())
      arguments.insert(arguments.end(), {"--store", "none"});
    int out[2];
    if (pipe2(out, O_CLOEXEC) != 0) std::abort();
    pid_ = fork();
    if (pid_ == 0) {
      dup2(out[1], STDOUT_FILENO);
      std::vector<char*> argv;
      for (std::string& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      execv(argv[0], argv.data());
      _exit(127);
    }
    close(out[1]);
    char c = 0;
    while (read(out[0], &c, 1) == 1 && c != '\n') address_ += c;
    close(out[0]);
    const std::size_t colon = address_.rfind(':');
    if (colon != std::string::npos) port_ = std::atoi(address_.c_str() + colon + 1);
    EXPECT_GT(port_, 0) << address_;
  }
  ~Serving() {
    if (pid_ > 0) { EXPECT_EQ(stop(), 0) << "the server did not end well"; }
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  // Its exit status, 128 + n if signal n ended it.
  int stop(int signal = SIGTERM) {
    kill(pid_, signal);
    int status = 0;
    for (int n = 0; n < 3000; ++n) {
      if (waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill(pid_, SIGKILL);
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return -1;
  }
  bool alive() const { return pid_ > 0 && kill(pid_, 0) == 0; }
  const std::string& address() const { return address_; }
  int port() const { return port_; }
  std::uint64_t resident() const {  // bytes
    std::ifstream in("/proc/" + std::to_string(pid_) + "/statm");
    std::uint64_t pages = 0;
    in >> pages >> pages;
    return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  }
  std::uint64_t peak() const {  // bytes, the most that were ever resident
    std::ifstream in("/proc/" + std::to_string(pid_) + "/status");
    for (std::string line; std::getline(in, line);)
      if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) << 10;
    return 0;
  }
  double cpu_seconds() const {
    std::ifstream in("/proc/" + std::to_string(pid_) + "/stat");
    std::string word, line;
    std::getline(in, line);
    std::istringstream rest(line.substr(line.rfind(')') + 2));
    double user = 0, system = 0;
    for (int k = 0; k < 11; ++k) rest >> word;
    rest >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
  }

  httplib::Client client() const {
    httplib::Client c("127.0.0.1", port_);
    c.set_read_timeout(120);
    c.set_tcp_nodelay(true);
    return c;
  }

 private:
  pid_t pid_ = -1;
  std::string address_;
  int port_ = -1;
};

// An answer, as status and JSON; every answer of the API is JSON.
struct Got {
  int status = -1;
  Json json;
  const Json& operator[](const char* field) const { return json.at(field); }
  std::string error() const { return json.value("error", std::string()); }
};
inline Got got(const httplib::Result& result) {
  if (!result) {
    ADD_FAILURE() << "no answer: " << httplib::to_string(result.error());
    return {};
  }
  Got out{result->status, Json::parse(result->body, nullptr, false)};
  EXPECT_FALSE(out.json.is_discarded()) << result->body;
  EXPECT_EQ(result->get_header_value("Content-Type"), "application/json");
  if (out.status >= 400) { EXPECT_FALSE(out.error().empty()) << result->body; }
  return out;
}
inline Got get(httplib::Client& c, const std::string& path) { return got(c.Get(path)); }
inline Got post(httplib::Client& c, const std::string& path, const Json& body) {
  return got(c.Post(path, body.dump(), "application/json"));
}
inline Got remove(httplib::Client& c, const std::string& path) { return got(c.Delete(path)); }

inline std::string encoded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      out += c;
      continue;
    }
    char code[4];
    std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned char>(c));
    out += code;
  }
  return out;
}

struct Event {
  std::string name;
  Json data;
};
// All events of a stream to its end, or until `enough` says so.
inline std::vector<Event> listen(httplib::Client& c, const std::string& path,
                                 const std::function<bool(const Event&)>& enough = {}) {
  std::vector<Event> events;
  std::string text;
  c.Get(path, [&](const char* data, std::size_t size) {
    text.append(data, size);
    for (std::size_t end; (end = text.find("\n\n")) != std::string::npos;) {
      const std::string one = text.substr(0, end);
      text.erase(0, end + 2);
      const std::size_t at = one.find("\ndata: ");
      if (!one.starts_with("event: ") || at == std::string::npos) continue;
      events.push_back({one.substr(7, at - 7), Json::parse(one.substr(at + 7))});
      if (enough && enough(events.back())) return false;
    }
    return true;
  });
  return events;
}

// A connection without manners.
class Socket {
 public:
  // From another address of this machine, if that is wanted.
  explicit Socket(int port, const char* from = nullptr) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    if (from != nullptr) {
      inet_pton(AF_INET, from, &to.sin_addr);
      EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to), 0);
    }
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to), 0);
    const timeval patience{5, 0};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Socket() { close(fd_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  void send(const std::string& text) { ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL); }
  std::string receive() {
    char buffer[4096];
    const ssize_t n = recv(fd_, buffer, sizeof buffer, 0);
    return n > 0 ? std::string(buffer, static_cast<std::size_t>(n)) : "";
  }
  // All of it, as far as the other side takes it.
  void send_all(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  bool waits() const {  // is there something to receive?
    char c = 0;
    return recv(fd_, &c, 1, MSG_DONTWAIT | MSG_PEEK) > 0;
  }
  // Has the other side closed it? Waits for that, at most so long.
  bool closed(double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    for (;;) {
      char c = 0;
      const ssize_t n = recv(fd_, &c, 1, MSG_DONTWAIT);
      if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK)) return true;
      if (std::chrono::steady_clock::now() >= end) return false;
      if (n < 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

 private:
  int fd_;
};

inline std::string raw_post(const std::string& path, const std::string& body) {
  return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
inline const std::string kImpossible = R"({"game":"othello"})";

}  // namespace solvent::test
