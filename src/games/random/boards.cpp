#include "game/boards.hpp"

namespace solvent::random {

const Boards& boards() {
  static const Boards kBoards{
      .small = {{"random:b=3,d=5,outcomes=7,seed=3", "score"},
                {"pgame:b=2,d=6,edge=9,seed=4", "score"}},
      .late = {{"random:b=3,d=6,outcomes=4,seed=7", "score", 6},
               {"pgame:b=3,d=6,seed=5", "wld", 6}},
      .variants = {"random", "pgame", "random:b=1,d=60,outcomes=256",
                   "pgame:b=40,d=3,edge=1000000,seed=7", "random:d=0"},
  };
  return kBoards;
}

}  // namespace solvent::random
