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
  for (int k = 1; k < kSymmetries; ++k) {
    const State t = transform(s, k);
    if (std::pair(t.own, t.opp) < std::pair(least.own, least.opp)) least = t;
  }
  return least;
}

}  // namespace solvent::othello
