#include <gtest/gtest.h>

#include <map>
#include <set>

#include "conformance.hpp"
#include "games/awari/knowledge.hpp"
#include "games/awari/text.hpp"

namespace solvent::awari {
namespace {

using State = Rules::State;
using Move = Rules::Move;
constexpr auto kScore = Scale::Kind::Score;
constexpr auto kWld = Scale::Kind::WinDrawLoss;

// Game 5 of the match in Allis, van der Meulen & van den Herik, "Proof-number search" (1994).
constexpr std::string_view kGame5 =
    "1. D4 b5 2. B4 e5×2 3. C6 b1 4. D1 f6 5. C1 c7×3 6. C1 d6×2 7. B4 a6 8. A10 a1 9. D2 f3 "
    "10. C4 a1 11. A1 e4 12. A1 f1 13. B5 d2 14. A1 e1 15. C2 f2×2 16. D3×2 c2 17. A1 e1 18. B1 b4 "
    "19. F14×7 f3×7 20. D1 e2 21. A1 f1 22. A1 d3 23. B2 f1×2 24. D1 e1 25. C1 f1 26. E19 a2 "
    "27. B1 f2 28. D2 e2 29. E1 d2 30. B1 b3 31. A5 d1 32. B1 f2 33. E1 c4×2 34. D1 f1 35. A1 d1 "
    "36. E1 e5 37. A1 f1 38. C6 c1 39. D2 a1 40. B4 b2 41. A1 d2 42. C1 e1 43. B1 c1 44. D2 d1 "
    "45. C1 f2 46. B1 e1 47. A1 f1 48. E4 c1 49. D1 b1 50. C1 d1 51. A1 e1 52. E1 a1 53. D1 b1 "
    "54. E1 c2 55. F14×6 e2×2 56. C1 d2 57. D2 e1 58. B3 f5 59. F1 a1 60. B1 b1 61. E4×2 a1 62. A1 "
    "b2 "
    "63. D2 d1 64. E1 c1 65. C3 e1 66. B1 d1 67. D1 f1 68. A1 e1 69. C1 f1 70. E2 a1 71. B1 b1 "
    "72. D1 c1 73. A1 d1 74. C1 e1 75. D1 f1 76. E2 a1 77. B1 b1 78. A1 c1 79. B1 d1 80. C2 e1 "
    "81. D1 f1 82. E2 a1 83. A1 b1 84. B1 c1 85. C1 d1 86. D1 e1 87. F7 b1 88. A1 f2×2 89. A1 e1 "
    "90. B1 d1 91. E1 a1 92. C1 c2 93. D1 b1 94. F1 e2 95. E1 a1 96. F1 d1 97. A1 f2×2";

// Positions of that game by move number, the mover's row first.
const std::map<std::string, std::string> kPositions = {
    {"55N", "0 0 0 2 2 2|1 3 1 1 1 0"},  {"55S", "0 2 0 0 0 14|0 0 0 1 1 1"},
    {"54N", "0 0 2 0 0 1|0 2 0 0 0 14"}, {"54S", "0 2 0 0 1 13|0 0 2 0 0 1"},
    {"53N", "0 1 1 0 0 1|0 2 0 0 1 13"}, {"53S", "0 2 0 1 0 13|0 1 1 0 0 1"},
    {"52N", "1 0 1 0 0 1|0 2 0 1 0 13"}, {"52S", "0 2 0 1 1 12|1 0 1 0 0 1"},
    {"51N", "1 0 1 0 1 0|0 2 0 1 1 12"}, {"51S", "1 1 0 1 1 12|1 0 1 0 1 0"},
    {"50N", "1 0 1 1 0 0|1 1 0 1 1 12"}, {"50S", "1 1 1 0 1 12|1 0 1 1 0 0"},
    {"49N", "1 1 0 1 0 0|1 1 1 0 1 12"}, {"49S", "1 1 1 1 0 12|1 1 0 1 0 0"},
    {"48N", "1 1 1 0 0 0|1 1 1 1 0 12"}, {"48S", "1 1 1 1 4 11|0 0 0 0 0 0"},
    {"47N", "0 0 0 0 0 1|0 1 1 1 4 11"}, {"47S", "1 0 1 1 4 11|0 0 0 0 0 1"},
    {"46N", "0 0 0 0 1 0|1 0 1 1 4 11"}, {"46S", "1 1 0 1 4 11|0 0 0 0 1 0"},
    {"45N", "0 0 0 0 1 2|0 0 0 1 4 11"}, {"45S", "0 0 1 0 4 11|0 0 0 0 1 2"},
    {"44N", "0 0 0 1 0 2|0 0 1 0 4 11"}, {"44S", "0 0 1 2 3 10|0 0 0 1 0 2"},
    {"43N", "0 0 1 0 0 2|0 0 1 2 3 10"}, {"43S", "0 1 0 2 3 10|0 0 1 0 0 2"},
    {"42N", "0 0 1 0 1 1|0 1 0 2 3 10"}, {"42S", "0 1 1 1 3 10|0 0 1 0 1 1"},
    {"41N", "0 0 1 2 0 0|0 1 1 1 3 10"}, {"41S", "1 0 1 1 3 10|0 0 1 2 0 0"}};

State at(std::string_view text) { return *Text::parse(Rules(kScore), text); }

// The rules once more, read literally: twelve pits in a ring, South's 0..5, one stone at a time.
struct Plain {
  std::vector<int> pits = std::vector<int>(12, 4);
  std::vector<int> captured = {0, 0};
  int side = 0;

  static bool owns(int player, int p) { return p / 6 == player; }
  int row(int player) const {
    int sum = 0;
    for (int p = 0; p < 12; ++p) sum += owns(player, p) ? pits[p] : 0;
    return sum;
  }
  Plain after(int origin) const {
    Plain next = *this;
    int hand = pits[origin], p = origin;
    next.pits[origin] = 0;
    while (hand > 0) {
      p = (p + 1) % 12;
      if (p == origin) continue;
      ++next.pits[p];
      --hand;
    }
    while (!owns(side, p) && (next.pits[p] == 2 || next.pits[p] == 3)) {
      next.captured[side] += next.pits[p];
      next.pits[p] = 0;
      p = (p + 11) % 12;
    }
    next.side = 1 - side;
    return next;
  }
  std::set<int> moves() const {
    std::set<int> feeding, any;
    for (int p = 0; p < 12; ++p) {
      if (!owns(side, p) || pits[p] == 0) continue;
      any.insert(p);
      if (after(p).row(1 - side) > 0) feeding.insert(p);
    }
    return feeding.empty() ? any : feeding;
  }
  std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (const int p : moves()) leaves += after(p).perft(depth - 1);
    return leaves;
  }
  std::string text() const {
    std::string out;
    for (int p = 0; p < 12; ++p) out += (p == 6 ? "|" : p > 0 ? " " : "") + std::to_string(pits[p]);
    return out + " S" + std::to_string(captured[0]) + " N" + std::to_string(captured[1]) +
           (side == 0 ? " S" : " N");
  }
};

TEST(Awari, Conforms) {
  for (const auto kind : {kScore, kWld})
    conformance::conform<Text>(Rules(kind), {.games = 100, .max_plies = 400});
}

TEST(Awari, AgreesWithALiteralReadingOfTheRules) {
  const Rules g(kScore);
  Rng rng(7);
  int ended = 0;
  for (int game = 0; game < 300; ++game) {
    State s = g.initial();
    Plain plain;
    for (int ply = 0; ply < 300; ++ply) {
      ASSERT_EQ(Text::position(g, s), plain.text());
      ASSERT_EQ(g.ended(s), plain.row(plain.side) == 0);
      if (g.ended(s)) {
        const int left = plain.row(1 - plain.side), lead = plain.captured[0] - plain.captured[1];
        EXPECT_EQ(g.scale().value(g.bounds(s).pess), plain.side == 1 ? lead + left : lead - left);
        ++ended;
        break;
      }
      MovesOf<Rules> moves;
      g.list_moves(s, moves);
      std::set<int> pits;
      for (const Move m : moves) pits.insert(m + 6 * plain.side);
      ASSERT_EQ(pits, plain.moves()) << plain.text();
      const Move m = moves[rng.below(moves.size)];
      plain = plain.after(m + 6 * plain.side);
      g.play(s, m);
    }
  }
  EXPECT_GT(ended, 200);
}

TEST(Awari, Perft) {
  const Rules g(kScore);
  std::vector<std::uint64_t> literal;
  for (int depth = 1; depth <= 8; ++depth) literal.push_back(Plain().perft(depth));
  conformance::perft_is(g, g.initial(), literal);
  conformance::perft_is(g, g.initial(), {6, 36, 190, 1014, 5219, 27332, 139157, 711414});
}

TEST(Awari, Game5Replays) {
  const auto game = *families().front().make(Parameters("awari", ""), "score");
  const auto words = Text::split_moves(kGame5);
  ASSERT_EQ(words.size(), 194u);
  const Rules g(kScore);
  State s = g.initial();
  std::size_t found = 0;
  for (std::size_t ply = 0; ply < words.size(); ++ply) {
    const bool north = ply % 2 == 1;
    const auto known = kPositions.find(std::to_string(ply / 2 + 1) + (north ? "N" : "S"));
    if (known != kPositions.end()) {
      ++found;
      std::string rows = known->second;
      const std::size_t bar = rows.find('|');
      if (north) rows = rows.substr(bar + 1) + "|" + rows.substr(0, bar);
      const std::string captured = known->first == "55N" ? " S15 N20 " : " S9 N20 ";
      EXPECT_EQ(Text::position(g, s), rows + captured + (north ? "N" : "S")) << known->first;
    }
    const auto m = Text::parse_move(g, s, words[ply]);
    ASSERT_TRUE(m.ok()) << words[ply] << ": " << m.message();
    std::string name(words[ply]);
    if (const auto cross = name.find("×"); cross != name.npos) name.replace(cross, 2, "x");
    EXPECT_EQ(Text::move(g, s, *m), name);  // every stone and capture, also where none is written
    g.play(s, *m);
  }
  EXPECT_EQ(found, kPositions.size());
  EXPECT_EQ(Text::position(g, s), "1 0 0 0 0 0|1 1 1 0 1 0 S17 N26 S");
  EXPECT_FALSE(g.ended(s));
  EXPECT_TRUE(Rules(kWld).ended(s));
  const auto parsed = game->parse("moves: " + std::string(kGame5));
  ASSERT_TRUE(parsed.ok()) << parsed.message();
  EXPECT_EQ(game->position(*parsed), Text::position(g, s));
}

std::vector<std::string> legal(const Rules& g, const State& s) {
  std::vector<std::string> names;
  MovesOf<Rules> moves;
  g.list_moves(s, moves);
  for (const Move m : moves) names.push_back(Text::move(g, s, m));
  return names;
}

TEST(Awari, LegalMoves) {
  const Rules g(kScore);
  using Names = std::vector<std::string>;
  // The worked example: D19 goes round and skips its own pit.
  EXPECT_EQ(legal(g, at("1 0 4 19 4 2|1 1 3 1 0 0 S5 N7")),
            (Names{"A1", "C4x2", "D19x7", "E4", "F2x4"}));
  // North has nothing: only the pits that reach him.
  EXPECT_EQ(legal(g, at("1 1 1 1 4 11|0 0 0 0 0 0")), (Names{"E4", "F11"}));
  // Nobody can be fed: any pit.
  EXPECT_EQ(legal(g, at("1 1 1 0 0 0|0 0 0 0 0 0")), (Names{"A1", "B1", "C1"}));
  // A capture of everything is illegal while another move feeds ...
  EXPECT_EQ(legal(g, at("1 0 0 0 0 1|1 0 0 0 0 0")), (Names{"A1"}));
  // ... and legal when it is all there is: North then has no stone, South takes the rest.
  const State slam = at("0 0 0 0 0 2|1 1 0 0 0 0 S20 N24");
  ASSERT_EQ(legal(g, slam), (Names{"F2x4"}));
  State end = slam;
  g.play(end, 5);
  EXPECT_TRUE(g.ended(end));
  EXPECT_EQ(g.scale().value(g.bounds(end).pess), 0);
}

TEST(Awari, EndsAndBounds) {
  const Rules score(kScore), wld(kWld);
  EXPECT_EQ(score.scale().size(), 97);
  const auto values = [](const Rules& g, std::string_view text) {
    const Bounds b = g.bounds(at(text));
    return std::pair{g.scale().value(b.pess), g.scale().value(b.opti)};
  };
  EXPECT_EQ(values(score, "0 2 0 0 0 14|0 0 0 1 1 1 S9 N20"), (std::pair{-30, 8}));
  EXPECT_EQ(values(wld, "0 2 0 0 0 14|0 0 0 1 1 1 S9 N20"), (std::pair{-1, 1}));
  EXPECT_EQ(values(wld, "1 0 0 0 0 0|1 1 1 0 1 0 S19 N24"), (std::pair{-1, 0}));
  EXPECT_EQ(values(wld, "1 0 0 0 0 0|1 1 1 0 1 0 S25 N18"), (std::pair{1, 1}));
  EXPECT_EQ(values(score, "0 0 0 0 0 0|1 1 1 0 1 0 S25 N19"), (std::pair{2, 2}));
  EXPECT_EQ(values(score, "5 0 0 0 0 0|0 0 0 0 0 0 S9 N20 N"), (std::pair{-6, -6}));
  // Of fewer stones in all, more than half decide.
  EXPECT_TRUE(wld.ended(at("1 0 0 0 0 0|1 0 0 0 0 0 S3")));
  EXPECT_FALSE(wld.ended(at("1 0 0 0 0 0|1 0 0 0 0 0 S2")));
  // Infinite play splits what is on the board.
  const State s = at("0 2 0 0 0 14|0 0 0 1 1 1 S9 N20");
  EXPECT_EQ(score.scale().value(score.repetition(s)), -11);
  EXPECT_EQ(wld.scale().value(wld.repetition(s)), -1);
}

TEST(Awari, IndexIsABijection) {
  const Rules g(kScore);
  const std::vector<std::uint64_t> sizes = {1, 12, 78, 364, 1365, 4368, 12376, 31824};
  for (int n = 0; n < static_cast<int>(sizes.size()); ++n) {
    ASSERT_EQ(g.slice_size(n), sizes[n]);
    std::set<std::string> boards;
    for (std::uint64_t k = 0; k < sizes[n]; ++k) {
      const State s = g.unindex(n, k);
      ASSERT_EQ(g.slice(s), n);
      ASSERT_EQ(g.index(s), k);
      boards.insert(Text::position(g, s));
    }
    EXPECT_EQ(boards.size(), sizes[n]);
  }
  EXPECT_EQ(g.slice_size(13), 2496144u);
  EXPECT_EQ(g.slice_size(21), 129024480u);
  // The whole board, both ends, and a position seen by either side.
  EXPECT_EQ(g.index(g.unindex(48, 0)), 0u);
  EXPECT_EQ(g.index(g.unindex(48, g.slice_size(48) - 1)), g.slice_size(48) - 1);
  EXPECT_EQ(g.unindex(48, g.index(g.initial())), g.initial());
  EXPECT_EQ(g.index(at("0 2 0 0 0 14|0 0 0 1 1 1 S9 N20 N")),
            g.index(at("0 0 0 1 1 1|0 2 0 0 0 14")));
}

// Values of all boards by stones, for the mover: for t = n..1 the least sets W (worth at least t)
// and L (at most -t), grown by plain iteration until nothing changes. What is in neither set is 0.
class Naive {
 public:
  explicit Naive(int stones) {
    for (int n = 0; n <= stones; ++n) solve(n);
  }
  const std::vector<int>& slice(int n) const { return values_[n]; }
  int value(const State& s) const { return values_[g_.slice(s)][g_.index(s)]; }

 private:
  struct Node {
    std::vector<int> exits;         // what captures are worth, and the end
    std::vector<std::uint64_t> on;  // moves that stay among the boards with n stones
  };
  Node node(int n, std::uint64_t k) const {
    Node out;
    const State s = g_.unindex(n, k);
    if (g_.ended(s)) return {{-n}, {}};
    MovesOf<Rules> moves;
    g_.list_moves(s, moves);
    for (const Move m : moves) {
      State next = s;
      g_.play(next, m);
      const int taken = n - g_.slice(next);
      if (taken == 0) out.on.push_back(g_.index(next));
      if (taken > 0) out.exits.push_back(taken - value(next));
    }
    return out;
  }
  void solve(int n) {
    std::vector<Node> nodes;
    for (std::uint64_t k = 0; k < g_.slice_size(n); ++k) nodes.push_back(node(n, k));
    std::vector<int> values(nodes.size(), 0);
    std::vector<bool> won(nodes.size(), false), lost(nodes.size(), false);
    for (int t = n; t >= 1; --t)
      for (bool grew = true; grew;) {
        grew = false;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
          if (won[k] || lost[k]) continue;
          bool wins = false, loses = true;
          for (const int v : nodes[k].exits) wins |= v >= t, loses &= v <= -t;
          for (const std::uint64_t j : nodes[k].on) wins |= lost[j], loses &= won[j];
          if (!wins && !loses) continue;
          (wins ? won : lost)[k] = grew = true;
          values[k] = wins ? t : -t;
        }
      }
    values_.push_back(std::move(values));
  }

  Rules g_{kScore};
  std::vector<std::vector<int>> values_;
};

TEST(Awari, EndgameHistograms) {
  const std::vector<std::string> expected = {
      // value:boards, for 0, 1, ... stones
      "0:1",
      "-1:7 1:5",
      "-2:40 0:13 2:25",
      "-3:177 -1:1 0:63 1:7 3:116",
      "-4:532 -2:110 0:143 2:165 4:415",
      "-5:1892 -3:2 -2:85 -1:224 1:121 2:184 3:22 5:1838",
      "-6:4242 -4:116 -2:772 0:1548 2:550 3:62 4:302 6:4784",
      "-7:8948 -5:3 -4:75 -3:2948 -1:442 0:4487 1:491 3:2294 4:239 5:145 7:11752",
      "-8:12370 -6:228 -4:6828 -2:9977 -1:61 0:8351 1:236 2:10182 4:6972 5:168 6:507 8:19702",
      "-9:24408 -7:60 -6:192 -5:15183 -3:7037 -2:10080 -1:5407 0:20308 1:4287 2:13081 3:6942 "
      "5:18932 6:458 7:390 9:41195",
      "-10:22941 -8:211 -7:34 -6:13906 -4:25783 -3:3938 -2:33687 -1:752 0:93743 1:738 2:38773 "
      "3:7722 4:34896 6:25402 7:298 8:810 10:49082"};
  const Naive naive(static_cast<int>(expected.size()) - 1);
  for (std::size_t n = 0; n < expected.size(); ++n) {
    std::map<int, int> boards;
    for (const int v : naive.slice(static_cast<int>(n))) ++boards[v];
    std::string found;
    for (const auto& [value, count] : boards)
      found += (found.empty() ? "" : " ") + std::to_string(value) + ":" + std::to_string(count);
    EXPECT_EQ(found, expected[n]) << n << " stones";
  }
}

// The oracle knows nothing of slices: it sees captured stones, colours and the worth of infinite
// play.
TEST(Awari, OracleAgreesWithTheEndgames) {
  constexpr int kMost = 5, kMostOnScore = 3;  // the score scale has 96 cuts
  const Naive naive(kMost);
  const Rules g(kScore), wld(kWld);
  Rng rng(3);
  for (int n = 1; n <= kMost; ++n)
    for (int k = 0; k < 8; ++k) {
      State s = g.unindex(n, rng.below(static_cast<std::uint32_t>(g.slice_size(n))));
      const int sign = k % 2 == 0 ? 1 : -1, lead = static_cast<int>(rng.below(5)) - 2;
      if (sign < 0) {
        std::swap(s.row[0], s.row[1]);
        s.row[0] |= mancala::kNorthMoves;
      }
      s.row[0] |= mancala::stored(10 + lead);
      s.row[1] |= mancala::stored(10);
      const int value = lead + sign * naive.value(s);
      if (n <= kMostOnScore) {
        EXPECT_EQ(g.scale().value(oracle::fixpoint(g, s)), value) << Text::position(g, s);
      }
      EXPECT_EQ(wld.scale().value(oracle::fixpoint(wld, s)), (value > 0) - (value < 0))
          << Text::position(g, s);
    }
}

TEST(Awari, MovesCanBeWrittenShort) {
  const Rules g(kScore);
  const State s = at("1 0 4 19 4 2|1 1 3 1 0 0 S5 N7");
  for (const auto* text : {"D", "D19", "D19x7", "D19X7", "D19×7"}) {
    const auto m = Text::parse_move(g, s, text);
    ASSERT_TRUE(m.ok()) << m.message();
    EXPECT_EQ(*m, 3);
  }
  const auto message = [&](std::string_view text, std::string_view position) {
    const auto m = Text::parse_move(g, at(position), text);
    return m ? std::string("accepted") : m.message();
  };
  const auto here = [&](std::string_view text) { return message(text, Text::position(g, s)); };
  EXPECT_EQ(here("D18"), "'D18': the pit holds 19 stones");
  EXPECT_EQ(here("D19x6"), "'D19x6': the move captures 7 stones");
  EXPECT_EQ(here("A1x0"), "accepted");
  EXPECT_EQ(here("B"), "'B': the pit is empty");
  EXPECT_EQ(here("d"), "'d': South is to move, from the pits A to F");
  EXPECT_EQ(here("G"), "'G': South is to move, from the pits A to F");
  for (const auto* bad :
       {"", "Dx7", "D19x", "Dx", "D19y7", "D+19", "D 19", "D19x7x7", "D99999999999"})
    EXPECT_NE(here(bad).find("is not a move: write a pit"), std::string::npos) << here(bad);
  EXPECT_EQ(message("A", "1 0 0 0 0 1|1 0 0 0 0 0"), "accepted");
  EXPECT_EQ(message("F", "1 0 0 0 0 1|1 0 0 0 0 0"),
            "'F' leaves North no stone: the moves that leave one are A1");
  EXPECT_EQ(message("a", "1 0 0 0 0 1|0 0 0 0 0 0 N"), "'a' is played after the end of the game");
  using Words = std::vector<std::string_view>;
  EXPECT_EQ(Text::split_moves("1. D4 b5 2.B4,e5x2 3."), (Words{"D4", "b5", "B4", "e5x2"}));
}

TEST(Awari, PositionsAsText) {
  const Rules g(kScore);
  const auto echo = [&](std::string_view text) {
    const auto s = Text::parse(g, text);
    return s ? Text::position(g, *s) : s.message();
  };
  EXPECT_EQ(echo("4 4 4 4 4 4|4 4 4 4 4 4"), "4 4 4 4 4 4|4 4 4 4 4 4 S0 N0 S");
  EXPECT_EQ(echo(" 0 2 0 0 0 14 | 0 0 0 1 1 1  N20 S9 N"), "0 2 0 0 0 14|0 0 0 1 1 1 S9 N20 N");
  EXPECT_EQ(echo("0 2 0 0 0 14|0 0 0 1 1 1 N20"), "0 2 0 0 0 14|0 0 0 1 1 1 S0 N20 S");
  EXPECT_EQ(echo("4 4 4 4 4 4"),
            "position '4 4 4 4 4 4' has 0 '|': write South's 6 pits, one '|' and North's");
  EXPECT_EQ(echo(""), "position '' has 0 '|': write South's 6 pits, one '|' and North's");
  EXPECT_EQ(echo("4 4 4 4 4|4 4 4 4 4 4"), "South has 5 pits, not 6");
  EXPECT_EQ(echo("4 4 4 4 4 4|4 4 4"), "North has 3 pits, not 6");
  EXPECT_EQ(echo("4 4 x 4 4 4|4 4 4 4 4 4"), "pit C: 'x' is not a number of stones from 0 to 48");
  EXPECT_EQ(echo("4 4 4 4 4 4|4 -4 4 4 4 4"), "pit b: '-4' is not a number of stones from 0 to 48");
  EXPECT_EQ(echo("4 4 4 4 4 4|4 4 49 4 4 4"), "pit c: '49' is not a number of stones from 0 to 48");
  EXPECT_EQ(echo("4 4 4 4 4 4|4 4 4 4 4 4 S1"), "49 stones in all, but the game has 48");
  for (const auto* bad : {"S1 S1", "S49", "N S", "S N", "Sx", "X", "s", "4", "S-1", "S9999999999"})
    EXPECT_NE(echo("0 0 0 0 0 0|1 0 0 0 0 0 " + std::string(bad)).find("after the pits: write"),
              std::string::npos)
        << bad;
  EXPECT_EQ(Text::draw(g, at("0 2 0 0 0 14|0 0 0 1 1 1 S9 N20"), Ink::plain()),
            "             f   e   d   c   b   a\n"
            "  North 20   1   1   1   0   0   0\n"
            "             0   2   0   0   0  14   9 South\n"
            "             A   B   C   D   E   F\n");
}

TEST(Awari, CapturesAreTriedFirst) {
  const Rules g(kScore);
  const State s = at("1 0 4 19 4 2|1 1 3 1 0 0 S5 N7");
  const Knowledge knowledge(g);
  EXPECT_GT(knowledge.order(s, 3), knowledge.order(s, 5));  // D19x7 before F2x4
  EXPECT_GT(knowledge.order(s, 5), knowledge.order(s, 2));  // before C4x2
  EXPECT_GT(knowledge.order(s, 2), knowledge.order(s, 0));  // before A1
}

TEST(Awari, GameFamily) {
  for (const auto& scale : families().front().scales) {
    const auto game = families().front().make(Parameters("awari", ""), scale);
    ASSERT_TRUE(game.ok());
    EXPECT_EQ((*game)->spec(), "awari");
    EXPECT_EQ((*game)->scale().name(), scale);
    EXPECT_TRUE((*game)->parse(families().front().example).ok());
  }
  for (const auto* bad : {"6", "x=1", "6,4"})
    EXPECT_EQ(families().front().make(Parameters("awari", bad), "score").message(),
              "game 'awari:" + std::string(bad) + "': awari takes no parameters");
}

}  // namespace
}  // namespace solvent::awari
