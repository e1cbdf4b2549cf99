// solvent serve among people who mean no good, or do not know what they are doing: it never falls,
// it answers with JSON, and others do not notice.
#include "base/rng.hpp"
#include "serving.hpp"

namespace solvent::test {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

double since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

// --- random bodies -----------------------------------------------------------------------------

class Bodies {
 public:
  explicit Bodies(std::uint64_t seed) : rng_(seed) {}

  std::string next() {
    switch (rng_.below(5)) {
      case 0: return noise(rng_.below(400));
      case 1: return std::string(rng_.below(20'000), rng_.below(2) == 0 ? '[' : '{');
      case 2: return random_json(3).dump(-1, ' ', false, Json::error_handler_t::replace);
      case 3: return damaged(valid().dump());
      default: return near_valid().dump(-1, ' ', false, Json::error_handler_t::replace);
    }
  }
  std::string word() {
    const char* const words[] = {
        "connect4", "mnk:3,3,3", "b2a1", "tree:@minimax", "moves", "-1", "99999999999999999999",
        "\xff\xfe", "",          "a,b",  "../..",         "0"};
    return rng_.below(3) == 0 ? noise(rng_.below(30)) : words[rng_.below(12)];
  }

 private:
  std::string noise(std::uint32_t size) {
    std::string out;
    for (std::uint32_t k = 0; k < size; ++k) out += static_cast<char>(rng_.below(256));
    return out;
  }
  Json value(int depth) {
    switch (rng_.below(9)) {
      case 0: return nullptr;
      case 1: return rng_.below(2) == 0;
      case 2: return static_cast<int>(rng_.below(2000)) - 1000;
      case 3: return 1e300;
      case 4: return word();
      case 5: return static_cast<std::uint64_t>(rng_.below(1000)) << 54;
      case 6: return 0.001 * rng_.below(100);
      default: return depth > 0 ? random_json(depth - 1) : Json(word());
    }
  }
  Json random_json(int depth) {
    Json out = rng_.below(2) == 0 ? Json::object() : Json::array();
    for (std::uint32_t n = rng_.below(6); n > 0; --n) {
      if (out.is_array())
        out.push_back(value(depth));
      else
        out[field()] = value(depth);
    }
    return out;
  }
  std::string field() {
    const char* const fields[] = {"game",  "position", "outcomes", "algorithm", "at_least",
                                  "range", "moves",    "nodes",    "seconds",   "memory",
                                  "seed",  "kind",     "rounds",   "text",      "minimize"};
    return rng_.below(8) == 0 ? noise(5) : fields[rng_.below(15)];
  }
  Json valid() {
    return {{"game", "mnk"}, {"position", "b2a1"}, {"algorithm", "pns"}, {"rounds", 5}};
  }
  Json near_valid() {
    Json out{{"game", "mnk"}};
    if (rng_.below(2) == 0) out["algorithm"] = rng_.below(2) == 0 ? "pns" : "mopns";
    out[field()] = value(1);
    if (rng_.below(2) == 0) out[field()] = value(1);
    return out;
  }
  std::string damaged(std::string text) {
    for (std::uint32_t n = 1 + rng_.below(3); n > 0; --n)
      text[rng_.below(static_cast<std::uint32_t>(text.size()))] =
          static_cast<char>(rng_.below(256));
    return text;
  }
  Rng rng_;
};

TEST(ServeHostile, AThousandBodiesAtEveryRoute) {
  Serving server({"--time", "0.05", "--nodes", "3000", "--threads", "2", "--memory", "32M"});
  auto client = server.client();
  const std::string search =
      post(client, "/api/searches", {{"game", "mnk"}, {"algorithm", "pns"}})["id"];
  const std::string proof = post(client, "/api/proofs/make", {{"game", "mnk:3,2,2"}})["id"];
  const Strings posts = {
      "/api/solve", "/api/jobs",   "/api/searches",   "/api/searches/" + search + "/step",
      "/api/tree",  "/api/proofs", "/api/proofs/make"};
  std::map<int, int> statuses;
  for (std::size_t route = 0; route < posts.size(); ++route) {
    Bodies bodies(route + 1);
    for (int n = 0; n < 1000; ++n) {
      const std::string body = bodies.next();
      const Got answer = got(client.Post(posts[route], body, "application/json"));
      ++statuses[answer.status];
      ASSERT_TRUE(answer.status == 200 || answer.status == 202 || answer.status == 400 ||
                  answer.status == 404 || answer.status == 422 || answer.status == 503)
          << posts[route] << " " << answer.status << " " << body;
    }
    ASSERT_TRUE(server.alive()) << posts[route];
  }
  Bodies words(99);
  for (int n = 0; n < 1000; ++n) {
    const auto word = [&] { return encoded(words.word()); };
    for (const std::string& path :
         {"/api/position?game=" + word() + "&position=" + word(),
          "/api/play?game=mnk&position=" + word() + "&move=" + word(),
          "/api/searches/" + search + "/children?path=" + word() + "&from=" + word(),
          "/api/proofs/" + proof + "/node?statement=" + word() + "&path=" + word()}) {
      const Got answer = get(client, path);
      ASSERT_TRUE(answer.status == 200 || answer.status == 400 || answer.status == 404) << path;
    }
  }
  EXPECT_GT(statuses[400], 1000);
  EXPECT_GT(statuses[200], 100);
  EXPECT_EQ(get(client, "/api/about").status, 200);
}

TEST(ServeHostile, WhatIsNotHttp) {
  Serving server;
  Rng rng(5);
  for (int n = 0; n < 300; ++n) {
    Socket socket(server.port());
    std::string text;
    for (std::uint32_t k = rng.below(600); k > 0; --k) text += static_cast<char>(rng.below(256));
    if (n % 3 == 0) text = "GET " + text;
    if (n % 3 == 1) text = "POST /api/solve HTTP/1.1\r\n" + text;
    socket.send(text + "\r\n\r\n");
  }
  ASSERT_TRUE(server.alive());
  const std::string bad[] = {
      "POST /api/solve HTTP/1.1\r\nHost: localhost\r\n\r\n",  // how long?
      "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello",
      "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
      "POST /api/proofs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
      "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
      "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\n"
      "Content-Length: 4\r\n\r\nabcd",
      "BREW /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /api/about HTTP/9.9\r\nHost: localhost\r\n\r\n",
      "GET /" + std::string(9000, 'a') + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
  };
  for (const std::string& text : bad) {
    Socket socket(server.port());
    socket.send(text);
    std::string answer = socket.receive();
    if (answer.find("\r\n\r\n") == std::string::npos || answer.ends_with("\r\n\r\n"))
      answer += socket.receive();
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 4")) << text.substr(0, 80) << "\n" << answer;
    EXPECT_NE(answer.find("{\"error\":"), std::string::npos) << text.substr(0, 80) << answer;
  }
  auto client = server.client();
  // Refused before it is read: the answer may get lost behind the rest of the body.
  const auto large = client.Post("/api/solve", std::string(2'000'000, ' '), "application/json");
  EXPECT_TRUE(!large || large->status == 413);
  auto again = server.client();
  EXPECT_EQ(get(again, "/api/about").status, 200);
}

// --- those who ask for the impossible ----------------------------------------------------------

TEST(ServeHostile, WhoHangsUpFreesTheWorker) {
  Serving server({"--threads", "1", "--time", "60"});
  {
    Socket socket(server.port());
    socket.send(raw_post("/api/solve", kImpossible));
    std::this_thread::sleep_for(600ms);
  }
  auto client = server.client();
  const auto began = Clock::now();
  const Got answer = post(client, "/api/solve", {{"game", "othello"}, {"seconds", 1}});
  EXPECT_EQ(answer["status"], "time-limit");
  EXPECT_LT(since(began), 15);  // far below the minute that the first would have taken
  const double busy = server.cpu_seconds();
  std::this_thread::sleep_for(1s);
  EXPECT_LT(server.cpu_seconds() - busy, 0.5);
}

TEST(ServeHostile, WhoAsksForTheImpossibleDoesNotHurtOthers) {
  Serving server({"--threads", "1", "--time", "30"});
  std::vector<std::unique_ptr<Socket>> selfish;
  for (int n = 0; n < 20; ++n) {
    selfish.push_back(std::make_unique<Socket>(server.port()));
    selfish.back()->send(raw_post("/api/solve", kImpossible));
  }
  auto client = server.client();
  post(client, "/api/solve", {{"game", "mnk"}});  // waits behind their moments
  const auto began = Clock::now();
  for (int n = 0; n < 20; ++n)
    EXPECT_EQ(post(client, "/api/solve", {{"game", "connect4"}, {"position", "4455"}})["value"],
              18);
  EXPECT_LT(since(began), 10);
}

TEST(ServeHostile, AFullQueueSaysSo) {
  Serving server({"--threads", "1", "--queue", "1", "--time", "30"});
  std::vector<std::unique_ptr<Socket>> asking;
  for (int n = 0; n < 6; ++n) {
    asking.push_back(std::make_unique<Socket>(server.port()));
    asking.back()->send(raw_post("/api/solve", kImpossible));
    std::this_thread::sleep_for(20ms);
  }
  int refused = 0;
  for (auto& socket : asking) {
    const std::string answer = socket->receive();
    if (!answer.starts_with("HTTP/1.1 503")) continue;
    EXPECT_NE(answer.find("Retry-After: 1"), std::string::npos);
    ++refused;
  }
  EXPECT_GE(refused, 2);
  EXPECT_LT(refused, 6);
  asking.clear();
  std::this_thread::sleep_for(1s);
  auto client = server.client();
  EXPECT_EQ(post(client, "/api/solve", {{"game", "mnk"}})["value"], 0);
}

TEST(ServeHostile, StreamsAreBounded) {
  Serving server({"--threads", "1", "--time", "30"});
  auto client = server.client();
  const std::string id = post(client, "/api/jobs", Json::parse(kImpossible))["id"];
  std::vector<std::unique_ptr<Socket>> listeners;
  int full = 0;
  for (int n = 0; n < 70; ++n) {
    listeners.push_back(std::make_unique<Socket>(server.port()));
    listeners.back()->send("GET /api/jobs/" + id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    full += listeners.back()->receive().starts_with("HTTP/1.1 503");
  }
  EXPECT_EQ(full, 22);  // one client has 48 of the 64
  EXPECT_EQ(get(client, "/api/about").status, 200);
  listeners.clear();
}

TEST(ServeHostile, EndsWellInTheMiddleOfThings) {
  for (const int signal : {SIGTERM, SIGINT}) {
    Serving server({"--time", "60"});
    Socket solving(server.port()), listening(server.port());
    solving.send(raw_post("/api/solve", kImpossible));
    auto client = server.client();
    const std::string id = post(client, "/api/jobs", Json::parse(kImpossible))["id"];
    listening.send("GET /api/jobs/" + id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    std::this_thread::sleep_for(300ms);
    const auto began = Clock::now();
    EXPECT_EQ(server.stop(signal), 0);
    EXPECT_LT(since(began), 8);
  }
}

TEST(ServeHostile, TheCommandLineIsChecked) {
  Serving first;
  for (const std::string& arguments :
       {std::string("--port x"), "--port " + std::to_string(first.port()),
        std::string("--port 70000"), std::string("--bind 203.0.113.1 --port 0"),
        std::string("--memory 1K"), std::string("--queue 0"),
        std::string("--endgame /dev/null/nowhere")}) {
    const std::string command =
        std::string(SOLVENT_BINARY) + " serve " + arguments + " >/dev/null 2>&1";
    const int status = std::system(command.c_str());
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) >= 1 && WEXITSTATUS(status) <= 2)
        << arguments;
  }
}

}  // namespace
}  // namespace solvent::test
