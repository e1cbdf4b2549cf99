// Retrograde analysis against naive iteration on random graphs, and against the published counts of
// Awari.
#include "endgame/retrograde.hpp"

#include <gtest/gtest.h>

#include <map>

#include "endgame/awari_slice.hpp"
#include "endgame/graph_slice.hpp"
#include "random_graphs.hpp"

namespace solvent::endgame {
namespace {

void expect_truth(const random_graphs::RandomGraph& graph, const Interned& game, int threads,
                  std::size_t most_stacked) {
  const GraphSlice slice(game, graph.size());
  Retrograde<GraphSlice> analysis(slice, threads, nullptr, most_stacked);
  Advance advance;
  analysis.open({}, advance);
  ASSERT_TRUE(analysis.finish(advance));
  EXPECT_EQ(advance.opened, graph.size());
  EXPECT_LE(advance.settled, graph.size());
  for (std::uint32_t id = 0; id < graph.size(); ++id)
    ASSERT_EQ(slice.outcome(id, analysis.value(id)), graph.value(id))
        << "node " << id << ", stack " << most_stacked << "\n"
        << graph.text();
}

TEST(Retrograde, AgreesWithNaiveIterationOnCyclicGraphs) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed);
    const Interned game(graph);
    for (const std::size_t stacked : {0, 1, 1000}) expect_truth(*graph, game, 1, stacked);
  }
}

TEST(Retrograde, AgreesWithNaiveIterationOnTreesAndDags) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto tree = random_graphs::random_tree(seed);
    const auto dag = random_graphs::random_dag(seed);
    expect_truth(*tree, Interned(tree), 1, 1000);
    expect_truth(*dag, Interned(dag), 1, 1000);
  }
}

TEST(Retrograde, HoldsOnLargerGraphsAndSeveralThreads) {
  const random_graphs::Shape large{2000, 60, 40, 20000, false};
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed, large);
    expect_truth(*graph, Interned(graph), 3, seed % 2 == 0 ? 3 : 1000);
  }
}

TEST(Retrograde, EndsWhenAskedTo) {
  const auto graph = random_graphs::random_cyclic(1);
  const Interned game(graph);
  const GraphSlice slice(game, graph->size());
  const std::atomic<bool> stop = true;
  for (const int threads : {1, 2}) {
    Retrograde<GraphSlice> analysis(slice, threads, &stop);
    Advance advance;
    analysis.open({}, advance);
    EXPECT_FALSE(analysis.finish(advance));
  }
}

using Histogram = std::map<int, std::uint64_t>;

// All boards of up to `stones` stones.
std::vector<ZeroedMemory> awari_values(int stones, int threads) {
  std::vector<ZeroedMemory> all;
  std::vector<const signed char*> lower;
  for (int n = 0; n <= stones; ++n) {
    const AwariSlice slice(n);
    Retrograde<AwariSlice> analysis(slice, threads);
    Advance advance;
    analysis.open(lower, advance);
    EXPECT_TRUE(analysis.finish(advance));
    all.push_back(analysis.take_values());
    lower.push_back(static_cast<const signed char*>(all.back().data()));
  }
  return all;
}
Histogram histogram_of(const ZeroedMemory& values) {
  Histogram counts;
  for (std::size_t i = 0; i < values.size(); ++i)
    ++counts[static_cast<const signed char*>(values.data())[i]];
  return counts;
}

TEST(RetrogradeAwari, CountsOfUpToTenStones) {
  const std::vector<Histogram> known = {
      {{0, 1}},
      {{-1, 7}, {1, 5}},
      {{-2, 40}, {0, 13}, {2, 25}},
      {{-3, 177}, {-1, 1}, {0, 63}, {1, 7}, {3, 116}},
      {{-4, 532}, {-2, 110}, {0, 143}, {2, 165}, {4, 415}},
      {{-5, 1892}, {-3, 2}, {-2, 85}, {-1, 224}, {1, 121}, {2, 184}, {3, 22}, {5, 1838}},
      {{-6, 4242}, {-4, 116}, {-2, 772}, {0, 1548}, {2, 550}, {3, 62}, {4, 302}, {6, 4784}},
      {{-7, 8948},
       {-5, 3},
       {-4, 75},
       {-3, 2948},
       {-1, 442},
       {0, 4487},
       {1, 491},
       {3, 2294},
       {4, 239},
       {5, 145},
       {7, 11752}},
      {{-8, 12370},
       {-6, 228},
       {-4, 6828},
       {-2, 9977},
       {-1, 61},
       {0, 8351},
       {1, 236},
       {2, 10182},
       {4, 6972},
       {5, 168},
       {6, 507},
       {8, 19702}},
      {{-9, 24408},
       {-7, 60},
       {-6, 192},
       {-5, 15183},
       {-3, 7037},
       {-2, 10080},
       {-1, 5407},
       {0, 20308},
       {1, 4287},
       {2, 13081},
       {3, 6942},
       {5, 18932},
       {6, 458},
       {7, 390},
       {9, 41195}},
      {{-10, 22941},
       {-8, 211},
       {-7, 34},
       {-6, 13906},
       {-4, 25783},
       {-3, 3938},
       {-2, 33687},
       {-1, 752},
       {0, 93743},
       {1, 738},
       {2, 38773},
       {3, 7722},
       {4, 34896},
       {6, 25402},
       {7, 298},
       {8, 810},
       {10, 49082}}};
  for (const int threads : {1, 2}) {
    const auto values = awari_values(10, threads);
    std::uint64_t boards = 1;  // C(n + 11, 11)
    for (std::uint64_t n = 0; n < known.size(); ++n) {
      EXPECT_EQ(histogram_of(values[n]), known[n]) << n << " stones, threads " << threads;
      EXPECT_EQ(values[n].size(), boards);
      boards = boards * (n + 12) / (n + 1);
    }
  }
}

TEST(RetrogradeAwari, CountsOfThirteenStones) {
  std::int64_t sum = 0, won = 0, even = 0, lost = 0;
  for (const auto& [value, count] : histogram_of(awari_values(13, 2)[13])) {
    const auto n = static_cast<std::int64_t>(count);
    sum += value * n;
    (value > 0 ? won : value < 0 ? lost : even) += n;
  }
  EXPECT_EQ(won, 1'364'947);
  EXPECT_EQ(even, 312'251);
  EXPECT_EQ(lost, 818'946);
  EXPECT_EQ(sum, 3'366'569);
}

TEST(AwariSlice, NumbersBoardsAsTheRulesDo) {
  const awari::Rules g(Scale::Kind::Score);
  for (const int stones : {1, 5, 8}) {
    const AwariSlice slice(stones);
    auto cursor = slice.cursor();
    for (std::uint64_t i = 0; i < slice.size(); ++i) {
      const auto b = cursor.board(i);
      const auto s = g.unindex(stones, i);
      ASSERT_EQ(b.own, s.row[0]);
      ASSERT_EQ(b.enemy, s.row[1]);
      ASSERT_EQ(AwariSlice::index(b), i);
    }
  }
}

// Every move that stays in the slice is taken back, once, and nothing else is.
TEST(AwariSlice, TakesBackWhatCanBePlayed) {
  const awari::Rules g(Scale::Kind::Score);
  for (const int stones : {3, 6, 13}) {
    const AwariSlice slice(stones);
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> played, taken_back;
    const std::uint64_t step = stones < 13 ? 1 : 997;
    for (std::uint64_t i = 0; i < slice.size(); i += step) {
      const auto s = g.unindex(stones, i);
      if (g.ended(s)) continue;
      MovesOf<awari::Rules> moves;
      g.list_moves(s, moves);
      for (const auto m : moves) {
        auto next = s;
        g.play(next, m);
        if (g.slice(next) == stones && !g.ended(next)) ++played[{i, g.index(next)}];
      }
    }
    std::map<std::uint64_t, bool> seen;
    for (const auto& counted : played) {
      const auto move = counted.first;
      if (!seen.emplace(move.second, true).second) continue;
      auto cursor = slice.cursor();
      slice.predecessors(cursor.board(move.second),
                         [&](std::uint64_t index, const AwariSlice::Board& b, bool same_side) {
                           EXPECT_FALSE(same_side);
                           EXPECT_EQ(AwariSlice::index(b), index);
                           if (index % step == 0) ++taken_back[{index, move.second}];
                         });
    }
    EXPECT_EQ(played, taken_back) << stones;
  }
}

}  // namespace
}  // namespace solvent::endgame
