// Woodpush databases: positions and ko are numbered without a gap, moves are taken back as they are
// played, and values are those of plain iteration and of searches.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "base/rng.hpp"
#include "endgame/build.hpp"
#include "endgame/woodpush_slice.hpp"
#include "game/oracle.hpp"
#include "games/woodpush/text.hpp"
#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent::endgame {
namespace {

using woodpush::Rules;
using woodpush::Scoring;
using woodpush::Text;
using State = Rules::State;

constexpr auto kScore = Scale::Kind::Score;

// The same position with the sides and the ends of the strip exchanged.
State from_the_other_end(const Rules& g, const State& s) {
  State out{0, 0, static_cast<std::uint16_t>(s.turn ^ 1), 0};
  for (int cell = 1; cell <= g.cells(); ++cell) {
    const int there = g.cells() + 1 - cell;
    if ((s.left >> cell & 1) != 0) out.right |= 1u << there;
    if ((s.right >> cell & 1) != 0) out.left |= 1u << there;
  }
  if (s.ko != 0) out.ko = static_cast<std::uint16_t>(g.cells() + 1 - s.ko);
  return out;
}

// Every board with Left to move, and every ko that some push of Right's leaves on it.
std::set<State> all_positions(const Rules& g) {
  std::set<State> all;
  const std::uint32_t end = 1u << g.cells();
  for (std::uint32_t left = 0; left < end; ++left)
    for (std::uint32_t right = 0; right < end; ++right) {
      State s{left << 1, right << 1, 0, 0};
      if ((left & right) != 0 || std::popcount(left) > g.pieces() ||
          std::popcount(right) > g.pieces())
        continue;
      all.insert(s);
      s.turn = 1;
      if (g.ended(s)) continue;
      MovesOf<Rules> moves;
      g.list_moves(s, moves);
      for (const auto m : moves) {
        State next = s;
        g.play(next, m);
        all.insert(next);
      }
    }
  return all;
}

TEST(WoodpushSlices, NumberEveryPositionOnce) {
  for (const auto& [cells, pieces] :
       {std::pair{2, 1}, {3, 1}, {4, 2}, {5, 2}, {6, 3}, {7, 2}, {8, 3}, {8, 4}}) {
    const Rules g(cells, pieces, Scoring::Moves, kScore);
    std::set<State> numbered;
    for (int n = 0; n <= 2 * pieces; ++n)
      for (std::uint64_t i = 0; i < g.slice_size(n); ++i) {
        const State s = g.unindex(n, i);
        ASSERT_EQ(g.slice(s), n);
        ASSERT_EQ(g.index(s), i) << Text::position(g, s);
        ASSERT_EQ(g.index(from_the_other_end(g, s)), i) << Text::position(g, s);
        ASSERT_TRUE(s.ko == 0 || (g.ko_cells(s) >> s.ko & 1) != 0) << Text::position(g, s);
        numbered.insert(s);
      }
    EXPECT_EQ(numbered, all_positions(g)) << cells << "," << pieces;
  }
}

RC_GTEST_PROP(WoodpushSlices, IndexAndUnindexAreInverse, (std::uint64_t seed)) {
  Rng rng(seed);
  const int cells = 2 + static_cast<int>(rng.below(woodpush::kMaxCells - 1));
  const int pieces = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(cells / 2)));
  const Rules g(cells, pieces, Scoring::Moves, kScore);
  const int slice = static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * pieces + 1)));
  const std::uint64_t index = rng.next() % g.slice_size(slice);
  const State s = g.unindex(slice, index);
  RC_ASSERT(g.slice(s) == slice);
  RC_ASSERT(g.index(s) == index);
  if (slice > 0) RC_ASSERT(*Text::parse(g, Text::position(g, s)) == s);
}

// Every move that stays in the slice is taken back, once, and nothing else is.
TEST(WoodpushSlices, TakeBackWhatCanBePlayed) {
  for (const auto& [cells, pieces] : {std::pair{4, 2}, {6, 3}, {8, 3}, {9, 2}}) {
    const Rules g(cells, pieces, Scoring::Moves, kScore);
    for (int n = 0; n <= 2 * pieces; ++n) {
      const WoodpushSlice slice(g, n);
      std::map<std::pair<State, State>, int> played, taken_back;
      for (std::uint64_t i = 0; i < slice.size(); ++i)
        for (const State& s : {g.unindex(n, i), from_the_other_end(g, g.unindex(n, i))}) {
          slice.predecessors(s, [&](std::uint64_t index, const State& before, bool same_side) {
            EXPECT_FALSE(same_side);
            EXPECT_EQ(g.index(before), index);
            ++taken_back[{before, s}];
          });
          if (g.ended(s)) continue;
          MovesOf<Rules> moves;
          g.list_moves(s, moves);
          for (const auto m : moves) {
            State next = s;
            g.play(next, m);
            if (g.slice(next) == n) ++played[{s, next}];
          }
        }
      EXPECT_EQ(played, taken_back) << cells << "," << pieces << ", slice " << n;
    }
  }
}

struct Variant {
  const char* spec;
  const char* outcomes;
};
class WoodpushTables : public testing::TestWithParam<Variant> {};

// Every position of small strips, both sides to move, on both scales and by both scores.
TEST_P(WoodpushTables, HoldTheValuesOfPlainIteration) {
  const Ruleset game = *Ruleset::make(GetParam().spec, GetParam().outcomes);
  const Rules& g = *rules_of<Rules>(game.rules());
  const test::TemporaryFolder folder;
  ASSERT_TRUE(*build_table(game, folder.path(), {.threads = 2}));
  EXPECT_TRUE(*verify_table(game, folder.path(), {.threads = 2}));
  const auto probe = *open_probe(game.rules(), folder.path(), 1 << 20);
  const auto& probing = static_cast<const AnyProbe<Rules>&>(*probe);
  std::vector<oracle::Solution<Rules>> solved;
  for (int n = 2 * g.pieces(); n > 0; --n)
    for (std::uint64_t i = 0; i < g.slice_size(n); ++i)
      for (const State& s : {g.unindex(n, i), from_the_other_end(g, g.unindex(n, i))}) {
        auto known = std::find_if(solved.begin(), solved.end(),
                                  [&](const auto& solution) { return solution.contains(s); });
        if (known == solved.end()) known = solved.emplace(solved.end(), g, s);
        const Outcome truth = known->value(s);
        ASSERT_EQ(probing.probe(s), (Bounds{truth, truth})) << Text::position(g, s);
      }
}

// Every position again, either side to move.
TEST_P(WoodpushTables, AgreeWithSearches) {
  const Ruleset game = *Ruleset::make(GetParam().spec, GetParam().outcomes);
  const Rules& g = *rules_of<Rules>(game.rules());
  const test::TemporaryFolder whole, lower;
  ASSERT_TRUE(*build_table(game, whole.path(), {}));
  ASSERT_TRUE(*build_table(game, lower.path(), {.slice = g.pieces()}));
  std::vector<Solver> solvers;
  for (const char* algorithm : {"minimax", "alphabeta", "pns", "mopns", "dfpn"})
    for (const std::string& folder : {std::string(), lower.path(), whole.path()}) {
      Options options;
      options.algorithm = algorithm;
      options.line = false;
      options.endgame = folder;
      if (folder.empty() && options.algorithm != "minimax") continue;
      solvers.push_back(*Solver::make(game, options));
    }
  Rng rng(3);
  for (int n = 1; n <= 2 * g.pieces(); ++n)
    for (std::uint64_t i = 0; i < g.slice_size(n); ++i) {
      const State left = g.unindex(n, i);
      const State s = rng.below(2) == 0 ? left : from_the_other_end(g, left);
      const Position position = *game.parse(Text::position(g, s));
      const int value = query_table(position, whole.path())->value;
      for (Solver& solver : solvers) {
        const Answer answer = solver.solve(position);
        ASSERT_TRUE(answer.value) << position.text() << " " << answer.algorithm;
        EXPECT_EQ(*answer.value, value) << position.text() << " " << answer.algorithm;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(
    SmallStrips, WoodpushTables,
    testing::Values(Variant{"woodpush:4,1", "score"}, Variant{"woodpush:5,2", "score"},
                    Variant{"woodpush:5,2", "wld"}, Variant{"woodpush:6,3", "score"},
                    Variant{"woodpush:6,3,score=pieces", "score"},
                    Variant{"woodpush:6,2,score=pieces", "wld"}, Variant{"woodpush:7,2", "score"}),
    [](const auto& test) {
      std::string name = fmt::format("{}_{}", test.param.spec, test.param.outcomes);
      std::replace_if(
          name.begin(), name.end(),
          [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
      return name;
    });

// The values of the start for Left that an independent program found.
TEST(WoodpushTable, HoldsTheKnownValuesOfTheStart) {
  const std::map<std::string, int> known = {{"4,1", -4}, {"5,1", 4},  {"6,1", -5}, {"7,1", 4},
                                            {"6,2", -1}, {"7,2", -1}, {"8,2", -3}, {"8,3", 3}};
  for (const auto& [size, value] : known) {
    const Ruleset game = *Ruleset::make("woodpush:" + size);
    const test::TemporaryFolder folder;
    ASSERT_TRUE(*build_table(game, folder.path(), {.threads = 2}));
    EXPECT_EQ(query_table(game.start(), folder.path())->value, value) << size;
  }
}

TEST(WoodpushTable, CountsWhatItHolds) {
  const Ruleset game = *Ruleset::make("woodpush:8,3");
  const test::TemporaryFolder folder;
  ASSERT_TRUE(*build_table(game, folder.path(), {.threads = 2}));
  const auto slices = *table_slices(game, folder.path());
  ASSERT_EQ(slices.size(), 7U);
  // One piece: it is the mover's, who then has won 1 to 8, or it is not.
  EXPECT_EQ(slices[1].positions, 16U);
  for (int score = 1; score <= 8; ++score) {
    EXPECT_EQ(slices[1].histogram[static_cast<std::size_t>(8 - score)], (std::pair{-score, 1UL}));
    EXPECT_EQ(slices[1].histogram[static_cast<std::size_t>(7 + score)], (std::pair{score, 1UL}));
  }
  for (const TableSlice& s : slices) {
    std::uint64_t positions = 0;
    for (const auto& [value, count] : s.histogram) positions += count;
    EXPECT_EQ(positions, s.positions);
    EXPECT_EQ(s.won + s.even + s.lost, s.positions);
  }
}

}  // namespace
}  // namespace solvent::endgame
