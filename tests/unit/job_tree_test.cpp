// The scheduler alone, with results made up by the test.
#include "parallel/job_tree.hpp"

#include <gtest/gtest.h>

#include <set>

namespace solvent::parallel {
namespace {

// A tree in which a position is the list of moves that led to it. Max moves first, then in turns.
AnyState position(std::initializer_list<int> moves) {
  AnyState s;
  for (const int m : moves) {
    s.bytes[0] = static_cast<std::byte>(static_cast<int>(s.bytes[0]) + 1);
    s.bytes[static_cast<std::size_t>(s.bytes[0])] = static_cast<std::byte>(m);
  }
  return s;
}
Referee turns(bool acyclic = true) {
  return {.to_move =
              [](const AnyState& s) {
                return static_cast<int>(s.bytes[0]) % 2 == 0 ? Side::Max : Side::Min;
              },
          .play =
              [](AnyState& s, AnyMove m) {
                s.bytes[0] = static_cast<std::byte>(static_cast<int>(s.bytes[0]) + 1);
                s.bytes[static_cast<std::size_t>(s.bytes[0])] = static_cast<std::byte>(m);
              },
          .acyclic = acyclic};
}
constexpr Bounds kOpen{0, 1}, kLost{0, 0}, kWon{1, 1};

JobResult undecided(JobId id, std::vector<Efforts> children) {
  JobResult r{.id = id, .bounds = kOpen, .nodes = 100};
  for (std::size_t k = 0; k < children.size(); ++k)
    r.children.push_back({static_cast<AnyMove>(k + 1), kOpen, children[k]});
  return r;
}
JobResult decided(JobId id, Bounds bounds) { return {.id = id, .bounds = bounds, .nodes = 10}; }

JobTree tree_of(std::vector<Efforts> children) {
  JobTree tree(turns(), {}, 4);
  tree.start({}, 0, kOpen);
  tree.take(undecided(tree.next()->id, std::move(children)));
  return tree;
}

TEST(JobTree, BeginsWithTheRootAndHasNothingMoreMeanwhile) {
  JobTree tree(turns(), {}, 4);
  tree.start({}, 0, kOpen);
  const auto job = tree.next();
  ASSERT_TRUE(job);
  EXPECT_EQ(job->state, AnyState{});
  EXPECT_FALSE(tree.next());
  tree.take(decided(job->id, kWon));
  EXPECT_TRUE(tree.answered());
  EXPECT_EQ(tree.bounds(), kWon);
}

TEST(JobTree, HandsOutTheMostProvingLeafFirst) {
  JobTree tree = tree_of({{5, 1}, {2, 1}, {3, 1}});
  EXPECT_EQ(tree.next()->state, position({2}));
  // Those leaned to a disproof, so the next best move comes next.
  EXPECT_EQ(tree.next()->state, position({3}));
  EXPECT_EQ(tree.next()->state, position({1}));
  EXPECT_FALSE(tree.next());
}

// A reply that leans to a proof counts as proved: then the other replies are needed too.
TEST(JobTree, LeansTheWayThatIsCheaper) {
  JobTree tree = tree_of({{2, 9}, {7, 9}});
  tree.take(undecided(tree.next()->id, {{1, 4}, {1, 5}}));
  EXPECT_EQ(tree.next()->state, position({1, 1}));
  EXPECT_EQ(tree.next()->state, position({1, 2}));
  // All that this move needs is worked on; a further worker looks at the other one.
  EXPECT_EQ(tree.next()->state, position({2}));
  EXPECT_FALSE(tree.next());
}

TEST(JobTree, GivesEveryFlagBack) {
  JobTree tree = tree_of({{5, 1}, {2, 1}, {3, 1}});
  std::vector<SearchJob> jobs;
  while (const auto job = tree.next()) jobs.push_back(*job);
  ASSERT_EQ(jobs.size(), 3U);
  for (const SearchJob& job : jobs) {
    JobResult r = undecided(job.id, {});  // too small a budget: nothing was found out
    tree.take(r);
  }
  EXPECT_EQ(tree.jobs_out(), 0U);
  EXPECT_EQ(tree.efforts(), (Efforts{2, 3}));
  for (const SearchJob& before : jobs) {
    const auto again = tree.next();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->state, before.state);
    EXPECT_GT(again->nodes, before.nodes);
  }
}

TEST(JobTree, IsDecidedByBoundsOnly) {
  JobTree tree = tree_of({{0, 1e30}, {2, 1}});
  EXPECT_FALSE(tree.answered());
  std::vector<SearchJob> jobs;
  while (const auto job = tree.next()) jobs.push_back(*job);
  ASSERT_EQ(jobs.size(), 2U);
  tree.take(decided(jobs[0].id, kLost));
  EXPECT_FALSE(tree.answered());
  tree.take(decided(jobs[1].id, kLost));
  EXPECT_TRUE(tree.answered());
  EXPECT_EQ(tree.bounds(), kLost);
}

TEST(JobTree, RecallsWhatDoesNotMatterAnyMore) {
  JobTree tree = tree_of({{1, 9}, {2, 9}});
  tree.take(undecided(tree.next()->id, {{1, 2}, {1, 3}}));
  std::vector<SearchJob> jobs;
  while (const auto job = tree.next()) jobs.push_back(*job);
  ASSERT_EQ(jobs.size(), 3U);
  EXPECT_TRUE(tree.recall().empty());
  // One reply refutes the first move, so the job on the other reply is for nothing.
  ASSERT_EQ(jobs[0].state, position({1, 1}));
  ASSERT_EQ(jobs[1].state, position({1, 2}));
  tree.take(decided(jobs[0].id, kLost));
  EXPECT_EQ(tree.recall(), std::vector{jobs[1].id});
  EXPECT_TRUE(tree.recall().empty());
  tree.take(decided(jobs[1].id, kOpen));
  tree.take(decided(jobs[2].id, kWon));
  EXPECT_TRUE(tree.answered());
  EXPECT_EQ(tree.best(), AnyMove{2});
  EXPECT_EQ(tree.jobs_out(), 0U);
}

// Two ways to one position make one node; its job is handed out once.
TEST(JobTree, MergesPositionsOfGamesThatCannotRepeat) {
  Referee same = turns();
  same.play = [](AnyState& s, AnyMove m) {  // the moves as a set
    s.bytes[0] = static_cast<std::byte>(static_cast<int>(s.bytes[0]) + 1);
    s.bytes[1] |= static_cast<std::byte>(1U << m);
  };
  const auto jobs_of = [](Referee referee) {
    JobTree tree(std::move(referee), {}, 4);
    tree.start({}, 0, kOpen);
    tree.take(undecided(tree.next()->id, {{1, 1}, {1, 1}}));
    const auto first = tree.next(), second = tree.next();
    JobResult r = undecided(first->id, {{1, 1}}), q = undecided(second->id, {{1, 1}});
    r.children[0].move = first->state.bytes[1] == std::byte{2} ? 2 : 1;
    q.children[0].move = r.children[0].move == 2 ? 1 : 2;
    tree.take(r);
    tree.take(q);
    int jobs = 0;
    while (tree.next()) ++jobs;
    return jobs;
  };
  EXPECT_EQ(jobs_of(same), 1);
  same.acyclic = false;
  EXPECT_EQ(jobs_of(same), 2);
}

// A job that comes back at once says that its leaf is more expensive than the tree thought. It
// stays a leaf then, but only once, and its next job has no limits to come back for.
TEST(JobTree, KeepsALeafThatWasDearerThanItSeemed) {
  JobTree tree = tree_of({{2, 9}, {7, 9}});
  const auto glance = tree.next();
  EXPECT_LT(glance->limits.proof, Efforts::kInfinite);
  JobResult r = undecided(glance->id, {{60, 4}, {40, 5}});
  r.efforts = {100, 4};
  r.nodes = 7;
  tree.take(r);
  EXPECT_EQ(tree.size(), 3U);
  EXPECT_EQ(tree.efforts(), (Efforts{7, 13}));
  const auto other = tree.next();
  EXPECT_EQ(other->state, position({2}));
  const auto again = tree.next();
  EXPECT_EQ(again->state, position({1}));
  EXPECT_EQ(again->limits.proof, Efforts::kInfinite);
  r.id = again->id;
  tree.take(r);
  EXPECT_EQ(tree.size(), 5U);
}

// Where little of all that was spent went, there is no need of more leaves.
TEST(JobTree, ExpandsWhatTookItsShare) {
  for (const std::uint64_t nodes : {1'000, 100'000}) {
    JobTree tree(turns(), {}, 1);
    tree.start({}, 0, kOpen);
    JobResult root = undecided(tree.next()->id, {{1, 9}, {2, 9}});
    root.nodes = 100'000;
    tree.take(root);
    JobResult r = undecided(tree.next()->id, {{1, 9}, {1, 9}});
    r.nodes = nodes;
    r.efforts = {2, 9};
    tree.take(r);
    EXPECT_EQ(tree.size(), nodes < 10'000 ? 3U : 5U);
  }
}

// A position on its own path stays a leaf.
TEST(JobTree, NeverExpandsARepetition) {
  Referee circle{.to_move = [](const AnyState&) { return Side::Max; },
                 .play = [](AnyState&, AnyMove) {},
                 .acyclic = false};
  JobTree tree(circle, {}, 4);
  tree.start({}, 0, kOpen);
  tree.take(undecided(tree.next()->id, {{1, 1}}));
  std::uint64_t nodes = 0;
  for (int k = 0; k < 5; ++k) {
    const auto job = tree.next();
    EXPECT_GT(job->nodes, nodes);
    nodes = job->nodes;
    tree.take(undecided(job->id, {{1, 1}}));
    EXPECT_EQ(tree.size(), 2U);
  }
}

}  // namespace
}  // namespace solvent::parallel
