// The search for zones against plain play: who wins, and whether the zone is enough by the relaxed
// rules; and a search that is saved and loaded.
#include <gtest/gtest.h>

#include <optional>

#include "games/mnk/lines.hpp"
#include "memory_archive.hpp"
#include "plain_wins.hpp"
#include "threats/attack.hpp"
#include "threats/zone_machine.hpp"

namespace solvent::threats {
namespace {

using lines::Relaxed;
using Small = mnk::Rules<1>;
using Search = ZoneSearch<mnk::Lines<1>>;
using Cells = Search::Cells;

std::optional<Search::Win> run(Search& search, const Search::Setup& p) {
  search.start(p);
  while (!search.done()) search.step(10'000);
  return search.win();
}

// Some cells of a position are given to the defender or to the rest.
Search::Setup part_of(const Search::Setup& whole, Rng& rng) {
  Search::Setup p = whole;
  whole.open.for_each([&](int cell) {
    if (rng.below(5) > 0) return;
    p.open.reset(cell);
    if (rng.below(3) == 0) p.theirs.set(cell);
  });
  return p;
}

struct Found {
  int won = 0, not_won = 0, parts = 0, apart = 0;
};

void compare(const Small& g, const Small::State& s, Side attacker, Search& search, Rng& rng,
             Found& found) {
  const Relaxed<Small> r(g, attacker);
  Wins<Relaxed<Small>> wins(r, attacker);
  const auto exact = r.exact(s);
  const Search::Setup whole{r.attackers(exact), r.defenders(exact), r.contested(exact), 0,
                            g.to_move(s) == attacker};
  for (int n = 0; n < 4; ++n) {
    Search::Setup p = n < 2 ? whole : part_of(whole, rng);
    p.elsewhere = n == 0 ? 0 : static_cast<int>(rng.below(3));
    const auto position =
        r.make(p.mine, p.theirs, p.open, static_cast<std::uint32_t>(p.elsewhere), g.to_move(s));
    if (r.ended(position)) continue;
    const auto win = run(search, p);
    if (n == 0) {
      ASSERT_EQ(win.has_value(), wins(exact));
      ++(win ? found.won : found.not_won);
    }
    if (!win) continue;
    ASSERT_FALSE((win->cells - p.open).any());
    const auto region =
        r.make(p.mine, p.theirs, win->cells, static_cast<std::uint32_t>(p.elsewhere), g.to_move(s));
    ASSERT_TRUE(r.covers(region, position));
    ASSERT_TRUE(wins(region)) << "elsewhere " << p.elsewhere;
    found.parts += win->cells != p.open;
    found.apart += n >= 2;
    if (!p.attacks) continue;
    ASSERT_GE(win->move, 0);
    auto next = region;
    r.play(next, static_cast<Relaxed<Small>::Move>(win->move));
    ASSERT_TRUE(wins(next));
  }
}

TEST(ZoneSearch, WinsAreTrueAndZonesAreEnough) {
  Found found;
  for (const auto& [columns, rows, k] : {std::array{3, 3, 3},
                                         {4, 3, 3},
                                         {4, 4, 3},
                                         {4, 4, 4},
                                         {5, 4, 4},
                                         {5, 3, 3},
                                         {3, 3, 2},
                                         {7, 2, 4}}) {
    const Small g(columns, rows, k);
    const Small::Lines lines(g);
    Rng rng(static_cast<std::uint64_t>(columns + 10 * rows + 100 * k));
    const auto images = images_of(AttackGame<Small>(g, Side::Max));
    for (int n = 0; n < 900; ++n) {
      const int cells = columns * rows;
      const auto s = random_position(
          g, static_cast<std::uint32_t>(std::max(0, cells - 10)) + rng.below(7), rng);
      if (g.ended(s)) continue;
      SCOPED_TRACE(testing::Message() << columns << "," << rows << "," << k << " " << n);
      // Small tables, so that much is forgotten.
      Search search(lines, images, n % 3 == 0 ? 0 : std::size_t{1} << 18);
      for (const Side attacker : {Side::Max, Side::Min})
        ASSERT_NO_FATAL_FAILURE(compare(g, s, attacker, search, rng, found));
    }
  }
  EXPECT_GT(found.won, 300);
  EXPECT_GT(found.not_won, 300);
  EXPECT_GT(found.parts, 300);
  EXPECT_GT(found.apart, 100);
}

// A position of Gomoku with two stones each; what the table knows is true of all its images.
TEST(ZoneSearch, OpeningsOfGomokuAreWon) {
  using Large = mnk::Rules<4>;
  const Large g(15, 15, 5);
  AttackGame<Large> game(g, Side::Max);
  ZoneMachine<AttackGame<Large>> machine(game, std::size_t{1} << 26);
  auto s = g.initial();
  for (const auto& [column, row] : {std::array{7, 7}, {6, 14}, {8, 8}, {0, 0}})
    g.play(s, static_cast<Large::Move>(g.cell(column, row)));
  for (int k = 0; k < g.symmetries(); ++k) {
    machine.start(erase_state(g.transform(s, k)), {0, 1});
    const std::uint64_t before = machine.statistics().created;
    while (machine.step(100'000) != search::SliceResult::Done)
      ASSERT_LT(machine.statistics().created, 20'000'000);
    EXPECT_EQ(machine.bounds(), (Bounds{1, 1}));
    EXPECT_TRUE(machine.best());
    if (k > 0) { EXPECT_LT(machine.statistics().created - before, 10'000); }
  }
}

TEST(ZoneSearch, GoesOnFromWhereItWasSaved) {
  const Small g(5, 5, 4);
  AttackGame<Small> game(g, Side::Max);
  const auto make = [&] {
    return std::make_unique<ZoneMachine<AttackGame<Small>>>(game, std::size_t{1} << 20);
  };
  Rng rng(3);
  for (int n = 0; n < 10; ++n) {
    const auto s = random_position(g, rng.below(8), rng);
    auto whole = make(), before = make(), after = make();
    for (auto* machine : {&whole, &before}) (*machine)->start(erase_state(s), {0, 1});
    const auto run = [](search::Machine& machine, std::uint64_t most) {
      auto result = search::SliceResult::Running;
      while (result == search::SliceResult::Running && machine.statistics().created < most)
        result = machine.step(3'000);
    };
    run(*whole, 60'000);
    run(*before, 1 + rng.below(40'000));
    ASSERT_TRUE(test::carry_over(*before, *after));
    run(*after, 60'000);
    EXPECT_EQ(after->statistics().created, whole->statistics().created);
    EXPECT_EQ(after->bounds(), whole->bounds());
  }
}

}  // namespace
}  // namespace solvent::threats
