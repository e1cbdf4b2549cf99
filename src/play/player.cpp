#include "play/player.hpp"

namespace solvent::play {

std::vector<std::string> grounds(const AnyGame& game, const AnyState& s, Bounds known,
                                 bool database) {
  if (known == game.bounds(s)) return {"rules"};
  if (database) return {"search", "database"};
  return {"search"};
}

bool think(search::Machine& machine, const AnyState& s, search::Window window,
           Allowance& allowance) {
  machine.start(s, window);
  return allowance.run(machine) == Status::Solved;
}

}  // namespace solvent::play
