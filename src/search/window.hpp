// Windows: what of a value is asked.
#pragma once

#include "game/statement.hpp"
#include "solvent/outcome.hpp"

namespace solvent::search {

// The question put to a machine, on the scale's ranks: values of alpha or less, and of beta or
// more, need not be told apart. {0, best} asks for the exact value, {v-1, v} whether it is at least
// v.
struct Window {
  Outcome alpha, beta;

  // Is the value above this rank?
  static constexpr Window of_cut(int cut) {
    return {static_cast<Outcome>(cut), static_cast<Outcome>(cut + 1)};
  }
  // Does it hold? A statement that an end of the scale makes trivial has no such question.
  static constexpr Window of(Statement statement) { return of_cut(statement.cut()); }

  friend constexpr bool operator==(Window, Window) = default;
  constexpr bool null() const { return alpha + 1 == beta; }
  constexpr bool answered_by(Bounds b) const {
    return b.pess >= beta || b.opti <= alpha || b.closed();
  }
};

}  // namespace solvent::search
