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
    // With nothing but the contested cells of the win he wins too, and needs no others.
    board.set(mine, theirs, win->cells, 0);
    const auto again = OrderTwo<Lines>(board, memory).find(0, 100'000);
    if (again) { EXPECT_FALSE((again->cells - win->cells).any()); }
  }
  ASSERT_EQ(tried.size(), 200);
  std::sort(tried.begin(), tried.end());
  std::sort(times.begin(), times.end());
  std::cout << "moves tried: median " << tried[100] << ", most " << tried.back()
            << "; microseconds: median " << times[100] << ", most " << times.back() << '\n';
  EXPECT_LT(tried[100], 1000);
}

}  // namespace
}  // namespace solvent::threats
