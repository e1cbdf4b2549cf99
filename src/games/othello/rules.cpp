#include "games/othello/rules.hpp"

#include <utility>

namespace solvent::othello {

Rules::Rules(int columns, int rows, Scale::Kind kind)
    : columns_(columns),
      rows_(rows),
      first_((8 - rows) / 2 * 8 + (8 - columns) / 2),
      scale_(kind == Scale::Kind::Score ? Scale::scores(-cells(), cells(), 2)
                                        : Scale::win_draw_loss()) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) board_ |= Board{1} << square(column, row);
}

Rules::State Rules::canonical(const State& s) const {
  State least = s;
  const auto look_at = [&](Pair p) {
    if (p[0] < least.own || (p[0] == least.own && p[1] < least.opp)) {
      least.own = p[0];
      least.opp = p[1];
    }
  };
  const Pair plain{s.own, s.opp}, mirrored = columns_mirrored(plain);
  for (const Pair& p : {plain, mirrored, rows_mirrored(plain), rows_mirrored(mirrored)}) {
    look_at(p);
    if (columns_ == rows_) look_at(transposed(p));
  }
  return least;
}

}  // namespace solvent::othello
