// search/: node counts that theory predicts, limits, and playouts.
#include <gtest/gtest.h>

#include "game/playout.hpp"
#include "games/random/rules.hpp"
#include "search/engines.hpp"
#include "search/presets.hpp"

namespace solvent::search {
namespace {

// A full tree whose leaves are all draws: the best move is always first, so searches see minimal
// trees.
class DrawnTree {
 public:
  struct State {
    std::uint32_t ply;
    friend bool operator==(State, State) = default;
  };
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 8;
  static constexpr bool kAcyclic = true;

  DrawnTree(std::uint32_t branching, std::uint32_t depth) : branching_(branching), depth_(depth) {}
  const Scale& scale() const { return scale_; }
  State initial() const { return {0}; }
  Side to_move(State s) const { return s.ply % 2 == 0 ? Side::Max : Side::Min; }
  bool ended(State s) const { return s.ply == depth_; }
  Bounds bounds(State s) const { return ended(s) ? Bounds{1, 1} : scale_.everything(); }
  void list_moves(State, MovesOf<DrawnTree>& moves) const {
    for (std::uint32_t m = 0; m < branching_; ++m) moves.add(static_cast<Move>(m));
  }
  void play(State& s, Move) const { ++s.ply; }

 private:
  std::uint32_t branching_, depth_;
  Scale scale_ = Scale::win_draw_loss();
};

std::uint64_t power(std::uint64_t base, std::uint32_t exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

template <Game G>
Statistics run(const G& g, const Design& design, Window window) {
  WindowSearch<G> search(g, design);
  search.start(erase_state(g.initial()), window);
  while (search.step(1000) != SliceResult::Done) {}
  return search.statistics();
}

// Knuth & Moore: the minimal tree has b^ceil(i/2) + b^floor(i/2) - 1 nodes at depth i.
TEST(MinimalTrees, AlphaBeta) {
  for (std::uint32_t b = 1; b <= 5; ++b)
    for (std::uint32_t d = 1; d <= 6; ++d) {
      std::uint64_t nodes = 0, leaves = 0;
      for (std::uint32_t i = 1; i <= d; ++i)
        nodes += leaves = power(b, (i + 1) / 2) + power(b, i / 2) - 1;
      for (const Algorithm algorithm : {kAlphaBeta, kScout, kNegaScout}) {
        const Statistics s =
            run(DrawnTree(b, d), {.algorithm = algorithm, .table_bytes = 0}, {0, 2});
        EXPECT_EQ(s.created, nodes) << b << " moves, " << d << " plies";
        EXPECT_EQ(s.leaves, leaves) << b << " moves, " << d << " plies";
      }
    }
}

// TEST returning true visits at least 2 (b^(l/2+1) - 1) / (b - 1) - b^(l/2) nodes of a tree of even
// depth l.
TEST(MinimalTrees, TestOfATrueClaim) {
  for (std::uint32_t b = 2; b <= 5; ++b)
    for (std::uint32_t l = 2; l <= 6; l += 2) {
      const Statistics s = run(DrawnTree(b, l), {.algorithm = kScout, .table_bytes = 0}, {0, 1});
      EXPECT_EQ(s.created + 1, 2 * (power(b, l / 2 + 1) - 1) / (b - 1) - power(b, l / 2));
    }
}

// On a full tree nothing is decided before the leaves, so iteration i sees all b^i nodes at depth
// i; the last iteration is an ordinary search.
TEST(Counting, FrontierNodesAreThoseAtTheDepthOfTheIteration) {
  const random::Uniform g(3, 5, 9, 1, Scale::Kind::Score);
  WindowSearch<random::Uniform> search(g, {.table_bytes = 0, .deepening = Deepening::On});
  search.start(erase_state(g.initial()), {0, g.scale().best()});
  std::uint64_t before_last = 0;
  while (search.statistics().iteration < 5) {
    before_last = search.statistics().frontier;
    ASSERT_EQ(search.step(1), SliceResult::Running);
  }
  before_last = std::max(before_last, search.statistics().frontier);
  EXPECT_EQ(before_last, 3u + 9 + 27 + 81);
  while (search.step(1) != SliceResult::Done) {}
  const std::uint64_t last = search.statistics().frontier - before_last;
  EXPECT_GT(last, 0u);
  EXPECT_LT(last, 243u);
}

TEST(Limits, AStepCreatesNoMoreThanItWasGiven) {
  const random::Uniform g(4, 9, 5, 2, Scale::Kind::Score);
  for (const Algorithm algorithm : {kMinimax, kAlphaBeta, kScout, kNegaScout}) {
    const auto machine =
        make_machine<random::Uniform, NoKnowledge>(g, {.algorithm = algorithm}, nullptr);
    machine->start(erase_state(g.initial()), {0, g.scale().best()});
    std::uint64_t before = machine->statistics().created;
    for (std::uint64_t budget : {1, 1, 7, 100, 333}) {
      ASSERT_EQ(machine->step(budget), SliceResult::Running);
      EXPECT_LE(machine->statistics().created - before, budget);
      before = machine->statistics().created;
    }
  }
}

// Thousands of random games for each child of a node, and a slice that ends after a few of them.
TEST(Limits, AStepEndsInTheMiddleOfANode) {
  const random::Uniform g(4, 9, 5, 2, Scale::Kind::Score);
  for (const Algorithm algorithm : {kMcpns, kPpns}) {
    const Design design{.algorithm = algorithm, .playouts = 2000};
    const auto make = [&] {
      return make_machine<random::Uniform, NoKnowledge>(g, design, nullptr);
    };
    const auto parts = make(), whole = make();
    for (const auto* machine : {&parts, &whole})
      (*machine)->start(erase_state(g.initial()), {0, g.scale().best()});
    Alarm alarm;
    const auto step = [&](std::uint64_t nodes) {
      const std::uint64_t before = parts->statistics().playouts;
      alarm.set_pieces(100);
      const SliceResult progress = parts->step({nodes, &alarm, 1});
      EXPECT_LE(parts->statistics().playouts - before, 100u);
      return progress;
    };
    EXPECT_EQ(step(0), SliceResult::Running) << "the root's random games go on";
    EXPECT_EQ(parts->statistics().created, 0u);
    EXPECT_LT(parts->statistics().playouts, 2000u);
    int steps = 1;
    for (; parts->statistics().descents < 3; ++steps) ASSERT_EQ(step(1000), SliceResult::Running);
    EXPECT_GT(steps, 100);
    ASSERT_EQ(whole->step({1000, nullptr, 3}), SliceResult::Running);
    const Statistics a = parts->statistics(), b = whole->statistics();
    EXPECT_EQ(a.created, b.created);
    EXPECT_EQ(a.playouts, b.playouts);
    EXPECT_EQ(a.proof, b.proof);
    EXPECT_EQ(a.disproof, b.disproof);
    // A half-made family is nobody's yet.
    step(1000);
    const auto path = parts->next_descent();
    const auto view = parts->look(path);
    ASSERT_TRUE(view);
    EXPECT_FALSE(view->node.expanded);
    EXPECT_EQ(view->node.children, 0u);
  }
}

TEST(Limits, MinimaxStopsBeforeItsMemoryIsUsedUp) {
  const random::Uniform g(4, 12, 5, 2, Scale::Kind::Score);
  constexpr std::size_t kMemory = std::size_t{4} << 20;
  Minimax<random::Uniform> minimax(g, {.algorithm = kMinimax, .memory = kMemory});
  minimax.start(erase_state(g.initial()), {0, g.scale().best()});
  SliceResult progress = SliceResult::Running;
  while (progress == SliceResult::Running) progress = minimax.step(1000);
  EXPECT_EQ(progress, SliceResult::OutOfMemory);
  EXPECT_LE(minimax.statistics().bytes, kMemory);
  EXPECT_EQ(minimax.step(1000), SliceResult::OutOfMemory) << "and it stays so";
}

TEST(Playouts, AreReproducibleAndEndInAValue) {
  const random::Uniform g(3, 6, 5, 7, Scale::Kind::Score);
  Rng a(5), b(5);
  std::array<int, 5> seen{};
  for (int n = 0; n < 1000; ++n) {
    const auto value = playout(g, g.initial(), a);
    ASSERT_TRUE(value);
    ASSERT_EQ(value, playout(g, g.initial(), b));
    ++seen[*value];
  }
  for (const int count : seen) EXPECT_GT(count, 100);
  EXPECT_EQ(playout(g, g.initial(), a, 3), std::nullopt) << "cut off before the end";
}

}  // namespace
}  // namespace solvent::search
