// All of it at once, for a while: whoever asks for something easy hardly notices.
#include "siege.hpp"

namespace solvent::test {
namespace {

TEST(ServeSiegeSlow, AllAtOnce) {
  constexpr std::uint64_t kMega = std::uint64_t{1} << 20;
  Serving server({"--threads", "2", "--memory", "600M", "--time", "30"});
  auto client = server.client();
  std::atomic<bool> done = false;
  std::vector<std::thread> hostile;
  const auto again_and_again = [&](int threads, std::function<void()> attack) {
    for (int n = 0; n < threads; ++n)
      hostile.emplace_back([&done, attack] {
        while (!done) attack();
      });
  };
  const auto a_while = [] { std::this_thread::sleep_for(std::chrono::milliseconds(500)); };
  again_and_again(1, [&] {
    const Sockets slow = slow_connections(server, 400, "GET /api/about HTTP/1.1\r\nHost: lo");
    a_while();
  });
  again_and_again(1, [&] {
    const Sockets hard = slow_connections(server, 50, raw_post("/api/solve", kImpossible));
    a_while();
  });
  const std::string claims = empty_claims(server, 60'000'000), noise(60'000'000, 's');
  for (const std::string* body : {&claims, &noise})
    again_and_again(2, [&server, body] {
      Socket upload(server.port());
      upload.send(upload_head(body->size()));
      upload.send_all(*body);
      upload.closed(2);
    });
  again_and_again(2, [&] {
    auto other = server.client();
    const auto begun = other.Post("/api/searches", kHeavySearch, kJsonType);
    const Json json = begun ? Json::parse(begun->body, nullptr, false) : Json();
    if (!json.is_object() || !json.contains("id")) return a_while();
    const std::string step = "/api/searches/" + json["id"].get<std::string>() + "/step";
    for (int n = 0; n < 5; ++n) {
      Socket socket(server.port());
      socket.send(raw_post(step, R"({"rounds":1000})"));
    }
    a_while();
  });
  again_and_again(1, [&] {
    const Sockets deaf = slow_connections(
        server, 100, "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/ga");
    a_while();
  });
  const Load all = load(server, 10, 20);
  done = true;
  EXPECT_LT(all.errors, all.requests / 50);  // a connection of theirs may have had to give way
  EXPECT_GT(all.requests, 50u);
  EXPECT_LT(all.p99, 3000);
  EXPECT_LT(server.peak(), 664 * kMega);
  for (std::thread& thread : hostile) thread.join();
  EXPECT_LT(longest_wait(server, 20), 1);
  slow_connections(server, 20, raw_post("/api/solve", kImpossible));
  EXPECT_LT(seconds_of([&] { EXPECT_EQ(server.stop(SIGINT), 0); }), 1);
}

}  // namespace
}  // namespace solvent::test
