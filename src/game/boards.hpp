// Boards of a game for the tests and fuzz targets, which take them from the boards.cpp of its
// folder:
//   const Boards& boards();
// No program links them.
#pragma once

#include <string>
#include <vector>

#include "base/rng.hpp"
#include "game/any_game.hpp"

namespace solvent {

struct Boards {
  // To be searched whole: values are computed by definition, proofs are written, checked and
  // forged. A few thousand positions at most.
  struct Small {
    std::string game, outcomes;
    std::string position = {};  // none: the start
  };
  // To be searched by everything, from positions a few plies before the end of random games.
  struct Late {
    std::string game, outcomes;
    std::uint32_t plies;  // at most so many
    // Draws a small position where random games would end too late.
    AnyState (*draw)(const AnyGame& game, Rng& rng) = nullptr;
  };
  std::vector<Small> small;
  std::vector<Late> late;
  // The usual board, tiny and large ones, and every variant of the rules: what is read and played.
  std::vector<std::string> variants;
};

// Those of every folder; the list is written by CMake (src/games/boards.cpp.in).
struct FolderBoards {
  std::string folder;
  const Boards* boards;
};
const std::vector<FolderBoards>& all_boards();

}  // namespace solvent
