#include "game/boards.hpp"

namespace solvent::qubic {

const Boards& boards() {
  static const Boards kBoards{
      .small =
          {{"qubic", "wld",
            "OXOO/XXXO/XOOX/X.X.|XXXO/O.X./XOXO/XOOX|OOOX/OXOO/XXOX/OOXX|XXOO/.O.O/OXOX/.XO."}},
      .late = {{"qubic", "wld", 4}},
      .variants = {"qubic"},
  };
  return kBoards;
}

}  // namespace solvent::qubic
