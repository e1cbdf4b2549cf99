#include "game/boards.hpp"

namespace solvent::connect4 {

const Boards& boards() {
  static const Boards kBoards{
      .small = {{"connect4:3x3", "score"},
                {"connect4:4x4", "wld", "11221122"},
                {"connect4:4x4", "score", "112211"},
                {"connect4:17x3", "score",
                 "O.X.XOXX.OOOX.XX./O.XXXOOXOXXXOXOOO/OXOOOXXXOXXOXOOOX"}},
      .late = {{"connect4:4x4", "score", 9},
               {"connect4:5x5", "score", 9},
               {"connect4:5x4", "wld", 9},
               {"connect4:7x6", "score", 7},
               {"connect4:10x7", "score", 5}},
      .variants = {"connect4", "connect4:4x4", "connect4:3x5", "connect4:12x8", "connect4:40x2"},
  };
  return kBoards;
}

}  // namespace solvent::connect4
