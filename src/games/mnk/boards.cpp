#include "game/boards.hpp"

namespace solvent::mnk {

const Boards& boards() {
  static const Boards kBoards{
      .small = {{"mnk", "wld"}, {"mnk:4,3,3", "wld", "a2 b2 c2"}},
      .late = {{"mnk:3,3,3", "wld", 9},
               {"mnk:4,4,3", "wld", 7},
               {"mnk:5,4,4", "wld", 7},
               {"gomoku", "wld", 3}},
      .variants = {"mnk", "mnk:4,3,3", "gomoku", "mnk:9,7,4", "mnk:19,19,5", "mnk:2,1,1"},
  };
  return kBoards;
}

}  // namespace solvent::mnk
