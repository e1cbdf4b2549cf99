// Claims about regions against plain play: the relaxed rules against a second writing of them, and
// the lemma (what covers a position and is won, is won there) on all small boards, on random
// positions of larger ones and on late positions of Qubic.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "game/oracle.hpp"
#include "games/lines/relaxed.hpp"
#include "games/mnk/lines.hpp"
#include "games/qubic/lines.hpp"
#include "late_qubic.hpp"

namespace solvent::lines {
namespace {

using Small = mnk::Rules<1>;
static_assert(Symmetric<Relaxed<Small>> && Symmetric<Relaxed<mnk::Rules<6>>>);
static_assert(Symmetric<Relaxed<qubic::Rules>>);
static_assert(sizeof(Relaxed<mnk::Rules<6>>::State) <= 128);  // so that it can be an AnyState

template <class G>
using StateOf = typename Relaxed<G>::State;

// Does this side get the outcome that is best for it? Plain play; positions are remembered.
template <Game G>
class Wins {
 public:
  Wins(const G& g, Side side) : g_(g), side_(side) {}

  bool operator()(const typename G::State& s) {
    const Bounds b = g_.bounds(s);
    if (b.closed()) return b.pess == (side_ == Side::Max ? g_.scale().best() : 0);
    const auto known = known_.find(s);
    if (known != known_.end()) return known->second;
    MovesOf<G> moves;
    g_.list_moves(s, moves);
    const bool mine = g_.to_move(s) == side_;
    const bool won = mine == std::any_of(moves.begin(), moves.end(), [&](const auto m) {
                       auto next = s;
                       g_.play(next, m);
                       return (*this)(next) == mine;
                     });
    known_.emplace(s, won);
    return won;
  }

 private:
  struct Hash {
    std::size_t operator()(const typename G::State& s) const { return hash_of(s); }
  };
  const G& g_;
  Side side_;
  std::unordered_map<typename G::State, bool, Hash> known_;
};

// The relaxed rules once more, in letters: the board from a1 on as A, D, E and F.
class Letters {
 public:
  Letters(int columns, int rows, int k) {
    const auto at = [&](int c, int r) { return r * columns + c; };
    for (int c = 0; c < columns; ++c)
      for (int r = 0; r < rows; ++r)
        for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          std::vector<int> line;
          for (int n = 0; n < k; ++n) {
            const int x = c + n * dc, y = r + n * dr;
            if (x < columns && y >= 0 && y < rows) line.push_back(at(x, y));
          }
          if (static_cast<int>(line.size()) == k) lines_.push_back(line);
        }
  }

  bool attacker_wins(const std::string& cells, int w, bool attacker_moves) {
    for (const auto& line : lines_) {
      int d = 0, f = 0;
      for (const int at : line) d += cells[at] == 'D', f += cells[at] == 'F';
      if (d + f == static_cast<int>(line.size()) && f <= w) return false;
    }
    for (const auto& line : lines_)
      if (std::all_of(line.begin(), line.end(), [&](int at) { return cells[at] == 'A'; }))
        return true;
    if (cells.find('E') == std::string::npos) return false;
    std::size_t name = attacker_moves;
    for (const char letter : cells) name = 4 * name + std::string_view("ADEF").find(letter);
    name = 16 * name + static_cast<std::size_t>(w);
    if (known_.size() <= name) known_.resize(2 * name);
    if (known_[name] != 0) return known_[name] == 'y';
    bool wins = !attacker_moves;
    for (std::size_t at = 0; at < cells.size(); ++at) {
      if (cells[at] != 'E') continue;
      std::string next = cells;
      next[at] = attacker_moves ? 'A' : 'D';
      const bool won = attacker_wins(next, w, !attacker_moves);
      wins = attacker_moves ? wins || won : wins && won;
    }
    if (!attacker_moves) wins = wins && attacker_wins(cells, w + 1, true);
    known_[name] = wins ? 'y' : 'n';
    return wins;
  }

 private:
  std::vector<std::vector<int>> lines_;
  std::vector<char> known_;
};

// Every division of the board, with the letters of its cells; each w and side that makes a
// difference, and one w more.
template <class Visit>
void all_positions(const Relaxed<Small>& g, Visit visit) {
  std::vector<int> cells;
  g.lines().board().for_each([&](int cell) { cells.push_back(cell); });
  std::string letters(cells.size(), 'A');
  for (std::uint32_t code = 0; code < 1u << 2 * cells.size(); ++code) {
    if (testing::Test::HasFatalFailure()) return;
    std::map<char, Bits<1>> parts = {{'A', {}}, {'D', {}}, {'E', {}}, {'F', {}}};
    for (std::size_t k = 0; k < cells.size(); ++k) {
      letters[k] = "ADEF"[code >> 2 * k & 3];
      parts[letters[k]].set(cells[k]);
    }
    for (int w = 0; w <= g.lines().length() + 1; ++w)
      for (const Side side : {Side::Max, Side::Min})
        visit(letters, w, g.make(parts['A'], parts['D'], parts['E'], w, side));
  }
}

TEST(Relaxed, AgreesWithTheRulesInLetters) {
  int won = 0, lost = 0;
  for (const auto& [columns, rows, k] :
       {std::array{3, 3, 3}, {3, 2, 2}, {2, 3, 3}, {2, 2, 2}, {5, 1, 2}, {1, 6, 3}, {3, 1, 1}}) {
    const Small rules(columns, rows, k);
    Letters letters(columns, rows, k);
    for (const Side attacker : {Side::Max, Side::Min}) {
      if (columns * rows == 9 && attacker == Side::Min) continue;  // a second is enough
      const Relaxed<Small> g(rules, attacker);
      Wins wins(g, attacker);
      all_positions(g, [&](const std::string& cells, int w, const StateOf<Small>& s) {
        if (cells.size() == 9 && w > 2) return;
        const bool expected = letters.attacker_wins(cells, w, g.to_move(s) == attacker);
        ASSERT_TRUE(g.valid(s));
        ASSERT_EQ(wins(s), expected) << cells << " w " << w << " mover " << s.side;
        ++(expected ? won : lost);
      });
    }
  }
  EXPECT_GT(won, 100'000);
  EXPECT_GT(lost, 100'000);
}

// No won position covers one that is not won: all pairs.
TEST(Relaxed, CoversOnlyWhatIsWonToo) {
  std::size_t implied = 0;
  for (const auto& [columns, rows, k] :
       {std::array{3, 2, 2}, {3, 2, 3}, {2, 2, 2}, {5, 1, 2}, {5, 1, 3}}) {
    const Small rules(columns, rows, k);
    for (const Side attacker : {Side::Max, Side::Min}) {
      const Relaxed<Small> g(rules, attacker);
      Wins wins(g, attacker);
      std::vector<StateOf<Small>> won, others;
      all_positions(g, [&](const std::string&, int w, const StateOf<Small>& s) {
        if (w == static_cast<int>(s.elsewhere)) (wins(s) ? won : others).push_back(s);
      });
      for (const auto& general : won) {
        for (const auto& special : others) ASSERT_FALSE(g.covers(general, special));
        for (std::size_t n = 0; n < won.size(); n += 10) implied += g.covers(general, won[n]);
      }
    }
  }
  EXPECT_GT(implied, 10'000u);
}

// Every position of 3x3 with every relaxation that covers it by the definition.
TEST(Relaxed, EveryRelaxationOfEveryPositionOf3x3) {
  const Small rules(3, 3, 3);
  const oracle::Solution<Small> exact(rules, rules.initial());
  std::vector<int> cells;
  rules.full().for_each([&](int cell) { cells.push_back(cell); });
  std::size_t implied = 0;
  for (const Side attacker : {Side::Max, Side::Min}) {
    const Relaxed<Small> g(rules, attacker);
    Wins wins(g, attacker);
    for (const auto& p : exact.states()) {
      if (!(rules.canonical(p) == p)) continue;
      const auto mine = g.lines().stones(p, attacker),
                 theirs = g.lines().stones(p, other(attacker));
      for (int code = 0; code < 19683; ++code) {
        Bits<1> a{}, d{}, e{}, f{};
        int digits = code, w = 0;
        bool repeats = false;
        for (const int cell : cells) {
          const int digit = digits % 3;
          digits /= 3;
          if (digit == 0 && mine.test(cell))
            a.set(cell);
          else if (digit == 0 && theirs.test(cell))
            repeats = true;  // the defender's stones have two places only
          else if (digit == 0)
            e.set(cell);
          else if (digit == 1)
            d.set(cell);
          else
            f.set(cell), w += theirs.test(cell);
        }
        if (repeats || !e.any()) continue;
        for (int more = 0; more < 2; ++more) {
          const auto s = g.make(a, d, e, static_cast<std::uint32_t>(w + more), rules.to_move(p));
          ASSERT_TRUE(g.covers(s, p));
          if (!wins(s)) break;
          ASSERT_EQ(exact.value(p), attacker == Side::Max ? 2 : 0);
          implied += !(s == g.exact(p));
        }
      }
    }
  }
  EXPECT_GT(implied, 100'000u);
}

// A position that covers this one by the definition, most of the time; sometimes one thing is
// changed so that it may not.
template <class G>
StateOf<G> generalised(const Relaxed<G>& g, const StateOf<G>& s, Rng& rng) {
  using Cells = typename Relaxed<G>::Cells;
  const std::uint32_t keep = 50 + rng.below(50), to_rest = rng.below(100);
  Cells a{}, d{}, e{}, f{};
  g.lines().board().for_each([&](int cell) {
    const bool kept = rng.below(100) < keep;
    if (kept && g.attackers(s).test(cell))
      a.set(cell);
    else if (kept && g.contested(s).test(cell))
      e.set(cell);
    else
      (rng.below(100) < to_rest ? f : d).set(cell);
  });
  int w = (g.defenders(s) & f).count() + static_cast<int>(s.elsewhere + (rng.below(4) == 0));
  Side side = g.to_move(s);
  switch (rng.below(8)) {
    case 0: w = std::max(w - 1, 0); break;
    case 1: side = other(side); break;
    case 2:
    case 3: {
      const int at = static_cast<int>(rng.below(Cells::kSize));
      if (!g.lines().board().test(at)) break;
      for (Cells* part : {&a, &d, &e}) part->reset(at);
      const std::uint32_t which = rng.below(3);
      (which == 0 ? a : which == 1 ? e : d).set(at);
      break;
    }
    default: break;
  }
  return g.make(a, d, e, static_cast<std::uint32_t>(w), side);
}

struct Tally {
  std::size_t implied = 0, refused = 0, won = 0;
};

template <class G>
void implications(const G& rules, const typename G::State& p, int times, Rng& rng,
                  std::array<Wins<G>, 2>& truly, Tally& tally) {
  for (const Side attacker : {Side::Max, Side::Min}) {
    const Relaxed<G> g(rules, attacker);
    Wins wins(g, attacker);
    const bool won = truly[static_cast<int>(attacker)](p);
    ASSERT_TRUE(won || !wins(g.exact(p)));
    tally.won += won;
    for (int n = 0; n < (won ? 8 * times : times); ++n) {
      const auto general = generalised(g, g.exact(p), rng);
      ASSERT_TRUE(g.valid(general));
      const auto wider = generalised(g, general, rng);
      for (const auto& s : {general, wider}) {
        const bool covered = g.covers(s, p);
        ASSERT_EQ(covered, g.covers(s, g.exact(p)));
        tally.refused += !covered;
        if (!covered || !wins(s)) continue;
        ASSERT_TRUE(won);
        tally.implied += !(s == g.exact(p));
      }
      if (!g.covers(wider, general) || !wins(wider)) continue;
      ASSERT_TRUE(wins(general));
      tally.implied += !(wider == general);
      const int k = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.symmetries())));
      ASSERT_TRUE(wins(g.transform(general, k)));
      ASSERT_EQ(g.canonical(g.transform(general, k)), g.canonical(general));
      ASSERT_TRUE(g.covers(g.transform(wider, k), g.transform(general, k)));
    }
  }
}

TEST(Relaxed, RandomPositionsOfSmallBoards) {
  for (const auto& [columns, rows, k, empty, positions] : {std::array{4, 3, 3, 10, 100},
                                                           {4, 4, 3, 11, 100},
                                                           {4, 4, 4, 11, 400},
                                                           {5, 4, 4, 11, 400},
                                                           {5, 5, 4, 11, 200}}) {
    SCOPED_TRACE(testing::Message() << columns << "," << rows << "," << k);
    const Small rules(columns, rows, k);
    std::array<Wins<Small>, 2> truly = {Wins(rules, Side::Max), Wins(rules, Side::Min)};
    Rng rng(static_cast<std::uint64_t>(columns + 10 * rows + 100 * k));
    Tally tally;
    for (int n = 0; n < positions; ++n) {
      auto p = rules.initial();
      const std::uint32_t left = 3 + rng.below(static_cast<std::uint32_t>(empty - 3));
      while (!rules.ended(p) && rules.empty(p).count() > static_cast<int>(left)) {
        MovesOf<Small> moves;
        rules.list_moves(p, moves);
        rules.play(p, moves[rng.below(moves.size)]);
      }
      if (rules.empty(p).count() > static_cast<int>(left)) continue;  // ended early
      ASSERT_NO_FATAL_FAILURE(implications(rules, p, 8, rng, truly, tally));
    }
    EXPECT_GT(tally.implied, 1000u) << tally.won << " positions won";
    EXPECT_GT(tally.refused, 1000u);
  }
}

TEST(Relaxed, LatePositionsOfQubic) {
  const qubic::Rules rules;
  std::array<Wins<qubic::Rules>, 2> truly = {Wins(rules, Side::Max), Wins(rules, Side::Min)};
  Rng rng(3);
  Tally tally;
  for (int n = 0; n < 800; ++n) {
    const auto p = late_qubic(rng, 4 + static_cast<int>(rng.below(7)));
    ASSERT_NO_FATAL_FAILURE(implications(rules, p, 6, rng, truly, tally));
  }
  EXPECT_GT(tally.implied, 2000u) << tally.won << " positions won";
  EXPECT_GT(tally.refused, 2000u);
}

TEST(Relaxed, ElsewhereIsCountedAsFarAsItMatters) {
  const Small rules(4, 4, 3);
  const Relaxed<Small> g(rules, Side::Min);
  const auto start = g.initial();
  EXPECT_EQ(g.rest(start).count(), 0);
  EXPECT_EQ(g.contested(start), rules.full());
  auto s = start;
  g.play(s, g.kElsewhere);  // a pass
  EXPECT_EQ(s.elsewhere, 0u);
  EXPECT_EQ(g.to_move(s), Side::Min);
  MovesOf<Relaxed<Small>> moves;
  g.list_moves(s, moves);
  EXPECT_EQ(moves.size, 16u) << "the attacker cannot pass";
  g.play(s, rules.cell(1, 2));
  EXPECT_TRUE(g.attackers(s).test(rules.cell(1, 2)));

  Bits<1> rest{}, contested{};
  for (int row = 0; row < 4; ++row) rest.set(rules.cell(0, row)), contested.set(rules.cell(3, row));
  s = g.make({}, rules.full() - rest - contested, contested, 2, Side::Max);
  EXPECT_EQ(g.bounds(s), (Bounds{1, 1})) << "D alone has lines";
  s = g.make({}, {}, contested, 2, Side::Max);
  EXPECT_EQ(g.bounds(s), (Bounds{0, 1}));
  g.play(s, g.kElsewhere);
  EXPECT_EQ(s.elsewhere, 3u);
  EXPECT_EQ(g.bounds(s), (Bounds{1, 1})) << "three stones in F make a line";
  EXPECT_EQ(g.make({}, {}, contested, 9, Side::Max).elsewhere, 3u);
}

TEST(Relaxed, WhatIsNoPositionIsNoticed) {
  const Small rules(4, 4, 3);
  const Relaxed<Small> g(rules, Side::Max);
  const auto s = g.make({}, {}, rules.full(), 0, Side::Min);
  EXPECT_TRUE(g.valid(s));
  auto forged = s;
  forged.open[1].set(4);  // beside the board
  EXPECT_FALSE(g.valid(forged));
  forged = s;
  forged.open[0].set(63);
  EXPECT_FALSE(g.valid(forged));
  forged = s;
  forged.elsewhere = 1;  // but F is empty
  EXPECT_FALSE(g.valid(forged));
  forged = s;
  forged.side = 2;
  EXPECT_FALSE(g.valid(forged));
  forged = g.make({}, {}, {}, 3, Side::Min);
  EXPECT_TRUE(g.valid(forged));
  ++forged.elsewhere;
  EXPECT_FALSE(g.valid(forged));
}

// The lines of every size, and the lookout for one with few cells in F, against each other.
template <class G>
void lines_are_right(const G& rules) {
  using Cells = typename G::Lines::Cells;
  const typename G::Lines lines(rules);
  Rng rng(11);
  std::size_t found = 0;
  for (int n = 0; n < 400; ++n) {
    Cells some{}, rest{};
    const std::uint32_t a = rng.below(101), b = rng.below(101 - a);
    lines.board().for_each([&](int cell) {
      const std::uint32_t draw = rng.below(100);
      if (draw < a)
        some.set(cell);
      else if (draw < a + b)
        rest.set(cell);
    });
    for (int most = 0; most <= lines.length() + 1; ++most) {
      const bool expected =
          std::any_of(lines.all().begin(), lines.all().end(), [&](const Cells& line) {
            int in_rest = 0, beside = 0;
            line.for_each([&](int cell) {
              in_rest += rest.test(cell);
              beside += !rest.test(cell) && !some.test(cell);
            });
            return beside == 0 && in_rest <= most;
          });
      ASSERT_EQ(lines.any(some, rest, most), expected) << most;
      found += expected;
    }
    ASSERT_EQ(lines.any(some), lines.any(some, {}, 0));
  }
  EXPECT_TRUE(found > 400 || lines.all().empty() || lines.length() > 7) << found;
}

template <int W>
void lines_of_size(int columns, int rows, int k) {
  SCOPED_TRACE(testing::Message() << columns << "," << rows << "," << k);
  const mnk::Rules<W> rules(columns, rows, k);
  const mnk::Lines<W> lines(rules);
  const int across = std::max(columns - k + 1, 0), up = std::max(rows - k + 1, 0);
  EXPECT_EQ(static_cast<int>(lines.all().size()), across * rows + columns * up + 2 * across * up);
  for (const auto& line : lines.all()) {
    EXPECT_EQ(line.count(), k);
    EXPECT_FALSE((line - lines.board()).any());
    EXPECT_TRUE(rules.has_row(line));
  }
  lines_are_right(rules);
}

TEST(Relaxed, Lines) {
  lines_of_size<1>(3, 3, 3);
  lines_of_size<1>(5, 4, 4);
  lines_of_size<1>(1, 19, 3);
  lines_of_size<1>(19, 1, 2);
  lines_of_size<1>(3, 3, 1);
  lines_of_size<1>(2, 2, 19);
  lines_of_size<1>(7, 8, 5);
  lines_of_size<2>(10, 11, 6);
  lines_of_size<2>(6, 18, 5);
  lines_of_size<4>(15, 15, 5);
  lines_of_size<6>(19, 19, 5);
  lines_of_size<6>(19, 19, 19);
  lines_are_right(qubic::Rules());
}

}  // namespace
}  // namespace solvent::lines
