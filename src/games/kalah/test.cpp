#include <gtest/gtest.h>

#include <map>
#include <set>

#include "conformance.hpp"
#include "games/kalah/knowledge.hpp"
#include "games/kalah/text.hpp"

namespace solvent::kalah {
namespace {

using State = Rules::State;
using Move = Rules::Move;
constexpr auto kScore = Scale::Kind::Score;
constexpr auto kWld = Scale::Kind::WinDrawLoss;

State at(const Rules& g, std::string_view text) { return *Text::parse(g, text); }

// The rules once more, read literally: a ring of South's pits, his store, North's pits, his store;
// one stone at a time; and a minimax that remembers what each arrangement of the pits is still
// worth.
class Plain {
 public:
  explicit Plain(const Variant& variant)
      : pits_(variant.pits),
        empty_capture_(variant.empty_capture),
        ring_(2 * variant.pits + 2, variant.stones) {
    ring_[store(0)] = ring_[store(1)] = 0;
  }

  int side() const { return side_; }
  int first(int player) const { return player * (pits_ + 1); }
  int store(int player) const { return first(player) + pits_; }
  int row(int player) const {
    int sum = 0;
    for (int p = first(player); p < store(player); ++p) sum += ring_[p];
    return sum;
  }
  bool over() const { return row(0) == 0 || row(1) == 0; }
  int lead() const { return ring_[store(0)] - ring_[store(1)]; }
  std::set<int> moves() const {
    std::set<int> out;
    for (int k = 0; k < pits_; ++k)
      if (ring_[first(side_) + k] > 0) out.insert(k);
    return out;
  }
  Plain after(int k) const {
    Plain next = *this;
    int p = first(side_) + k;
    int hand = std::exchange(next.ring_[p], 0);
    while (hand > 0) {
      p = (p + 1) % static_cast<int>(ring_.size());
      if (p == store(1 - side_)) continue;
      ++next.ring_[p];
      --hand;
    }
    if (p == store(side_)) return next;
    if (p >= first(side_) && p < store(side_) && next.ring_[p] == 1) {
      const int opposite = 2 * pits_ - p;  // the two rows face each other
      if (next.ring_[opposite] > 0 || empty_capture_) {
        next.ring_[store(side_)] += 1 + next.ring_[opposite];
        next.ring_[p] = next.ring_[opposite] = 0;
      }
    }
    next.side_ = 1 - side_;
    return next;
  }
  // What South will win more than North from here on.
  int to_come(std::map<std::vector<int>, int>& known) const {
    if (over()) return row(0) - row(1);
    std::vector<int> key = ring_;
    key[store(0)] = side_;
    key[store(1)] = 0;
    if (const auto it = known.find(key); it != known.end()) return it->second;
    int best = side_ == 0 ? -1000 : 1000;
    for (const int k : moves()) {
      const Plain next = after(k);
      const int v = next.lead() - lead() + next.to_come(known);
      best = side_ == 0 ? std::max(best, v) : std::min(best, v);
    }
    return known[key] = best;
  }
  int value() const {
    std::map<std::vector<int>, int> known;
    return lead() + to_come(known);
  }
  std::string text() const {
    std::string out;
    for (int player = 0; player < 2; ++player)
      for (int p = first(player); p < store(player); ++p)
        out += (p > first(player) ? " " : player == 1 ? "|" : "") + std::to_string(ring_[p]);
    return out + " S" + std::to_string(ring_[store(0)]) + " N" + std::to_string(ring_[store(1)]) +
           (side_ == 0 ? " S" : " N");
  }
  std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    if (over()) return 0;
    std::uint64_t leaves = 0;
    for (const int k : moves()) leaves += after(k).perft(depth - 1);
    return leaves;
  }

 private:
  int pits_;
  bool empty_capture_;
  std::vector<int> ring_;
  int side_ = 0;
};

TEST(Kalah, ConformsOnManySizes) {
  for (const bool empty_capture : {false, true})
    for (const auto& [pits, stones] :
         {std::pair{6, 4}, {1, 1}, {1, 12}, {2, 3}, {3, 12}, {4, 6}, {5, 1}, {6, 12}})
      for (const auto kind : {kScore, kWld})
        conformance::conform<Text>(Rules({pits, stones, empty_capture}, kind), {.games = 40});
}

TEST(Kalah, AgreesWithALiteralReadingOfTheRules) {
  Rng rng(11);
  for (int game = 0; game < 600; ++game) {
    const Variant variant{1 + static_cast<int>(rng.below(6)), 1 + static_cast<int>(rng.below(12)),
                          rng.below(2) == 1};
    const Rules g(variant, kScore);
    State s = g.initial();
    Plain plain(variant);
    for (;;) {
      ASSERT_EQ(Text::position(g, s), plain.text());
      ASSERT_EQ(g.ended(s), plain.over());
      if (g.ended(s)) {
        EXPECT_TRUE(g.bounds(s).closed());
        EXPECT_EQ(g.scale().value(g.bounds(s).pess), plain.lead() + plain.row(0) - plain.row(1));
        break;
      }
      MovesOf<Rules> moves;
      g.list_moves(s, moves);
      ASSERT_EQ(std::set<int>(moves.begin(), moves.end()), plain.moves()) << plain.text();
      const Move m = moves[rng.below(moves.size)];
      EXPECT_EQ(g.moves_again(s, m), plain.after(m).side() == plain.side());
      plain = plain.after(m);
      g.play(s, m);
    }
  }
}

TEST(Kalah, Perft) {
  for (const bool empty_capture : {false, true}) {
    const Variant variant{6, 4, empty_capture};
    std::vector<std::uint64_t> literal;
    for (int depth = 1; depth <= 7; ++depth) literal.push_back(Plain(variant).perft(depth));
    const Rules g(variant, kScore);
    conformance::perft_is(g, g.initial(), literal);
  }
  const Rules g({6, 4, false}, kScore), empty({6, 4, true}, kScore);
  conformance::perft_is(g, g.initial(), {6, 35, 185, 942, 4690, 23233, 114430, 563055});
  conformance::perft_is(empty, empty.initial(), {6, 35, 185, 942, 4685, 23169, 113959, 559885});
}

struct Known {
  int pits;
  std::vector<int> by_stones;  // what the first player wins by, with 1, 2, ... stones a pit
  std::vector<int> with_empty_capture;
};
const std::vector<Known> kKnown = {
    {1, {0, -2, 6, -2, 2, 0}, {0, -2, 6, -2, 2, 0}},
    {2, {2, -2, -2, -10, 6, 8}, {2, -2, -2, -12, 6, 8}},
    {3, {0, 4, 2, 2}, {0, 4, 2, 2}},
    {4, {2}, {2}},
    {5, {0}, {0}},
};

TEST(Kalah, ValuesOfSmallGames) {
  for (const Known& known : kKnown)
    for (const bool empty_capture : {false, true}) {
      const auto& values = empty_capture ? known.with_empty_capture : known.by_stones;
      for (std::size_t k = 0; k < values.size(); ++k) {
        const Variant variant{known.pits, static_cast<int>(k) + 1, empty_capture};
        EXPECT_EQ(Plain(variant).value(), values[k]) << variant.pits << "," << variant.stones;
      }
    }
}

TEST(Kalah, OracleAgrees) {
  for (const bool empty_capture : {false, true})
    for (const auto& [pits, stones] : {std::pair{1, 6}, {2, 2}, {2, 3}, {3, 1}, {4, 1}}) {
      const Variant variant{pits, stones, empty_capture};
      const int value = Plain(variant).value();
      const Rules g(variant, kScore), wld(variant, kWld);
      EXPECT_EQ(g.scale().value(oracle::minimax(g, g.initial())), value);
      EXPECT_EQ(wld.scale().value(oracle::minimax(wld, wld.initial())), (value > 0) - (value < 0));
    }
}

TEST(Kalah, BoundsAreTrue) {
  std::size_t checked = 0;
  for (const bool empty_capture : {false, true})
    for (const auto kind : {kScore, kWld})
      for (const auto& [pits, stones] :
           {std::pair{1, 3}, {2, 2}, {2, 3}, {2, 4}, {3, 1}, {3, 2}, {4, 1}, {5, 1}}) {
        const Rules g({pits, stones, empty_capture}, kind);
        checked += conformance::knowledge_is_true<Knowledge>(g, g.initial());
      }
  EXPECT_GT(checked, 100000u);
  const Rules g({6, 4, false}, kWld);
  EXPECT_EQ(g.bounds(at(g, "1 0 0 0 0 0|1 0 0 0 0 0 S25 N21")), (Bounds{2, 2}));
  EXPECT_EQ(g.bounds(at(g, "1 0 0 0 0 0|1 0 0 0 0 0 S24 N22")), (Bounds{1, 2}));
  EXPECT_EQ(g.bounds(at(g, "1 0 0 0 0 0|1 0 0 0 0 0 S20 N26")), (Bounds{0, 0}));
}

TEST(Kalah, SowingAndCapturing) {
  const Rules g({6, 4, false}, kScore), empty({6, 4, true}, kScore);
  const auto after = [](const Rules& rules, std::string_view text, std::string_view move) {
    State s = at(rules, text);
    rules.play(s, *Text::parse_move(rules, s, move));
    return Text::position(rules, s);
  };
  // The last stone in the store: South again.
  EXPECT_EQ(after(g, "4 4 4 4 4 4|4 4 4 4 4 4", "C4"), "4 4 0 5 5 5|4 4 4 4 4 4 S1 N0 S");
  // The last stone in an own empty pit takes itself and the pit it faces.
  EXPECT_EQ(after(g, "1 0 0 0 0 4|0 2 0 0 6 0 S10 N25", "A"), "0 0 0 0 0 4|0 2 0 0 0 0 S17 N25 N");
  // Facing an empty pit it stays, unless the variant is played.
  EXPECT_EQ(after(g, "1 0 0 0 0 4|6 2 0 0 0 0 S10 N25", "A"), "0 1 0 0 0 4|6 2 0 0 0 0 S10 N25 N");
  EXPECT_EQ(after(empty, "1 0 0 0 0 4|6 2 0 0 0 0 S10 N25", "A"),
            "0 0 0 0 0 4|6 2 0 0 0 0 S11 N25 N");
  // Thirteen stones come home to the pit just emptied, past a store that is skipped.
  EXPECT_EQ(after(g, "0 0 13 0 0 0|0 0 1 0 0 0 S20 N14", "C13"),
            "1 1 0 1 1 1|1 1 2 0 1 1 S23 N14 N");
  // In an enemy's empty pit nothing is taken.
  EXPECT_EQ(after(g, "0 0 0 0 0 2|0 0 6 0 0 0 S20 N20", "F"), "0 0 0 0 0 0|1 0 6 0 0 0 S21 N20 N");
}

TEST(Kalah, EndsWhenEitherRowIsEmpty) {
  const Rules g({6, 4, false}, kScore);
  // North would be to move and could, but South's row is empty: what is left is North's.
  const State s = at(g, "0 0 0 0 0 0|1 0 6 0 0 0 S21 N20 N");
  EXPECT_TRUE(g.ended(s));
  EXPECT_EQ(g.scale().value(g.bounds(s).pess), 21 - 27);
  EXPECT_TRUE(g.ended(at(g, "0 0 0 1 0 0|0 0 0 0 0 0 S21 N26")));
  EXPECT_EQ(Text::parse_move(g, s, "a").message(), "'a' is played after the end of the game");
}

TEST(Kalah, MovesAsText) {
  const Rules g({6, 4, false}, kScore);
  const auto message = [&](std::string_view move) {
    const auto m = Text::parse_move(g, at(g, "4 4 0 5 5 5|4 4 4 4 4 4 S1"), move);
    return m ? std::string("accepted") : m.message();
  };
  EXPECT_EQ(message("D"), "accepted");
  EXPECT_EQ(message("D5"), "accepted");
  EXPECT_EQ(message("D4"), "'D4': the pit holds 5 stones");
  EXPECT_EQ(message("C"), "'C': the pit is empty");
  EXPECT_EQ(message("a"), "'a': South is to move, from the pits A to F");
  for (const auto* bad : {"", "D5x1", "D5.", "D-5", "D99999999999"})
    EXPECT_EQ(message(bad),
              "'" + std::string(bad) + "' is not a move: write a pit, such as A or A4")
        << bad;
  const auto game = *families().front().make(Parameters("kalah", ""), "score");
  const auto s = game->parse("moves: 1. C4 F b");
  ASSERT_TRUE(s.ok()) << s.message();
  EXPECT_EQ(game->position(*s), "4 4 0 5 5 0|5 0 6 6 5 5 S2 N1 N");
}

TEST(Kalah, PositionsAsText) {
  const Rules g({3, 2, false}, kScore);
  const auto echo = [&](std::string_view text) {
    const auto s = Text::parse(g, text);
    return s ? Text::position(g, *s) : s.message();
  };
  EXPECT_EQ(echo("2 2 2|2 2 2"), "2 2 2|2 2 2 S0 N0 S");
  EXPECT_EQ(echo("2 0 0|0 0 1 N4 S5 N"), "2 0 0|0 0 1 S5 N4 N");
  EXPECT_EQ(echo("2 2 2|2 2 1"),
            "11 stones in all, but the game has 12: those in store are written S9 N20");
  EXPECT_EQ(echo("2 2 2|2 2 2 S1"), "13 stones in all, but the game has 12");
  EXPECT_EQ(echo("2 2 2 2|2 2"), "South has 4 pits, not 3");
  EXPECT_EQ(echo("2 2 13|2 2 2"), "pit C: '13' is not a number of stones from 0 to 12");
  EXPECT_EQ(Text::draw(g, at(g, "2 0 0|0 0 1 S5 N4"), Ink::plain()),
            "             c   b   a\n"
            "  North  4   1   0   0\n"
            "             2   0   0   5 South\n"
            "             A   B   C\n");
}

TEST(Kalah, MovesThatGoOnAreTriedFirst) {
  const Rules g({6, 4, false}, kScore);
  const Knowledge knowledge(g);
  const State s = at(g, "1 0 4 0 1 1|0 2 0 0 6 3 S10 N20");
  EXPECT_GT(knowledge.order(s, 5), knowledge.order(s, 2));  // F1 and C4 go on; F leaves C
  EXPECT_GT(knowledge.order(s, 2), knowledge.order(s, 0));  // before A, which takes 7
  EXPECT_GT(knowledge.order(s, 0), knowledge.order(s, 4));  // before E, which gains nothing
}

TEST(Kalah, Parameters) {
  const auto make = [](std::string_view p) {
    return families().front().make(Parameters("kalah", p), "score");
  };
  EXPECT_EQ((*make(""))->spec(), "kalah:6,4");
  EXPECT_EQ((*make("5"))->spec(), "kalah:5,4");
  EXPECT_EQ((*make("6,12"))->spec(), "kalah:6,12");
  EXPECT_EQ((*make("6,12"))->scale().size(), 145);
  EXPECT_EQ((*make("3,2,empty-capture"))->spec(), "kalah:3,2,empty-capture");
  EXPECT_TRUE((*make(""))->parse(families().front().example).ok());
  EXPECT_EQ(make("7,4").message(),
            "game 'kalah:7,4': the number of pits is '7', not a whole number from 1 to 6");
  EXPECT_EQ(make("6,4,x").message(), "game 'kalah:6,4,x': 'x' is not empty-capture");
  for (const auto* bad : {"0,4", "6,0", "6,13", "a", "6,", ",4", "6x4", "6,4,",
                          "6,4,empty-capture,1", "pits=6", "empty-capture"})
    EXPECT_FALSE(make(bad).ok()) << bad;
}

}  // namespace
}  // namespace solvent::kalah
