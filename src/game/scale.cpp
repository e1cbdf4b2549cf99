#include <algorithm>

#include "solvent/outcome.hpp"
#include "solvent/require.hpp"

namespace solvent {

Scale Scale::win_draw_loss() { return {Kind::WinDrawLoss, {-1, 0, 1}}; }

Scale Scale::scores(int low, int high, int step) {
  std::vector<int> values;
  for (int v = low; v <= high; v += step) values.push_back(v);
  return of_values(std::move(values));
}

Scale Scale::of_values(std::vector<int> ascending) {
  const bool fits = !ascending.empty() && ascending.size() <= kMaxOutcomes;
  const bool sorted = std::adjacent_find(ascending.begin(), ascending.end(),
                                         std::greater_equal<>()) == ascending.end();
  require(fits && sorted, "a scale has 1 to 256 outcomes in rising order");
  return {Kind::Score, std::move(ascending)};
}

std::optional<Outcome> Scale::rank_of(int value) const {
  const int rank = rank_at_least(value);
  if (rank == size() || values_[rank] != value) return std::nullopt;
  return static_cast<Outcome>(rank);
}

int Scale::rank_at_least(int value) const {
  return static_cast<int>(std::lower_bound(values_.begin(), values_.end(), value) -
                          values_.begin());
}

}  // namespace solvent
