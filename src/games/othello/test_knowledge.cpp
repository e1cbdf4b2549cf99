#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "conformance.hpp"
#include "games/othello/knowledge.hpp"
#include "games/othello/test_positions.hpp"
#include "search/presets.hpp"
#include "search/window_search.hpp"

namespace solvent::othello {
namespace {

TEST(OthelloKnowledge, KnowledgeIsTrue) {
  for (const auto kind : {kScore, kWld}) {
    const Rules small(4, kind);
    EXPECT_EQ(conformance::knowledge_is_true<Knowledge>(small, small.initial()), 62789u);
    for (const auto& [columns, rows] : {std::pair{6, 6}, {8, 8}, {6, 4}}) {
      std::size_t checked = 0;
      for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Rules g(columns, rows, kind);
        checked += conformance::knowledge_is_true<Knowledge>(g, random_ending(g, 7, seed));
        ASSERT_FALSE(HasFailure()) << g.cells() << " squares, seed " << seed;
      }
      EXPECT_GT(checked, 20000u);
    }
  }
}

TEST(OthelloKnowledge, KnowledgeCountsStableDiscs) {
  const Rules g(4, kScore);
  const Knowledge knowledge(g);
  const auto bounds = [&](std::string_view text) {
    const Bounds b = knowledge.bounds(at(g, text));
    return std::pair(g.scale().value(b.pess), g.scale().value(b.opti));
  };
  EXPECT_EQ(bounds("-----OX--XO----- X"), std::pair(-16, 16));
  EXPECT_EQ(bounds("X----XX--XO----- O"), std::pair(-14, 16));  // the corner alone
  EXPECT_EQ(bounds("X---XXX-XXO-XXO- O"), std::pair(-2, 16));  // the left edge, and three beside it
  EXPECT_EQ(bounds("OOX-OOX-OOX----- X"), std::pair(-16, 6));  // b3 can still be turned
}

std::vector<std::string> sorted_names(const Rules& g, const State& s) {
  MovesOf<Rules> moves;
  g.list_moves(s, moves);
  std::uint64_t nodes = 0;
  Knowledge(g).sort_moves(s, moves, nodes);
  std::vector<std::string> out;
  for (const auto m : moves) out.push_back(Text::move(g, s, m));
  return out;
}
TEST(OthelloKnowledge, CornersAndFewRepliesComeFirst) {
  const Rules g(4, kScore);
  const State s = after(g, "b1");
  ASSERT_EQ(names(g, s), (std::vector<std::string>{"a1", "c1", "a3"}));
  EXPECT_EQ(sorted_names(g, s)[0], "a1");
}
TEST(OthelloKnowledge, AShallowSearchPutsGoodMovesInFront) {
  const Rules g(8, kScore);  // FFO endgame 40, of ten moves a2 is best
  const State s = at(g, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X");
  const auto sorted = sorted_names(g, s);
  EXPECT_LT(std::find(sorted.begin(), sorted.end(), "a2") - sorted.begin(), 3);
}

TEST(OthelloKnowledge, LastGainIsTwiceTheFlips) {
  Rng rng(11);
  for (int n = 0; n < 20000; ++n) {
    const int square = static_cast<int>(rng.below(64));
    const Board rest = ~(Board{1} << square), own = rng.next() & (n % 2 ? rest : rest & rng.next());
    ASSERT_EQ(last_gain(own, square), 2 * std::popcount(flips(own, rest & ~own, square)));
  }
}

TEST(OthelloKnowledge, EndingsAgreeWithPlainSearch) {
  for (const auto& [columns, rows] : {std::pair{4, 4}, {6, 6}, {8, 8}, {6, 4}, {4, 8}}) {
    const Rules g(columns, rows, kScore);
    const Stability stability(g.board());
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const State s = random_ending(g, 3 + static_cast<int>(seed % 4), seed);
      const Outcome value = oracle::minimax(g, s);
      const int score = g.scale().value(value) * (s.side == 0 ? 1 : -1);
      Ending ending(g.board(), stability);
      ASSERT_EQ(ending.solve(s.own, s.opp, -g.cells(), g.cells()), score) << Text::position(g, s);
    }
  }
}

// Code for other machines does what the plain code does, node for node.
TEST(OthelloKnowledge, AllMachinesSolveEndingsAlike) {
  std::vector<SolveEnding> codes = {fastest_ending()};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) {
    codes.push_back(ending_avx2);
    if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
      codes.push_back(ending_avx512);
  }
#endif
  for (const int size : {4, 6, 8}) {
    const Rules g(size, kScore);
    const int most = g.cells();
    std::vector<std::vector<MetEnding>> met(codes.size() + 1);
    for (auto& each : met) each.resize(MetEnding::kKept);
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      const State s = random_ending(g, 2 + static_cast<int>(seed % 9), seed);
      const int low = seed % 3 == 0 ? 2 : -most, high = seed % 3 == 0 ? 4 : most;
      for (const bool remember : {false, true}) {
        std::uint64_t nodes = 0;
        const int score = solve_ending(g.board(), s.own, s.opp, low, high,
                                       remember ? met.front().data() : nullptr, nodes);
        for (std::size_t k = 0; k < codes.size(); ++k) {
          std::uint64_t its_nodes = 0;
          ASSERT_EQ(codes[k](g.board(), s.own, s.opp, low, high,
                             remember ? met[k + 1].data() : nullptr, its_nodes),
                    score)
              << Text::position(g, s);
          ASSERT_EQ(its_nodes, nodes);
        }
      }
    }
  }
}
// Once an ending is solved, a question about it is one look at what was met.
TEST(OthelloKnowledge, EndingsAreRemembered) {
  const Rules g(8, kScore);
  const Knowledge knowledge(g);
  Knowledge::Memory memory;
  const State s = random_ending(g, 9, 1);
  std::uint64_t nodes = 0, nodes_again = 0;
  const Bounds value = knowledge.ending(s, g.scale().everything(), memory, nodes);
  ASSERT_TRUE(value.closed());
  for (int cut = 0; cut < g.scale().best(); ++cut) {
    const auto window = search::Window::of_cut(cut);
    const Bounds b = knowledge.ending(s, {window.alpha, window.beta}, memory, nodes_again);
    EXPECT_TRUE(window.answered_by(b) && b.pess <= value.pess && value.opti <= b.opti);
  }
  EXPECT_EQ(nodes_again, static_cast<std::uint64_t>(g.scale().best()));
  memory.clear();
  nodes_again = 0;
  EXPECT_EQ(knowledge.ending(s, g.scale().everything(), memory, nodes_again), value);
  EXPECT_EQ(nodes_again, nodes);
}

TEST(OthelloKnowledge, PatternsComeInAllTheirImages) {
  EXPECT_EQ(Patterns(8).groups(), 46);
  EXPECT_EQ(Patterns(6).groups(), 42);
  for (const int size : {6, 8}) {
    const Rules g(size, kScore);
    const Patterns patterns(size);
    for (int c = 0; c < patterns.configurations(); ++c) {
      ASSERT_LE(patterns.twin(c), c);
      ASSERT_EQ(patterns.twin(patterns.twin(c)), patterns.twin(c));
    }
    // A position and its images have the same configurations, up to twins.
    const auto configurations = [&](Board own, Board opp) {
      Patterns::Indices at;
      patterns.find(own, opp, at);
      std::vector<int> all;
      for (int k = 0; k < patterns.groups(); ++k)
        all.push_back(patterns.twin(patterns.first(k) + at[static_cast<std::size_t>(k)]));
      std::sort(all.begin(), all.end());
      return all;
    };
    const State s = random_ending(g, 15, 5);
    for (int k = 1; k < kSymmetries; ++k)
      EXPECT_EQ(configurations(image(s.own, k), image(s.opp, k)), configurations(s.own, s.opp));
  }
}
// Of every phase and kind of groups a string, with a weight for each class of twins.
TEST(OthelloKnowledge, WeightsAreComplete) {
  for (const int size : {6, 8}) {
    const Patterns patterns(size);
    std::vector<std::size_t> sizes;
    for (std::size_t phase = 0; phase < Evaluation::phases(size).size(); ++phase)
      for (int c = 0; c < patterns.configurations(); ++c) {
        if (patterns.begins_kind(c)) sizes.push_back(0);
        if (patterns.twin(c) == c) ++sizes.back();
      }
    sizes.push_back(Evaluation::kCounts);
    const auto texts = size == 6 ? kWeights6 : kWeights8;
    ASSERT_EQ(texts.size(), sizes.size());
    for (std::size_t k = 0; k < texts.size(); ++k) {
      ASSERT_EQ(texts[k].size(), sizes[k]) << k;
      for (const char c : texts[k]) ASSERT_TRUE('Q' - 45 <= c && c <= 'Q' + 45) << c;
    }
  }
}
TEST(OthelloKnowledge, EvaluationKnowsTheSymmetries) {
  EXPECT_EQ(Evaluation::of(4, 4), nullptr);
  EXPECT_EQ(Evaluation::of(6, 8), nullptr);
  for (const int size : {6, 8}) {
    const Rules g(size, kScore);
    const Evaluation& evaluate = *Evaluation::of(size, size);
    for (const int empty : {8, 15, 21, 26})
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const State s = random_ending(g, empty, seed);
        const int guess = evaluate(s.own, s.opp);
        for (int k = 1; k < kSymmetries; ++k)
          ASSERT_EQ(evaluate(image(s.own, k), image(s.opp, k)), guess) << k;
      }
  }
}
// A guess only, but the ordering rests on it: it has to tell winners from losers mostly.
TEST(OthelloKnowledge, EvaluationFollowsTheScores) {
  for (const int size : {6, 8}) {
    const Rules g(size, kScore);
    const Stability stability(g.board());
    int right = 0, decided = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const State s = random_ending(g, 10, 1000 + seed);
      Ending ending(g.board(), stability);
      const int score = ending.solve(s.own, s.opp, -g.cells(), g.cells());
      if (std::abs(score) < 8) continue;
      ++decided;
      right += ((*Evaluation::of(size, size))(s.own, s.opp) > 0) == (score > 0);
    }
    EXPECT_GT(decided, 150);
    EXPECT_GT(right * 100, decided * 90) << size << ": " << right << " of " << decided;
  }
}

TEST(OthelloKnowledge, SortingLosesNoMove) {
  for (const int size : {4, 6, 8}) {
    const Rules g(size, kScore);
    for (const int empty : {5, 9, 12, 14, 18, 24})
      for (std::uint64_t seed = 1; seed <= 5 && empty < g.cells() - 6; ++seed) {
        const State s = random_ending(g, empty, seed);
        auto sorted = sorted_names(g, s), listed = names(g, s);
        std::sort(sorted.begin(), sorted.end());
        std::sort(listed.begin(), listed.end());
        EXPECT_EQ(sorted, listed) << Text::position(g, s);
      }
  }
}

// What a search takes for 6x6 endings with 14 squares left, with all that is known or without a
// part of it; their values are the same.
template <class K>
std::pair<std::uint64_t, std::vector<Bounds>> search_endings() {
  const Rules g(6, kScore);
  std::pair<std::uint64_t, std::vector<Bounds>> all{};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    search::WindowSearch<Rules, K> search(g, {.algorithm = search::kNegaScout});
    search.start(erase_state(random_ending(g, 14, seed)), {0, g.scale().best()});
    EXPECT_EQ(search.step(search::Slice::kEndless), search::SliceResult::Done);
    all.first += search.statistics().created;
    all.second.push_back(search.bounds());
  }
  return all;
}
struct WithoutGuess : private Knowledge {
  using Knowledge::Knowledge, Knowledge::bounds, Knowledge::sort_moves, Knowledge::near_end,
      Knowledge::ending, Knowledge::Memory, Knowledge::probes_moves;
};
struct WithoutProbes : private Knowledge {
  using Knowledge::Knowledge, Knowledge::bounds, Knowledge::sort_moves, Knowledge::near_end,
      Knowledge::ending, Knowledge::Memory, Knowledge::guess;
};
// A board and its transpose are the same game, searched in different orders.
TEST(OthelloKnowledge, ABoardAndItsTransposeHaveTheSameValue) {
  const auto score = [](int columns, int rows, std::uint64_t seed) {
    const Rules g(columns, rows, kScore);
    State s = random_ending(Rules(6, 4, kScore), 14, seed);
    if (columns < rows) s = {transposed(s.own), transposed(s.opp), s.side};
    search::WindowSearch<Rules, Knowledge> search(g, {.algorithm = search::kNegaScout});
    search.start(erase_state(s), {0, g.scale().best()});
    EXPECT_EQ(search.step(search::Slice::kEndless), search::SliceResult::Done);
    return search.bounds();
  };
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    EXPECT_EQ(score(6, 4, seed), score(4, 6, seed)) << seed;
}

TEST(OthelloKnowledge, AGuessAndTheTableSaveWork) {
  const auto [nodes, values] = search_endings<Knowledge>();
  const auto [without_guess, same] = search_endings<WithoutGuess>();
  const auto [without_probes, same_again] = search_endings<WithoutProbes>();
  EXPECT_EQ(values, same);
  EXPECT_EQ(values, same_again);
  EXPECT_LT(nodes * 100, without_guess * 97);
  EXPECT_LT(nodes, without_probes);
}

}  // namespace
}  // namespace solvent::othello
