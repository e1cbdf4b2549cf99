#include "game/boards.hpp"

namespace solvent::woodpush {

const Boards& boards() {
  static const Boards kBoards{
      .small = {{"woodpush:4,2", "score"}, {"woodpush:5,2", "wld"}},
      .late = {{"woodpush:5,2", "score", 30}, {"woodpush:5,2,ko=super", "score", 12}},
      .variants = {"woodpush", "woodpush:6,3,ko=super", "woodpush:4,2",
                   "woodpush:20,10,score=pieces", "woodpush:8,3,ko=super,score=pieces"},
  };
  return kBoards;
}

}  // namespace solvent::woodpush
