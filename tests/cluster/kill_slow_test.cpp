// A search whose ranks are all killed twenty times at random, and resumed each time.
#include "lost_work.hpp"

namespace solvent::test {
namespace {

TEST(ClusterKillSlow, TwentyTimes) {
  int kills = 0;
  for (std::uint64_t seed = 1; kills < 20 && !HasFailure(); ++seed) {
    const Killed killed =
        kill_and_resume({"connect4:7x5", "--outcomes", "wld"}, 20 - kills, 1, 4, seed);
    kills += killed.kills;
    EXPECT_EQ(killed.answer["value"], 0);
    EXPECT_TRUE(killed.answer["proof"]["checked"]);
  }
}

TEST(ClusterKillSlow, EachCostsLessThanAnInterval) {
  Rng rng(1);
  std::vector<double> moments;
  for (int k = 0; k < 20; ++k) moments.push_back(0.01 * rng.below(1000));
  expect_little_is_lost(20, [&](int k) { return moments[static_cast<std::size_t>(k)]; });
}

}  // namespace
}  // namespace solvent::test
