#include "game/boards.hpp"

namespace solvent::kalah {

const Boards& boards() {
  static const Boards kBoards{
      .small = {{"kalah:2,2", "score"}, {"kalah:3,1", "wld"}},
      .late = {{"kalah:2,3", "score", 30},
               {"kalah:4,2", "wld", 12},
               {"kalah:6,2,empty-capture", "score", 8}},
      .variants = {"kalah", "kalah:1,1", "kalah:3,2", "kalah:6,12", "kalah:3,3,empty-capture"},
  };
  return kBoards;
}

}  // namespace solvent::kalah
