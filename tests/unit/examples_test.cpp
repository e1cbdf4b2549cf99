// The games of examples/, which are built as files of their own: their rules and what they know.
#include "conformance.hpp"
#include "examples/domineering.hpp"
#include "examples/dotsandboxes.hpp"
#include "examples/hex.hpp"

namespace solvent {
namespace {

using conformance::conform;
using conformance::knowledge_is_true;
using conformance::perft_is;

// Who wins: if V begins, and if H does.
std::string outcome(int columns, int rows) {
  const domineering::Rules g(columns, rows);
  std::string winners;
  for (const std::uint64_t side : {0, 1}) {
    const oracle::Solution<domineering::Rules> solution(g, {0, side});
    winners += solution.root_value() == g.scale().best() ? 'V' : 'H';
  }
  return winners == "VH" ? "1" : winners == "HV" ? "2" : winners.substr(0, 1);
}

TEST(Domineering, Conforms) {
  for (const auto& [columns, rows] : {std::pair(6, 6), {8, 8}, {16, 4}, {4, 16}, {1, 1}, {3, 5}})
    conform<domineering::Text>(domineering::Rules(columns, rows), {.games = 30});
  perft_is(domineering::Rules(2, 2), {0, 0}, {2, 0});
  perft_is(domineering::Rules(3, 3), {0, 0}, {6, 20, 40, 8, 0});
}

// Breuker, Uiterwijk and van den Herik 2000, and for narrow boards Berlekamp 1988. There boards are
// rows x columns: "V" is a win of V whoever begins, "1" of who begins.
TEST(Domineering, HasThePublishedOutcomes) {
  const std::vector<std::string> two_rows = {"V", "1", "1", "H", "V", "1", "1", "H"};
  for (std::size_t k = 0; k < two_rows.size(); ++k)
    EXPECT_EQ(outcome(static_cast<int>(k) + 1, 2), two_rows[k]) << "2x" << k + 1;
  const std::vector<std::string> three_rows = {"V", "1", "1", "H", "H"};
  for (std::size_t k = 0; k < three_rows.size(); ++k)
    EXPECT_EQ(outcome(static_cast<int>(k) + 1, 3), three_rows[k]) << "3x" << k + 1;
  EXPECT_EQ(outcome(4, 4), "1");
  EXPECT_EQ(outcome(1, 1), "2");
}

TEST(Domineering, KnowsTheTruth) {
  for (const auto& [columns, rows] : {std::pair(3, 3), {4, 3}, {3, 4}, {4, 4}, {7, 2}, {2, 7}})
    for (const std::uint64_t side : {0, 1}) {
      const domineering::Rules g(columns, rows);
      knowledge_is_true<domineering::Knowledge>(g, domineering::Rules::State{0, side});
    }
}

TEST(Hex, Conforms) {
  for (const int size : {1, 2, 3, 5, 8}) conform<hex::Text>(hex::Rules(size), {.games = 50});
  perft_is(hex::Rules(2), {}, {4, 12, 24, 12});
  perft_is(hex::Rules(3), {}, {9, 72, 504, 3024, 15120, 54720});
}

// Who begins wins, and from which cells: on 3x3 all but those far from the middle (Hein; Even and
// Tarjan 1976 for why larger boards are hard).
TEST(Hex, IsWonByWhoBegins) {
  for (const int size : {1, 2, 3}) {
    const hex::Rules g(size);
    const oracle::Solution<hex::Rules> solution(g, g.initial());
    EXPECT_EQ(solution.root_value(), g.scale().best()) << size;
  }
}

// There is always a winner, and only one.
TEST(Hex, EndsWithOneWinner) {
  const hex::Rules g(3);
  const oracle::Solution<hex::Rules> solution(g, g.initial());
  for (const auto& s : solution.states()) {
    const bool x = g.board().connected(0, s.stones[0]), o = g.board().connected(1, s.stones[1]);
    EXPECT_FALSE(x && o);
    EXPECT_TRUE(g.empty(s) != 0 || x || o);
    EXPECT_EQ(g.ended(s), x || o);
  }
}

TEST(Hex, KnowsTheTruth) {
  knowledge_is_true<hex::Knowledge>(hex::Rules(3), hex::Rules::State{});
  // Late positions of larger boards.
  Rng rng(1);
  const hex::Rules g(4);
  for (int k = 0; k < 40; ++k) {
    hex::Rules::State s{};
    for (int ply = 0; ply < 6 && !g.ended(s); ++ply) {
      MovesOf<hex::Rules> moves;
      g.list_moves(s, moves);
      g.play(s, moves[rng.below(moves.size)]);
    }
    if (!g.ended(s)) knowledge_is_true<hex::Knowledge>(g, s);
  }
}

TEST(DotsAndBoxes, Conforms) {
  for (const auto& [columns, rows] : {std::pair(3, 3), {5, 5}, {4, 3}, {1, 1}, {9, 2}})
    for (const bool wld : {false, true}) {
      const int boxes = columns * rows;
      const Scale scale = wld ? Scale::win_draw_loss() : Scale::scores(-boxes, boxes, 2);
      conform<dotsandboxes::Text>(dotsandboxes::Rules(columns, rows, scale), {.games = 30});
    }
  perft_is(dotsandboxes::Rules(1, 1, Scale::scores(-1, 1, 2)), {}, {4, 12, 24, 24});
}

// One box goes to the second player; of four the first player gets three (Berlekamp, Conway and
// Guy, Winning Ways, chapter 16, has the play).
TEST(DotsAndBoxes, HasTheKnownValues) {
  const auto value = [](int columns, int rows) {
    const int boxes = columns * rows;
    const dotsandboxes::Rules g(columns, rows, Scale::scores(-boxes, boxes, 2));
    const oracle::Solution<dotsandboxes::Rules> solution(g, g.initial());
    knowledge_is_true<dotsandboxes::Knowledge>(g, g.initial());
    return g.scale().value(solution.root_value());
  };
  EXPECT_EQ(value(1, 1), -1);
  EXPECT_EQ(value(2, 2), 2);
  EXPECT_EQ(value(3, 1), value(1, 3));
}

}  // namespace
}  // namespace solvent
