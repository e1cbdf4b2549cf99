// A short load; load_slow_test.cpp has the long one.
#include "load.hpp"

namespace solvent::test {
namespace {

TEST(ServeLoad, OfSomeClients) {
  Serving server;
  const Load all = load(server, 40, 3);
  EXPECT_EQ(all.errors, 0u);
  EXPECT_GT(all.requests, 100u);
  EXPECT_LT(all.resident_late, all.resident_early + (std::uint64_t{256} << 20));
}

TEST(ServeLoad, BesideAHardQuestion) {
  Serving server({"--threads", "2"});
  EXPECT_LT(load_beside_a_hard_question(server).p99, 1000);
}

}  // namespace
}  // namespace solvent::test
