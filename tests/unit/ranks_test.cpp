// Ranks as threads, of which tests of what many processes do are made.
#include "ranks.hpp"

#include <gtest/gtest.h>

#include "base/clock.hpp"

namespace solvent {
namespace {

TEST(Ranks, MessagesArriveInOrderAndWhole) {
  testing_ranks::on_ranks(4, [](Ranks& ranks) { EXPECT_EQ(testing_ranks::talk(ranks, 100), ""); });
}

TEST(Ranks, WhoWaitsForNothingIsNotKept) {
  testing_ranks::on_ranks(1, [](Ranks& ranks) {
    const Stopwatch clock;
    EXPECT_FALSE(ranks.receive_within(0).has_value());
    EXPECT_FALSE(ranks.receive_within(0.05).has_value());
    EXPECT_GE(clock.seconds(), 0.05);
    EXPECT_LT(clock.cpu_seconds(), 0.04);
  });
}

}  // namespace
}  // namespace solvent
