// api/batch.hpp: many positions, a few threads.
#include "api/batch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace solvent {
namespace {

TEST(Batch, EveryThreadTakesItsTurns) {
  for (std::size_t threads = 1; threads <= 5; ++threads)
    for (const std::size_t count : {0u, 1u, 4u, 23u}) {
      std::vector<std::atomic<int>> done(count);
      Pool pool(threads);
      deal_out(count, threads, pool, [&](std::size_t t, std::size_t k) {
        EXPECT_EQ(k % threads, t);
        ++done[k];
      });
      for (const auto& times : done) EXPECT_EQ(times, 1);
    }
}

TEST(Batch, WhatIsThrownComesOutWhenAllAreDone) {
  std::atomic<int> done = 0;
  const auto work = [&](std::size_t t, std::size_t k) {
    if (t == 1 && k == 4) throw std::runtime_error("the fifth");
    ++done;
  };
  Pool pool(3);
  EXPECT_THROW(deal_out(30, 3, pool, work), std::runtime_error);
  EXPECT_EQ(done, 21);  // the others' share, and one of his
}

// Nothing is lent while everybody has work; then what those had who have none left.
TEST(Batch, WhoIsDoneLeavesAPermit) {
  Pool pool(3);
  std::atomic<int> done = 0;
  deal_out(4, 3, pool, [&](std::size_t t, std::size_t k) {
    if (k < 3) { EXPECT_EQ(Pool::Loan(&pool, 7).size(), 0u); }
    ++done;
    while (t == 0 && (done < 3 || (k == 3 && Pool::Loan(&pool, 7).size() < 2)))
      std::this_thread::yield();
    while (t > 0 && done < 3) std::this_thread::yield();
  });
  EXPECT_EQ(done, 4);
  EXPECT_EQ(Pool::Loan(&pool, 7).size(), 3u);
  deal_out(1, 3, pool,
           [&](std::size_t, std::size_t) { EXPECT_EQ(Pool::Loan(&pool, 7).size(), 2u); });
}

TEST(Batch, MemoryIsShared) {
  Options options;
  options.limits.memory = 1200;
  EXPECT_EQ(shared_by(3, options).limits.memory, 400u);
  EXPECT_GT(*shared_by(1, {}).limits.memory, *shared_by(2, {}).limits.memory);
}

}  // namespace
}  // namespace solvent
