// The value that probabilities point to: an estimate, never a proof.
#pragma once

#include <cmath>
#include <optional>
#include <type_traits>

#include "solvent/outcome.hpp"

namespace solvent::search {

// The one between the open cuts that seem to hold and those that do not, once each is within `rate`
// of certainty; `cell_of(cut)` are the root's. Only probabilities are asked.
template <class CellOf>
std::optional<Outcome> estimated_value(int alpha, int beta, double rate, CellOf&& cell_of) {
  using Cell = std::decay_t<decltype(cell_of(alpha))>;
  if constexpr (requires(Cell c) { c.log_p; }) {
    const auto limit = static_cast<float>(std::log(rate));
    int value = alpha;
    for (int cut = alpha; cut < beta; ++cut) {
      const Cell c = cell_of(cut);
      const bool above = c.log_q <= limit;
      if (above ? value != cut : c.log_p > limit) return std::nullopt;
      value += above;
    }
    return static_cast<Outcome>(value);
  } else {
    return (void)beta, (void)rate, std::nullopt;
  }
}

}  // namespace solvent::search
