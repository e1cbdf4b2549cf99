// base/: alarms, and the arrays and indices that grow without a pause.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <thread>

#include "base/alarm.hpp"
#include "base/clock.hpp"
#include "base/hash.hpp"
#include "base/id_index.hpp"
#include "base/long_array.hpp"
#include "base/rng.hpp"

namespace solvent {
namespace {

TEST(Alarms, OneThatNobodySetIsSilent) {
  Alarm alarm;
  for (int n = 0; n < 10'000; ++n) ASSERT_FALSE(alarm.rings());
}

TEST(Alarms, CountPiecesIfAsked) {
  Alarm alarm;
  for (const std::uint32_t pieces : {1U, 2U, 7U, 1000U}) {
    alarm.set_pieces(pieces);
    for (std::uint32_t n = 0; n < pieces; ++n) ASSERT_FALSE(alarm.rings()) << n << " of " << pieces;
    for (int n = 0; n < 3; ++n) {
      EXPECT_TRUE(alarm.rings()) << "and it goes on";
      EXPECT_FALSE(alarm.ends());
    }
  }
  alarm.set_pieces(100);
  EXPECT_FALSE(alarm.rings(100));
  EXPECT_TRUE(alarm.rings(1));
}

// Each of several workers has as many pieces as one would have.
TEST(Alarms, CountPiecesForEveryWorker) {
  Alarm alarm;
  alarm.set_pieces(3);
  std::atomic<bool> enough = false;
  for (int worker = 0; worker < 2; ++worker) {
    Alarm own = alarm.together(enough);
    for (int piece = 0; piece < 3; ++piece) EXPECT_FALSE(own.rings());
    EXPECT_TRUE(own.rings());
  }
}

TEST(Alarms, RingInTimeHoweverLongThePiecesTake) {
  for (const double piece : {0.0, 1e-4, 3e-3}) {
    Alarm alarm(nullptr, 1000);
    const Stopwatch clock;
    alarm.set(0.02);
    while (!alarm.rings())
      if (piece > 0) std::this_thread::sleep_for(std::chrono::duration<double>(piece));
    EXPECT_GE(clock.seconds(), 0.02);
    EXPECT_LT(clock.cpu_seconds(), 0.02 + 0.01) << piece;  // a loaded machine sleeps longer
    EXPECT_FALSE(alarm.ends());
  }
}

TEST(Alarms, NoticeThatPiecesHaveBecomeLonger) {
  Alarm alarm(nullptr, 1000);
  for (int n = 0; n < 1'000'000; ++n) ASSERT_FALSE(alarm.rings());
  alarm.set(0.01);
  int pieces = 0;
  for (; !alarm.rings(); ++pieces) std::this_thread::sleep_for(std::chrono::microseconds(500));
  EXPECT_LT(pieces, 300);
}

TEST(Alarms, EndAtADeadlineOrWhenTheyAreTold) {
  Alarm deadline(nullptr, 0.005);
  deadline.set(1000);
  while (!deadline.rings()) {}
  EXPECT_TRUE(deadline.ends());
  deadline.set(1000);
  while (!deadline.rings()) {}  // the next look
  EXPECT_TRUE(deadline.ends()) << "for good";

  std::atomic<bool> stop = false;
  Alarm told(&stop);
  told.set(1000);
  for (int n = 0; n < 1000; ++n) ASSERT_FALSE(told.rings());
  stop = true;
  int late = 0;
  while (!told.ends()) ++late;
  EXPECT_LT(late, 2000);
  EXPECT_TRUE(Alarm(&stop).rings());
  EXPECT_TRUE(Alarm(nullptr, 0).ends());
  EXPECT_TRUE(Alarm(nullptr, -1).ends());
}

TEST(LongArrays, GrowWhereTheyAre) {
  LongArray<std::uint64_t> array(1'000'000);
  array.push_back(0);
  const std::uint64_t* const first = array.begin();
  for (std::uint64_t n = 1; n < 100'000; ++n) array.push_back(n * n);
  EXPECT_EQ(array.begin(), first);
  EXPECT_EQ(array.size(), 100'000U);
  for (std::uint64_t n = 0; n < array.size(); ++n) ASSERT_EQ(array[n], n * n);
  array.shrink(10);
  EXPECT_EQ(array.back(), 81U);
  EXPECT_EQ(array.bytes(), 800'000U) << "that stays with it";
  const std::uint64_t more[] = {7, 8};
  array.append(more, 2);
  EXPECT_EQ(array.size(), 12U);
  EXPECT_EQ(array.back(), 8U);
  LongArray<int> small(2);
  small.push_back(1);
  small.push_back(2);
  EXPECT_THROW(small.push_back(3), std::bad_alloc);
  EXPECT_EQ(LongArray<int>(0).size(), 0U);
}

// Numbers are found by what they stand for while the index grows under them, now and then.
RC_GTEST_PROP(IdIndexProperty, FindsWhatWasAdded, (std::uint64_t seed)) {
  Rng rng(seed);
  std::vector<std::uint64_t> things;
  std::map<std::uint64_t, std::uint32_t> expected;
  IdIndex index;
  const bool bad = rng.below(2) == 0;  // most hashes are equal
  const auto hash = [&](std::uint64_t thing) { return bad ? thing % 8 : mix(thing); };
  const auto hash_of_id = [&](std::uint32_t id) { return hash(things[id]); };
  const int most = bad ? 300 : 3000;
  for (int n = 0; n < most; ++n) {
    const std::uint64_t thing = rng.below(2000);
    const std::uint32_t found =
        index.find(hash(thing), [&](std::uint32_t id) { return things[id] == thing; });
    const auto known = expected.find(thing);
    RC_ASSERT(found == (known == expected.end() ? IdIndex::kNone : known->second));
    if (known != expected.end()) continue;
    expected[thing] = static_cast<std::uint32_t>(things.size());
    things.push_back(thing);
    index.add(hash(thing), hash_of_id);
    RC_ASSERT(index.size() == things.size());
    if (rng.below(500) == 0) index.refill(index.slots(), index.size());
    while (index.crowded() && !index.grow(hash_of_id, 1 + rng.below(50))) {}
  }
}

TEST(IdIndices, LargeOnesGrowInSteps) {
  IdIndex index;
  const auto hash_of_id = [](std::uint32_t id) { return mix(id); };
  std::uint32_t added = 0;
  while (index.slots() < 1 << 16 || !index.crowded()) index.add(mix(added++), hash_of_id);
  const std::size_t slots = index.slots();
  for (int n = 0; n < 1000; ++n) index.add(mix(added++), hash_of_id);
  EXPECT_EQ(index.slots(), slots) << "until it is told to";
  EXPECT_EQ(index.bytes_grown(), 2 * index.bytes());
  int steps = 1;
  while (!index.grow(hash_of_id, 100)) ++steps;
  EXPECT_EQ(index.slots(), 2 * slots);
  EXPECT_GT(steps, 300);
  EXPECT_FALSE(index.crowded());
  for (std::uint32_t id = 0; id < added; ++id)
    ASSERT_EQ(index.find(mix(id), [&](std::uint32_t k) { return k == id; }), id);
}

}  // namespace
}  // namespace solvent
