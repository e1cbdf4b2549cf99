#include "games/othello/rules.hpp"

#include <utility>

namespace solvent::othello {

Rules::Rules(int size, Scale::Kind kind)
    : size_(size),
      first_((8 - size) / 2 * 9),
      scale_(kind == Scale::Kind::Score ? Scale::scores(-size * size, size * size, 2)
                                        : Scale::win_draw_loss()) {
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) board_ |= Board{1} << square(column, row);
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
    look_at(transposed(p));
  }
  return least;
}

}  // namespace solvent::othello
