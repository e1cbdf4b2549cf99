// Course notes on TEST, SCOUT, alpha-beta and NegaScout (Hsu 2014): minimal trees exactly as the
// formulas say, and the plain searches of the experiment against a full minimax and against the
// library's.
#include "experiments/scout/trees.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "run_experiment.hpp"
#include "solvent/solve.hpp"

namespace solvent::experiments::scout {
namespace {

template <class Tree>
int minimax(const Tree& tree, const typename Tree::Place& n) {
  if (tree.ended(n)) return tree.value(n);
  int best = minimax(tree, tree.child(n, 0));
  for (int k = 1; k < tree.moves(n); ++k) {
    const int v = minimax(tree, tree.child(n, k));
    best = tree.max(n) ? std::max(best, v) : std::min(best, v);
  }
  return best;
}

TEST(ScoutTrees, Formulas) {
  // By hand: b = 3, l = 2. TEST looks at the root, one Min node and its 3 leaves.
  EXPECT_EQ(least_test_nodes(3, 2), 5u);
  EXPECT_EQ(least_alpha_beta_leaves(3, 2), 5u);
  EXPECT_EQ(least_alpha_beta_nodes(3, 2), 1u + 3u + 5u);
}

TEST(ScoutTrees, OrderedTreesAreSearchedMinimally) {
  for (const int b : {2, 3, 4, 5, 7, 10})
    for (int l = 1; l <= 8; ++l) {
      SCOPED_TRACE(fmt::format("b {} l {}", b, l));
      if (std::pow(b, (l + 1) / 2) > 5'000) continue;
      const Result<std::optional<Record>> record = measure(Minimal{b, l});
      ASSERT_TRUE(record) << record.message();
      const std::vector<std::uint64_t> least{least_alpha_beta_nodes(b, l),
                                             least_alpha_beta_leaves(b, l)};
      for (const char* name : {"alpha-beta", "scout", "negascout", "engine alpha-beta",
                               "engine scout", "engine negascout"})
        EXPECT_EQ((**record)[name].get<std::vector<std::uint64_t>>(), least) << name;
      if (l % 2 != 0) continue;
      EXPECT_EQ((**record)["test"][0], least_test_nodes(b, l));
      EXPECT_EQ((**record)["engine test"][0], least_test_nodes(b, l));
    }
}

TEST(ScoutTrees, PlainSearchesAreExact) {
  for (const Kind kind : {Kind::Uniform, Kind::Correlated, Kind::Ordered})
    for (const int b : {1, 2, 3, 5})
      for (int d = 0; d <= 5; ++d)
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
          SCOPED_TRACE(
              fmt::format("kind {} b {} d {} seed {}", static_cast<int>(kind), b, d, seed));
          const RandomTree tree(kind, b, d, seed);
          FixedDepth<RandomTree> search(tree);
          const int v = minimax(tree, {});
          EXPECT_EQ(search.alpha_beta({}, d), v);
          EXPECT_EQ(search.scout({}, d), v);
          EXPECT_EQ(search.negascout({}, d), v);
          EXPECT_TRUE(search.above({}, d, v - 1));
          EXPECT_FALSE(search.above({}, d, v));
        }
}

// Leaves as `random:` draws them, on ranks.
class Ranks {
 public:
  struct Place {
    std::uint64_t path = 0;
    int ply = 0;
  };
  Ranks(int b, int d, std::uint64_t seed) : nodes_(b, d, seed) {}
  bool max(const Place& n) const { return n.ply % 2 == 0; }
  bool ended(const Place& n) const { return n.ply == static_cast<int>(nodes_.depth()); }
  int moves(const Place&) const { return static_cast<int>(nodes_.branching()); }
  int value(const Place& n) const {
    return static_cast<int>(
        nodes_.draw(nodes_.number(n.path, static_cast<std::uint64_t>(n.ply)), 256));
  }
  Place child(const Place& n, int k) const {
    return {nodes_.child(n.path, static_cast<std::uint32_t>(k)), n.ply + 1};
  }

 private:
  random::Nodes nodes_;
};

std::uint64_t library_leaves(const Ruleset& game, const char* algorithm,
                             std::optional<int> at_least = {}) {
  Options o;
  o.algorithm = algorithm;
  o.at_least = at_least;
  o.table_size = 0;
  o.deepening = false;
  o.line = false;
  Result<Solver> solver = Solver::make(game, o);
  EXPECT_TRUE(solver);
  return solver->solve(game.start()).counts.leaves;
}

// Alpha-beta and TEST count the same. The library keeps true bounds, so that SCOUT is sometimes
// spared a second look. (Its NegaScout looks again with a wider window than Reinefeld's, so nothing
// can be said of that.)
TEST(ScoutTrees, TheLibraryCountsTheSame) {
  for (const int b : {2, 3, 6})
    for (int d = 1; d <= 5; ++d)
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE(fmt::format("b {} d {} seed {}", b, d, seed));
        const auto game = Ruleset::make(
            fmt::format("random:b={},d={},outcomes=256,seed={}", b, d, seed), "score");
        ASSERT_TRUE(game);
        const Ranks tree(b, d, seed);
        using Search = FixedDepth<Ranks>;
        Search alpha_beta(tree), test(tree), scout(tree);
        const int v = alpha_beta.alpha_beta({}, d, 0, 255);  // as the scale ends
        EXPECT_EQ(library_leaves(*game, "alphabeta"), alpha_beta.visits().leaves);
        if (v == 0 || v == 255) continue;
        EXPECT_TRUE(test.above({}, d, v - 1));
        EXPECT_EQ(library_leaves(*game, "alphabeta", 2 * v - 255), test.visits().leaves);
        EXPECT_EQ(scout.scout({}, d), v);
        EXPECT_LE(library_leaves(*game, "scout"), scout.visits().leaves);
      }
}

TEST(ScoutTrees, QuickRun) {
  const auto experiment = make_scout_trees();
  const Setting setting{.size = Size::Quick};
  const Records records = run_all(*experiment, setting);
  const report::Report report = experiment->report(setting, records);
  EXPECT_EQ(report.measured, report.planned);
  expect_sound(report);
  // Held fast: a seed means the same trees for ever.
  EXPECT_EQ(records.at("scout-trees uniform b=8 d=4 seeds=1..50").at("leaves"),
            nlohmann::ordered_json({51007, 67642, 57184, 18553, 27059}));
  int equal = 0;
  for (const report::Figure& f : report.figures) equal += f.verdict == report::Comparison::Equal;
  EXPECT_EQ(equal, 3);
  expect_sound(experiment->report(setting, {}));
}

}  // namespace
}  // namespace solvent::experiments::scout
