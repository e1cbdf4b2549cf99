// A table that several threads read and write at the same time: what is found is whole and true.
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <thread>
#include <vector>

#include "base/rng.hpp"
#include "table/fact_table.hpp"

namespace solvent {
namespace {

using Key = std::array<std::uint64_t, 4>;
using Guidance = MoveGuidance<std::uint16_t>;
using Table = FactTable<Key, Guidance>;

// All that is stored of a position follows from its number, so a mixture of two gives itself away.
Key key_of(std::uint32_t number) { return {number, number + 1, number + 2, number + 3}; }
Bounds bounds_of(std::uint32_t number) {
  return {static_cast<Outcome>(number), static_cast<Outcome>(number + 100)};
}

void use(Table& table, std::uint64_t hash_mask, std::uint64_t seed, int times,
         std::uint64_t& found) {
  constexpr std::uint32_t kPositions = 12;  // more than a bucket holds
  Rng rng(seed);
  TableStatistics counted;
  for (int k = 0; k < times; ++k) {
    const std::uint32_t stored = rng.below(kPositions), asked = rng.below(kPositions);
    const auto hash = [&](std::uint32_t number) { return mix(number) & hash_mask; };
    table.store(
        key_of(stored), hash(stored), bounds_of(stored), 1 + rng.below(1000),
        [&](Guidance& g, bool) { return g.move = static_cast<std::uint16_t>(stored), true; },
        counted);
    if (const auto known = table.find(key_of(asked), hash(asked), counted)) {
      ++found;
      ASSERT_EQ(known->bounds, bounds_of(asked));
      ASSERT_EQ(known->guidance.move, asked);
    }
  }
}

void check(std::size_t bytes, std::uint64_t hash_mask) {
  Table table(bytes);
  table.share();
  std::vector<std::uint64_t> found(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < found.size(); ++t)
    threads.emplace_back([&, t] { use(table, hash_mask, t + 1, 200'000, found[t]); });
  for (std::thread& thread : threads) thread.join();
  // A thread that sleeps in the middle of an entry keeps the others from it, one of them perhaps
  // all the time.
  EXPECT_GT(std::accumulate(found.begin(), found.end(), std::uint64_t{0}), 1000U);
}

TEST(SharedFacts, NobodyBelievesATornEntryOfOneBucket) { check(128, 0); }
TEST(SharedFacts, NobodyBelievesATornEntryOfManyBuckets) { check(1 << 14, ~std::uint64_t{0}); }

}  // namespace
}  // namespace solvent
