// 200 clients for 20 seconds: nobody waits for long, nothing fails, and memory stays as it is.
#include "load.hpp"

namespace solvent::test {
namespace {

TEST(ServeLoadSlow, OfTwoHundredClients) {
  Serving server;
  const Load all = load(server, 200, 20);
  EXPECT_EQ(all.errors, 0u);
  EXPECT_LT(all.p99, 250);
  EXPECT_LT(all.resident_late, all.resident_early + (std::uint64_t{64} << 20));
}

TEST(ServeLoadSlow, BesideAHardQuestion) {
  Serving server({"--threads", "2"});
  EXPECT_LT(load_beside_a_hard_question(server).p99, 250);
}

// The same while others ask for what takes too long, and hang up.
TEST(ServeLoadSlow, BesideTheImpossible) {
  Serving server;
  std::atomic<bool> done = false;
  std::vector<std::thread> selfish;
  for (int n = 0; n < 4; ++n)
    selfish.emplace_back([&] {
      while (!done) {
        Socket socket(server.port());
        socket.send(raw_post("/api/solve", kImpossible));
        std::this_thread::sleep_for(std::chrono::seconds(1));
      }
    });
  const Load all = load(server, 50, 10);
  done = true;
  for (std::thread& thread : selfish) thread.join();
  EXPECT_EQ(all.errors, 0u);
  EXPECT_LT(all.p99, 1000);
}

}  // namespace
}  // namespace solvent::test
