// search/: what several searches count together, and the one loop under limits.
#include "search/allowance.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "search/staged.hpp"

namespace solvent::search {
namespace {

// --- counts ------------------------------------------------------------------------------------

// All bytes of a count are told apart from none, so a field that is forgotten shows.
template <class Part>
Part filled() {
  Part part;
  std::memset(static_cast<void*>(&part), 1, sizeof part);
  return part;
}
template <class Part>
bool same(const Part& a, const Part& b, std::size_t bytes = sizeof(Part)) {
  return std::memcmp(&a, &b, bytes) == 0;
}

TEST(Statistics, EveryCountAddsUp) {
  static_assert(std::has_unique_object_representations_v<Counted>);
  const auto a = filled<Counted>();
  Counted sum;
  EXPECT_TRUE(same(sum += a, a)) << "a count is left out";
  sum += a;
  EXPECT_EQ(sum.created, 2 * a.created);
  EXPECT_EQ(sum.table.replaced, 2 * a.table.replaced);
  EXPECT_TRUE(same(sum.since(a), a));
}
TEST(Statistics, TheLargestOfAnyIsKept) {
  // The last one, and nothing behind it but padding.
  static_assert(sizeof(Extremes) - offsetof(Extremes, deepest) < 2 * sizeof(int) + 1);
  constexpr std::size_t kBytes = offsetof(Extremes, deepest) + sizeof(int);
  const auto a = filled<Extremes>();
  Extremes most;
  EXPECT_TRUE(same(most += a, a, kBytes)) << "one is left out";
  EXPECT_TRUE(same(most += Extremes{}, a, kBytes));
}

// A machine that counts what it is told to, and ends as it is told to.
class Puppet final : public Machine {
 public:
  explicit Puppet(std::uint64_t needs = 1000, SliceResult end = SliceResult::Done)
      : needs_(needs), end_(end) {}

  void start(const AnyState&, Window) override { made = {}; }
  SliceResult step(const Slice& slice) override {
    ++steps;
    most_in_a_slice = std::max(most_in_a_slice, slice.nodes);
    if (needs_ > 0 && slice.nodes > 0 && slice.nodes < family) return SliceResult::TooFew;
    while (made.created < needs_) {
      if (slice.nodes < family || made.created - before_ > slice.nodes - family) break;
      made.created += family;
      if (work > 0) std::this_thread::sleep_for(std::chrono::duration<double>(work));
      if (slice.paused()) break;
    }
    before_ = made.created;
    return made.created >= needs_ ? end_ : SliceResult::Running;
  }
  Bounds bounds() const override { return {0, 2}; }
  std::optional<AnyMove> best() const override { return std::nullopt; }
  Statistics statistics() const override { return made; }
  void archive(Archive&) override {}

  Statistics made;
  std::uint64_t family = 1;  // nodes made together
  double work = 0;           // seconds for it
  int steps = 0;
  std::uint64_t most_in_a_slice = 0;

 private:
  std::uint64_t needs_, before_ = 0;
  SliceResult end_;
};

TEST(Statistics, TwoStagesDropNothing) {
  auto first = std::make_unique<Puppet>(), second = std::make_unique<Puppet>();
  Puppet &a = *first, &b = *second;
  Staged staged(std::move(first), 10, std::move(second));
  staged.start({}, {0, 2});
  EXPECT_EQ(staged.step(10), SliceResult::Running);  // and the second one's turn
  a.made.table.probes = 3;
  a.made.playouts = 4;
  a.made.largest = 50;
  a.made.deepest = 6;
  a.made.bytes = 1000;
  a.made.iteration = 9;
  b.made = a.made;
  b.made.created = 5;
  b.made.largest = 7;
  b.made.iteration = 2;
  const Statistics all = staged.statistics();
  EXPECT_EQ(all.created, 15u);
  EXPECT_EQ(all.table.probes, 6u);
  EXPECT_EQ(all.playouts, 8u);
  EXPECT_EQ(all.largest, 50u);
  EXPECT_EQ(all.deepest, 6);
  EXPECT_EQ(all.iteration, 2);
  EXPECT_EQ(all.bytes, 2000u);
}

// Takes whatever it gets, and answers after so many nodes.
class Plodder final : public Machine {
 public:
  explicit Plodder(std::uint64_t most) : needs(most) {}
  void start(const AnyState&, Window) override { made = {}; }
  SliceResult step(const Slice& slice) override {
    made.created += slice.nodes;
    return made.created >= needs ? SliceResult::Done : SliceResult::Running;
  }
  Bounds bounds() const override { return made.created >= needs ? Bounds{2, 2} : Bounds{0, 2}; }
  std::optional<AnyMove> best() const override { return std::nullopt; }
  Statistics statistics() const override { return made; }
  void archive(Archive&) override {}

  std::uint64_t needs;
  Statistics made;
};

// Nodes that the first machine took in vain are saved at the next question.
TEST(Staged, AsksTheFirstLessAfterHardQuestions) {
  auto first = std::make_unique<Plodder>(1'000);
  Plodder& plodder = *first;
  Staged staged(std::move(first), 100, std::make_unique<Plodder>(50));
  for (const std::uint64_t given : {100u, 50u, 25u, 12u, 6u}) {
    staged.start({}, {0, 2});
    while (staged.step(7) != SliceResult::Done) {}
    EXPECT_EQ(plodder.made.created, given);
  }
}

// And come back when it answers.
TEST(Staged, AsksTheFirstMoreAfterAnswers) {
  auto first = std::make_unique<Plodder>(0);
  Plodder& plodder = *first;
  Staged staged(std::move(first), 40, std::make_unique<Plodder>(50));
  const auto taken = [&](std::uint64_t needs) {
    plodder.needs = needs;
    staged.start({}, {0, 2});
    while (staged.step(7) != SliceResult::Done) {}
    return plodder.made.created;
  };
  EXPECT_EQ(taken(1'000), 40u);
  EXPECT_EQ(taken(1'000), 20u);
  EXPECT_EQ(taken(1'000), 10u);
  EXPECT_EQ(taken(5), 5u);
  EXPECT_EQ(taken(1'000), 11u);
  EXPECT_EQ(taken(5), 5u);
  EXPECT_EQ(taken(5), 7u);
  EXPECT_EQ(taken(1'000), 23u);
}

// --- the loop ----------------------------------------------------------------------------------

TEST(Allowance, SaysHowItEnded) {
  std::atomic<bool> stop = true;
  const auto run = [](Puppet puppet, const Quota& quota, const std::atomic<bool>* stopped) {
    return Allowance(quota, stopped).run(puppet);
  };
  EXPECT_EQ(run(Puppet(1000), {}, nullptr), Status::Solved);
  EXPECT_EQ(run(Puppet(1000, SliceResult::OutOfMemory), {}, nullptr), Status::MemoryLimit);
  EXPECT_EQ(run(Puppet(1000, SliceResult::Estimated), {}, nullptr), Status::Estimate);
  EXPECT_EQ(run(Puppet(1000), {.nodes = 999, .seconds = {}}, nullptr), Status::NodeLimit);
  EXPECT_EQ(run(Puppet(1000), {.nodes = 1000, .seconds = {}}, nullptr), Status::Solved);
  EXPECT_EQ(run(Puppet(1000), {.nodes = {}, .seconds = 0}, nullptr), Status::TimeLimit);
  EXPECT_EQ(run(Puppet(1000), {.nodes = 0, .seconds = 0}, &stop), Status::Interrupted);
  // What needs no search is done whatever the limits.
  EXPECT_EQ(run(Puppet(0), {.nodes = 0, .seconds = 0}, &stop), Status::Solved);
}

TEST(Allowance, CountsNodesToTheLast) {
  Allowance allowance({.nodes = 100, .seconds = {}}, nullptr);
  Puppet puppet(60);
  EXPECT_EQ(allowance.run(puppet), Status::Solved);
  EXPECT_EQ(allowance.spent(), 60u);
  Puppet next(60);
  EXPECT_EQ(allowance.run(next), Status::NodeLimit);
  EXPECT_EQ(next.made.created, 40u);
  EXPECT_EQ(allowance.nodes_left(), 0u);
}

TEST(Allowance, WhatIsTooFewIsOfNoUse) {
  Puppet large(1000);
  large.family = 30;
  EXPECT_EQ(Allowance({.nodes = 100, .seconds = {}}, nullptr).run(large), Status::NodeLimit);
  EXPECT_EQ(large.made.created, 90u);
  // A slice that was too short for one is made longer.
  Puppet small(300);
  small.family = 30;
  EXPECT_EQ(Allowance({}, nullptr)
                .run_while([] { return true; }, {20, Alarm::kNever},
                           [&](const Slice& slice) { return small.step(slice); },
                           [&] { return small.made.created; }),
            Status::Solved);
  EXPECT_EQ(small.most_in_a_slice, 40u);
}

TEST(Allowance, SlicesAreShortAndTimeEndsThem) {
  Puppet endless(Slice::kEndless);
  endless.work = 0.001;
  const Stopwatch clock;
  EXPECT_EQ(Allowance({.nodes = {}, .seconds = 0.2}, nullptr).run(endless), Status::TimeLimit);
  EXPECT_GE(clock.seconds(), 0.2);
  EXPECT_LT(clock.seconds(), 10);
  EXPECT_GT(endless.steps, 3) << "one slice took all of the time";
}

TEST(Allowance, TheCallerMayHaveEnough) {
  Puppet puppet(1000);
  EXPECT_EQ(Allowance({}, nullptr)
                .run_while([&] { return puppet.made.created < 64; }, {8, Alarm::kNever},
                           [&](const Slice& slice) { return puppet.step(slice); },
                           [&] { return puppet.made.created; }),
            std::nullopt);
  EXPECT_EQ(puppet.made.created, 64u);
}

TEST(Allowance, PartsShareWhatIsLeft) {
  Allowance all({.nodes = 100, .seconds = {}}, nullptr);
  all.spend(20);
  EXPECT_EQ(all.part(0.5).nodes_left(), 40u);
  EXPECT_EQ(all.part(0.5, 7).nodes_left(), 40u);
  EXPECT_EQ(all.unlimited().part(0.5, 7).nodes_left(), 7u);
  EXPECT_FALSE(all.unlimited().over());
}

}  // namespace
}  // namespace solvent::search
