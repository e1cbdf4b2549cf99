#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "conformance.hpp"
#include "games/mnk/knowledge.hpp"
#include "games/mnk/text.hpp"
#include "noise.hpp"

namespace solvent::mnk {
namespace {

using Small = Rules<1>;
using SmallText = Text<1>;

template <int W>
typename Rules<W>::State at(const Rules<W>& g, std::string_view text) {
  return *Text<W>::parse(g, text);
}

template <class G>
void conform_on(const std::vector<std::array<int, 3>>& sizes, int games) {
  constexpr int kWords = G::Board::kSize / 64;
  for (const auto& [columns, rows, in_a_row] : sizes) {
    SCOPED_TRACE(testing::Message() << columns << "," << rows << "," << in_a_row);
    ASSERT_LE(words_for(columns, rows), kWords);
    conformance::conform<Text<kWords>>(G(columns, rows, in_a_row), {.games = games});
  }
}

TEST(Mnk, ConformsOnManySizes) {
  conform_on<Rules<1>>({{3, 3, 3},
                        {1, 1, 1},
                        {1, 1, 2},
                        {4, 3, 3},
                        {3, 4, 3},
                        {5, 5, 4},
                        {7, 8, 5},
                        {8, 7, 4},
                        {1, 19, 3},
                        {19, 1, 2},
                        {19, 3, 19},
                        {3, 3, 1},
                        {2, 2, 19}},
                       30);
  conform_on<Rules<2>>({{3, 3, 3}, {8, 8, 5}, {10, 11, 6}, {6, 18, 5}, {18, 6, 18}}, 10);
  conform_on<Rules<4>>({{3, 3, 3}, {15, 15, 5}, {12, 19, 19}, {19, 12, 7}}, 2);
  conform_on<Rules<6>>({{3, 3, 3}, {19, 19, 5}, {19, 19, 19}, {16, 19, 6}}, 2);
}

// The rules once more, in the plainest way: a grid of characters and every line of k looked at.
struct Grid {
  int columns, rows, k;
  std::vector<char> cells;

  Grid(int m, int n, int in_a_row) : columns(m), rows(n), k(in_a_row), cells(m * n, '.') {}
  char at(int c, int r) const {
    return c < 0 || r < 0 || c >= columns || r >= rows ? '#' : cells[r * columns + c];
  }
  bool wins(char stone) const {
    for (int c = 0; c < columns; ++c)
      for (int r = 0; r < rows; ++r)
        for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          int n = 0;
          while (n < k && at(c + n * dc, r + n * dr) == stone) ++n;
          if (n == k) return true;
        }
    return false;
  }
  std::uint64_t perft(int depth, bool max = true) {
    if (depth == 0) return 1;
    if (wins('X') || wins('O')) return 0;
    std::uint64_t leaves = 0;
    for (char& cell : cells) {
      if (cell != '.') continue;
      cell = max ? 'X' : 'O';
      leaves += perft(depth - 1, !max);
      cell = '.';
    }
    return leaves;
  }
};

template <int W>
void agrees_with_grid(int columns, int rows, int in_a_row, int games) {
  const Rules<W> g(columns, rows, in_a_row);
  Rng rng(7);
  for (int n = 0; n < games; ++n) {
    Grid grid(columns, rows, in_a_row);
    auto s = g.initial();
    while (!g.ended(s)) {
      MovesOf<Rules<W>> moves;
      g.list_moves(s, moves);
      ASSERT_EQ(moves.size,
                static_cast<unsigned>(std::count(grid.cells.begin(), grid.cells.end(), '.')));
      const auto m = moves[rng.below(moves.size)];
      const char stone = g.to_move(s) == Side::Max ? 'X' : 'O';
      grid.cells[g.row_of(m) * columns + g.column_of(m)] = stone;
      g.play(s, m);
      const bool x = grid.wins('X'), o = grid.wins('O');
      ASSERT_EQ(s.won != 0, x || o) << Text<W>::position(g, s);
      ASSERT_EQ(g.ended(s), x || o || s.count == grid.cells.size());
      if (g.ended(s)) { ASSERT_EQ(g.bounds(s).pess, x ? 2 : o ? 0 : 1); }
    }
  }
}

TEST(Mnk, AgreesWithAPlainGrid) {
  for (const auto& [m, n] :
       {std::pair{3, 3}, {4, 3}, {3, 5}, {5, 5}, {7, 8}, {9, 6}, {1, 9}, {9, 1}})
    for (int k = 1; k <= 6; ++k) {
      agrees_with_grid<1>(m, n, k, 40);
      agrees_with_grid<2>(m, n, k, 20);
    }
  for (int k = 2; k <= 5; ++k) {
    agrees_with_grid<2>(11, 10, k, 10);
    agrees_with_grid<4>(15, 15, k, 4);
    agrees_with_grid<6>(19, 19, k, 4);
    agrees_with_grid<6>(19, 13, k, 4);
  }
}

TEST(Mnk, TicTacToe) {
  const Small g(3, 3, 3);
  const std::vector<std::uint64_t> leaves = {9,     72,     504,    3024,   15120,
                                             54720, 148176, 200448, 127872, 0};
  conformance::perft_is(g, g.initial(), leaves);
  EXPECT_EQ(perft(g, g.initial(), 9, true), 255168u);  // all finished games
  const oracle::Solution<Small> solution(g, g.initial());
  EXPECT_EQ(solution.size(), 5478u);
  EXPECT_EQ(g.scale().value(solution.root_value()), 0);
  std::set<Small::Key> distinct;
  for (const auto& s : solution.states()) distinct.insert(g.key(s));
  EXPECT_EQ(distinct.size(), 765u);
}

TEST(Mnk, Perft) {
  for (const auto& [m, n, k] : {std::array{4, 3, 3}, {3, 4, 3}, {5, 2, 2}, {4, 4, 2}}) {
    const Small g(m, n, k);
    for (int depth = 1; depth <= 5; ++depth)
      EXPECT_EQ(perft(g, g.initial(), depth), Grid(m, n, k).perft(depth)) << m << n << k << depth;
  }
  const Rules<4> gomoku(15, 15, 5);
  conformance::perft_is(gomoku, gomoku.initial(), {225, 225 * 224, 225 * 224 * 223});
  const Rules<6> go_board(19, 19, 5);
  conformance::perft_is(go_board, go_board.initial(), {361, 361 * 360});
}

TEST(Mnk, KnowledgeIsTrueOnSmallBoards) {
  const auto check = [](int m, int n, int k, std::string_view from, std::size_t at_least) {
    SCOPED_TRACE(testing::Message() << m << "," << n << "," << k << " " << from);
    const Small g(m, n, k);
    EXPECT_GE(conformance::knowledge_is_true<Knowledge<1>>(g, at(g, from)), at_least);
  };
  check(3, 3, 3, "", 5478);
  check(3, 3, 2, "", 100);
  check(3, 3, 1, "", 10);
  check(2, 3, 4, "", 100);
  check(4, 3, 3, "", 50000);
  check(4, 3, 4, "", 100000);
  check(9, 1, 3, "", 5000);
  check(1, 9, 4, "", 5000);
  check(4, 4, 3, "b2a1d4", 100000);
  check(4, 4, 4, "b2a1d4c2", 100000);
  check(5, 4, 4, "c2a1d4c3e1b2a4e3", 100000);
}

// Games in which nobody wins while there is another move reach full boards.
template <int W>
typename Rules<W>::State reluctant_play(const Rules<W>& g, Rng& rng, int empties) {
  for (;;) {
    auto s = g.initial();
    while (g.empty(s).count() > empties) {
      MovesOf<Rules<W>> moves, quiet;
      g.list_moves(s, moves);
      for (const auto m : moves) {
        auto next = s;
        g.play(next, m);
        if (!next.won) quiet.add(m);
      }
      if (quiet.empty()) break;
      g.play(s, quiet[rng.below(quiet.size)]);
    }
    if (g.empty(s).count() == empties) return s;
  }
}

template <int W>
void knowledge_is_true_late(int m, int n, int k, int empties, int positions) {
  const Rules<W> g(m, n, k);
  Rng rng(11);
  std::size_t checked = 0;
  for (int p = 0; p < positions; ++p)
    checked += conformance::knowledge_is_true<Knowledge<W>>(g, reluctant_play(g, rng, empties));
  EXPECT_GT(checked, static_cast<std::size_t>(20 * positions)) << m << "," << n << "," << k;
}

TEST(Mnk, KnowledgeIsTrueLateOnLargerBoards) {
  knowledge_is_true_late<1>(5, 5, 4, 8, 40);
  knowledge_is_true_late<1>(7, 7, 4, 8, 40);
  knowledge_is_true_late<1>(7, 8, 5, 8, 40);
  knowledge_is_true_late<2>(10, 10, 5, 8, 20);
  knowledge_is_true_late<4>(15, 15, 5, 7, 10);
  knowledge_is_true_late<6>(19, 19, 6, 7, 10);
}

// Is the value at least this rank? Keys and knowledge at work.
template <int W>
class Prover {
 public:
  Prover(const Rules<W>& g, Outcome rank) : g_(g), knowledge_(g), rank_(rank) {}

  bool at_least(const typename Rules<W>::State& s) {
    const Bounds b = g_.ended(s) ? g_.bounds(s) : knowledge_.bounds(s);
    if (b.pess >= rank_ || b.opti < rank_) return b.pess >= rank_;
    const auto key = g_.key(s);
    if (const auto known = seen_.find(key); known != seen_.end()) return known->second;
    MovesOf<Rules<W>> list;
    g_.list_moves(s, list);
    std::vector<std::pair<int, typename Rules<W>::Move>> moves;
    for (const auto m : list) moves.emplace_back(-knowledge_.order(s, m), m);
    std::sort(moves.begin(), moves.end());
    const bool wanted = g_.to_move(s) == Side::Max;
    bool found = !wanted;
    for (const auto& [order, m] : moves) {
      auto next = s;
      g_.play(next, m);
      if (at_least(next) != wanted) continue;
      found = wanted;
      break;
    }
    return seen_[key] = found;
  }

 private:
  struct Hash {
    std::size_t operator()(const typename Rules<W>::Key& key) const { return hash_of(key); }
  };
  const Rules<W>& g_;
  Knowledge<W> knowledge_;
  Outcome rank_;
  std::unordered_map<typename Rules<W>::Key, bool, Hash> seen_;
};

int value(int m, int n, int k) {
  const Small g(m, n, k);
  if (Prover<1>(g, 2).at_least(g.initial())) return 1;
  return Prover<1>(g, 1).at_least(g.initial()) ? 0 : -1;
}

TEST(Mnk, PublishedValues) {  // Uiterwijk & van den Herik 2000
  EXPECT_EQ(value(3, 3, 3), 0);
  EXPECT_EQ(value(4, 3, 3), 1);
  EXPECT_EQ(value(3, 4, 3), 1);
  EXPECT_EQ(value(4, 4, 3), 1);
  EXPECT_EQ(value(4, 4, 4), 0);
  EXPECT_EQ(value(5, 4, 4), 0);
  EXPECT_EQ(value(5, 5, 4), 0);
  EXPECT_EQ(value(6, 5, 4), 1);
  EXPECT_EQ(value(3, 3, 2), 1);
  EXPECT_EQ(value(2, 2, 3), 0);
  EXPECT_EQ(value(6, 6, 5), 0);
  EXPECT_EQ(value(7, 6, 5), 0);  // pairs of cells hold it
}

TEST(Mnk, OrderSeesWinsAndThreats) {
  const Small g(4, 4, 3);
  const Knowledge<1> knowledge(g);
  const auto best = [&](std::string_view text) {
    const auto s = at(g, text);
    MovesOf<Small> moves;
    g.list_moves(s, moves);
    std::pair<int, std::string> first{-1, "none"};
    for (const auto m : moves)
      first = std::max(first, {knowledge.order(s, m), SmallText::move(g, s, m)});
    return first.second;
  };
  EXPECT_EQ(best("a1a4b1b4"), "c1");  // X completes a row rather than stopping one
  EXPECT_EQ(best("a1d4b1"), "c1");    // O has to stop it
}

TEST(Mnk, KnowledgeSees) {
  const Small g(3, 3, 3);
  const auto bounds = [&](std::string_view text) { return Knowledge<1>(g).bounds(at(g, text)); };
  EXPECT_EQ(bounds(""), (Bounds{0, 2}));
  EXPECT_EQ(bounds("a1a2b1b2"), (Bounds{2, 2}));     // X completes a row
  EXPECT_EQ(bounds("a1b2c3a3c1"), (Bounds{2, 2}));   // O has to stop two
  EXPECT_EQ(bounds("a1b1"), (Bounds{1, 2}));         // X wins, but in three moves
  EXPECT_EQ(bounds("a1b1b2c3"), (Bounds{2, 2}));     // X makes two threats at once
  EXPECT_EQ(bounds(".XO/OXX/XO."), (Bounds{1, 1}));  // no line is left to O, nor time to X
  EXPECT_EQ(bounds("XOX/XOO/OX."), (Bounds{1, 1}));
  EXPECT_EQ(Knowledge<1>(Small(3, 3, 4)).bounds({}), (Bounds{1, 1}));
  // Too few lines, too little on them: O stops all (Erdos and Selfridge).
  EXPECT_EQ(Knowledge<1>(Small(5, 5, 5)).bounds({}), (Bounds{1, 1}));
  EXPECT_EQ(Knowledge<1>(Small(4, 4, 4)).bounds({}), (Bounds{1, 2}));
  const Rules<4> gomoku(15, 15, 5);  // two threats that lie in different words
  EXPECT_EQ(Knowledge<4>(gomoku).bounds(at(gomoku, "h3a1h4a3h5a5h6")), (Bounds{2, 2}));
  EXPECT_EQ(Knowledge<4>(gomoku).bounds(at(gomoku, "h3a1h4a3h5h2h6")), (Bounds{0, 2}));
  EXPECT_EQ(Knowledge<4>(gomoku).bounds(at(gomoku, "h3a1h4a3h5a5")), (Bounds{2, 2}));
}

TEST(Mnk, OnlyMovesWorthTryingAreListed) {
  const auto listed = [](const auto& g, const auto& s) {
    MovesOf<std::decay_t<decltype(g)>> moves;
    Knowledge(g).list_moves(s, moves);
    std::set<std::string> names;
    for (const auto m : moves) names.insert(Text<sizeof(s.stones[0]) / 8>::move(g, s, m));
    return names;
  };
  using Names = std::set<std::string>;
  const Small g(5, 5, 4);
  EXPECT_EQ(listed(g, at(g, "a1a5b1b5c1c5")), Names{"d1"});  // a win
  EXPECT_EQ(listed(g, at(g, "a1a5b1e5c1")), Names{"d1"});    // a block
  // X comes to b3 or d3 with a double threat: O takes one of the four cells that stop it.
  EXPECT_EQ(listed(g, at(g, "c3a5b3")), (Names{"a3", "d3", "e3"}));
  const Small small(3, 3, 3);
  EXPECT_EQ(listed(small, at(small, "b2a1")).size(), 7u);
  EXPECT_EQ(listed(small, at(small, "OX./.../XO.")).size(), 5u);
}

// Positions that knowledge gives one name have one value; returns how many of them share theirs.
std::size_t equal_names_mean_equal_values(const Small& g, const Small::State& root) {
  const oracle::Solution<Small> solution(g, root);
  EXPECT_TRUE(solution.complete()) << "too large for the oracle";
  if (!solution.complete()) return 0;
  const Knowledge<1> knowledge(g);
  std::map<Small::Key, Outcome> by_key;
  for (const auto& s : solution.states()) {
    if (g.ended(s)) continue;
    const auto [it, fresh] = by_key.try_emplace(knowledge.key(s), solution.value(s));
    EXPECT_EQ(it->second, solution.value(s)) << SmallText::position(g, s);
    if (::testing::Test::HasFailure()) return 0;
  }
  return solution.size() - by_key.size();
}

TEST(Mnk, NamesForgetOnlyWhatDoesNotMatter) {
  for (const auto& [m, n, k] : {std::array{3, 3, 3}, {4, 3, 3}, {4, 3, 4}, {5, 2, 3}, {3, 4, 2}}) {
    const Small g(m, n, k);
    EXPECT_GT(equal_names_mean_equal_values(g, g.initial()), 50u) << m << n << k;
  }
  const Small g(4, 4, 4), wide(5, 4, 4);
  EXPECT_GT(equal_names_mean_equal_values(g, at(g, "b2a1d4c2")), 90000u);
  EXPECT_GT(equal_names_mean_equal_values(wide, at(wide, "c2a1d4c3e1b2a4e3")), 90000u);
}

TEST(Mnk, OverlinesWin) {
  const Rules<4> g(15, 15, 5);
  const auto s = at(g, "a1a3b1c3c1e3e1g3f1i3d1");
  EXPECT_TRUE(g.ended(s));
  EXPECT_EQ(g.bounds(s), (Bounds{2, 2}));
  const Rules<6> wide(19, 19, 5);
  EXPECT_TRUE(wide.ended(at(wide, "s19a1r18a3q17a5p16a7o15")));
  EXPECT_FALSE(wide.ended(at(wide, "s1a2r1a3q1a5p1a7")));
  EXPECT_FALSE(wide.ended(at(wide, "r1a2s1a4a3c2b3c4c3e5")));  // rows do not run into each other
}

template <int W>
std::string message(const Rules<W>& g, std::string_view text) {
  const auto s = Text<W>::parse(g, text);
  return s ? std::string("accepted") : s.message();
}

TEST(Mnk, ParserSaysWhatIsWrong) {
  const Small g(3, 3, 3);
  EXPECT_EQ(message(g, "b2d1"), "move 2: 'd1' is not a cell from a1 to c3");
  EXPECT_EQ(message(g, "b2 a0"), "move 2: 'a0' is not a cell from a1 to c3");
  EXPECT_EQ(message(g, "b2 a04"), "move 2: 'a04' is not a cell from a1 to c3");
  EXPECT_EQ(message(g, "a99999999999999999999"),
            "move 1: 'a99999999999999999999' is not a cell from a1 to c3");
  EXPECT_EQ(message(g, "b2,a1+"), "move 2: 'a1+' is not a cell from a1 to c3");
  EXPECT_EQ(message(g, "2"), "move 1: '2' is not a cell from a1 to c3");
  EXPECT_EQ(message(g, "ab"), "move 1: 'a' is not a cell from a1 to c3");
  EXPECT_EQ(message(g, "b2a1b2"), "move 3: 'b2' is occupied");
  EXPECT_EQ(message(g, "a1a2b1b2c1c2"), "move 6: 'c2' is played after the end of the game");
  EXPECT_EQ(message(g, std::string_view("b2\0a1", 5)), "move 1: 'b2?' is not a cell from a1 to c3");
  EXPECT_EQ(message(g, ".../..."),
            "the diagram has 2 rows, the board has 3 (from the top, separated by '/')");
  EXPECT_EQ(message(g, ".../..../..."), "row 2 from the top has 4 cells, the board has 3 columns");
  EXPECT_EQ(message(g, ".../.x./..."), "row 2 from the top, column 2: 'x' is not X, O or '.'");
  EXPECT_EQ(message(g, ".../.O./..."),
            "0 X and 1 O: X moves first, so X has as many stones or one more");
  EXPECT_EQ(message(g, "OOO/XX./XX."), "O has 3 in a row, but X moved last");
  EXPECT_EQ(message(g, "OOO/XXX/..."), "X has 3 in a row, but O moved last");
  EXPECT_EQ(message(g, "XXX/OOO/XXX"),
            "6 X and 3 O: X moves first, so X has as many stones or one more");
  EXPECT_EQ(message(g, "XXX/XOO/XOO"), "accepted");  // two rows, one last stone
  const Small wide(6, 2, 3);
  EXPECT_EQ(message(wide, "XXXXX./OO.OO."), "accepted");
  const Small large(6, 3, 3);
  EXPECT_EQ(message(large, "XXXXXX/OO.OO./O....."),
            "X has more rows of 3 than one last stone can make");
  EXPECT_EQ(message(Small(3, 3, 1), ".../XO./..."), "X has 1 in a row, but O moved last");
}

TEST(Mnk, ParserSurvivesNoise) {
  using namespace std::string_view_literals;
  const Small g(4, 3, 3);
  survive_noise<SmallText>(g, "abcdeoXO.././/123490, \0\xff+"sv, 1000);
}

TEST(Mnk, WaysToWriteAPosition) {
  const Small g(3, 3, 3);
  const auto s = at(g, ".../.XO/X..");
  for (const auto* text : {"b2c2a1", "a1 c2 b2", "B2,C2,A1", " b2, c2\ta1 ", "b2c2 a1"})
    EXPECT_TRUE(at(g, text) == s) << text;
  EXPECT_TRUE(at(g, "") == g.initial());
  EXPECT_EQ(SmallText::draw(g, s, Ink::plain()), "  3 . . .\n  2 . X O\n  1 X . .\n    a b c\n");
  const Rules<4> gomoku(15, 15, 5);
  EXPECT_TRUE(at(gomoku, "a1a11o15") == at(gomoku, "a1 a11 o15"));
  const Small row(3, 1, 3);
  EXPECT_TRUE(at(row, "XOX") == at(row, "a1b1c1"));
}

TEST(Mnk, Parameters) {
  const auto make = [](std::string_view p) {
    return families().front().make(solvent::Parameters("mnk", p), "wld");
  };
  EXPECT_EQ((*make(""))->spec(), "mnk:3,3,3");
  EXPECT_EQ((*make("4,3,3"))->spec(), "mnk:4,3,3");
  for (const auto* p : {"7,8,5", "10,11,5", "15,15,5", "19,19,19", "1,1,1"})
    EXPECT_EQ((*make(p))->spec(), std::string("mnk:") + p);
  EXPECT_EQ((*make("4x3x3"))->spec(), "mnk:4,3,3");  // as people write it
  EXPECT_EQ(make("3,20,3").message(),
            "game 'mnk:3,20,3': rows is '20', not a whole number from 1 to 19");
  EXPECT_EQ(make("4").message(), "game 'mnk:4': write COLUMNS,ROWS,IN_A_ROW, such as 4,3,3");
  for (const auto* bad : {"0,3,3", "3,3", "3,3,3,3", "3,3,0", "3,3,20", "a,3,3", "3,,3",
                          "3,3,3,k=2", "3x3,3", "99999999999999999999,3,3", ","})
    EXPECT_FALSE(make(bad).ok()) << bad;
}

TEST(Mnk, GomokuIsAFamilyOfItsOwn) {
  const auto game = families().back().make(solvent::Parameters("gomoku", ""), "wld");
  ASSERT_TRUE(game.ok());
  EXPECT_EQ((*game)->spec(), "gomoku");
  EXPECT_EQ((*game)->moves((*game)->initial()).size(), 225u);
  EXPECT_TRUE((*game)->parse(families().back().example).ok());
  EXPECT_EQ((*game)->parse("moves: h8i9") ? "read" : "not read", std::string("read"));
  EXPECT_FALSE(families().back().make(solvent::Parameters("gomoku", "19"), "wld").ok());
  EXPECT_NE(rules_of<Rules<4>>(**game), nullptr);
}

}  // namespace
}  // namespace solvent::mnk
