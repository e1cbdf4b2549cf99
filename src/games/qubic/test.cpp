#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "conformance.hpp"
#include "games/qubic/knowledge.hpp"
#include "games/qubic/text.hpp"
#include "late_qubic.hpp"
#include "noise.hpp"

namespace solvent::qubic {
namespace {

Rules::State at(const Rules& g, std::string_view text) { return *Text::parse(g, text); }

// The lines once more, in the plainest way: every cell, every direction of space, four steps.
std::set<Board> lines_of_the_cube() {
  std::set<Board> lines;
  for (int start = 0; start < 64; ++start)
    for (int direction = 0; direction < 27; ++direction) {
      const int d[3] = {direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1};
      Board line = 0;
      for (int step = 0; step < 4; ++step) {
        int cell = 0;
        for (int k = 0; k < 3; ++k) {
          const int v = (start >> 2 * k & 3) + step * d[k];
          cell = v < 0 || v > 3 ? 64 : cell + (v << 2 * k);
          if (cell >= 64) break;
        }
        if (cell < 64) line |= Board{1} << cell;
      }
      if (std::popcount(line) == 4) lines.insert(line);
    }
  return lines;
}

// A symmetry as the images of the cells 0..63; the group is the closure of plain moves of the cube
// and the two that turn it inside out.
using Permutation = std::array<int, 64>;

template <class F>
Permutation on_coordinates(F f) {
  Permutation p{};
  for (int cell = 0; cell < 64; ++cell) {
    std::array<int, 3> v = {cell & 3, cell >> 2 & 3, cell >> 4};
    f(v);
    p[cell] = v[0] + 4 * v[1] + 16 * v[2];
  }
  return p;
}

std::set<Permutation> closure(const std::vector<Permutation>& generators) {
  const Permutation identity = on_coordinates([](auto&) {});
  std::set<Permutation> group = {identity};
  for (std::vector<Permutation> fresh = {identity}; !fresh.empty();) {
    std::vector<Permutation> next;
    for (const Permutation& p : fresh)
      for (const Permutation& g : generators) {
        Permutation product{};
        for (int cell = 0; cell < 64; ++cell) product[cell] = g[p[cell]];
        if (group.insert(product).second) next.push_back(product);
      }
    fresh = std::move(next);
  }
  return group;
}

const std::vector<Permutation> kGeometric = {on_coordinates([](auto& v) { std::swap(v[0], v[1]); }),
                                             on_coordinates([](auto& v) { std::swap(v[1], v[2]); }),
                                             on_coordinates([](auto& v) { v[0] = 3 - v[0]; })};

std::set<Permutation> all_symmetries() {
  auto generators = kGeometric;
  for (const std::array<int, 4>& map : {std::array{1, 0, 3, 2}, {0, 2, 1, 3}})
    generators.push_back(on_coordinates([&](auto& v) {
      for (int& x : v) x = map[x];
    }));
  return closure(generators);
}

TEST(Qubic, SeventySixLines) {
  const auto expected = lines_of_the_cube();
  EXPECT_EQ(expected.size(), 76u);
  std::set<Board> lines;
  int rich = 0;
  for (int cell = 0; cell < 64; ++cell) {
    const auto& through = kLinesThrough[cell];
    const std::set<Board> distinct(through.lines.begin(), through.lines.end());
    EXPECT_EQ(distinct.size(), static_cast<std::size_t>(through.count));
    EXPECT_TRUE(through.count == 4 || through.count == 7);
    rich += through.count == 7;
    for (const Board line : distinct) {
      EXPECT_TRUE(line >> cell & 1);
      lines.insert(line);
    }
  }
  EXPECT_EQ(rich, 16);
  EXPECT_EQ(lines, expected);
}

TEST(Qubic, The192Symmetries) {
  EXPECT_EQ(closure(kGeometric).size(), 48u);
  const auto group = all_symmetries();
  EXPECT_EQ(group.size(), 192u);
  const auto lines = lines_of_the_cube();
  const Rules g;
  std::set<Permutation> ours;
  for (int k = 0; k < g.symmetries(); ++k) {
    Permutation p{};
    for (int cell = 0; cell < 64; ++cell)
      p[cell] = g.transform_move(static_cast<Rules::Move>(cell), k);
    ours.insert(p);
    for (const Board line : lines) {
      Board image = 0;
      for (int cell = 0; cell < 64; ++cell)
        if (line >> cell & 1) image |= Board{1} << p[cell];
      EXPECT_TRUE(lines.contains(image)) << "symmetry " << k;
    }
  }
  EXPECT_EQ(ours, group);
}

// Positions that differ after `plies` moves, counted with Burnside's lemma on stones x and o: a
// symmetry with given cycles keeps the pairs of sets that are unions of cycles.
std::size_t orbits_of_openings(int plies) {
  const int x = (plies + 1) / 2, o = plies / 2;
  std::uint64_t kept = 0;
  const auto group = all_symmetries();
  for (const Permutation& p : group) {
    std::vector<std::vector<std::uint64_t>> ways(x + 1, std::vector<std::uint64_t>(o + 1, 0));
    ways[0][0] = 1;
    Board seen = 0;
    for (int cell = 0; cell < 64; ++cell) {
      int length = 0;
      for (int c = cell; !(seen >> c & 1); c = p[c], ++length) seen |= Board{1} << c;
      if (length == 0) continue;
      for (int a = x; a >= 0; --a)
        for (int b = o; b >= 0; --b) {
          if (a >= length) ways[a][b] += ways[a - length][b];
          if (b >= length) ways[a][b] += ways[a][b - length];
        }
    }
    kept += ways[x][o];
  }
  return kept / group.size();
}

TEST(Qubic, DistinctOpenings) {
  constexpr std::size_t kDistinct[] = {1, 2, 35, 757, 20851};
  const Rules g;
  std::vector<Rules::State> level = {g.initial()};
  for (int plies = 1; plies <= 4; ++plies) {
    std::set<Rules::Key> keys;
    std::vector<Rules::State> next_level;
    for (const auto& s : level) {
      MovesOf<Rules> moves;
      g.list_moves(s, moves);
      for (const auto m : moves) {
        auto next = s;
        g.play(next, m);
        if (keys.insert(g.key(next)).second) next_level.push_back(next);
      }
    }
    level = std::move(next_level);
    EXPECT_EQ(level.size(), orbits_of_openings(plies)) << plies;
    EXPECT_EQ(level.size(), kDistinct[plies]);
  }
}

TEST(Qubic, Conforms) { conformance::conform<Text>(Rules(), {.games = 12}); }

TEST(Qubic, Perft) {
  const Rules g;
  conformance::perft_is(g, g.initial(), {64, 64 * 63, 64 * 63 * 62, 64 * 63 * 62 * 61});
  // Three X in a line: the fourth ends the game for X at once.
  const auto s = at(g, "a11 a12 b11 b12 c11 d44");
  EXPECT_EQ(perft(g, s, 1), 58u);
  EXPECT_EQ(perft(g, s, 2), 57u * 57u);
  EXPECT_EQ(perft(g, s, 2, true), 57u * 57u + 1);
}

TEST(Qubic, AgreesWithTheLines) {
  const Rules g;
  const auto lines = lines_of_the_cube();
  const auto has_line = [&](Board stones) {
    return std::any_of(lines.begin(), lines.end(), [&](Board l) { return (l & ~stones) == 0; });
  };
  int wins = 0;
  conformance::random_games(g, {.games = 300}, [&](const Rules::State& s) {
    const bool x = has_line(s.stones[0]), o = has_line(s.stones[1]);
    wins += x || o;
    ASSERT_EQ(s.won != 0, x || o);
    ASSERT_EQ(g.ended(s), x || o || s.count == 64);
    ASSERT_EQ(s.count, static_cast<unsigned>(std::popcount(s.stones[0] | s.stones[1])));
    if (s.won) { ASSERT_EQ(g.bounds(s).pess, x ? 2 : 0); }
  });
  EXPECT_GT(wins, 250);
  EXPECT_EQ(std::set<Board>(kLines.begin(), kLines.end()), lines);
}

TEST(Qubic, AFullCubeWithoutALineIsADraw) {
  const Rules g;
  const auto s = at(g, kDrawnQubic);
  EXPECT_EQ(s.count, 64u);
  EXPECT_TRUE(g.ended(s));
  EXPECT_EQ(g.bounds(s), (Bounds{1, 1}));
  EXPECT_EQ(Text::position(g, s), kDrawnQubic);
}

// Late positions: the drawn cube with some stones taken back, and random games in which nobody wins
// while there is another move.
TEST(Qubic, KnowledgeIsTrueLate) {
  const Rules g;
  Rng rng(5);
  std::size_t checked = 0;
  for (int n = 0; n < 120; ++n) {
    const auto s = late_qubic(rng, 8);
    checked += conformance::knowledge_is_true<Knowledge>(g, s);
  }
  for (int n = 0; n < 120;) {
    auto s = g.initial();
    while (s.count < 56 && !s.won) {
      MovesOf<Rules> moves, quiet;
      g.list_moves(s, moves);
      for (const auto m : moves) {
        auto next = s;
        g.play(next, m);
        if (!next.won) quiet.add(m);
      }
      const auto& from = quiet.empty() ? moves : quiet;
      g.play(s, from[rng.below(from.size)]);
    }
    if (s.won) continue;
    checked += conformance::knowledge_is_true<Knowledge>(g, s);
    ++n;
  }
  EXPECT_GT(checked, 100000u);
}

TEST(Qubic, KnowledgeSees) {
  const Rules g;
  const Knowledge knowledge(g);
  const auto bounds = [&](std::string_view text) { return knowledge.bounds(at(g, text)); };
  EXPECT_EQ(bounds(""), (Bounds{0, 2}));
  EXPECT_EQ(bounds("a11 a14 b11 b14 c11 d44"), (Bounds{2, 2}));  // X completes a line
  EXPECT_EQ(bounds("a11 a14 b11 b14 c11"), (Bounds{0, 2}));      // O has to stop one
  EXPECT_EQ(bounds("b11 a14 c11 b14 d11 c24 a21 b23 a31 b43 a41"), (Bounds{0, 2}));  // both at a11
  EXPECT_EQ(bounds("a11 b14 b11 c24 c11 b23 a21 d34 a31"), (Bounds{2, 2}));          // d11 and a41
}

TEST(Qubic, OnlyMovesWorthTryingAreListed) {
  const Rules g;
  const auto listed = [&](std::string_view text) {
    const auto s = at(g, text);
    MovesOf<Rules> moves;
    Knowledge(g).list_moves(s, moves);
    std::set<std::string> names;
    for (const auto m : moves) names.insert(Text::move(g, s, m));
    return names;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(listed("").size(), 64u);
  EXPECT_EQ(listed("a11 a14 b11 b14 c11 d44"), Names{"d11"});  // a win
  EXPECT_EQ(listed("a11 a14 b11 b14 c11"),
            Names{"d11"});  // a block rather than a line of one's own
  // X comes to a11 with two threats: O can take it, or one cell of either line.
  EXPECT_EQ(listed("b11 a14 c11 d23 a21 c42 a31"), (Names{"a11", "d11", "a41"}));
}

TEST(Qubic, EarlyKeysAreSharedByAllImages) {
  const Rules g;
  Rng rng(3);
  auto s = g.initial();
  while (s.count < Rules::kCanonicalStones) {
    MovesOf<Rules> moves;
    g.list_moves(s, moves);
    g.play(s, moves[rng.below(moves.size)]);
    for (int k = 0; k < g.symmetries(); ++k) EXPECT_EQ(g.key(g.transform(s, k)), g.key(s));
  }
}

TEST(Qubic, OrderSeesWinsAndThreats) {
  const Rules g;
  const Knowledge knowledge(g);
  const auto best = [&](std::string_view text) {
    const auto s = at(g, text);
    MovesOf<Rules> moves;
    g.list_moves(s, moves);
    std::pair<int, std::string> first{-1, "none"};
    for (const auto m : moves)
      first = std::max(first, {knowledge.order(s, m), Text::move(g, s, m)});
    return first.second;
  };
  EXPECT_EQ(best("a11 a14 b11 b14 c11 c14"), "d11");
  EXPECT_EQ(best("a11 a14 b12 b14 c11 c14"), "d14");
  EXPECT_EQ(best("b22 a14 b32 a24 b12"), "b42");
}

TEST(Qubic, ParserSaysWhatIsWrong) {
  const Rules g;
  const auto message = [&](std::string_view text) {
    const auto s = Text::parse(g, text);
    return s ? std::string("accepted") : s.message();
  };
  const std::string what = " is not a cell: column a to d, row 1 to 4, level 1 to 4, such as b31";
  EXPECT_EQ(message("a11e11"), "move 2: 'e11'" + what);
  EXPECT_EQ(message("a11 a50"), "move 2: 'a50'" + what);
  EXPECT_EQ(message("a1"), "move 1: 'a1'" + what);
  EXPECT_EQ(message("a111"), "move 1: 'a111'" + what);
  EXPECT_EQ(message(std::string_view("a11\0", 4)), "move 1: 'a11?'" + what);
  EXPECT_EQ(message("a11,b11,a11"), "move 3: 'a11' is occupied");
  EXPECT_EQ(message("a11a12b11b12c11c12d11d12"),
            "move 8: 'd12' is played after the end of the game");
  const std::string empty = "..../..../..../....";
  EXPECT_EQ(message(empty), "position has 1 level, the cube has 4 (separated by '|')");
  const std::string rest = "|" + empty + "|" + empty + "|" + empty;
  EXPECT_EQ(message(empty + rest), "accepted");
  EXPECT_EQ(message("..../...." + rest),
            "level 1: the diagram has 2 rows, the board has 4 (from the top, separated by '/')");
  EXPECT_EQ(message("..../...../..../...." + rest),
            "level 1: row 2 from the top has 5 cells, the board has 4 columns");
  EXPECT_EQ(message("..../..x./..../...." + rest),
            "level 1: row 2 from the top, column 3: 'x' is not X, O or '.'");
  EXPECT_EQ(message("XX../..../..../...." + rest),
            "2 X and 0 O: X moves first, so X has as many stones or one more");
  EXPECT_EQ(message("XXXX/OOOO/..../...." + rest), "X has four in a line, but O moved last");
  EXPECT_EQ(message("XXXX/OOO./..../...." + rest), "accepted");
  EXPECT_EQ(message("XXXX/XXXX/OOO./OOO.|O.../..../..../....|" + empty + "|" + empty),
            "X has more lines than one last stone can make");
}

TEST(Qubic, ParserSurvivesNoise) {
  using namespace std::string_view_literals;
  const Rules g;
  survive_noise<Text>(g, "abcdXO./|123450, \0\xff+"sv, 1000);
}

TEST(Qubic, WaysToWriteAPosition) {
  const Rules g;
  const auto s = at(g, "b31a11");
  for (const auto* text : {"b31 a11", "B31,A11", " b31\ta11 "})
    EXPECT_TRUE(at(g, text) == s) << text;
  EXPECT_EQ(Text::position(g, s),
            "..../.X../..../O...|..../..../..../....|..../..../..../....|..../..../..../....");
  EXPECT_EQ(Text::draw(g, s, Ink::plain()),
            "    level 1      level 2      level 3      level 4\n"
            "  4 . . . .    4 . . . .    4 . . . .    4 . . . .\n"
            "  3 . X . .    3 . . . .    3 . . . .    3 . . . .\n"
            "  2 . . . .    2 . . . .    2 . . . .    2 . . . .\n"
            "  1 O . . .    1 . . . .    1 . . . .    1 . . . .\n"
            "    a b c d      a b c d      a b c d      a b c d\n");
}

TEST(Qubic, Parameters) {
  const auto game = families().front().make(solvent::Parameters("qubic", ""), "wld");
  ASSERT_TRUE(game.ok());
  EXPECT_EQ((*game)->spec(), "qubic");
  EXPECT_TRUE((*game)->parse(families().front().example).ok());
  EXPECT_EQ(families().front().make(solvent::Parameters("qubic", "4"), "wld").message(),
            "game 'qubic:4': takes no parameters");
}

}  // namespace
}  // namespace solvent::qubic
