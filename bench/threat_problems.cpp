// Prints random positions of Gomoku that the side to move wins by threats in 5 to 25 plies: the
// cells played in turn, and the plies of the win that was found. tests/threats/problems.txt is its
// output.
//
//   threat_problems [COUNT [SEED]]      200 positions from seed 1, unless told otherwise
#include <fmt/format.h>

#include <cstdlib>

#include "base/rng.hpp"
#include "games/mnk/lines.hpp"
#include "games/mnk/text.hpp"
#include "threats/order_two.hpp"

namespace {

using namespace solvent;
using G = mnk::Rules<4>;
using Lines = mnk::Lines<4>;

struct Problem {
  G::State s;
  std::string moves;
};

// Stones of both sides near each other, somewhere in the middle.
Problem random_problem(const G& g, Rng& rng) {
  Problem p{g.initial(), ""};
  constexpr int kSide = 15;
  const auto taken = [&](int column, int row) {
    if (column < 0 || row < 0 || column >= kSide || row >= kSide) return false;
    return (p.s.stones[0] | p.s.stones[1]).test(g.cell(column, row));
  };
  for (std::uint32_t left = 8 + rng.below(20); left > 0 && !g.ended(p.s);) {
    const int column = static_cast<int>(rng.below(kSide)), row = static_cast<int>(rng.below(kSide));
    bool near = p.s.count == 0 && std::abs(column - 7) <= 2 && std::abs(row - 7) <= 2;
    for (int c = column - 1; c <= column + 1; ++c)
      for (int r = row - 1; r <= row + 1; ++r) near = near || taken(c, r);
    if (!near || taken(column, row)) continue;
    const auto move = static_cast<G::Move>(g.cell(column, row));
    p.moves += mnk::Text<4>::move(g, p.s, move);
    g.play(p.s, move);
    --left;
  }
  return p;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 200;
  Rng rng(argc > 2 ? static_cast<std::uint64_t>(std::atoll(argv[2])) : 1);
  const G g(15, 15, 5);
  const Lines lines(g);
  const threats::LineMap<Lines> map(lines);
  threats::Board<Lines> board(map);
  threats::OrderTwo<Lines>::Memory memory;
  for (int found = 0; found < count;) {
    const Problem p = random_problem(g, rng);
    if (g.ended(p.s)) continue;
    const auto mine = lines.stones(p.s, g.to_move(p.s)),
               theirs = lines.stones(p.s, other(g.to_move(p.s)));
    board.set(mine, theirs, lines.board() - mine - theirs, 0);
    const auto win = threats::OrderTwo<Lines>(board, memory).find(0, 100'000);
    if (!win || win->plies < 5 || win->plies > 25) continue;
    // Most of them are to need more than moves that force.
    const bool forced = threats::Forcing<Lines>(board, memory.forced).wins<0>(100'000);
    if (forced != (found % 4 == 0)) continue;
    fmt::print("{} {}\n", p.moves, win->plies);
    ++found;
  }
}
