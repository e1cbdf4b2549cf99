// solvent serve under siege: whatever is thrown at it, memory stays within --memory, others are
// served, and a signal ends it.
#include "siege.hpp"

namespace solvent::test {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kMega = std::uint64_t{1} << 20;
// The program itself, its threads, and what is being copied from here to there.
constexpr std::uint64_t kBeside = 64 * kMega;

TEST(ServeSiege, SlowConnectionsTakeNothingFromOthers) {
  Serving server({"--threads", "1"});
  const Sockets silent = slow_connections(server, 300, "");
  const Sockets heads = slow_connections(server, 400, "GET /api/about HTTP/1.1\r\nHost: loc");
  const Sockets bodies = slow_connections(server, 400, upload_head(50'000'000) + "solvent-proof");
  EXPECT_LT(longest_wait(server, 20), 5);
  EXPECT_LT(server.peak(), kBeside);
}

TEST(ServeSiege, SlowClientsAreNotWaitedFor) {
  Serving server;
  Socket silent(server.port()), head(server.port()), body(server.port()), dripping(server.port());
  head.send("GET /api/about HTTP/1.1\r\nHost: loc");
  body.send(upload_head(50'000'000) + "solvent-proof");
  dripping.send("GET /");
  for (int n = 0; n < 30; ++n) {
    dripping.send("a");
    if (dripping.closed(0.5)) break;
  }
  EXPECT_TRUE(dripping.closed(5));
  EXPECT_TRUE(silent.closed(10));
  EXPECT_TRUE(head.closed(10));
  EXPECT_TRUE(body.closed(10));
}

// Who has most connections loses them first, so that whoever comes finds a place, and whoever has
// few keeps them.
TEST(ServeSiege, OneClientCannotTakeEveryConnection) {
  Serving server;
  Socket other(server.port(), "127.0.0.2");
  other.send("GET /api/ab");
  const Sockets many = slow_connections(server, 1500, "GET /api/ab", "127.0.0.3");
  std::this_thread::sleep_for(200ms);
  EXPECT_FALSE(other.closed(0));
  other.send("out HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(other.receive().starts_with("HTTP/1.1 200"));
  EXPECT_LT(longest_wait(server, 5), 5);
  int closed = 0;
  for (const auto& socket : many) closed += socket->closed(0);
  EXPECT_GT(closed, 500);
}

// They ask for much and do not read it.
TEST(ServeSiege, WhoDoesNotReadIsNotWaitedFor) {
  Serving server({"--threads", "1", "--memory", "64M"});
  auto client = server.client();
  const std::string id =
      post(client, "/api/proofs/make", {{"game", "connect4:5x4"}})["id"].get<std::string>();
  std::string asking;
  for (int n = 0; n < 100; ++n)
    asking += "GET /api/proofs/" + id + "/file HTTP/1.1\r\nHost: localhost\r\n\r\n" +
              "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const Sockets deaf = slow_connections(server, 200, asking);
  EXPECT_LT(longest_wait(server, 10), 5);
  EXPECT_LT(server.peak(), 64 * kMega + kBeside);
}

TEST(ServeSiege, ACertificateOfNothingTakesNoMemory) {
  Serving server({"--threads", "1", "--memory", "400M"});
  const std::string body = empty_claims(server, 64'000'000);
  auto client = server.client();
  const Got answer = got(client.Post("/api/proofs", body, kJsonType));
  EXPECT_EQ(answer["verdict"], "unreadable") << answer.json;
  EXPECT_NE(answer["reason"].get<std::string>().find("claim 0"), std::string::npos) << answer.json;
  EXPECT_LT(server.peak(), 64 * kMega + kBeside);
}

// All of them wait for the one worker, and only so many as there is memory for.
TEST(ServeSiege, WaitingUploadsStayWithinTheMemory) {
  Serving server({"--threads", "1", "--memory", "400M", "--time", "20"});
  Socket hard(server.port());
  hard.send(raw_post("/api/solve", kImpossible));  // the slow lane has something to do
  std::this_thread::sleep_for(500ms);
  const std::string body(32'000'000, 's');
  const std::string request = upload_head(body.size());
  Sockets uploads;
  std::vector<std::thread> senders;
  for (int n = 0; n < 20; ++n) {
    uploads.push_back(std::make_unique<Socket>(server.port()));
    senders.emplace_back([&, n] {
      uploads[static_cast<std::size_t>(n)]->send(request);
      uploads[static_cast<std::size_t>(n)]->send_all(body);
    });
  }
  for (std::thread& sender : senders) sender.join();
  EXPECT_LT(longest_wait(server, 10), 5);
  int refused = 0;
  for (const auto& upload : uploads)
    refused += upload->waits() && upload->receive().starts_with("HTTP/1.1 503");
  EXPECT_GT(refused, 5);
  EXPECT_LT(server.peak(), 400 * kMega + kBeside);
}

// A million values in a megabyte would be forty times as much in memory.
TEST(ServeSiege, ManyValuesAreRefused) {
  Serving server({"--threads", "1", "--memory", "64M"});
  std::string body = R"({"game":[)";
  while (body.size() < 1'000'000) body += "{},";
  body += "{}]}";
  auto client = server.client();
  for (const char* route : {"/api/solve", "/api/jobs", "/api/searches", "/api/tree",
                            "/api/proofs/make", "/api/searches/12ab/step"}) {
    const Got answer = got(client.Post(route, body, kJsonType));
    EXPECT_EQ(answer.status, 400) << route << answer.json;
    EXPECT_NE(answer.error().find("1000 values"), std::string::npos) << answer.json;
  }
  EXPECT_LT(server.peak(), kBeside);
}

// Trees that were sent are kept as long as there is memory, and asking for them costs nothing.
TEST(ServeSiege, TreesStayWithinTheMemory) {
  Serving server({"--threads", "1", "--memory", "128M"});
  auto client = server.client();
  std::string text;
  for (int n = 0; text.size() < 100'000; ++n)
    text +=
        "n" + std::to_string(n) + ": x" + std::to_string(n) + "=1 n" + std::to_string(n + 1) + "\n";
  text += "n" + std::to_string(std::count(text.begin(), text.end(), '\n')) + ": y=1 z=0\n";
  std::string last;
  for (int n = 0; n < 40; ++n) {
    const Got answer = post(client, "/api/tree", {{"text", text}});
    ASSERT_EQ(answer.status, 200) << answer.json;
    last = answer["game"];
    EXPECT_EQ(get(client, "/api/position?game=" + encoded(last)).status, 200);
    if (n == 0) { EXPECT_EQ(post(client, "/api/jobs", {{"game", last}}).status, 202); }
  }
  EXPECT_LT(server.peak(), 128 * kMega + kBeside);
  EXPECT_LT(seconds_of([&] {
              for (int n = 0; n < 50; ++n) get(client, "/api/position?game=" + encoded(last));
            }),
            5);
}

// Searches to watch, as many as anybody likes: the oldest give way.
TEST(ServeSiege, SearchesStayWithinTheMemory) {
  Serving server({"--threads", "1", "--memory", "128M"});
  auto client = server.client();
  std::string id;
  for (int n = 0; n < 30; ++n) {
    const Got begun = post(client, "/api/searches", {{"game", "othello"}, {"algorithm", "pns"}});
    ASSERT_EQ(begun.status, 200) << begun.json;
    id = begun["id"];
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(post(client, "/api/searches/" + id + "/step", {{"rounds", 100000}}).status, 200);
  }
  EXPECT_EQ(get(client, "/api/searches/" + id).status, 200);
  EXPECT_LT(server.peak(), 128 * kMega + kBeside);
}

TEST(ServeSiege, AHeavyStepHoldsNobodyUp) {
  Serving server({"--threads", "1"});
  auto client = server.client();
  Sockets steps;
  const Got begun = got(client.Post("/api/searches", kHeavySearch, kJsonType));
  const std::string id = begun["id"];
  for (int n = 0; n < 8; ++n) {
    steps.push_back(std::make_unique<Socket>(server.port()));
    steps.back()->send(raw_post("/api/searches/" + id + "/step", R"({"rounds":100})"));
  }
  EXPECT_LT(longest_wait(server, 20), 5);
  EXPECT_LT(seconds_of([&] { EXPECT_EQ(server.stop(SIGINT), 0); }), 4);
}

TEST(ServeSiege, ASignalEndsItWhateverGoesOn) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Serving server({"--threads", "2", "--time", "60"});
    const Sockets slow = slow_connections(server, 50, "GET /");
    Sockets asking = slow_connections(server, 10, raw_post("/api/solve", kImpossible));
    for (auto& upload : slow_connections(server, 10, upload_head(1000) + "solvent"))
      asking.push_back(std::move(upload));
    Socket proof(server.port()), search(server.port());
    proof.send(raw_post("/api/proofs/make", R"({"game":"connect4:6x5"})"));
    search.send(raw_post("/api/searches", kHeavySearch));
    std::this_thread::sleep_for(300ms);
    EXPECT_LT(seconds_of([&] { EXPECT_EQ(server.stop(signal), 0); }), 4);
  }
}

}  // namespace
}  // namespace solvent::test
