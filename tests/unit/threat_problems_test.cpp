// Positions of Gomoku with a win by threats (tests/threats/problems.txt, made by
// bench/threat_problems.cpp): all are found, by few moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "games/mnk/lines.hpp"
#include "games/mnk/text.hpp"
#include "threats/order_two.hpp"

namespace solvent::threats {
namespace {

using G = mnk::Rules<4>;
using Lines = mnk::Lines<4>;

TEST(ThreatProblems, AllAreFound) {
  const G g(15, 15, 5);
  const Lines lines(g);
  const LineMap<Lines> map(lines);
  Board<Lines> board(map);
  std::ifstream file(SOLVENT_SOURCE_DIR "/tests/threats/problems.txt");
  std::string text;
  int plies = 0;
  std::vector<std::uint64_t> tried;
  std::vector<double> times;
  while (file >> text >> plies) {
    SCOPED_TRACE(text);
    const auto s = mnk::Text<4>::parse(g, text);
    ASSERT_TRUE(s.ok());
    const auto mine = lines.stones(s.value(), g.to_move(s.value())),
               theirs = lines.stones(s.value(), other(g.to_move(s.value())));
    OrderTwo<Lines>::Memory memory;  // no problem helps another
    const auto begin = std::chrono::steady_clock::now();
    board.set(mine, theirs, lines.board() - mine - theirs, 0);
    OrderTwo<Lines> search(board, memory);
    const auto win = search.find(0, 100'000);
    times.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
            .count());
    tried.push_back(search.tried());
    ASSERT_TRUE(win);
    EXPECT_GE(plies, 5);
    EXPECT_LE(plies, 25);
  }
  ASSERT_EQ(tried.size(), 200);
  std::sort(tried.begin(), tried.end());
  std::sort(times.begin(), times.end());
  std::cout << "moves tried: median " << tried[100] << ", most " << tried.back()
            << "; microseconds: median " << times[100] << ", most " << times.back() << '\n';
  EXPECT_LT(tried[100], 1000);
}

// The attacker plays the moves that are found; the defender answers among the cells that matter.
TEST(ThreatProblems, WinsCanBePlayed) {
  const G g(15, 15, 5);
  const Lines lines(g);
  const LineMap<Lines> map(lines);
  Board<Lines> board(map);
  std::ifstream file(SOLVENT_SOURCE_DIR "/tests/threats/problems.txt");
  std::string text;
  int plies = 0, played = 0;
  Rng rng(1);
  while (file >> text >> plies) {
    SCOPED_TRACE(text);
    auto s = mnk::Text<4>::parse(g, text).value();
    const Side attacker = g.to_move(s);
    while (!g.ended(s)) {
      const auto mine = lines.stones(s, attacker), theirs = lines.stones(s, other(attacker));
      const auto empty = lines.board() - mine - theirs;
      if (g.to_move(s) == attacker) {
        OrderTwo<Lines>::Memory memory;
        board.set(mine, theirs, empty, 0);
        const auto win = OrderTwo<Lines>(board, memory).find(0, 200'000);
        ASSERT_TRUE(win);
        g.play(s, static_cast<G::Move>(win->move));
        continue;
      }
      // He completes a line or stops one if he can, else any cell near the stones of the attacker.
      auto cells = lines.completing(theirs, empty);
      if (!cells.any()) cells = lines.completing(mine, empty);
      if (!cells.any()) {
        mine.for_each([&](int cell) { cells = cells | map.seen(cell); });
        cells = cells & empty;
      }
      for (auto skip = rng.below(static_cast<std::uint32_t>(cells.count())); skip > 0; --skip)
        cells.reset(cells.first());
      g.play(s, static_cast<G::Move>(cells.first()));
    }
    const Bounds b = g.bounds(s);
    ASSERT_EQ(b.pess, attacker == Side::Max ? g.scale().best() : 0);
    ASSERT_TRUE(b.closed());
    ++played;
  }
  EXPECT_EQ(played, 200);
}

}  // namespace
}  // namespace solvent::threats
