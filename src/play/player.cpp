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
  constexpr std::uint64_t kLongestSlice = 1 << 14;  // about a millisecond
  machine.start(s, window);
  Progress progress = machine.step(0);
  std::uint64_t counted = 0;
  for (std::uint64_t slice = 256; progress == Progress::Running || progress == Progress::TooFew;
       slice = std::min(2 * slice, kLongestSlice)) {
    if (allowance.over()) return false;
    const std::uint64_t nodes = std::min(slice, allowance.nodes_left());
    progress = machine.step(nodes);
    const std::uint64_t created = machine.statistics().created;
    allowance.spend(created - counted);
    counted = created;
    if (progress == Progress::TooFew && nodes < slice) return false;
  }
  return progress == Progress::Done;
}

search::Window reaches(Side side, Outcome least) {
  if (side == Side::Max) return {static_cast<Outcome>(least - 1), least};
  return {least, static_cast<Outcome>(least + 1)};
}

}  // namespace solvent::play
