// The checker's set of states against the standard one: what is lost or invented there would be a
// wrong verdict.
#include "check/state_set.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.hpp"

namespace solvent::check {
namespace {

// Thirteen bytes: the last word of a state need not be full.
using State = std::array<unsigned char, 13>;

State numbered(std::uint32_t n) {
  State s{};
  std::memcpy(s.data() + 9, &n, sizeof n);
  return s;
}

void expect_same(const StateSet<State>& set, const std::set<State>& expected) {
  ASSERT_EQ(set.size(), expected.size());
  ASSERT_EQ(set.empty(), expected.empty());
  std::set<State> seen;
  set.for_each([&](const State& s) { EXPECT_TRUE(seen.insert(s).second) << "visited twice"; });
  EXPECT_EQ(seen, expected);
}

TEST(StateSet, TakesInAndGivesUpWhatASetDoes) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    StateSet<State> set;
    std::set<State> expected;
    const std::uint32_t different = 50 << (seed % 8);
    for (int k = 0; k < 20'000; ++k) {
      const State s = numbered(rng.below(different));  // 0 is the state that marks empty slots
      switch (rng.below(3)) {
        case 0:
          set.insert(s);
          expected.insert(s);
          break;
        case 1: ASSERT_EQ(set.erase(s), expected.erase(s) == 1) << "seed " << seed; break;
        default: ASSERT_EQ(set.contains(s), expected.contains(s)) << "seed " << seed;
      }
    }
    expect_same(set, expected);
    set.clear(seed % 2 == 0 ? 0 : 10'000);
    expect_same(set, {});
  }
}

TEST(StateSet, JoinsAnother) {
  for (const std::uint32_t mine : {0U, 1U, 40U, 5'000U, 60'000U})
    for (const std::uint32_t theirs : {0U, 1U, 40U, 5'000U, 60'000U}) {
      StateSet<State> set, other;
      std::set<State> expected;
      for (std::uint32_t n = 0; n < mine; ++n) {
        set.insert(numbered(2 * n));
        expected.insert(numbered(2 * n));
      }
      for (std::uint32_t n = 0; n < theirs; ++n) {
        other.insert(numbered(3 * n));
        expected.insert(numbered(3 * n));
      }
      set.join(other);
      expect_same(set, expected);
    }
}

}  // namespace
}  // namespace solvent::check
