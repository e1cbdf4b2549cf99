#include <algorithm>

#include "experiments/allis/searches.hpp"
#include "games/awari/engines_allis1994.hpp"

namespace solvent::experiments {

Result<AllisPns> allis_pns(const mancala::Board& board, const awari::Allis1994::Lookup& lookup,
                           std::size_t memory, const AllisLimits& limits) {
  constexpr std::uint64_t kSlice = 1 << 18;
  using search::Progress;
  const awari::Rules rules(Scale::Kind::Score);
  const auto pns = awari::make_allis_search(rules, lookup, memory);
  pns->start(erase_state(board), {0, rules.scale().best()});
  search::Statistics s;
  Progress progress = Progress::Running;
  while (progress == Progress::Running && s.created < limits.nodes && !limits.stopped()) {
    progress = pns->step(std::min(kSlice, limits.nodes - s.created));
    s = pns->statistics();
  }
  if (progress == Progress::OutOfMemory) return Error{"a tree does not fit the memory"};
  AllisPns found{{}, s.created, s.largest_search, s.largest};
  if (progress == Progress::Done) found.value = rules.for_mover(board, pns->bounds().pess);
  return found;
}

}  // namespace solvent::experiments
