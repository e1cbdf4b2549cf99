#include "games/kalah/rules.hpp"

namespace solvent::kalah {

Rules::Rules(const Variant& variant, Scale::Kind kind)
    : variant_(variant),
      total_(2 * variant.pits * variant.stones),
      scale_(kind == Scale::Kind::Score ? Scale::scores(-total_, total_, 2)
                                        : Scale::win_draw_loss()) {
  const int pits = variant.pits, lap = 2 * pits + 1;  // own pits, own store, the other's pits
  for (int k = 0; k < pits; ++k) {
    initial_.row[0] |= mancala::placed(k, variant.stones);
    initial_.row[1] |= mancala::placed(k, variant.stones);
  }
  for (int from = 0; from < pits; ++from)
    for (int count = 1; count <= total_; ++count) {
      Sowing& sowing = sowings_[from][count];
      sowing.own -= mancala::placed(from, count);
      int at = from;
      for (int k = 0; k < count; ++k) {
        at = (at + 1) % lap;
        if (at > pits)
          sowing.enemy += mancala::placed(at - pits - 1, 1);
        else
          sowing.own += mancala::placed(at == pits ? kStore : at, 1);
      }
      sowing.last = at > pits ? kEnemy : at == pits ? kStore : at;
    }
}

}  // namespace solvent::kalah
