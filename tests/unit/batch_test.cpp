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
      deal_out(count, threads, [&](std::size_t t, std::size_t k) {
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
  EXPECT_THROW(deal_out(30, 3, work), std::runtime_error);
  EXPECT_EQ(done, 21);  // the others' share, and one of his
}

TEST(Batch, MemoryIsShared) {
  Options options;
  options.limits.memory = 1200;
  EXPECT_EQ(shared_by(3, options).limits.memory, 400u);
  EXPECT_GT(*shared_by(1, {}).limits.memory, *shared_by(2, {}).limits.memory);
}

}  // namespace
}  // namespace solvent
