#include "games/qubic/rules.hpp"

#include <algorithm>

namespace solvent::qubic {

using detail::exchange;
using detail::exchange_coordinates;
using detail::flip;

Board Rules::ordered(Board w, int order) {
  // Every order of three coordinates: a rotation (0-2), then perhaps one exchange.
  for (int k = 0; k < order % 3; ++k) w = exchange_coordinates(exchange_coordinates(w, 0, 1), 1, 2);
  if (order / 3 % 2 != 0) w = exchange_coordinates(w, 0, 1);
  // Places 1 and 2 of every coordinate: 01 <-> 10.
  if (order >= 6) w = exchange(exchange(exchange(w, 0, 1), 2, 3), 4, 5);
  return w;
}

Board Rules::turned(Board w, int turn) {
  if (turn < 3) return flip(flip(w, 2 * turn), 2 * turn + 1);  // place v becomes 3 - v
  return flip(flip(flip(w, 0), 2), 4);                         // 0 <-> 1 and 2 <-> 3, everywhere
}

Board Rules::image(Board w, int k) {
  w = ordered(w, k / 16);
  for (int turn = 0; turn < 4; ++turn)
    if ((k >> turn & 1) != 0) w = turned(w, turn);
  return w;
}

// Walks through the images of X's stones, one turn from each to the next (Gray's code), and looks
// at O's only where X's are not larger already.
Rules::Key Rules::least_image(const Key& stones) {
  Key least = stones;
  for (int order = 0; order < 12; ++order) {
    Board x = ordered(stones[0], order);
    for (unsigned n = 0; n < 16; ++n) {
      if (n > 0) x = turned(x, std::countr_zero(n));
      if (x > least[0]) continue;
      const int turns = static_cast<int>(n ^ n >> 1);
      least = std::min(least, {x, image(stones[1], 16 * order + turns)});
    }
  }
  return least;
}

}  // namespace solvent::qubic
