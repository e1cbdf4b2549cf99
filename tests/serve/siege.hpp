// What somebody might do to a server who wants it to fall, or to serve nobody else.
#pragma once

#include <sys/resource.h>

#include <functional>
#include <memory>

#include "load.hpp"
#include "serving.hpp"

namespace solvent::test {

using Sockets = std::vector<std::unique_ptr<Socket>>;

inline double seconds_of(const std::function<void()>& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

inline std::string upload_head(std::size_t bytes) {
  return "POST /api/proofs HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
         std::to_string(bytes) + "\r\n\r\n";
}

// Connections that begin with a request and say no more.
inline Sockets slow_connections(const Serving& server, int count, const std::string& beginning,
                                const char* from = nullptr) {
  rlimit files{};  // each is a file to this program
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = std::min<rlim_t>(files.rlim_max, 4096);
  setrlimit(RLIMIT_NOFILE, &files);
  Sockets out;
  for (int n = 0; n < count; ++n) {
    out.push_back(std::make_unique<Socket>(server.port(), from));
    out.back()->send(beginning);
  }
  return out;
}

// How long an easy question takes, the longest of several; each by a client who comes for it.
inline double longest_wait(const Serving& server, int questions) {
  Rng rng(7);
  double longest = 0;
  for (int n = 0; n < questions; ++n)
    longest = std::max(longest, seconds_of([&] {
                         auto client = server.client();
                         const Got answer = post(client, "/api/solve", easy_question(rng));
                         EXPECT_EQ(answer.status, 200) << answer.json;
                         EXPECT_EQ(answer.json.value("status", ""), "solved") << answer.json;
                       }));
  return longest;
}

inline const char* const kHeavySearch =
    R"({"game":"mnk:19,19,5","algorithm":"ppns","playouts":10000})";

// A valid header, and claims that take sixteen bytes of memory and more for each of text.
inline std::string empty_claims(const Serving& server, std::size_t bytes) {
  auto client = server.client();
  const Got proof = post(client, "/api/proofs/make", {{"game", "mnk:3,2,2"}});
  const std::string file =
      client.Get("/api/proofs/" + proof["id"].get<std::string>() + "/file")->body;
  Json header{{"format", "solvent-proof"}, {"version", 1}};
  std::istringstream lines(file.substr(0, file.find("\n\n")));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.find(' ');
    const std::string name = line.substr(0, blank), value = line.substr(blank + 1);
    if (name == "at-least" || name == "at-most")
      header[name] = std::stoi(value);
    else if (name != "solvent-proof")
      header[name] = value;
  }
  header["claims"] = Json::array();
  std::string out = header.dump();
  out.resize(out.size() - 2);
  while (out.size() + 4 < bytes) out += "{},";
  return out + "{}]}";
}

}  // namespace solvent::test
