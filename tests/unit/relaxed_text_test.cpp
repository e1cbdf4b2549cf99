// Relaxed positions, beyond their rules: who wins at once is seen without trying moves, what is
// settled is settled, and text reads back as the position that it was.
#include <gtest/gtest.h>

#include "game/statement.hpp"
#include "games/lines/relaxed_text.hpp"
#include "games/mnk/rules.hpp"
#include "games/qubic/rules.hpp"

namespace solvent::lines {
namespace {

template <class G>
typename Relaxed<G>::State random_position(const Relaxed<G>& r, Rng& rng) {
  std::array<typename Relaxed<G>::Cells, 4> parts{};
  std::array<std::uint32_t, 4> shares;
  for (std::uint32_t& share : shares) share = rng.below(4) == 0 ? 0 : 1 + rng.below(20);
  shares[2] += 3;  // the contested cells
  const std::uint32_t all = shares[0] + shares[1] + shares[2] + shares[3];
  r.lines().board().for_each([&](int cell) {
    std::uint32_t draw = rng.below(all), part = 0;
    while (draw >= shares[part]) draw -= shares[part++];
    parts[part].set(cell);
  });
  return r.make(parts[0], parts[1], parts[2], rng.below(4),
                rng.below(2) == 0 ? Side::Max : Side::Min);
}

struct Seen {
  int won = 0, stopped = 0, neither = 0;
};

template <class G>
void sees_who_wins(const G& rules, int positions, Seen& seen) {
  Rng rng(5);
  for (const Side attacker : {Side::Max, Side::Min}) {
    const Relaxed<G> r(rules, attacker);
    const Outcome best = attacker == Side::Max ? 1 : 0;
    for (int n = 0; n < positions; ++n) {
      const auto s = random_position(r, rng);
      const bool attacks = r.to_move(s) == attacker;
      for (const Statement statement : {Statement{attacker, best}, {other(attacker), best}})
        ASSERT_EQ(has_settling_move(r, statement, s), settling_move(r, statement, s).has_value());
      if (r.ended(s)) continue;
      const Outcome mine = attacks == (attacker == Side::Max) ? 1 : 0;
      bool wins = false;
      MovesOf<Relaxed<G>> moves;
      r.list_moves(s, moves);
      for (const auto m : moves) {
        auto next = s;
        r.play(next, m);
        const Bounds b = r.bounds(next);
        ASSERT_TRUE(!b.closed() || b.pess == mine);
        wins = wins || b.closed();
      }
      const std::optional<Bounds> win = r.win_at_once(s);
      ASSERT_EQ(win.has_value(), wins) << RelaxedText<G>::position(r, s);
      ASSERT_EQ(win.value_or(Bounds{mine, mine}), (Bounds{mine, mine}));
      ++(!wins ? seen.neither : attacks ? seen.won : seen.stopped);
    }
  }
}

TEST(RelaxedRules, SeeWhoWinsAtOnce) {
  Seen seen;
  sees_who_wins(mnk::Rules<1>(3, 3, 3), 20'000, seen);
  sees_who_wins(mnk::Rules<1>(5, 4, 4), 20'000, seen);
  sees_who_wins(mnk::Rules<1>(6, 6, 4), 10'000, seen);
  sees_who_wins(mnk::Rules<1>(7, 1, 2), 5'000, seen);
  sees_who_wins(mnk::Rules<1>(3, 3, 1), 1'000, seen);
  sees_who_wins(mnk::Rules<2>(9, 9, 5), 5'000, seen);
  sees_who_wins(mnk::Rules<4>(15, 15, 5), 3'000, seen);
  sees_who_wins(mnk::Rules<6>(19, 19, 6), 1'000, seen);
  sees_who_wins(qubic::Rules(), 10'000, seen);
  EXPECT_GT(seen.won, 5'000);
  EXPECT_GT(seen.stopped, 5'000);
  EXPECT_GT(seen.neither, 5'000);
}

template <class G>
void reads_back(const G& rules) {
  Rng rng(6);
  for (const Side attacker : {Side::Max, Side::Min}) {
    const Relaxed<G> r(rules, attacker);
    for (int n = 0; n < 500; ++n) {
      const auto s = random_position(r, rng);
      const std::string text = RelaxedText<G>::position(r, s);
      const auto back = RelaxedText<G>::parse(r, text);
      ASSERT_TRUE(back.ok()) << text << ": " << back.message();
      ASSERT_EQ(*back, s) << text;
      // Of any other text that is read, too.
      std::string changed = text;
      changed[rng.below(static_cast<std::uint32_t>(text.size()))] = "XO.-/| 09a"[rng.below(10)];
      const auto read = RelaxedText<G>::parse(r, changed);
      ASSERT_TRUE(!read || RelaxedText<G>::position(r, *read) == changed) << changed;
    }
  }
}

TEST(RelaxedText, ReadsBack) {
  reads_back(mnk::Rules<1>(4, 3, 3));
  reads_back(mnk::Rules<4>(15, 15, 5));
  reads_back(mnk::Rules<6>(19, 18, 5));
  reads_back(qubic::Rules());
}

TEST(RelaxedText, IsPlain) {
  const mnk::Rules<1> rules(3, 3, 3);
  const Relaxed<mnk::Rules<1>> r(rules, Side::Min);
  using Text = RelaxedText<mnk::Rules<1>>;
  const auto s = *Text::parse(r, "..X/-O-/--- 2 O");
  EXPECT_TRUE(r.attackers(s).test(rules.cell(1, 1)));
  EXPECT_TRUE(r.defenders(s).test(rules.cell(2, 2)));
  EXPECT_EQ(r.contested(s).count(), 2);
  EXPECT_EQ(s.elsewhere, 2u);
  EXPECT_EQ(r.to_move(s), Side::Min);
  EXPECT_EQ(Text::move(r, s, static_cast<std::uint16_t>(rules.cell(0, 2))), "a3");
  EXPECT_EQ(Text::move(r, s, r.kElsewhere), "elsewhere");
  for (const char* wrong :
       {"", "..X/-O-/---", "..X/-O-/--- 2", "..X/-O-/--- 4 O", "..X/-O-/--- -1 O",
        "..X/-O-/--- +2 O", "..X/-O-/--- 2 Z", "..X/-O-/-- 2 O", "..X/-O-/---- 2 O",
        "..X-O---- 2 O", "..X/-O-/--x 2 O", "..X/-O-/---  2 O", "XXX/OOO/... 1 O"})
    EXPECT_FALSE(Text::parse(r, wrong).ok()) << wrong;
}

}  // namespace
}  // namespace solvent::lines
