#include "experiments/allis/searches.hpp"
#include "games/awari/engines_allis1994.hpp"
#include "search/allowance.hpp"

namespace solvent::experiments {

Result<AllisPns> allis_pns(const mancala::Board& board, const awari::Allis1994::Lookup& lookup,
                           std::size_t memory, const AllisLimits& limits) {
  const awari::Rules rules(Scale::Kind::Score);
  const auto pns = awari::make_allis_search(rules, lookup, memory);
  pns->start(erase_state(board), {0, rules.scale().best()});
  const Status status = search::Allowance({limits.nodes, {}}, limits.stop).run(*pns);
  if (status == Status::MemoryLimit) return Error{"a tree does not fit the memory"};
  const search::Statistics s = pns->statistics();
  AllisPns found{{}, s.created, s.largest_search, s.largest};
  if (status == Status::Solved) found.value = rules.for_mover(board, pns->bounds().pess);
  return found;
}

}  // namespace solvent::experiments
