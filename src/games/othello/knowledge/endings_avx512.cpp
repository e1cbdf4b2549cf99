// Compiled for machines with AVX-512: see src/CMakeLists.txt.
#include "games/othello/knowledge/endings.hpp"

namespace solvent::othello {

int ending_avx512(Board board, Board own, Board opp, int alpha, int beta, MetEnding* met,
                  std::uint64_t& nodes) {
  return solve_ending(board, own, opp, alpha, beta, met, nodes);
}

}  // namespace solvent::othello
