// solvent/pool.hpp: permits for those who work, loans of what is left.
#include "solvent/pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace solvent {
namespace {

TEST(Pool, LendsWhatNobodyWorksWith) {
  Pool pool(4);
  const Pool::Permit one(pool);
  EXPECT_EQ(Pool::Loan(&pool, 7).size(), 3u);
  EXPECT_EQ(Pool::Loan(&pool, 2).size(), 2u);
  EXPECT_EQ(Pool::Loan(&pool, 0).size(), 0u);
  const Pool::Permit two(pool), three(pool);
  EXPECT_EQ(Pool::Loan(&pool, 7).size(), 1u);
}

TEST(Pool, LendsNothingWhileMoreWorkThanItHasPermits) {
  Pool pool(2);
  const Pool::Permit one(pool), two(pool);
  EXPECT_EQ(Pool::Loan(&pool, 7).size(), 0u);
  const Pool::Permit three(pool);  // nobody is refused
  EXPECT_EQ(Pool::Loan(&pool, 7).size(), 0u);
}

TEST(Pool, WhatIsLentComesBack) {
  Pool pool(3);
  std::optional<Pool::Permit> one(std::in_place, pool);
  for (int k = 0; k < 3; ++k) {
    const Pool::Loan all(&pool, 7);
    EXPECT_EQ(all.size(), 2u);
    EXPECT_EQ(Pool::Loan(&pool, 7).size(), 0u);
  }
  one.reset();
  EXPECT_EQ(Pool::Loan(&pool, 7).size(), 3u);
}

// Whoever took everything before there were others takes no more than his share the next time.
TEST(Pool, BorrowersShare) {
  Pool pool(8);
  const Pool::Permit one(pool), two(pool);
  std::optional<Pool::Loan> first(std::in_place, &pool, 7), second(std::in_place, &pool, 7);
  EXPECT_EQ(first->size(), 6u);
  EXPECT_EQ(second->size(), 0u);
  first.reset();
  first.emplace(&pool, 7);
  second.reset();
  second.emplace(&pool, 7);
  EXPECT_EQ(first->size(), 3u);
  EXPECT_EQ(second->size(), 3u);
}

TEST(Pool, WithoutOneEverythingIsLent) { EXPECT_EQ(Pool::Loan(nullptr, 7).size(), 7u); }

// As long as there are no more workers than permits, there are never more at work than permits.
TEST(Pool, NeverLendsTooMuch) {
  constexpr int kPermits = 4;
  Pool pool(kPermits);
  std::atomic<int> working = 0, most = 0, lent = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < kPermits; ++t)
      threads.emplace_back([&] {
        for (int k = 0; k < 2000; ++k) {
          const Pool::Permit permit(pool);
          const Pool::Loan loan(&pool, kPermits - 1);
          const int now = working += static_cast<int>(loan.size());
          for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {}
          lent += static_cast<int>(loan.size());
          working -= static_cast<int>(loan.size());
        }
      });
  }
  EXPECT_LE(most, kPermits);
  EXPECT_EQ(working, 0);
}

}  // namespace
}  // namespace solvent
