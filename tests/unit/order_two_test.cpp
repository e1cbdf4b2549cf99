// Wins by threats of order 2 against plain play: exact values, the relaxed rules, and the positions
// that the regions cover.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "games/mnk/lines.hpp"
#include "games/qubic/lines.hpp"
#include "late_qubic.hpp"
#include "plain_wins.hpp"
#include "threats/order_two.hpp"

namespace solvent::threats {
namespace {

using lines::Relaxed;
using Small = mnk::Rules<1>;

template <class G>
using CellsOf = typename G::Lines::Cells;

struct Found {
  int positions = 0, won = 0, missed = 0, forced = 0, order_two = 0, regions = 0, wide = 0,
      covered = 0;
};

// A game's lines, and what a search needs to look at its positions.
template <class G>
class Looker {
 public:
  explicit Looker(const Relaxed<G>& r) : r_(r), map_(r.lines()), board_(map_) {}

  using State = typename Relaxed<G>::State;
  using Win = typename OrderTwo<typename G::Lines>::Win;
  std::optional<Win> find(const State& s, std::uint32_t elsewhere, std::uint64_t most) {
    board_.set(r_.attackers(s), r_.defenders(s), r_.contested(s), s.elsewhere);
    const std::uint64_t hash = board_.hash();
    OrderTwo<typename G::Lines> search(board_, memory_);
    const auto win = search.find(static_cast<int>(elsewhere), most);
    EXPECT_EQ(board_.hash(), hash);
    EXPECT_LE(search.tried(), most + 1);
    return win;
  }
  bool forced(const State& s) {
    board_.set(r_.attackers(s), r_.defenders(s), r_.contested(s), s.elsewhere);
    return Forcing<typename G::Lines>(board_, memory_.forced).template wins<0>(10'000);
  }

 private:
  const Relaxed<G>& r_;
  LineMap<typename G::Lines> map_;
  Board<typename G::Lines> board_;
  typename OrderTwo<typename G::Lines>::Memory memory_;
};

// A part of a position: some cells of it are given to the defender, or to F.
template <class R>
typename R::State some_of(const R& r, const typename R::State& s, Rng& rng) {
  auto mine = r.attackers(s), theirs = r.defenders(s), empty = r.contested(s);
  const std::uint32_t share = 4 + rng.below(12);
  r.lines().board().for_each([&](int cell) {
    const std::uint32_t k = rng.below(2 * share);
    if (k > 1) return;
    if (k == 0 && empty.test(cell)) theirs.set(cell);
    if (k == 1) theirs.reset(cell);
    empty.reset(cell);
  });
  return r.make(mine, theirs - mine, empty, rng.below(3), r.to_move(s));
}

template <class Cells>
int any_of(Cells cells, Rng& rng) {
  for (auto skip = rng.below(static_cast<std::uint32_t>(cells.count())); skip > 0; --skip)
    cells.reset(cells.first());
  return cells.first();
}

template <class G, class Truth>
void compare(const G& g, const typename G::State& s, Rng& rng, bool count, Truth&& truly_wins,
             Found& found) {
  const Side attacker = g.to_move(s);
  const Relaxed<G> r(g, attacker);
  Wins<Relaxed<G>> wins(r, attacker);
  Looker<G> looker(r);
  const auto exact = r.exact(s);
  const auto win = looker.find(exact, 0, 20'000);
  if (count) {
    ++found.positions;
    if (truly_wins(s)) ++(win ? found.won : found.missed);
  }
  if (win) {
    ASSERT_TRUE(truly_wins(s));
    const bool forced = looker.forced(exact);
    ++(forced ? found.forced : found.order_two);
    auto next = s;
    g.play(next, static_cast<typename G::Move>(win->move));
    ASSERT_TRUE(truly_wins(next));
  }
  for (int n = 0; n < 3 && (win || count); ++n) {
    const auto position = n == 0 ? exact : some_of(r, exact, rng);
    for (std::uint32_t w = position.elsewhere; w < position.elsewhere + 3; ++w) {
      const auto part = looker.find(position, w, 20'000);
      if (!part) continue;
      const auto region =
          r.make(r.attackers(position), r.defenders(position), part->cells, w, attacker);
      ASSERT_TRUE(r.valid(region));
      ASSERT_TRUE(r.covers(region, position));
      ASSERT_FALSE((part->cells - r.contested(position)).any());
      ASSERT_TRUE(part->cells.test(part->move));
      ASSERT_TRUE(wins(region)) << "w " << w;
      auto next = region;
      r.play(next, static_cast<typename Relaxed<G>::Move>(part->move));
      ASSERT_TRUE(wins(next)) << "w " << w;
      ++found.regions;
      found.wide += w > position.elsewhere && !looker.forced(position);
      if (n > 0) continue;
      // A position of the game that it covers: w of the defender's stones stand somewhere else.
      auto moved = s;
      auto& theirs = moved.stones[static_cast<std::size_t>(other(attacker))];
      for (std::uint32_t k = 0; k < w; ++k) {
        const auto rest = r.lines().board() - r.attackers(exact) - theirs - part->cells;
        if (!rest.any() || !theirs.any()) break;
        theirs.reset(any_of(theirs, rng));
        theirs.set(any_of(rest, rng));
      }
      if (w == 0 || !r.covers(region, moved) || g.win_at_once(moved)) continue;
      ASSERT_TRUE(truly_wins(moved));
      ++found.covered;
    }
  }
}

// All cells, roughly the nearest to one of them first.
template <class G>
std::vector<int> cells_by_distance(const G& g, Rng& rng) {
  const int column = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.columns()))),
            row = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.rows())));
  std::vector<std::pair<int, int>> cells;  // far ones last
  for (int r = 0; r < g.rows(); ++r)
    for (int c = 0; c < g.columns(); ++c) {
      const int far = 2 * std::max(std::abs(c - column), std::abs(r - row));
      cells.emplace_back(far + static_cast<int>(rng.below(4)), g.cell(c, r));
    }
  std::sort(cells.begin(), cells.end());
  std::vector<int> near;
  for (const auto& [far, cell] : cells) near.push_back(cell);
  return near;
}

// A position with so many empty cells, all near each other: there is room for threats.
template <class G>
std::optional<typename G::State> with_a_gap(const G& g, int empty, Rng& rng) {
  auto s = g.initial();
  const std::vector<int> near = cells_by_distance(g, rng);
  std::vector<int> filled(near.begin() + empty, near.end());
  for (std::size_t k = filled.size(); k > 1; --k)
    std::swap(filled[k - 1], filled[rng.below(static_cast<std::uint32_t>(k))]);
  for (const int cell : filled) {
    g.play(s, static_cast<typename G::Move>(cell));
    if (g.ended(s)) return std::nullopt;
  }
  return s;
}

TEST(OrderTwo, WinsAreTrueAndSoAreTheirRegions) {
  Found all;
  for (const auto& [columns, rows, k] : {std::array{4, 3, 3},
                                         {4, 4, 3},
                                         {5, 3, 3},
                                         {4, 4, 4},
                                         {5, 4, 4},
                                         {5, 5, 4},
                                         {6, 4, 4},
                                         {6, 6, 4},
                                         {6, 5, 5},
                                         {7, 7, 5}}) {
    const Small g(columns, rows, k);
    Rng rng(static_cast<std::uint64_t>(columns + 10 * rows + 100 * k));
    std::array<Wins<Small>, 2> wins = {Wins(g, Side::Max), Wins(g, Side::Min)};
    Found found;
    const int cells = columns * rows;
    for (int n = 0; n < 20'000 && found.order_two < 40; ++n) {
      const int empty = std::min(cells, 9 + static_cast<int>(rng.below(4)));
      const auto position = with_a_gap(g, empty, rng);
      if (!position) continue;
      const auto& s = *position;
      // Most positions with a win have one by forcing; a few of these are enough.
      const Relaxed<Small> r(g, g.to_move(s));
      if (n % 500 != 0 && (g.win_at_once(s) || Looker<Small>(r).forced(r.exact(s)))) continue;
      SCOPED_TRACE(testing::Message() << columns << "," << rows << "," << k << " " << n);
      ASSERT_NO_FATAL_FAILURE(compare(
          g, s, rng, n % 50 == 0,
          [&](const auto& p) { return wins[static_cast<std::size_t>(g.to_move(s))](p); }, found));
    }
    std::cout << columns << "," << rows << "," << k << ": " << found.positions << " positions, "
              << found.won << " wins found, " << found.missed << " missed; in all "
              << found.order_two << " wins of order 2, " << found.regions << " regions, "
              << found.wide << " of order 2 with stones elsewhere, " << found.covered
              << " covered positions\n";
    all.won += found.won;
    all.order_two += found.order_two;
    all.regions += found.regions;
    all.wide += found.wide;
    all.covered += found.covered;
  }
  EXPECT_GT(all.order_two, 100);
  EXPECT_GT(all.regions, 1000);
  EXPECT_GT(all.wide, 50);
  EXPECT_GT(all.covered, 200);
}

// Relaxed positions with any stones: few contested cells, many stones of the attacker.
TEST(OrderTwo, RelaxedWinsAreTrue) {
  int order_two = 0, won = 0, missed = 0;
  for (const auto& [columns, rows, k] :
       {std::array{4, 4, 3}, {5, 5, 4}, {6, 6, 4}, {6, 6, 5}, {7, 7, 5}}) {
    const Small g(columns, rows, k);
    const Relaxed<Small> r(g, Side::Max);
    Looker<Small> looker(r);
    Rng rng(static_cast<std::uint64_t>(columns + 10 * rows + 100 * k));
    int found = 0;
    for (int n = 0; n < 200'000 && found < 60; ++n) {
      CellsOf<Small> mine{}, theirs{}, empty{};
      const std::uint32_t share = 1 + rng.below(4);
      const auto near = cells_by_distance(g, rng);
      for (std::size_t c = 0; c < near.size(); ++c) {
        const std::uint32_t p = rng.below(4 + share);
        if (p == 0)
          mine.set(near[c]);
        else if (empty.count() < 11 && p != 1)
          empty.set(near[c]);
        else if (p < 4)
          theirs.set(near[c]);
      }
      const auto s = r.make(mine, theirs, empty, rng.below(3), Side::Max);
      if (r.ended(s) || looker.forced(s)) continue;
      const auto win = looker.find(s, s.elsewhere, 20'000);
      if (!win && n % 100 != 0) continue;
      Wins<Relaxed<Small>> wins(r, Side::Max);
      SCOPED_TRACE(testing::Message() << columns << "," << rows << "," << k << " " << n);
      const bool truth = wins(s);
      if (truth) ++(win ? won : missed);
      if (!win) continue;
      ++found;
      ASSERT_TRUE(truth);
      ASSERT_TRUE(wins(r.make(mine, theirs, win->cells, s.elsewhere, Side::Max)));
    }
    order_two += found;
    std::cout << columns << "," << rows << "," << k << ": " << found << " wins of order 2\n";
  }
  std::cout << won << " found, " << missed << " missed of some\n";
  EXPECT_GT(order_two, 120);
}

}  // namespace
}  // namespace solvent::threats
