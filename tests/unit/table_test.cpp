// table/: facts come back as stored or not at all, add up, survive growing, and respect the budget;
// several searchers may share them, and notes stay with the one who made them.
#include "table/fact_table.hpp"
#include "table/notes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "memory_archive.hpp"

namespace solvent {
namespace {

using Guidance = MoveGuidance<std::uint8_t>;
using Facts = TableAccess<std::uint64_t, Guidance>;

Facts facts(std::size_t bytes) { return {bytes, nullptr}; }
Bounds bounds(int pess, int opti) {
  return {static_cast<Outcome>(pess), static_cast<Outcome>(opti)};
}
bool no_move(Guidance&, bool guided) { return guided; }
// As a searcher does: it has the table grow when that is due.
template <class Table, class... Fact>
void store(Table& table, Fact&&... fact) {
  table.store(std::forward<Fact>(fact)...);
  while (table.crowded()) table.grow();
}

TEST(FactTable, WithoutBytesItIsOff) {
  for (const std::size_t bytes : {0, 63}) {
    Facts off = facts(bytes);
    EXPECT_FALSE(off.enabled());
    off.store(7, 1, bounds(2, 9), 1, no_move);
    EXPECT_FALSE(off.find(7, 1));
  }
  EXPECT_TRUE(facts(64).enabled());
}

// A cache line has as many entries as the drawing of the layout says.
TEST(FactTable, EntriesAreSmall) {
  EXPECT_EQ((FactTable<std::uint64_t, MoveGuidance<std::uint8_t>>::entry_bytes()), 16U);
  EXPECT_EQ((FactTable<std::uint64_t, MoveGuidance<std::uint16_t>>::entry_bytes()), 16U);
  struct Cell {
    std::uint32_t pn, dn;
  };
  EXPECT_EQ((FactTable<std::uint64_t, EffortGuidance<Cell>>::entry_bytes()), 32U);
}

TEST(FactTable, FactsAddUp) {
  Facts table = facts(1 << 12);
  table.store(7, 1, bounds(2, 9), 10, no_move);
  EXPECT_FALSE(table.find(7, 1)->guided);
  table.store(7, 1, bounds(0, 5), 10, [](Guidance& g, bool) { return g.move = 4, true; });
  table.store(7, 1, bounds(0, 9), 10, no_move);
  const auto known = table.find(7, 1);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->bounds, (Bounds{2, 5}));
  EXPECT_TRUE(known->guided) << "a move stays until there is another";
  EXPECT_EQ(known->guidance.move, 4);
}

TEST(FactTable, ContradictingFactsAreReported) {
  Facts table = facts(1 << 12);
  table.store(7, 1, bounds(6, 9), 1, no_move);
  EXPECT_THROW(table.store(7, 1, bounds(0, 5), 1, no_move), Contradiction);
}

// What took much work goes to a table elsewhere, with its guidance, where that knows less.
TEST(FactTable, WhatIsLargeTravels) {
  using Table = FactTable<std::uint64_t, Guidance>;
  constexpr std::uint64_t seven = 7, eight = 8;
  TableStatistics counted;
  const auto guide = [](std::uint8_t move) {
    return [move](Guidance& g, bool) { return g.move = move, true; };
  };
  Table here(1 << 12), there(1 << 12);
  for (Table* table : {&here, &there}) table->share();
  here.store(7, hash_of(seven), bounds(0, 9), 1 << 20, guide(1), counted);
  here.note_large(10, false);
  EXPECT_TRUE(here.take_noted().empty()) << "that was before";
  here.store(8, hash_of(eight), bounds(0, 9), 2, guide(2), counted);
  EXPECT_TRUE(here.take_noted().empty()) << "that is small";
  here.store(8, hash_of(eight), bounds(3, 9), 1 << 20, guide(3), counted);
  const auto noted = here.take_noted();
  EXPECT_EQ(noted.size(), Table::entry_bytes());
  EXPECT_TRUE(here.take_noted().empty()) << "it was taken";
  there.store(8, hash_of(eight), bounds(0, 5), 2, guide(4), counted);
  EXPECT_TRUE(there.add_noted(noted));
  const auto known = there.find(8, hash_of(eight), counted);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->bounds, (Bounds{3, 5}));
  EXPECT_EQ(known->guidance.move, 3);
  here.note_large(10, true);
  EXPECT_EQ(here.take_noted().size(), 2 * Table::entry_bytes());
  EXPECT_FALSE(there.add_noted(std::span(noted).first(noted.size() - 1)));
  EXPECT_FALSE(there.add_noted(std::vector<std::byte>(Table::entry_bytes())));
  there.store(8, hash_of(eight), bounds(0, 4), 2, guide(4), counted);
  here.store(8, hash_of(eight), bounds(5, 9), 1 << 20, guide(3), counted);
  EXPECT_THROW(there.add_noted(here.take_noted()), Contradiction);
}

// As a write that stopped in the middle, or a bit that turned, would leave it.
TEST(FactTable, WhatIsDamagedIsMissing) {
  Facts table = facts(1 << 12);
  table.store(7, 1, bounds(6, 9), 1, no_move);
  EXPECT_THROW(table.store(7, 1, bounds(0, 5), 1, no_move), Contradiction);  // and is 6..5 now
  EXPECT_FALSE(table.find(7, 1));
  table.learn(7, 1, bounds(1, 2));
  EXPECT_FALSE(table.find(7, 1));
  table.store(7, 1, bounds(0, 3), 1, no_move);
  ASSERT_TRUE(table.find(7, 1));
  EXPECT_EQ(table.find(7, 1)->bounds, (Bounds{0, 3}));
}

TEST(FactTable, EqualHashesAreToldApartByTheKey) {
  Facts table = facts(64);  // one bucket: everything collides
  table.store(1, 42, bounds(1, 1), 1, no_move);
  EXPECT_FALSE(table.find(2, 42));
  table.store(2, 42, bounds(2, 2), 1, no_move);
  EXPECT_EQ(table.find(1, 42)->bounds, (Bounds{1, 1}));
  EXPECT_EQ(table.find(2, 42)->bounds, (Bounds{2, 2}));
}

TEST(FactTable, TheLeastWorkIsReplacedAndOldSearchesFirst) {
  Facts table = facts(64);
  for (std::uint64_t key = 1; table.statistics().replaced == 0; ++key)
    table.store(key, 0, bounds(1, 2), key == 2 ? 1 : 1000, no_move);
  EXPECT_FALSE(table.find(2, 0)) << "it had the least work behind it";
  EXPECT_TRUE(table.find(1, 0));
  table.new_search();
  table.store(100, 0, bounds(1, 2), 1, no_move);
  table.store(101, 0, bounds(1, 2), 1, no_move);
  EXPECT_TRUE(table.find(100, 0)) << "an old entry went, not one of this search";
}

TEST(FactTable, ClearedItIsAsNew) {
  for (const std::uint64_t many : {10, 200'000}) {  // the second grows the table
    Facts table = facts(std::size_t{16} << 20);
    const std::size_t bytes = table.bytes();
    for (std::uint64_t key = 0; key < many; ++key)
      store(table, key, hash_of(key), bounds(1, 2), 1, no_move);
    table.clear();
    EXPECT_EQ(table.bytes(), bytes);
    for (std::uint64_t key = 0; key < many; ++key) ASSERT_FALSE(table.find(key, hash_of(key)));
  }
}

// A table says when it should grow, works on until it is told to, and grows in steps; one that is
// saved in the middle of that has grown.
TEST(FactTable, GrowsInSteps) {
  for (const bool saved : {false, true}) {
    Facts table = facts(std::size_t{4} << 20);
    const auto stored = [](std::uint64_t key) { return bounds(static_cast<int>(key % 7), 9); };
    std::uint64_t key = 0;
    for (; !table.crowded(); ++key) table.store(key, hash_of(key), stored(key), 1, no_move);
    const std::size_t before = table.bytes();
    EXPECT_EQ(before, std::size_t{1} << 17);
    const auto found = [&](Facts& in) {
      std::uint64_t count = 0;
      for (std::uint64_t k = 0; k < key; ++k)
        if (const auto f = in.find(k, hash_of(k))) count += f->bounds == stored(k);
      return count;
    };
    const std::uint64_t known = found(table);
    EXPECT_GT(known, key * 3 / 4);
    EXPECT_EQ(table.bytes(), before);
    EXPECT_FALSE(table.grow());
    if (saved) {
      Facts other = facts(std::size_t{4} << 20);
      ASSERT_TRUE(test::carry_over(table, other));
      EXPECT_FALSE(other.crowded());
      EXPECT_EQ(found(other), known);
    }
    int steps = 1;
    for (; table.crowded(); ++steps) table.grow();
    if (!saved) { EXPECT_GT(steps, 3); }
    EXPECT_EQ(table.bytes(), std::size_t{1} << 18);
    EXPECT_EQ(found(table), known) << "nothing is forgotten";
  }
}

TEST(FactTable, GrowsToItsBudgetAndNotBeyond) {
  for (const std::size_t budget : {std::size_t{0}, std::size_t{63}, std::size_t{64},
                                   std::size_t{100'000}, std::size_t{6'000'000}}) {
    Facts table = facts(budget);
    EXPECT_LE(table.bytes(), budget);
    std::uint64_t lost = 0;
    for (std::uint64_t key = 0; key < 600'000; ++key)
      store(table, key, hash_of(key), bounds(static_cast<int>(key % 5), 9), 1 + key % 9, no_move);
    EXPECT_LE(table.bytes(), budget);
    EXPECT_GT(table.bytes() + 64 * 64, budget);  // it doubles, from whole buckets
    for (std::uint64_t key = 0; key < 600'000; ++key) {
      const auto known = table.find(key, hash_of(key));
      lost += !known;
      if (known) { ASSERT_EQ(known->bounds.pess, key % 5); }
    }
    EXPECT_GT(lost, 0U);
  }
}

// Against a map that forgets nothing: whatever the table still knows is the truth.
RC_GTEST_PROP(FactTable, AgreesWithAMap,
              (const std::vector<std::pair<std::uint8_t, std::uint8_t>>& stores)) {
  Facts table = facts(256);
  std::map<std::uint64_t, Bounds> truth;
  for (const auto& [key, pess] : stores) {
    const Bounds b{static_cast<Outcome>(pess % 8), 8};
    const auto [it, fresh] = truth.try_emplace(key, b);
    if (!fresh) it->second = meet(it->second, b);
    table.store(key, hash_of(std::uint64_t{key}), b, pess, no_move);
    for (const auto& [k, known] : truth)
      if (const auto found = table.find(k, hash_of(k))) RC_ASSERT(found->bounds.contains(known));
  }
}

TEST(FactTable, IsSharedByThoseWhoAreHandedIt) {
  Facts first = facts(1 << 12);
  Facts second(1 << 20, first.share());
  first.store(7, 1, bounds(2, 9), 1, no_move);
  second.store(7, 1, bounds(0, 5), 1, no_move);
  EXPECT_EQ(first.find(7, 1)->bounds, (Bounds{2, 5}));
  EXPECT_EQ(first.statistics().stores, 1U) << "everybody counts what he does himself";
  EXPECT_EQ(second.statistics().probes, 0U);
  EXPECT_EQ(second.bytes(), 0U) << "memory is its owner's";
  using Others = TableAccess<std::uint32_t, Guidance>;
  EXPECT_DEATH(Others(1 << 12, first.share()), "of one kind");
}

using Cells = EffortGuidance<int>;
using Efforts = TableAccess<std::uint64_t, Cells>;

auto cell(int cut, int value) {
  return [=](Cells& cells, bool guided) {
    if (!guided) cells.cuts.fill(Cells::kNoCut);
    cells.remember(cut, value);
    return true;
  };
}

TEST(EffortGuidance, KeepsTheCellsOfTwoCuts) {
  Efforts table(1 << 12, nullptr);
  table.store(5, 1, bounds(1, 9), 1, cell(3, 33));
  table.store(5, 1, bounds(0, 7), 1, cell(4, 44));
  auto known = table.find(5, 1);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->bounds, (Bounds{1, 7})) << "facts add up";
  EXPECT_EQ(known->guidance.cell(3), 33);
  EXPECT_EQ(known->guidance.cell(4), 44);
  table.store(5, 1, bounds(0, 9), 1, cell(3, 34));
  table.store(5, 1, bounds(0, 9), 1, cell(6, 66));
  known = table.find(5, 1);
  EXPECT_EQ(known->guidance.cell(3), 34);
  EXPECT_EQ(known->guidance.cell(6), 66);
  EXPECT_EQ(known->guidance.cell(4), std::nullopt) << "the cut looked at longest ago goes";
  EXPECT_FALSE(table.find(6, 1)) << "keys are compared";
}

TEST(EffortGuidance, WorkAddsUp) {
  Efforts table(128, nullptr);
  for (int k = 0; k < 10; ++k) table.store(1, 0, bounds(0, 9), 10, cell(0, 0));
  for (std::uint64_t key = 2; table.statistics().replaced == 0; ++key)
    table.store(key, 0, bounds(0, 9), 50, cell(0, 0));
  EXPECT_TRUE(table.find(1, 0));
}

// --- notes
// -----------------------------------------------------------------------------------------

struct Note {
  int text = 0;
  bool used() const { return text != 0; }
  int worth() const { return text; }
};

TEST(Notes, ComeBackUntilTheyAreErasedOrPushedOut) {
  Notes<std::uint64_t, Note> notes(128);
  EXPECT_FALSE(notes.find(1, 0));
  notes.store(1, 0, {11});
  notes.store(2, 0, {22});
  notes.store(1, 0, {12});
  EXPECT_EQ(notes.find(1, 0)->text, 12);
  notes.erase(1, 0);
  EXPECT_FALSE(notes.find(1, 0));
  EXPECT_EQ(notes.find(2, 0)->text, 22);
  for (std::uint64_t key = 3; key < 100; ++key) notes.store(key, 0, {static_cast<int>(100 + key)});
  EXPECT_FALSE(notes.find(2, 0)) << "it was worth least";
  EXPECT_TRUE(notes.find(99, 0));
  notes.clear();
  EXPECT_FALSE(notes.find(99, 0));
}

TEST(Notes, WithoutBytesThereAreNone) {
  Notes<std::uint64_t, Note> notes(10);
  notes.store(1, 0, {11});
  notes.erase(1, 0);
  EXPECT_FALSE(notes.find(1, 0));
  EXPECT_EQ(notes.bytes(), 0U);
}

TEST(Notes, GrowAndAreSaved) {
  Notes<std::uint64_t, Note> notes(std::size_t{4} << 20), other(std::size_t{4} << 20);
  for (std::uint64_t key = 1; key <= 100'000; ++key)
    store(notes, key, hash_of(key), Note{static_cast<int>(key)});
  EXPECT_GT(notes.bytes(), std::size_t{1} << 20);
  ASSERT_TRUE(test::carry_over(notes, other));
  for (auto* in : {&notes, &other}) {
    int found = 0;
    for (std::uint64_t key = 1; key <= 100'000; ++key)
      if (const auto note = in->find(key, hash_of(key))) {
        ASSERT_EQ(note->text, static_cast<int>(key));
        ++found;
      }
    EXPECT_GT(found, 85'000);
  }
}

}  // namespace
}  // namespace solvent
