// Threat search against plain play: the board against counting, wins by forcing against a search
// that remembers nothing and against exact values, regions against the relaxed rules, and the
// search on top against exact values.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "game/oracle.hpp"
#include "games/mnk/lines.hpp"
#include "games/qubic/lines.hpp"
#include "late_qubic.hpp"
#include "plain_wins.hpp"
#include "threats/attack_machine.hpp"

namespace solvent::threats {
namespace {

using lines::Relaxed;
using Small = mnk::Rules<1>;

template <class G>
using CellsOf = typename G::Lines::Cells;

// --- the board ---------------------------------------------------------------------------------

// The lines that a side completes with so many more cells, by counting.
template <class L>
std::vector<std::size_t> counted(const LineMap<L>& map,
                                 const std::array<typename L::Cells, 4>& parts, int w, int side,
                                 int missing) {
  const auto& [a, d, e, f] = parts;
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < map.size(); ++k) {
    const auto& line = map.cells(k);
    const bool blocked = side == 0 ? (line & (d | f)).any() : (line & a).any();
    const int lacks = (line & e).count() + (side == 0 ? 0 : std::max(0, (line & f).count() - w));
    if (!blocked && lacks == missing) found.push_back(k);
  }
  return found;
}

template <class G>
void compare_board(const G& g, std::uint64_t seed, int times) {
  const typename G::Lines lines(g);
  const LineMap<typename G::Lines> map(lines);
  Board<typename G::Lines> board(map);
  Rng rng(seed);
  for (int n = 0; n < times; ++n) {
    std::array<CellsOf<G>, 4> parts{};
    const std::uint32_t in_rest = rng.below(2) * rng.below(4);
    map.board().for_each([&](int cell) {
      const std::uint32_t k = rng.below(6 + in_rest);
      parts[k < 2 ? k : k < 6 ? 2 : 3].set(cell);
    });
    const int w = static_cast<int>(rng.below(3));
    board.set(parts[0], parts[1], parts[2], static_cast<std::uint32_t>(w));
    const std::uint64_t hash = board.hash();
    std::vector<std::pair<int, int>> played;
    const auto agrees = [&] {
      for (int side = 0; side < 2; ++side)
        for (int missing = 0; missing <= 4; ++missing) {
          std::vector<std::size_t> found;
          board.lines(side, missing).for_each([&](std::size_t k) { found.push_back(k); });
          ASSERT_EQ(found, counted(map, parts, w, side, missing)) << side << " lacks " << missing;
        }
      ASSERT_EQ(board.open(), parts[2]);
    };
    for (int step = 0; step < 12; ++step) {
      ASSERT_NO_FATAL_FAILURE(agrees());
      if (!parts[2].any() || (!played.empty() && rng.below(3) == 0)) {
        if (played.empty()) break;
        const auto [side, cell] = played.back();
        played.pop_back();
        side == 0 ? board.template take_back<0>(cell) : board.template take_back<1>(cell);
        parts[side].reset(cell);
        parts[2].set(cell);
        continue;
      }
      int cell = static_cast<int>(rng.below(CellsOf<G>::kSize));
      while (!parts[2].test(cell)) cell = (cell + 1) % CellsOf<G>::kSize;
      const int side = static_cast<int>(rng.below(2));
      side == 0 ? board.template play<0>(cell) : board.template play<1>(cell);
      parts[2].reset(cell);
      parts[side].set(cell);
      played.emplace_back(side, cell);
      ASSERT_NE(board.hash(), hash);
    }
    for (; !played.empty(); played.pop_back())
      played.back().first == 0 ? board.template take_back<0>(played.back().second)
                               : board.template take_back<1>(played.back().second);
    ASSERT_EQ(board.hash(), hash);
  }
}

TEST(Threats, BoardCountsAsOneDoesByHand) {
  for (const auto& [columns, rows, k] : {std::array{3, 3, 3}, {5, 4, 4}, {6, 6, 5}, {3, 2, 1}})
    ASSERT_NO_FATAL_FAILURE(compare_board(Small(columns, rows, k), 1, 300));
  ASSERT_NO_FATAL_FAILURE(compare_board(qubic::Rules(), 2, 300));
  ASSERT_NO_FATAL_FAILURE(compare_board(mnk::Rules<4>(15, 15, 5), 3, 50));
  ASSERT_NO_FATAL_FAILURE(compare_board(mnk::Rules<6>(19, 19, 6), 4, 20));
  ASSERT_NO_FATAL_FAILURE(compare_board(mnk::Rules<6>(19, 19, 19), 5, 20));
}

// --- wins by forcing ---------------------------------------------------------------------------

// The definition, move by move, with nothing but sets of cells.
template <class G>
bool forces(const typename G::Lines& lines, const CellsOf<G>& mine, const CellsOf<G>& theirs) {
  const auto completing = [&](const CellsOf<G>& own, const CellsOf<G>& others) {
    CellsOf<G> cells{};
    for (const auto& line : lines.all())
      if (!(line & others).any() && (line - own).count() == 1) cells = cells | (line - own);
    return cells;
  };
  if (completing(mine, theirs).any()) return true;
  const auto stop = completing(theirs, mine);
  if (stop.count() > 1) return false;
  bool found = false;
  (stop.any() ? stop : lines.board() - mine - theirs).for_each([&](int cell) {
    if (found) return;
    auto own = mine;
    own.set(cell);
    const auto threats = completing(own, theirs);
    if (!threats.any()) return;
    auto reply = theirs;
    reply.set(threats.first());
    found = threats.count() > 1 || forces<G>(lines, own, reply);
  });
  return found;
}

struct Found {
  int won = 0, not_won = 0, regions = 0;
};

template <class G, class Truth>
void compare_forcing(const G& g, const typename G::State& s, Truth&& truly_wins, Found& found) {
  const typename G::Lines lines(g);
  const LineMap<typename G::Lines> map(lines);
  Board<typename G::Lines> board(map);
  Failures failures(8);
  const Side mover = g.to_move(s);
  const auto mine = lines.stones(s, mover), theirs = lines.stones(s, other(mover));
  const bool expected = forces<G>(lines, mine, theirs);
  board.set(mine, theirs, lines.board() - mine - theirs, 0);
  Forcing<typename G::Lines> forcing(board, failures);
  const std::uint64_t hash = board.hash();
  ASSERT_EQ(forcing.template wins<0>(100'000), expected);
  ASSERT_EQ(board.hash(), hash);
  ++(expected ? found.won : found.not_won);
  if (expected) { ASSERT_TRUE(truly_wins(s)); }
  // The other way round: the side to move defends the board's side 0, and attacks.
  board.set(theirs, mine, lines.board() - mine - theirs, 0);
  ASSERT_EQ(forcing.template wins<1>(100'000), expected);
  // With a budget that is too small it finds nothing or a win.
  board.set(mine, theirs, lines.board() - mine - theirs, 0);
  ASSERT_TRUE(!forcing.template wins<0>(2) || expected);
}

TEST(Threats, ForcedWinsAreThoseOfTheDefinitionAndTrue) {
  Found found;
  for (const auto& [columns, rows, k] : {std::array{3, 3, 2},
                                         {3, 3, 3},
                                         {4, 3, 3},
                                         {4, 4, 3},
                                         {4, 4, 4},
                                         {5, 4, 4},
                                         {5, 3, 1},
                                         {7, 2, 4}}) {
    const Small g(columns, rows, k);
    Rng rng(static_cast<std::uint64_t>(columns + 10 * rows + 100 * k));
    std::array<Wins<Small>, 2> wins = {Wins(g, Side::Max), Wins(g, Side::Min)};
    for (int n = 0; n < 700; ++n) {
      const int cells = columns * rows;
      const auto s = random_position(
          g, static_cast<std::uint32_t>(std::max(0, cells - 11)) + rng.below(8), rng);
      if (cells - static_cast<int>(s.count) > 12) continue;
      SCOPED_TRACE(testing::Message() << columns << "," << rows << "," << k << " " << n);
      ASSERT_NO_FATAL_FAILURE(compare_forcing(
          g, s, [&](const auto& p) { return wins[static_cast<std::size_t>(g.to_move(p))](p); },
          found));
    }
  }
  EXPECT_GT(found.won, 1000);
  EXPECT_GT(found.not_won, 1000);
}

TEST(Threats, ForcedWinsOfQubicAndLargerBoards) {
  Found found;
  Rng rng(5);
  const qubic::Rules cube;
  for (int n = 0; n < 600; ++n) {
    const auto s = random_position(cube, 10 + rng.below(20), rng);
    ASSERT_NO_FATAL_FAILURE(compare_forcing(
        cube, s, [](const auto&) { return true; }, found));
  }
  const mnk::Rules<2> board(9, 9, 5);
  for (int n = 0; n < 200; ++n) {
    const auto s = random_position(board, 20 + rng.below(20), rng);
    ASSERT_NO_FATAL_FAILURE(compare_forcing(
        board, s, [](const auto&) { return true; }, found));
  }
  EXPECT_GT(found.won, 100);
  EXPECT_GT(found.not_won, 100);
}

// --- regions -----------------------------------------------------------------------------------

// Every region that is found is won by the relaxed rules, and covers what it should.
template <class G>
int regions_hold(const G& g, const typename G::State& s, Rng& rng) {
  int found = 0;
  const Side attacker = g.to_move(s);
  const Relaxed<G> r(g, attacker);
  Wins<Relaxed<G>> wins(r, attacker);
  RegionFinder<G> finder(r);
  auto position = r.exact(s);
  if (rng.below(3) == 0) {  // a relaxed one: some cells are given to the defender, or to F
    auto mine = r.attackers(position), theirs = r.defenders(position),
         empty = r.contested(position);
    r.lines().board().for_each([&](int cell) {
      if (rng.below(5) != 0) return;
      empty.reset(cell);
      theirs.reset(cell);
    });
    theirs = theirs - mine;
    position = r.make(mine, theirs, empty, rng.below(3), attacker);
  }
  for (std::uint32_t more = 0; more < 3; ++more) {
    const auto region = finder.find(position, position.elsewhere + more, 1000);
    if (!region) break;
    EXPECT_TRUE(r.valid(region->s));
    EXPECT_TRUE(r.covers(region->s, position));
    EXPECT_TRUE(wins(region->s)) << more;
    auto next = region->s;
    r.play(next, region->move);
    EXPECT_TRUE(wins(next));
    if (more > 0 && r.to_move(position) == attacker) {
      // Wherever the defender has one more stone, but in a contested cell.
      (r.contested(position) - r.contested(region->s)).for_each([&](int cell) {
        auto after = position;
        after.open[0].reset(cell);
        EXPECT_TRUE(r.covers(region->s, after)) << cell;
      });
    }
    ++found;
  }
  return found;
}

TEST(Threats, RegionsAreWonByTheRelaxedRules) {
  int found = 0;
  for (const auto& [columns, rows, k] :
       {std::array{3, 3, 3}, {4, 3, 3}, {4, 4, 3}, {4, 4, 4}, {5, 4, 4}, {5, 3, 3}}) {
    const Small g(columns, rows, k);
    Rng rng(static_cast<std::uint64_t>(columns + 10 * rows + 100 * k));
    for (int n = 0; n < 400; ++n) {
      const auto s = random_position(
          g, static_cast<std::uint32_t>(std::max(0, columns * rows - 11)) + rng.below(8), rng);
      if (columns * rows - static_cast<int>(s.count) > 12) continue;
      SCOPED_TRACE(testing::Message() << columns << "," << rows << "," << k << " " << n);
      found += regions_hold(g, s, rng);
    }
  }
  Rng rng(7);
  for (int n = 0; n < 400; ++n)
    found += regions_hold(qubic::Rules(), late_qubic(rng, 4 + static_cast<int>(rng.below(8))), rng);
  EXPECT_GT(found, 1000);
}

// --- the search on top -------------------------------------------------------------------------

search::Design small_design() {
  search::Design design;
  design.table_bytes = std::size_t{1} << 20;
  design.memory = std::size_t{64} << 20;
  return design;
}

// Bounds are true whatever is asked, and a win is found if there is one and time enough.
TEST(Threats, AttackMachineFindsTheWinsThereAre) {
  int won = 0, given_up = 0;
  for (const auto& [columns, rows, k] : {std::array{3, 3, 3}, {4, 3, 3}, {4, 4, 3}, {4, 4, 4}}) {
    const Small g(columns, rows, k);
    const auto design = small_design();
    AttackMachine<Small> machine(g, design);
    Rng rng(static_cast<std::uint64_t>(columns + 10 * rows + 100 * k));
    std::array<Wins<Small>, 2> wins = {Wins(g, Side::Max), Wins(g, Side::Min)};
    for (int n = 0; n < 150; ++n) {
      const auto s = random_position(g, 4 + rng.below(6), rng);
      const std::uint32_t asked = rng.below(3);
      const search::Window window = asked == 0   ? search::Window{0, 2}
                                    : asked == 1 ? search::Window{0, 1}
                                                 : search::Window{1, 2};
      machine.start(erase_state(s), window);
      while (machine.step(1 + rng.below(2000)) != search::SliceResult::Done) {}
      const Bounds b = machine.bounds();
      const bool max = asked != 1 && wins[0](s), min = asked != 2 && wins[1](s);
      ASSERT_EQ(b.pess == 2, max);
      ASSERT_EQ(b.opti == 0, min);
      won += max || min;
      given_up += !(max || min);
      if (!(max || min) || g.bounds(s).closed()) continue;
      const auto best = machine.best();
      ASSERT_TRUE(best || g.to_move(s) == (max ? Side::Min : Side::Max));
      if (!best) continue;
      auto next = s;
      g.play(next, restore_move<Small::Move>(*best));
      ASSERT_EQ(wins[0](next), wins[0](s));
      ASSERT_EQ(wins[1](next), wins[1](s));
    }
  }
  EXPECT_GT(won, 100);
  EXPECT_GT(given_up, 30);
}

// Where slices end changes nothing.
TEST(Threats, AttackMachineCountsTheSameInAnySlices) {
  const qubic::Rules g;
  Rng rng(11);
  int answered = 0;
  for (int n = 0; n < 12; ++n) {
    const auto s = random_position(g, 9, rng);
    const auto run = [&](std::uint32_t most) {
      AttackMachine<qubic::Rules> machine(g, small_design());
      machine.start(erase_state(s), {0, 2});
      auto result = search::SliceResult::Running;
      while (result != search::SliceResult::Done && machine.statistics().created < 300'000)
        result = machine.step(std::min<std::uint64_t>(most == 0 ? 300'000 : 100 + rng.below(most),
                                                      300'000 - machine.statistics().created));
      answered += result == search::SliceResult::Done;
      return std::pair{machine.statistics().created, machine.statistics().expanded};
    };
    const auto whole = run(0), pieces = run(3000);
    EXPECT_TRUE(whole.first > 299'000 || whole == pieces) << n;
  }
  EXPECT_GT(answered, 6);
}

}  // namespace
}  // namespace solvent::threats
