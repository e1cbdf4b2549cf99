// table/: facts come back as stored or not at all, add up, survive growing, and respect the budget.
#include "table/table.hpp"
#include "table/effort_table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "memory_archive.hpp"

namespace solvent {
namespace {

using Facts = Table<std::uint64_t, std::uint8_t>;

Facts::Fact fact(int pess, int opti, int depth = 1) {
  Facts::Fact f;
  f.bounds = {static_cast<Outcome>(pess), static_cast<Outcome>(opti)};
  f.depth = static_cast<std::uint8_t>(depth);
  return f;
}

TEST(Table, WithoutBytesItIsOff) {
  EXPECT_FALSE(Facts().enabled());
  EXPECT_FALSE(Facts(0).enabled());
  EXPECT_FALSE(Facts(63).enabled());
  EXPECT_TRUE(Facts(64).enabled());
}

TEST(Table, FactsAddUp) {
  Facts table(1 << 12);
  table.store(7, hash_of(std::uint64_t{7}), fact(2, 9, 3), 10);
  Facts::Fact later = fact(0, 5, 1);
  later.has_move = true;
  later.move = 4;
  table.store(7, hash_of(std::uint64_t{7}), later, 10);
  const auto f = table.find(7, hash_of(std::uint64_t{7}));
  ASSERT_TRUE(f);
  EXPECT_EQ(f->bounds, (Bounds{2, 5}));
  EXPECT_EQ(f->depth, 3) << "the depth of the deeper search";
  EXPECT_TRUE(f->has_move);
  EXPECT_EQ(f->move, 4);
}

// The number of a round is not used again while anything stored in its first use bears it.
TEST(Table, RoundsAreNotMistakenForEarlierOnes) {
  Facts table(1 << 12);
  Facts::Fact cut = fact(0, 9);
  for (int n = 0; n < 1000; ++n) {
    table.new_round();
    ASSERT_NE(table.round(), 0) << "0 stands for none";
    const auto key = static_cast<std::uint64_t>(n % 300);
    const auto f = table.find(key, hash_of(key));
    ASSERT_FALSE(f && f->cut_in == table.round());
    cut.cut_in = table.round();
    table.store(key, hash_of(key), cut, 1);
    ASSERT_EQ(table.find(key, hash_of(key))->cut_in, table.round());
  }
}

TEST(Table, ContradictingFactsAreReported) {
  Facts table(1 << 12);
  table.store(7, 1, fact(6, 9), 1);
  EXPECT_THROW(table.store(7, 1, fact(0, 5), 1), Contradiction);
}

TEST(Table, EqualHashesAreToldApartByTheKey) {
  Facts table(64);  // one bucket: everything collides
  table.store(1, 42, fact(1, 1), 1);
  EXPECT_FALSE(table.find(2, 42));
  table.store(2, 42, fact(2, 2), 1);
  EXPECT_EQ(table.find(1, 42)->bounds, (Bounds{1, 1}));
  EXPECT_EQ(table.find(2, 42)->bounds, (Bounds{2, 2}));
}

TEST(Table, TheLeastWorkIsReplacedAndOldSearchesFirst) {
  Facts table(64);
  std::size_t ways = 0;
  for (std::uint64_t key = 1; table.statistics().replaced == 0; ++key, ++ways)
    table.store(key, 0, fact(1, 2), key == 2 ? 1 : 1000);
  EXPECT_FALSE(table.find(2, 0)) << "it had the least work behind it";
  EXPECT_TRUE(table.find(1, 0));
  table.new_search();
  table.store(100, 0, fact(1, 2), 1);
  table.store(101, 0, fact(1, 2), 1);
  EXPECT_TRUE(table.find(100, 0)) << "an old entry went, not one of this search";
}

TEST(Table, ClearedItIsAsNew) {
  for (const std::uint64_t facts : {10, 200'000}) {  // the second grows the table
    Facts table(std::size_t{16} << 20);
    const std::size_t bytes = table.bytes();
    for (std::uint64_t key = 0; key < facts; ++key) table.store(key, hash_of(key), fact(1, 2), 1);
    table.clear();
    EXPECT_EQ(table.bytes(), bytes);
    for (std::uint64_t key = 0; key < facts; ++key) ASSERT_FALSE(table.find(key, hash_of(key)));
  }
}

// A large table says when it should grow, works on until it is told to, and grows in steps; one
// that is saved in the middle of that has grown.
TEST(Table, LargeOnesGrowInSteps) {
  for (const bool saved : {false, true}) {
    Facts table(std::size_t{64} << 20);
    const auto stored = [](std::uint64_t key) { return fact(static_cast<int>(key % 7), 9); };
    std::uint64_t key = 0;
    for (; !table.crowded(); ++key) table.store(key, hash_of(key), stored(key), 1);
    const std::size_t before = table.bytes();
    EXPECT_GE(before, std::size_t{8} << 20);
    EXPECT_LT(before, std::size_t{64} << 20);
    const auto found = [&](Facts& in) {
      std::uint64_t count = 0;
      for (std::uint64_t k = 0; k < key; ++k)
        if (const auto f = in.find(k, hash_of(k))) count += f->bounds == stored(k).bounds;
      return count;
    };
    const std::uint64_t known = found(table);
    EXPECT_GT(known, key * 3 / 4);
    EXPECT_EQ(table.bytes(), before);
    EXPECT_FALSE(table.grow());
    if (saved) {
      Facts other(std::size_t{64} << 20);
      ASSERT_TRUE(test::carry_over(table, other));
      EXPECT_FALSE(other.crowded());
      EXPECT_EQ(found(other), known);
    }
    int steps = 1;
    for (; table.crowded(); ++steps) table.grow();
    if (!saved) { EXPECT_GT(steps, 100); }
    EXPECT_EQ(table.bytes(), std::size_t{64} << 20);
    EXPECT_EQ(found(table), known) << "nothing is forgotten";
  }
}

TEST(Table, GrowsWithinItsBudgetAndForgetsNothingOnTheWay) {
  constexpr std::size_t kBudget = std::size_t{8} << 20;
  Facts table(kBudget);
  const std::size_t first = table.bytes();
  EXPECT_LE(first, std::size_t{1} << 20);
  std::uint64_t key = 0;
  for (; table.bytes() == first; ++key)
    table.store(key, hash_of(key), fact(static_cast<int>(key % 7), 9), 1);
  EXPECT_GT(table.bytes(), first);
  const std::uint64_t lost_before = table.statistics().replaced;
  std::uint64_t found = 0;
  for (std::uint64_t k = 0; k < key; ++k)
    if (const auto f = table.find(k, hash_of(k))) {
      ++found;
      ASSERT_EQ(f->bounds.pess, k % 7);
    }
  EXPECT_EQ(found, key - lost_before);
  for (; key < 3'000'000; ++key) table.store(key, hash_of(key), fact(0, 1), 1);
  EXPECT_LE(table.bytes(), kBudget);
  EXPECT_GT(table.bytes(), kBudget - 4096);
}

// Against a map that forgets nothing: whatever the table still knows is the truth.
RC_GTEST_PROP(Table, AgreesWithAMap,
              (const std::vector<std::pair<std::uint8_t, std::uint8_t>>& stores)) {
  Facts table(256);
  std::map<std::uint64_t, Bounds> truth;
  for (const auto& [key, pess] : stores) {
    const Bounds b{static_cast<Outcome>(pess % 8), 8};
    const auto [it, fresh] = truth.try_emplace(key, b);
    if (!fresh) it->second = meet(it->second, b);
    Facts::Fact f;
    f.bounds = b;
    table.store(key, hash_of(std::uint64_t{key}), f, pess);
    for (const auto& [k, known] : truth)
      if (const auto found = table.find(k, hash_of(k))) RC_ASSERT(found->bounds.contains(known));
  }
}

using Efforts = EffortTable<std::uint64_t, int, std::array<char, 0>>;

TEST(EffortTable, KeepsTheBoundsOfAllCutsAndTheCellsOfTwo) {
  Efforts table(1 << 12);
  table.store(5, hash_of(std::uint64_t{5}), {1, 9}, 3, 33, 1, nullptr);
  table.store(5, hash_of(std::uint64_t{5}), {0, 7}, 4, 44, 1, nullptr);
  const auto* e = table.find(5, hash_of(std::uint64_t{5}));
  ASSERT_NE(e, nullptr);
  EXPECT_EQ(e->bounds(), (Bounds{1, 7})) << "facts add up";
  ASSERT_NE(e->cell(3), nullptr);
  EXPECT_EQ(*e->cell(3), 33);
  EXPECT_EQ(*e->cell(4), 44);
  table.store(5, hash_of(std::uint64_t{5}), {0, 9}, 3, 34, 1, nullptr);
  table.store(5, hash_of(std::uint64_t{5}), {0, 9}, 6, 66, 1, nullptr);
  e = table.find(5, hash_of(std::uint64_t{5}));
  EXPECT_EQ(*e->cell(3), 34);
  EXPECT_EQ(*e->cell(6), 66);
  EXPECT_EQ(e->cell(4), nullptr) << "the cut looked at longest ago goes";
  EXPECT_EQ(table.find(6, hash_of(std::uint64_t{5})), nullptr) << "keys are compared";
}

TEST(EffortTable, LeastWorkGoesFirstAndOldSearchesBeforeAll) {
  Efforts table(1 << 12);
  for (std::uint64_t key = 1; table.statistics().replaced == 0; ++key)
    table.store(key, 0, {0, 9}, 0, 0, key == 2 ? 1 : 1000, nullptr);
  EXPECT_EQ(table.find(2, 0), nullptr);
  EXPECT_NE(table.find(1, 0), nullptr);
  table.new_search();
  table.store(100, 0, {0, 9}, 0, 0, 1, nullptr);
  table.store(101, 0, {0, 9}, 0, 0, 1, nullptr);
  EXPECT_NE(table.find(100, 0), nullptr);
}

TEST(EffortTable, GrowsToItsBudgetAndNotBeyond) {
  for (const std::size_t budget : {std::size_t{0}, std::size_t{127}, std::size_t{128},
                                   std::size_t{100'000}, std::size_t{6'000'000}}) {
    Efforts table(budget);
    EXPECT_LE(table.bytes(), budget);
    std::uint64_t lost = 0;
    for (std::uint64_t key = 0; key < 400'000; ++key)
      table.store(key, hash_of(key), {static_cast<Outcome>(key % 5), 9}, 2, 7, 1 + key % 9,
                  nullptr);
    EXPECT_LE(table.bytes(), budget);
    EXPECT_GT(table.bytes() + 128, budget);
    for (std::uint64_t key = 0; key < 400'000; ++key) {
      const auto* e = table.find(key, hash_of(key));
      lost += e == nullptr;
      if (e != nullptr) { ASSERT_EQ(e->bounds().pess, key % 5); }
    }
    EXPECT_GT(lost, 0u);
  }
}

}  // namespace
}  // namespace solvent
