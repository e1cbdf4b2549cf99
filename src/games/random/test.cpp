#include <gtest/gtest.h>

#include <cmath>

#include "conformance.hpp"
#include "games/random/text.hpp"

namespace solvent::random {
namespace {

constexpr auto kScore = Scale::Kind::Score;
constexpr auto kWld = Scale::Kind::WinDrawLoss;

int value_at(const auto& g, std::string_view position) {
  const auto s = Text<std::decay_t<decltype(g)>>::parse(g, position);
  return g.scale().value(g.bounds(*s).pess);
}
int root_value(const auto& g) { return g.scale().value(oracle::minimax(g, g.initial())); }

TEST(RandomTrees, Conform) {
  for (const auto kind : {kScore, kWld}) {
    for (const int outcomes : {2, 3, 4, 5, 256}) {
      conformance::conform<Text<Uniform>>(Uniform(3, 4, outcomes, 1, kind), {.games = 60});
      conformance::conform<Text<Uniform>>(Uniform(1, 60, outcomes, 2, kind), {.games = 2});
      conformance::conform<Text<Uniform>>(Uniform(2, 60, outcomes, 3, kind), {.games = 5});
      conformance::conform<Text<Uniform>>(Uniform(1024, 6, outcomes, 4, kind), {.games = 1});
      conformance::conform<Text<Uniform>>(Uniform(7, 0, outcomes, 5, kind), {.games = 1});
    }
    conformance::conform<Text<Incremental>>(Incremental(4, 8, 31, 1, kind), {.games = 60});
    conformance::conform<Text<Incremental>>(Incremental(1, 60, 4, 2, kind), {.games = 2});
    conformance::conform<Text<Incremental>>(Incremental(1024, 6, 42, 3, kind), {.games = 1});
    conformance::conform<Text<Incremental>>(Incremental(9, 1, 255, 4, kind), {.games = 5});
    conformance::conform<Text<Incremental>>(Incremental(9, 0, 127, 5, kind), {.games = 1});
  }
  conformance::conform<Text<Incremental>>(Incremental(2, 60, kMaxEdge, 6, kWld), {.games = 5});
}

// Rule bounds, also those that close before the last ply, against the exact values.
TEST(RandomTrees, BoundsAreTrue) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const auto kind : {kScore, kWld}) {
      const Incremental p(3, 5, 51, seed, kind);
      EXPECT_EQ(conformance::knowledge_is_true<NoKnowledge>(p, p.initial()), 364u);
      const Uniform u(3, 5, 4, seed, kind);
      EXPECT_EQ(conformance::knowledge_is_true<NoKnowledge>(u, u.initial()), 364u);
    }
}

TEST(RandomTrees, SomePositionsOfPgameAreDecidedEarly) {
  const Incremental g(3, 6, 127, 1, kWld);
  int early = 0;
  const oracle::Solution<Incremental> all(g, g.initial());
  for (const auto& s : all.states()) early += !g.ended(s) && g.bounds(s).closed();
  EXPECT_GT(early, 10);
  EXPECT_LT(early, 364);
}

TEST(RandomTrees, EveryPlyIsFull) {
  const Uniform u(5, 6, 3, 1, kScore);
  conformance::perft_is(u, u.initial(), {5, 25, 125, 625, 3125, 15625, 0});
  const Incremental p(3, 8, 127, 1, kWld);
  conformance::perft_is(p, p.initial(), {3, 9, 27, 81, 243, 729, 2187, 6561});
}

TEST(RandomTrees, TheLastNodeOfTheLargestTreesIsStillExact) {
  for (const int b : {1, 2, 3, 8, 10, 255, 1000, 1024}) {
    const int d = deepest(b);
    const Uniform g(b, d, 3, 1, kScore);
    auto s = g.initial();
    Uniform::Key last = g.key(s);
    while (!g.ended(s)) {
      g.play(s, static_cast<Uniform::Move>(b - 1));
      ASSERT_GT(g.key(s), last) << "b " << b << " ply " << s.ply;
      last = g.key(s);
    }
    auto first = g.initial();  // leftmost leaf: just after the last node of the ply before
    while (!g.ended(first)) g.play(first, 0);
    std::uint64_t leaves = 1;
    for (int ply = 0; ply < d; ++ply) leaves *= static_cast<std::uint64_t>(b);
    EXPECT_EQ(last - g.key(first) + 1, leaves);
  }
  EXPECT_EQ(deepest(1), 60);
  EXPECT_EQ(deepest(2), 60);
  EXPECT_EQ(deepest(3), 39);
  EXPECT_EQ(deepest(8), 21) << "2^63 leaves";
  EXPECT_EQ(deepest(1024), 6);
}

// Keys of the whole tree are 0, 1, 2, ... without gaps.
TEST(RandomTrees, NumbersAreBreadthFirst) {
  const Uniform g(4, 5, 3, 9, kScore);
  const oracle::Solution<Uniform> all(g, g.initial());
  for (std::size_t k = 0; k < all.size(); ++k) ASSERT_EQ(g.key(all.states()[k]), k);
}

TEST(RandomTrees, LeavesAreUniform) {
  for (const int outcomes : {2, 3, 7, 256}) {
    const Uniform g(4, 8, outcomes, 11, kScore);  // 65536 leaves
    std::vector<int> count(outcomes, 0);
    for (std::uint64_t path = 0; path < 65536; ++path) ++count[g.bounds({path, 8}).pess];
    const double mean = 65536.0 / outcomes;
    double chi2 = 0;
    for (const int c : count) chi2 += (c - mean) * (c - mean) / mean;
    EXPECT_LT(chi2, outcomes - 1 + 4 * std::sqrt(2.0 * (outcomes - 1)) + 4) << outcomes;
  }
}

TEST(RandomTrees, EdgesAreUniformAndOfTheMoversSign) {
  const Incremental g(256, 2, 127, 5, kWld);
  std::vector<int> count(128, 0);
  for (int m = 0; m < 256; ++m) {
    auto s = g.initial();
    EXPECT_GE(g.edge(s, static_cast<Incremental::Move>(m)), 0);
    g.play(s, static_cast<Incremental::Move>(m));
    for (int reply = 0; reply < 256; ++reply) {
      const int edge = g.edge(s, static_cast<Incremental::Move>(reply));
      ASSERT_TRUE(-127 <= edge && edge <= 0);
      ++count[-edge];
    }
  }
  double chi2 = 0;
  for (const int c : count) chi2 += (c - 512.0) * (c - 512.0) / 512.0;
  EXPECT_LT(chi2, 127 + 4 * std::sqrt(2.0 * 127));
}

// Neither a seed nor a place in the tree may show in another.
TEST(RandomTrees, SeedsAndNeighboursAreUnrelated) {
  int same_seed = 0, same_neighbour = 0;
  const Uniform a(2, 14, 2, 1, kScore), b(2, 14, 2, 2, kScore);
  for (std::uint64_t path = 0; path < 16384; ++path) {
    same_seed += a.bounds({path, 14}) == b.bounds({path, 14});
    same_neighbour += a.bounds({path, 14}) == a.bounds({path ^ 1, 14});
  }
  EXPECT_NEAR(same_seed, 8192, 300);
  EXPECT_NEAR(same_neighbour, 8192, 400);
}

// Fixed for ever: experiments name a tree by its parameters.
TEST(RandomTrees, GoldenValues) {
  const Uniform u(3, 4, 3, 1, kScore);
  std::string leaves;
  for (std::uint64_t path = 0; path < 81; ++path) leaves += "-0+"[u.bounds({path, 4}).pess];
  EXPECT_EQ(leaves,
            "-0+00-0+00+++-000--0-00-0++-++--0-0+-0++-++0+-++--++-000+00+0+0++--0+--++0+++000+");
  EXPECT_EQ(value_at(Uniform(10, 6, 256, 7, kScore), "3.1.4.1.5.9"), 245);
  const Incremental p(4, 8, 127, 1, kWld);
  auto s = p.initial();
  std::vector<int> sums;
  while (!p.ended(s)) {
    p.play(s, static_cast<Incremental::Move>(s.ply % 4));
    sums.push_back(s.sum);
  }
  EXPECT_EQ(sums, (std::vector<int>{47, -52, 12, -84, -11, -105, -57, -109}));
  std::vector<int> roots;
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    roots.push_back(root_value(Incremental(3, 6, 42, seed, kScore)));
  EXPECT_EQ(roots, (std::vector<int>{7, 11, 1, -5, 19, 15, 3, -13, -10, -25, -11, -3}));
  roots.clear();
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    roots.push_back(root_value(Uniform(3, 6, 9, seed, kScore)));
  EXPECT_EQ(roots, (std::vector<int>{-2, -2, -1, -1, -2, -1, -2, -1, -2, -2, -2, -1}));
}

TEST(RandomTrees, ADeeperPgameContinuesAShallowerOne) {
  const Incremental shallow(4, 6, 127, 3, kWld), deep(4, 9, 127, 3, kWld);
  const auto a = Text<Incremental>::parse(shallow, "4.3.2.1.4.3");
  const auto b = Text<Incremental>::parse(deep, "4.3.2.1.4.3");
  ASSERT_TRUE(a && b);
  EXPECT_TRUE(*a == *b);
}

// The sign of the score is the wld value, at every node.
TEST(RandomTrees, ScalesAgree) {
  const auto sign = [](int v) { return (v > 0) - (v < 0); };
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    EXPECT_EQ(sign(root_value(Incremental(3, 5, 51, seed, kScore))),
              root_value(Incremental(3, 5, 51, seed, kWld)));
    for (const int outcomes : {2, 3, 6, 7})
      EXPECT_EQ(sign(root_value(Uniform(3, 5, outcomes, seed, kScore))),
                root_value(Uniform(3, 5, outcomes, seed, kWld)));
  }
  EXPECT_EQ(Uniform(2, 2, 3, 1, kScore).scale().name(), "wld");
  EXPECT_EQ(Uniform(2, 2, 2, 1, kScore).scale().value(0), -1);
  EXPECT_EQ(Uniform(2, 2, 2, 1, kScore).scale().value(1), 1);
  EXPECT_EQ(Uniform(2, 2, 256, 1, kScore).scale().value(255), 255);
  EXPECT_EQ(Uniform(2, 2, 5, 1, kScore).scale().value(0), -2);
}

TEST(RandomTrees, ParserSaysWhatIsWrong) {
  const Uniform g(3, 4, 3, 1, kScore);
  const auto message = [&](std::string_view text) {
    const auto s = Text<Uniform>::parse(g, text);
    return s ? std::string("accepted") : s.message();
  };
  EXPECT_EQ(message(""), "accepted");
  EXPECT_EQ(message("root"), "accepted");
  EXPECT_EQ(message("3.1.2.3"), "accepted");
  const std::string rest = " is not a move from 1 to 3 (a position is written 1.2.1, or root)";
  EXPECT_EQ(message("1.4"), "move 2: '4'" + rest);
  EXPECT_EQ(message("0"), "move 1: '0'" + rest);
  EXPECT_EQ(message("1..2"), "move 2: ''" + rest);
  EXPECT_EQ(message("+1"), "move 1: '+1'" + rest);
  EXPECT_EQ(message("99999999999999999999"), "move 1: '99999999999999999999'" + rest);
  EXPECT_EQ(message(std::string_view("1\0", 2)), "move 1: '1?'" + rest);
  EXPECT_EQ(message("1.1.1.1.1"), "move 5: '1' is played after the end: the tree is 4 plies deep");
}

std::string spec_of(const GameFamily& family, std::string_view parameters, std::string_view scale) {
  const auto game = family.make(Parameters(family.name, parameters), scale);
  return game ? (*game)->spec() : game.message();
}

TEST(RandomTrees, Parameters) {
  EXPECT_EQ(spec_of(families().front(), "", "score"), "random:b=3,d=4,outcomes=3,seed=1");
  EXPECT_EQ(spec_of(families().front(), "seed=9,outcomes=256,d=2,b=1024", "score"),
            "random:b=1024,d=2,outcomes=256,seed=9");
  EXPECT_EQ(
      spec_of(families().front(), "b=10,d=19", "score"),
      "game 'random:b=10,d=19': 10^19 leaves are too many to number: with b=10 the depth d is at "
      "most 18");
  EXPECT_EQ(spec_of(families().front(), "edge=3", "score"),
            "game 'random:edge=3': no setting 'edge'; accepted: b, d, outcomes and seed");
  for (const auto* bad : {"b=0", "b=1025", "d=-1", "d=61", "outcomes=1", "outcomes=257", "seed=-1",
                          "7", "b", "b=", "b=2,b=3", "seed=99999999999", "b=2,,d=3"})
    EXPECT_FALSE(families().front().make(Parameters("random", bad), "score").ok()) << bad;

  EXPECT_EQ(spec_of(families().back(), "", "wld"), "pgame:b=4,d=8,edge=127,seed=1");
  EXPECT_EQ(spec_of(families().back(), "edge=31", "score"), "pgame:b=4,d=8,edge=31,seed=1");
  EXPECT_EQ(spec_of(families().back(), "d=0", "score"), "pgame:b=4,d=0,edge=127,seed=1");
  EXPECT_EQ(
      spec_of(families().back(), "edge=32", "score"),
      "game 'pgame:edge=32': the sums of 8 edges up to 32 are more than 256 scores: take edge=31 "
      "or less, or the scale wld");
  for (const auto* bad : {"b=0", "d=61", "edge=0", "edge=1000001", "outcomes=3", "1,2"})
    EXPECT_FALSE(families().back().make(Parameters("pgame", bad), "wld").ok()) << bad;
}

TEST(RandomTrees, ExamplesAndDrawings) {
  for (const GameFamily* f : {&families().front(), &families().back()}) {
    const auto game = f->make(Parameters(f->name, ""), f->scales.front());
    ASSERT_TRUE(game.ok());
    const auto s = (*game)->parse(f->example);
    ASSERT_TRUE(s.ok()) << s.message();
    EXPECT_EQ((*game)->position(*s), f->example);
    const auto same = (*game)->parse("moves:2,1");
    ASSERT_TRUE(same.ok());
    EXPECT_TRUE(*same == *s);
  }
  const Uniform u(9, 2, 5, 1, kScore);
  EXPECT_EQ(Text<Uniform>::draw(u, u.initial(), Ink::plain()),
            "  root  ply 0 of 2\n  moves  1 2 3 4 5 6 7 8 ... 9\n");
}

}  // namespace
}  // namespace solvent::random
