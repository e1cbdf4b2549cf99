#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "conformance.hpp"
#include "games/othello/test_positions.hpp"
#include "search/minimax.hpp"

namespace solvent::othello {
namespace {

// The rules once more, square by square on a grid of characters.
class PlainBoard {
 public:
  PlainBoard(const Rules& g, const State& s) : columns_(g.columns()), rows_(g.rows()) {
    const std::string position = Text::position(g, s);
    cells_ = position.substr(0, position.find(' '));
    mover_ = position.back();
  }

  std::string text() const { return cells_ + ' ' + mover_; }
  bool over() const { return !can_move(mover_) && !can_move(waiting()); }
  std::vector<std::string> moves() const {
    std::vector<std::string> names;
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < columns_; ++column)
        if (!turned_by(mover_, column, row).empty())
          names.push_back({static_cast<char>('a' + column), static_cast<char>('1' + row)});
    if (names.empty()) names.push_back("pass");
    return names;
  }
  void play(const std::string& name) {
    if (name != "pass") {
      const int column = name[0] - 'a', row = name[1] - '1';
      for (const int k : turned_by(mover_, column, row)) cells_[k] = mover_;
      cells_[row * columns_ + column] = mover_;
    }
    mover_ = waiting();
  }
  int lead() const {  // discs of X less discs of O, empty squares to nobody
    return static_cast<int>(std::count(cells_.begin(), cells_.end(), 'X') -
                            std::count(cells_.begin(), cells_.end(), 'O'));
  }
  std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    if (over()) return 0;
    std::uint64_t leaves = 0;
    for (const auto& name : moves()) {
      PlainBoard next = *this;
      next.play(name);
      leaves += next.perft(depth - 1);
    }
    return leaves;
  }

 private:
  char waiting() const { return mover_ == 'X' ? 'O' : 'X'; }
  bool can_move(char side) const {
    for (int k = 0; k < columns_ * rows_; ++k)
      if (!turned_by(side, k % columns_, k / columns_).empty()) return true;
    return false;
  }
  std::vector<int> turned_by(char side, int column, int row) const {
    std::vector<int> all;
    if (cells_[row * columns_ + column] != '-') return all;
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc) {
        std::vector<int> line;
        for (int c = column + dc, r = row + dr; c >= 0 && c < columns_ && r >= 0 && r < rows_;
             c += dc, r += dr) {
          const char cell = cells_[r * columns_ + c];
          if (cell == side) all.insert(all.end(), line.begin(), line.end());
          if (cell == side || cell == '-') break;
          line.push_back(r * columns_ + c);
        }
      }
    return all;
  }

  int columns_, rows_;
  std::string cells_;
  char mover_;
};

constexpr std::pair<int, int> kShapes[] = {{4, 4}, {6, 6}, {8, 8}, {6, 4}, {4, 8}, {8, 6}};

TEST(Othello, Conforms) {
  for (const auto& [columns, rows] : kShapes)
    for (const auto kind : {kScore, kWld})
      conformance::conform<Text>(Rules(columns, rows, kind), {.games = 100});
}

TEST(Othello, PlaysLikeThePlainRules) {
  for (const auto& [columns, rows] : kShapes) {
    const Rules g(columns, rows, kScore);
    Rng rng(7);
    int passes = 0;
    for (int game = 0; game < 300; ++game) {
      State s = g.initial();
      PlainBoard plain(g, s);
      while (!g.ended(s)) {
        const auto moves = plain.moves();
        ASSERT_EQ(names(g, s), moves) << plain.text();
        const std::string name = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        g.play(s, *Text::parse_move(g, s, name));
        plain.play(name);
        passes += name == "pass";
        ASSERT_EQ(Text::position(g, s), plain.text());
      }
      ASSERT_TRUE(plain.over()) << plain.text();
    }
    EXPECT_GT(passes, 20);
  }
}

TEST(Othello, TurnsByHalfATurn) {
  Rng rng(3);
  for (int n = 0; n < 1000; ++n) {
    const Board a = rng.next(), b = rng.next();
    const Pair p = turned(Pair{a, b});
    for (int k = 0; k < 64; ++k) {
      ASSERT_EQ(p[0] >> k & 1, a >> (63 - k) & 1);
      ASSERT_EQ(p[1] >> k & 1, b >> (63 - k) & 1);
    }
  }
}

TEST(Othello, Perft) {
  const Rules g(8, kScore);
  conformance::perft_is(g, g.initial(), {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288});
  for (const auto& [size, depth] : {std::pair{4, 14}, {6, 7}}) {
    const Rules small(size, kScore);
    const PlainBoard plain(small, small.initial());
    for (int d = 1; d <= depth; ++d)
      EXPECT_EQ(perft(small, small.initial(), d), plain.perft(d)) << size << ", depth " << d;
  }
}

// All games of 4x4 counted, and the two values: the winner gets the empty squares, or nobody does.
int best_lead(const Rules& g, const State& s) {
  if (g.ended(s)) return PlainBoard(g, s).lead();
  const bool max = g.to_move(s) == Side::Max;
  int best = max ? -99 : 99;
  MovesOf<Rules> moves;
  g.list_moves(s, moves);
  for (const auto m : moves) {
    State next = s;
    g.play(next, m);
    const int v = best_lead(g, next);
    best = max ? std::max(best, v) : std::min(best, v);
  }
  return best;
}
TEST(Othello, FourByFourIsLostForTheFirstPlayer) {
  const Rules g(4, kScore), wld(4, kWld);
  EXPECT_EQ(perft(g, g.initial(), 20, true), 60060u);
  const oracle::Solution<Rules> solution(g, g.initial());
  ASSERT_TRUE(solution.complete());
  EXPECT_EQ(solution.size(), 62789u);
  EXPECT_EQ(g.scale().value(solution.root_value()), -10);
  EXPECT_EQ(best_lead(g, g.initial()), -8);
  EXPECT_EQ(wld.scale().value(oracle::minimax(wld, wld.initial())), -1);

  conformance::KeyCheck<Rules> check_key;
  bool even_with_empty_squares = false;
  for (const State& s : solution.states()) {
    check_key(g, s);
    if (!g.ended(s) || std::popcount(s.own) != std::popcount(s.opp)) continue;
    EXPECT_EQ(value(g, s), 0);
    even_with_empty_squares |= (s.own | s.opp) != g.board();
  }
  EXPECT_TRUE(even_with_empty_squares);
}

TEST(Othello, EightSymmetries) {
  const Rules g(8, kScore);
  ASSERT_EQ(g.symmetries(), 8);
  const State s = after(g, "f5d6c3");
  for (int k = 0; k < 8; ++k)
    for (int j = 0; j < k; ++j)
      EXPECT_FALSE(g.transform(s, k) == g.transform(s, j)) << k << ' ' << j;
  std::vector<Rules::Key> keys;
  for (const auto* first : {"d3", "c4", "f5", "e6"}) keys.push_back(g.key(after(g, first)));
  for (const auto& key : keys) EXPECT_EQ(hash_of(key), hash_of(keys[0]));
}

TEST(Othello, WinnerGetsTheEmptySquares) {
  const Rules g(8, kScore), wld(8, kWld);
  const State s = after(g, "e6f4e3f6g5d6e7f5c5");  // the shortest wipe-out, 13 discs to none
  EXPECT_TRUE(g.ended(s));
  EXPECT_EQ(g.to_move(s), Side::Min);
  EXPECT_EQ(value(g, s), 64);
  EXPECT_EQ(value(wld, s), 1);
  EXPECT_EQ(g.scale().size(), 65);
  const Rules small(4, kScore);
  EXPECT_EQ(value(small, at(small, "-----OO--OO----- X")), -16);
  EXPECT_EQ(value(small, at(small, "-----OO--OO----- O")), -16);
  EXPECT_EQ(value(small, at(small, "XXXXXXXXOOOOXOXO X")), 4);
}

TEST(Othello, APassIsAMove) {
  const Rules g(4, kScore);
  const State s = at(g, "OOO--XX--XXX---- X");  // O can play, X cannot
  EXPECT_FALSE(g.ended(s));
  EXPECT_EQ(names(g, s), std::vector<std::string>{"pass"});
  for (const auto* name : {"pass", "PASS", "ps", "--"})
    EXPECT_EQ(*Text::parse_move(g, s, name), kPass) << name;
  State next = s;
  g.play(next, kPass);
  EXPECT_EQ(Text::position(g, next), "OOO--XX--XXX---- O");
}

TEST(Othello, ParserReadsVariants) {
  const Rules g(4, kScore);
  for (const auto* text :
       {"-----OX--XO----- X", ".....ox..xo..... x", "-----O*--*O----- *", "-----OX--XO-----   X",
        "-----OX--XO----- X;", "-----OX--XO----- X % start"})
    EXPECT_TRUE(at(g, text) == g.initial()) << text;
  EXPECT_EQ(g.to_move(at(g, "-----OX--XO----- o")), Side::Min);
}

TEST(Othello, ParserSaysWhatIsWrong) {
  const Rules g(4, kScore);
  const auto message = [&](std::string_view text) {
    const auto s = Text::parse(g, text);
    return s ? std::string("accepted") : s.message();
  };
  const std::string shape =
      " is not 16 squares (X, O or '-', from a1 row by row), a space and the side to move; "
      "a list of moves begins with moves:";
  EXPECT_EQ(message(""), "position ''" + shape);
  EXPECT_EQ(message("-----OX--XO-----"), "position '-----OX--XO-----'" + shape);
  EXPECT_EQ(message("-----OX--XO---- X"), "position has 15 squares, the board has 16");
  EXPECT_EQ(message("-----OX--X?----- X"), "square c3: '?' is not X, O or '-'");
  EXPECT_EQ(message(std::string_view("-----OX--X\0----- X", 18)),
            "square c3: '?' is not X, O or '-'");
  EXPECT_EQ(message("-----OX--XO----- Z"), "side to move 'Z' is not X or O");
  EXPECT_EQ(message("-----OX--XO----- -"), "side to move '-' is not X or O");
  EXPECT_EQ(message("-----OX--XO----- XO"), "side to move 'XO' is not X or O");
  EXPECT_EQ(message("-----OX--X------ X"),
            "one of the four centre squares is empty: a game starts with discs on all of them");
}

TEST(Othello, MovesSayWhatIsWrong) {
  const Rules g(4, kScore);
  const auto message = [&](std::string_view board, std::string_view text) {
    const auto m = Text::parse_move(g, at(g, board), text);
    return m ? std::string("accepted") : m.message();
  };
  const auto* start = "-----OX--XO----- X";
  EXPECT_EQ(message(start, "B1"), "accepted");
  for (const auto* bad : {"", "a", "a5", "e1", "a10", "1a", "a\xFF", "pas", "-"})
    EXPECT_EQ(message(start, bad),
              "move " + text::quoted(bad) + " is not a square from a1 to d4 or pass");
  EXPECT_EQ(message(start, "a1"), "move 'a1' is not legal here: choose among b1, a2, d3 or c4");
  EXPECT_EQ(message(start, "pass"), "move 'pass' is not legal here: choose among b1, a2, d3 or c4");
  EXPECT_EQ(message("OOO--XX--XXX---- X", "a2"), "move 'a2' is not legal here: choose pass");
  EXPECT_EQ(message("-----OO--OO----- X", "pass"), "move 'pass': the game is over");
}

TEST(Othello, ObfLines) {
  const Rules g(4, kScore);
  const std::string board = "-----OX--XO----- X;";
  const auto line = parse_obf(g, board + " b1:-12; A2:-10; d3:0;  % not the true scores\r\n");
  ASSERT_TRUE(line.ok()) << line.message();
  EXPECT_TRUE(line->state == g.initial());
  ASSERT_EQ(line->scores.size(), 3u);
  EXPECT_EQ(Text::move(g, line->state, line->scores[0].first), "d3");  // the best first
  EXPECT_EQ(line->scores[0].second, 0);
  EXPECT_EQ(line->scores[1].second, -10);
  EXPECT_EQ(line->scores[2].second, -12);
  EXPECT_TRUE(Text::parse(g, board + " b1:-12;").ok());

  const auto message = [&](std::string_view fields) {
    const auto s = Text::parse(g, board + std::string(fields));
    return s ? std::string("accepted") : s.message();
  };
  EXPECT_EQ(message(" b1:+2; a2"), "field 2: 'a2' does not end with ';'");
  EXPECT_EQ(message(" b1;"), "field 1: 'b1' is not MOVE:SCORE, such as a2:+38");
  EXPECT_EQ(message(";"), "field 1: '' is not MOVE:SCORE, such as a2:+38");
  EXPECT_EQ(message(" b1:+2; b1:+2;"), "field 2: b1 is given twice");
  EXPECT_EQ(message(" b1:+2; a1:+2;"),
            "field 2: move 'a1' is not legal here: choose among b1, a2, d3 or c4");
  for (const auto* bad : {"", "+", "3", "18", "-18", "2.0", "99999999999999999999"})
    EXPECT_EQ(message(fmt::format(" b1:{};", bad)),
              fmt::format("field 1: score '{}' is not an even number from -16 to 16", bad));
}

// Near the opening twins share a key, and a little later no more: a search that has valued a
// position knows its twin's value, and perhaps no move that reaches it.
TEST(Othello, MinimaxIsAskedAboutTwins) {
  const Rules g(4, kScore);
  search::Minimax<Rules> minimax(g, {});
  const auto value = [&](const State& s) {
    minimax.start(erase_state(s), {0, g.scale().best()});
    EXPECT_EQ(minimax.step(10'000'000), search::SliceResult::Done);
    return minimax.bounds();
  };
  Rng rng(3);
  for (int game = 0; game < 20; ++game) {
    State s = g.initial();
    for (int ply = 0; ply < 7 && !g.ended(s); ++ply) {
      MovesOf<Rules> moves;
      g.list_moves(s, moves);
      g.play(s, moves[rng.below(static_cast<std::uint32_t>(moves.size))]);
    }
    const Bounds expected = value(s);
    for (int k = 0; k < g.symmetries(); ++k) {
      const State twin = g.transform(s, k);
      EXPECT_EQ(value(twin), expected);
      if (!minimax.best()) continue;
      State next = twin;
      g.play(next, restore_move<Rules::Move>(*minimax.best()));
      EXPECT_EQ(value(next), expected);
    }
  }
}

TEST(Othello, MovesMayRunTogether) {
  using Words = std::vector<std::string_view>;
  EXPECT_EQ(Text::split_moves("f5d6c3d3"), (Words{"f5", "d6", "c3", "d3"}));
  EXPECT_EQ(Text::split_moves(" f5, d6 PASSps--c3,"),
            (Words{"f5", "d6", "PASS", "ps", "--", "c3"}));
  EXPECT_EQ(Text::split_moves("f5d"), (Words{"f5", "d"}));
  EXPECT_EQ(Text::split_moves(""), Words{});
  const auto game = *families().front().make(Parameters("othello", ""), "score");
  EXPECT_EQ(game->position(*game->parse("moves: f5d6c3")),
            "------------------X--------XX------OXX-----O-------------------- O");
  EXPECT_EQ(game->parse("moves: f5d6d6").message().substr(0, 36),
            "move 3: move 'd6' is not legal here:");
}

TEST(Othello, Parameters) {
  const auto make = [](std::string_view p) {
    return families().front().make(Parameters("othello", p), "wld");
  };
  EXPECT_EQ((*make(""))->spec(), "othello:8");
  EXPECT_EQ((*make("6"))->spec(), "othello:6");
  EXPECT_EQ((*make("8x8"))->spec(), "othello:8");
  EXPECT_EQ((*make("6x4"))->spec(), "othello:6x4");
  EXPECT_EQ((*make("4"))->scale().size(), 3);
  for (const auto* bad : {"5", "10", "0", "+8", "-8", " 8", "8,8", "8,", "x=1", "a", "6x", "x4",
                          "6x5", "6x4x4", "6X4"})
    EXPECT_FALSE(make(bad).ok()) << bad;
  EXPECT_EQ(make("7").message(),
            "game 'othello:7': the size is 4, 6 or 8, or COLUMNSxROWS of these, such as 6x4");
  EXPECT_TRUE((*make(""))->parse(families().front().example).ok());
}

}  // namespace
}  // namespace solvent::othello
