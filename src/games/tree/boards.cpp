#include "game/boards.hpp"

namespace solvent::tree {

// None: trees come from files, and in every test random graphs stand for them.
const Boards& boards() {
  static const Boards kBoards;
  return kBoards;
}

}  // namespace solvent::tree
