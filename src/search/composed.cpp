#include "search/composed.hpp"

#include <algorithm>

#include "search/staged.hpp"
#include "search/team.hpp"
#include "search/two_valued.hpp"

namespace solvent::search {

// The first has a small table; what is left is the second's.
std::unique_ptr<Machine> make_staged(
    const Design& design, const std::function<std::unique_ptr<Machine>(const Design&)>& make) {
  constexpr std::size_t kFirstTable = std::size_t{64} << 20;
  Design first = design, rest = design;
  first.first.reset();
  first.attack = false;
  rest.first.reset();
  first.algorithm = design.first->algorithm;
  first.memory = design.memory / 4;
  first.table_bytes = std::min(design.table_bytes, std::min(kFirstTable, first.memory / 2));
  rest.memory -= first.memory;
  rest.table_bytes = std::min(design.table_bytes, rest.memory / 4 * 3);
  return std::make_unique<Staged>(make(first), design.first->nodes, make(rest));
}

std::unique_ptr<Machine> make_after(std::unique_ptr<Machine> first,
                                    std::unique_ptr<Machine> second) {
  return std::make_unique<Staged>(std::move(first), Slice::kEndless, std::move(second));
}

std::unique_ptr<Machine> make_team(
    const std::function<std::unique_ptr<Machine>(const TableHandle&)>& make, const Design& design) {
  return std::make_unique<Team>(make, design.threads, design.alone, design.pool);
}

std::unique_ptr<Machine> make_two_valued(const Scale& scale,
                                         std::function<Side(const AnyState&)> to_move,
                                         Driver driver, std::unique_ptr<Machine> machine) {
  return std::make_unique<TwoValued>(scale, std::move(to_move), driver, std::move(machine));
}

}  // namespace solvent::search
