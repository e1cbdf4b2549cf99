#include "play/player.hpp"

#include <algorithm>

namespace solvent::play {

using search::Progress;

std::vector<std::string> grounds(const AnyGame& game, const AnyState& s, Bounds known,
                                 bool database) {
  if (known == game.bounds(s)) return {"rules"};
  if (database) return {"search", "database"};
  return {"search"};
}

bool think(search::Machine& machine, const AnyState& s, search::Window window,
           Allowance& allowance) {
  machine.start(s, window);
  Alarm alarm(allowance.stop(), allowance.seconds_left());
  Progress progress = machine.step({0, &alarm});
  std::uint64_t counted = 0;
  while (progress == Progress::Running) {
    if (allowance.over()) return false;
    progress = machine.step({std::min(allowance.nodes_left(), search::Slice::kEndless), &alarm});
    const std::uint64_t created = machine.statistics().created;
    allowance.spend(created - counted);
    counted = created;
  }
  return progress == Progress::Done;
}

search::Window reaches(Side side, Outcome least) {
  if (side == Side::Max) return {static_cast<Outcome>(least - 1), least};
  return {least, static_cast<Outcome>(least + 1)};
}

}  // namespace solvent::play
