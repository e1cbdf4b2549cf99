// A search whose ranks are all killed twenty times at random, and resumed each time.
#include "mpirun.hpp"

namespace solvent::test {
namespace {

TEST(ClusterKillSlow, TwentyTimes) {
  const Killed killed = kill_and_resume({"connect4:7x5", "--outcomes", "wld"}, 20, 2, 6, 1);
  EXPECT_GT(killed.kills, 3);
  EXPECT_EQ(killed.answer["value"], 0);
  EXPECT_TRUE(killed.answer["proof"]["checked"]);
}

}  // namespace
}  // namespace solvent::test
