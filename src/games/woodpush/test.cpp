#include <gtest/gtest.h>

#include <algorithm>

#include "conformance.hpp"
#include "game/playout.hpp"
#include "games/woodpush/knowledge.hpp"
#include "games/woodpush/superko.hpp"
#include "games/woodpush/text.hpp"

namespace solvent::woodpush {
namespace {

constexpr auto kScore = Scale::Kind::Score;
constexpr auto kWld = Scale::Kind::WinDrawLoss;

Rules simple(int cells, int pieces, Scoring scoring = Scoring::Moves, Scale::Kind kind = kScore) {
  return Rules(cells, pieces, scoring, kind);
}
Interned superko(int cells, int pieces, Scoring scoring = Scoring::Moves,
                 Scale::Kind kind = kScore) {
  return Interned(std::make_shared<Superko>(Rules(cells, pieces, scoring, kind)));
}
template <Game G>
int value_of_start(const G& g) {
  const oracle::Solution<G> solution(g, g.initial());
  return g.scale().value(solution.root_value());
}

// The position after some moves, by name.
template <class Text, Game G>
std::string after_moves(const G& g, std::string_view position,
                        const std::vector<std::string_view>& names) {
  auto s = *Text::parse(g, position);
  for (const std::string_view name : names) {
    MovesOf<G> moves;
    g.list_moves(s, moves);
    const auto named = [&](auto m) { return Text::move(g, s, m) == name; };
    const auto m = std::find_if(moves.begin(), moves.end(), named);
    if (m == moves.end()) return "not legal";
    g.play(s, *m);
  }
  return Text::position(g, s);
}

// The rules once more, on strings and with the whole history, to be compared with ours.
class Naive {
 public:
  Naive(int cells, int pieces, bool super) : super_(super) {
    std::string board(static_cast<std::size_t>(cells), '.');
    for (int k = 0; k < pieces; ++k) {
      board[static_cast<std::size_t>(k)] = 'L';
      board[static_cast<std::size_t>(cells - 1 - k)] = 'R';
    }
    past_.push_back(board + "L");
  }

  std::uint64_t perft(int depth) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (const std::string& next : legal()) {
      past_.push_back(next);
      leaves += perft(depth - 1);
      past_.pop_back();
    }
    return leaves;
  }
  // Left's score; only for games that end.
  int value() {
    const std::string now = past_.back();
    const bool left = now.find('L') < now.size() - 1, right = now.find('R') < now.size() - 1;
    if (!right) return score(now.substr(0, now.size() - 1));
    if (!left) return -score(mirrored(now.substr(0, now.size() - 1)));
    const bool max = now.back() == 'L';
    int best = max ? -1000 : 1000;
    for (const std::string& next : legal()) {
      past_.push_back(next);
      best = max ? std::max(best, value()) : std::min(best, value());
      past_.pop_back();
    }
    EXPECT_LT(std::abs(best), 1000) << "no legal move in " << now;
    return best;
  }

 private:
  static std::string mirrored(std::string board) {
    std::reverse(board.begin(), board.end());
    for (char& c : board) c = c == 'L' ? 'R' : c == 'R' ? 'L' : c;
    return board;
  }
  static int score(const std::string& board) {
    int sum = 0;
    for (std::size_t i = 0; i < board.size(); ++i)
      if (board[i] == 'L')
        sum += 1 +
               static_cast<int>(std::count(board.begin() + static_cast<long>(i), board.end(), '.'));
    return sum;
  }
  static std::vector<std::string> moves_of_left(const std::string& board) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < board.size(); ++i) {
      if (board[i] != 'L') continue;
      std::string slid = board;
      slid[i] = '.';
      if (const std::size_t to = board.find('.', i); to != std::string::npos) slid[to] = 'L';
      out.push_back(slid);
      if (i == 0 || board[i - 1] != 'R') continue;
      const std::size_t gap = board.rfind('.', i);  // npos: the run reaches the edge
      std::string pushed = board;
      pushed.erase(gap == std::string::npos ? 0 : gap, 1);
      pushed.insert(i, ".");
      out.push_back(pushed);
    }
    return out;
  }
  std::vector<std::string> legal() const {
    const std::string& now = past_.back();
    const std::string board = now.substr(0, now.size() - 1);
    if (board.find('L') == std::string::npos || board.find('R') == std::string::npos) return {};
    const bool left = now.back() == 'L';
    std::vector<std::string> out;
    for (const std::string& b : moves_of_left(left ? board : mirrored(board))) {
      const std::string next = left ? b + "R" : mirrored(b) + "L";
      const auto first = super_ || past_.size() < 2 ? past_.begin() : past_.end() - 2;
      if (std::find(first, past_.end(), next) == past_.end()) out.push_back(next);
    }
    return out;
  }

  bool super_;
  std::vector<std::string> past_;  // boards with the side to move behind them
};

TEST(Woodpush, ConformsOnManySizes) {
  for (const auto& [cells, pieces] : {std::pair{8, 3},
                                      {2, 1},
                                      {3, 1},
                                      {4, 2},
                                      {6, 3},
                                      {10, 2},
                                      {13, 2},
                                      {20, 10},
                                      {20, 1},
                                      {19, 9}})
    for (const auto kind : {kScore, kWld})
      for (const auto scoring : {Scoring::Moves, Scoring::Pieces}) {
        conformance::conform<Text>(simple(cells, pieces, scoring, kind), {.games = 40});
        conformance::conform<SuperkoText>(superko(cells, pieces, scoring, kind), {.games = 8});
      }
}

TEST(Woodpush, Perft) {
  conformance::perft_is(simple(8, 3), simple(8, 3).initial(),
                        {3, 9, 27, 99, 384, 1453, 5558, 20939});
  conformance::perft_is(simple(10, 2), simple(10, 2).initial(), {2, 4, 8, 16, 32, 64, 128, 276});
  EXPECT_EQ(perft(simple(13, 2), simple(13, 2).initial(), 8), 256u);
}

TEST(Woodpush, AgreesWithThePlainRules) {
  for (const auto& [cells, pieces] : {std::pair{2, 1},
                                      {4, 1},
                                      {4, 2},
                                      {5, 2},
                                      {6, 2},
                                      {6, 3},
                                      {7, 3},
                                      {8, 2},
                                      {8, 3},
                                      {8, 4},
                                      {11, 5}}) {
    Naive ko(cells, pieces, false), super(cells, pieces, true);
    const Rules g = simple(cells, pieces);
    const Interned s = superko(cells, pieces);
    for (const int depth : {2, 4, 6, 7, 8}) {
      EXPECT_EQ(perft(g, g.initial(), depth), ko.perft(depth)) << cells << "," << pieces;
      EXPECT_EQ(perft(s, s.initial(), depth), super.perft(depth)) << cells << "," << pieces;
    }
  }
  Naive deep(5, 2, true);  // long enough for repetitions that a slide makes
  EXPECT_EQ(perft(superko(5, 2), superko(5, 2).initial(), 16), deep.perft(16));
}

TEST(Woodpush, ValuesUnderSimpleKo) {
  EXPECT_EQ(value_of_start(simple(4, 1)), -4);
  EXPECT_EQ(value_of_start(simple(5, 1)), 4);
  EXPECT_EQ(value_of_start(simple(6, 1)), -5);
  EXPECT_EQ(value_of_start(simple(7, 1)), 4);
  EXPECT_EQ(value_of_start(simple(6, 2)), -1);
  EXPECT_EQ(value_of_start(simple(7, 2)), -1);
  EXPECT_EQ(value_of_start(simple(8, 2)), -3);
  EXPECT_EQ(value_of_start(simple(8, 3)), 3);
}

TEST(Woodpush, Problem86) {
  const Rules g = simple(8, 3, Scoring::Pieces);
  const oracle::Solution<Rules> solution(g, *Text::parse(g, "LL.R.RLR"));
  EXPECT_EQ(g.scale().value(solution.root_value()), 2);
}

// The same game with another worth of infinite play.
struct Unending : Rules {
  Unending(const Rules& g, Outcome w) : Rules(g), worth(w) {}
  Outcome repetition(const State&) const { return worth; }
  Outcome worth;
};

TEST(Woodpush, InfinitePlayIsPossible) {
  const Rules g = simple(8, 3);
  EXPECT_EQ(g.scale().size(), 37);
  EXPECT_EQ(g.scale().value(g.repetition(g.initial())), 0);
  EXPECT_EQ(value_of_start(Unending(g, 0)), 3);
  EXPECT_EQ(value_of_start(Unending(g, g.scale().best())), 5);

  // Take away positions all of whose moves lead to positions taken away; the rest can reach a
  // cycle.
  const oracle::Solution<Rules> solution(g, g.initial());
  EXPECT_EQ(solution.size(), 7779u);
  std::map<Rules::Key, bool> finite;
  std::size_t count = 0;
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& s : solution.states()) {
      if (finite[g.key(s)]) continue;
      bool all = true;
      MovesOf<Rules> moves;
      if (!g.ended(s)) g.list_moves(s, moves);
      for (const auto m : moves) {
        auto next = s;
        g.play(next, m);
        all = all && finite[g.key(next)];
      }
      if (all) finite[g.key(s)] = grew = ++count > 0;
    }
  }
  EXPECT_EQ(solution.size() - count, 4219u);
}

TEST(Woodpush, EveryPositionOfSmallGamesIsSound) {
  for (const auto kind : {kScore, kWld})
    for (const auto scoring : {Scoring::Moves, Scoring::Pieces})
      for (const auto& [cells, pieces] :
           {std::pair{2, 1}, {7, 1}, {5, 2}, {8, 2}, {6, 3}, {8, 3}}) {
        const Rules g = simple(cells, pieces, scoring, kind);
        EXPECT_GT(conformance::knowledge_is_true<Knowledge>(g, g.initial()), 1u);
      }
  for (const auto& [cells, pieces] : {std::pair{2, 1}, {5, 2}, {6, 2}, {6, 3}}) {
    const Interned g = superko(cells, pieces);
    EXPECT_GT(conformance::knowledge_is_true<NoKnowledge>(g, g.initial()), 1u);
  }
  const Rules g = simple(8, 3);
  const oracle::Solution<Rules> solution(g, g.initial());
  std::size_t barred = 0;
  for (const auto& s : solution.states()) {
    conformance::text_round_trips<Text>(g, s);
    if (s.ko == 0) continue;
    ++barred;
    Rules::State free = s;
    free.ko = 0;
    MovesOf<Rules> some, all;
    g.list_moves(s, some);
    g.list_moves(free, all);
    EXPECT_EQ(some.size + 1, all.size) << "a ko that bars nothing is not kept";
  }
  EXPECT_GT(barred, 1000u);
}

// Is the value above the cut? Plain recursion, each state once: superko lets no game go on for
// ever.
bool above(const Interned& g, Interned::State s, Outcome cut,
           std::map<std::uint32_t, bool>& known) {
  if (const Bounds b = g.bounds(s); b.pess > cut || b.opti <= cut) return b.pess > cut;
  if (const auto it = known.find(s.id); it != known.end()) return it->second;
  MovesOf<Interned> moves;
  g.list_moves(s, moves);
  const bool max = g.to_move(s) == Side::Max;
  bool answer = !max;
  for (std::size_t k = 0; k < moves.size && answer != max; ++k) {
    auto next = s;
    g.play(next, moves[moves.size - 1 - k]);  // pushes first: much shorter
    answer = above(g, next, cut, known);
  }
  return known[s.id] = answer;
}
bool at_least(const Interned& g, int value) {
  std::map<std::uint32_t, bool> known;
  return above(g, g.initial(), static_cast<Outcome>(*g.scale().rank_of(value) - 1), known);
}

TEST(Woodpush, SuperkoValues) {
  for (const auto& [cells, pieces] :
       {std::pair{2, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {4, 2}, {5, 2}}) {
    const Interned g = superko(cells, pieces);
    EXPECT_EQ(value_of_start(g), Naive(cells, pieces, true).value()) << cells << "," << pieces;
    EXPECT_EQ(value_of_start(g), g.scale().value(oracle::minimax(g, g.initial())));
    EXPECT_EQ(value_of_start(g), value_of_start(simple(cells, pieces)));
  }
  EXPECT_EQ(value_of_start(superko(6, 2)), -1);
  EXPECT_EQ(value_of_start(superko(7, 2)), -1);
  EXPECT_EQ(value_of_start(superko(6, 3)), -3);
  EXPECT_TRUE(at_least(superko(8, 2), -3));
  EXPECT_FALSE(at_least(superko(8, 2), -2));
  EXPECT_TRUE(at_least(superko(8, 3), 3));
  EXPECT_FALSE(at_least(superko(8, 3), 4));
}

TEST(Woodpush, SuperkoForgetsWhatCannotComeBack) {
  const Interned g = superko(8, 3);
  const auto after = [&](std::string_view position, std::initializer_list<std::string_view> moves) {
    return after_moves<SuperkoText>(g, position, moves);
  };
  // Before any pieces have passed, lines of play that meet are one state.
  EXPECT_EQ(after("L.L..R.R", {"s1", "s6", "s3", "s8"}), ".L.LR.R. L");
  EXPECT_EQ(after("L.L..R.R", {"s3", "s8", "s1", "s6"}), ".L.LR.R. L");
  // Then the past counts, until the order along the strip changes by a slide or a fall.
  EXPECT_EQ(after("..RL...R", {"s4", "s8"}), "..R.L.R. L past=..RL...R/L,..R.L..R/R");
  EXPECT_EQ(after("..RL...R", {"s4", "s8", "s5"}),
            "..R..LR. R past=..RL...R/L,..R.L.R./L,..R.L..R/R");
  EXPECT_EQ(after("..RL...R", {"s4", "s8", "s5", "s7"}), "..R.RL.. L");
  EXPECT_EQ(after("RL.....R", {"p2"}), "L......R R");
  EXPECT_EQ(after("..RL.... L past=.RL...../R,R.L...../R,.RL...../R", {}),
            "..RL.... L past=R.L...../R,.RL...../R");
  // A slide can be barred too: with no past Left may go to cell 5 here.
  EXPECT_EQ(after("..RL...R L past=..R.L..R/R", {"s4"}), "not legal");
}

TEST(Woodpush, WhoHasNoLegalMoveHasLost) {
  const Interned g = superko(5, 2);
  const auto s = *SuperkoText::parse(g, ".RL.. L past=RL.../R,.R.L./R");
  EXPECT_TRUE(g.ended(s));
  EXPECT_EQ(g.scale().value(g.bounds(s).pess), -2);
  EXPECT_TRUE(g.bounds(s).closed());
  conformance::text_round_trips<SuperkoText>(g, s);
  EXPECT_FALSE(g.ended(*SuperkoText::parse(g, ".RL.. L past=RL.../R,.R.L./L")));
}

// Random games beside the table of histories are the games that it would have told of, and leave
// nothing in it.
TEST(Woodpush, SuperkoPlaysAtRandomWithoutGrowing) {
  // The same game without that gift.
  class Growing final : public InternedSource {
   public:
    explicit Growing(std::shared_ptr<const InternedSource> source) : source_(std::move(source)) {}
    const Scale& scale() const override { return source_->scale(); }
    Outcome repetition() const override { return source_->repetition(); }
    std::uint32_t initial() const override { return source_->initial(); }
    InternedNode node(std::uint32_t id) const override { return source_->node(id); }

   private:
    std::shared_ptr<const InternedSource> source_;
  };
  for (const auto& [cells, pieces] : {std::pair{5, 2}, {8, 3}, {12, 6}}) {
    const auto source = std::make_shared<Superko>(Rules(cells, pieces, Scoring::Moves, kScore));
    const Interned aside(source), growing(std::make_shared<Growing>(source));
    Rng openings(1), a(7), b(7);
    for (int n = 0; n < 60; ++n) {
      Interned::State s = growing.initial();
      for (std::uint32_t plies = openings.below(20); plies > 0 && !growing.ended(s); --plies) {
        MovesOf<Interned> moves;
        growing.list_moves(s, moves);
        growing.play(s, moves[openings.below(moves.size)]);
      }
      const int longest = n % 3 == 0 ? 10 : 1000;
      const std::size_t before = source->bytes();
      const auto outcome = playout(aside, s, a, longest);
      EXPECT_EQ(source->bytes(), before);
      ASSERT_EQ(outcome, playout(growing, s, b, longest)) << cells << " cells, game " << n;
      ASSERT_EQ(a.next(), b.next()) << "the same random numbers";
    }
  }
}

TEST(Woodpush, MovesAndScores) {
  const Rules g = simple(8, 3);
  const auto after = [&](std::string_view position, std::string_view name) {
    return after_moves<Text>(g, position, {name});
  };
  EXPECT_EQ(after("LLL..RRR", "s1"), ".LLL.RRR R");
  EXPECT_EQ(after("LLL..RRR R", "s8"), "LLL.RRR. L");
  EXPECT_EQ(after("L....LRR", "s6"), "L.....RR R");  // off the strip
  EXPECT_EQ(after("RLL....R", "p2"), "L.L....R R");  // R falls; the L in front stays
  EXPECT_EQ(after(".LRL...R", "p4"), "LRL....R R");  // the L behind goes along
  EXPECT_EQ(after("LRL....R", "p3"), "RL.....R R");  // and may fall
  EXPECT_EQ(after("...RL...", "p5"), "..RL.... R ko=...RL...");
  EXPECT_EQ(after("..RL.... R ko=...RL...", "p3"), "not legal");
  EXPECT_EQ(after("..RL.... R", "p3"), "...RL... L ko=..RL....");
  EXPECT_EQ(after("...RRL..", "p6"), "..RRL... R");  // no L behind the first R, no ko
  EXPECT_EQ(after("L......L R", "s8"), "not legal");

  const auto score = [](const Rules& rules, std::string_view position) {
    const auto s = *Text::parse(rules, position);
    EXPECT_TRUE(rules.ended(s));
    return rules.scale().value(rules.bounds(s).pess);
  };
  EXPECT_EQ(score(g, "LLL....."), 18);
  EXPECT_EQ(score(g, ".....RRR R"), -18);
  EXPECT_EQ(score(g, "L.....L."), 9);
  EXPECT_EQ(score(g, ".......L"), 1);
  EXPECT_EQ(score(g, "R......R R"), -8);
  EXPECT_EQ(score(simple(8, 3, Scoring::Pieces), "R......R R"), -2);
  EXPECT_EQ(score(simple(8, 3, Scoring::Moves, kWld), "R......R R"), -1);
}

TEST(Woodpush, ParserSaysWhatIsWrong) {
  const Rules g = simple(8, 3);
  const auto message = [&](std::string_view text) {
    const auto s = Text::parse(g, text);
    return s ? std::string("accepted") : s.message();
  };
  EXPECT_EQ(message("LL.R.RLR"), "accepted");
  EXPECT_EQ(message("LL.R.RLR R"), "accepted");
  EXPECT_EQ(message(".RL..... R ko=..RL...."), "accepted");
  EXPECT_EQ(message(""), "the position is empty; write a board such as LL.R.RLR, then L or R");
  EXPECT_EQ(message("LL.R"),
            "board 'LL.R' has 4 cells, the strip has 8 (write L, R or '.' for each)");
  EXPECT_EQ(message("LL.X.RLR"), "board 'LL.X.RLR', cell 4: 'X' is not L, R or '.'");
  EXPECT_EQ(message("LLLL...R"), "board 'LLLL...R' has 4 pieces L; each side has at most 3");
  EXPECT_EQ(message("L...RRRR"), "board 'L...RRRR' has 4 pieces R; each side has at most 3");
  EXPECT_EQ(message("........"), "board '........' is empty; the winner keeps a piece");
  EXPECT_EQ(message("LL.R.RLR X"),
            "'X' is not expected; after the board come the side to move, L or R, and 'ko=...'");
  EXPECT_EQ(message("LL.R.RLR L L"),
            "'L' is not expected; after the board come the side to move, L or R, and 'ko=...'");
  EXPECT_EQ(message(".RL..... R ko=..R"),
            "ko: board '..R' has 3 cells, the strip has 8 (write L, R or '.' for each)");
  EXPECT_EQ(
      message(".RL..... L ko=..RL...."),
      "ko: no move of R leads from board '..RL....' to '.RL.....'; write the board before the "
      "last move");
  EXPECT_NE(message(".RL..... R ko=..L....."), "accepted");

  const Interned super = superko(8, 3);
  const auto super_message = [&](std::string_view text) {
    const auto s = SuperkoText::parse(super, text);
    return s ? std::string("accepted") : s.message();
  };
  EXPECT_EQ(super_message(".RL..... R past=..RL..../L,..RL..../R"), "accepted");
  EXPECT_EQ(super_message(".RL..... R past=..RL...."),
            "past: '..RL....' is not BOARD/L or BOARD/R, a board and who was to move");
  EXPECT_EQ(super_message(".RL..... R past="),
            "past: '' is not BOARD/L or BOARD/R, a board and who was to move");
  EXPECT_EQ(super_message(".RL..... R past=.RL...../R"),
            "past: '.RL...../R' is the position itself, which may not have come before");
  EXPECT_EQ(
      super_message(".RL..... R past=..LR..../L"),
      "past: '..LR..../L' cannot come back from here; list only positions with the same order "
      "of L and R, some R left of an L");
  EXPECT_NE(super_message("..LR.... R past=.LR...../L").find("cannot come back"),
            std::string::npos);
  EXPECT_EQ(super_message(".RL..... R past=L/L"),
            "past: board 'L' has 1 cells, the strip has 8 (write L, R or '.' for each)");
}

TEST(Woodpush, ParserTakesAnything) {
  const Rules g = simple(5, 2);
  const Interned super = superko(5, 2);
  Rng rng(7);
  constexpr std::string_view kAlphabet("LLLRRR....... =/,kopast\0x", 25);
  int accepted = 0;
  for (int n = 0; n < 20000; ++n) {
    std::string text = n % 2 == 0 ? ".RL.. R ko=..RL." : ".RL.. R past=..RL./L,RL.../R";
    for (std::uint32_t k = rng.below(4); k > 0; --k)
      text[rng.below(static_cast<std::uint32_t>(text.size()))] = kAlphabet[rng.below(25)];
    text.resize(text.size() - rng.below(3) * rng.below(6));
    if (const auto s = Text::parse(g, text)) {
      ++accepted;
      conformance::text_round_trips<Text>(g, *s);
    }
    if (const auto s = SuperkoText::parse(super, text)) {
      ++accepted;
      conformance::text_round_trips<SuperkoText>(super, *s);
    }
  }
  EXPECT_GT(accepted, 1000);
}

TEST(Woodpush, Drawing) {
  const Rules g = simple(8, 3);
  EXPECT_EQ(Text::draw(g, *Text::parse(g, "LL.R.RLR"), Ink::plain()),
            "  L L . R . R L R\n  1 2 3 4 5 6 7 8\n");
  EXPECT_EQ(Text::draw(g, *Text::parse(g, ".RL..... R ko=..RL...."), Ink::plain()),
            "  . R L . . . . .\n  1 2 3 4 5 6 7 8\n  ko: p2 would bring back ..RL....\n");
  const Interned super = superko(10, 1);
  EXPECT_EQ(SuperkoText::draw(super, *SuperkoText::parse(super, ".RL....... R past=..RL....../L"),
                              Ink::plain()),
            "   .  R  L  .  .  .  .  .  .  .\n   1  2  3  4  5  6  7  8  9 10\n"
            "  ko: 1 earlier position may not come back\n");
}

TEST(Woodpush, Parameters) {
  const auto make = [](std::string_view p, std::string_view scale = "score") {
    return families().front().make(Parameters("woodpush", p), scale);
  };
  const auto message = [&](std::string_view p) {
    const auto game = make(p);
    return game ? std::string("accepted") : game.message();
  };
  EXPECT_EQ((*make(""))->spec(), "woodpush:8,3");
  EXPECT_EQ((*make("13,2,ko=simple,score=moves"))->spec(), "woodpush:13,2");
  EXPECT_EQ((*make("score=pieces,20,10"))->spec(), "woodpush:20,10,score=pieces");
  EXPECT_EQ((*make("20,10"))->scale().size(), 221);
  EXPECT_EQ((*make("20,10", "wld"))->scale().size(), 3);
  const GamePtr super = *make("ko=super,score=pieces");
  EXPECT_EQ(super->spec(), "woodpush:8,3,ko=super,score=pieces");
  EXPECT_EQ(super->scale().size(), 7);
  EXPECT_EQ(super->perft(super->initial(), 4, false), 99u);
  for (const GamePtr& game : {*make(""), super}) {
    EXPECT_TRUE(game->parse(families().front().example).ok());
    const auto played = game->parse("moves: s3, S6 s1");
    ASSERT_TRUE(played.ok());
    EXPECT_EQ(game->position(*played), ".LLLR.RR R");
    EXPECT_EQ(game->player(Side::Min), "Right");
  }
  EXPECT_EQ(message("8"),
            "game 'woodpush:8': write the cells and the pieces of each side, such as 8,3");
  EXPECT_EQ(message("21,3"),
            "game 'woodpush:21,3': the number of cells is '21', not a whole number from 2 to 20");
  EXPECT_EQ(message("8,5"),
            "game 'woodpush:8,5': the number of pieces is '5', not a whole number from 1 to 4");
  EXPECT_EQ(message("8,3,ko=none"),
            "game 'woodpush:8,3,ko=none': ko is 'none', not simple or super");
  for (const auto* bad : {"1,1", "8,0", "8,-1", "8,3,1", "a,b", ",", "8,3,score=x", "8,3,x=1",
                          "8,3,ko=super,ko=super", "99999999999999999999,1"})
    EXPECT_FALSE(make(bad).ok()) << bad;
}

}  // namespace
}  // namespace solvent::woodpush
