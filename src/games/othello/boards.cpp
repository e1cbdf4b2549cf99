#include "game/boards.hpp"

namespace solvent::othello {

const Boards& boards() {
  static const Boards kBoards{
      .small = {{"othello:4", "score", "X----XXO-OX--OXX O"},
                {"othello:4", "wld", "--O-XXO-XXO-X--- X"}},
      .late = {{"othello:4", "score", 8},
               {"othello:8", "score", 6},
               {"othello:6", "wld", 6},
               {"othello:4x6", "score", 7}},
      .variants = {"othello", "othello:4", "othello:6", "othello:6x4"},
  };
  return kBoards;
}

}  // namespace solvent::othello
