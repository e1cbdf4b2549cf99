#include "games/awari/rules.hpp"

namespace solvent::awari {

namespace {

constexpr Sowings all_sowings() {
  Sowings all{};
  for (int from = 0; from < kPitsEach; ++from)
    for (int count = 1; count <= kStones; ++count) {
      Sowing& sowing = all[from][count];
      sowing.own -= mancala::placed(from, count);
      int at = from;
      for (int k = 0; k < count; ++k) {
        at = (at + 1) % (2 * kPitsEach);
        if (at == from) at = (at + 1) % (2 * kPitsEach);
        if (at < kPitsEach)
          sowing.own += mancala::placed(at, 1);
        else
          sowing.enemy += mancala::placed(at - kPitsEach, 1);
      }
      sowing.last = at < kPitsEach ? -1 : at - kPitsEach;
    }
  return all;
}

constexpr Binomials all_binomials() {
  Binomials all{};
  for (std::size_t n = 0; n < all.size(); ++n) {
    all[n][0] = 1;
    for (std::size_t k = 1; k <= n && k < all[n].size(); ++k)
      all[n][k] = all[n - 1][k - 1] + all[n - 1][k];
  }
  return all;
}

}  // namespace

constinit const Sowings kSowings = all_sowings();
constinit const Binomials kChoose = all_binomials();

Rules::Rules(Scale::Kind kind)
    : wld_(kind == Scale::Kind::WinDrawLoss),
      scale_(wld_ ? Scale::win_draw_loss() : Scale::scores(-kStones, kStones)) {}

Rules::State Rules::unindex(int slice, std::uint64_t index) const {
  State s{};
  int after = slice + 2 * kPitsEach - 1;  // the bar behind the pit, an imagined one behind the last
  for (int k = 2 * kPitsEach - 1; k >= 0; --k) {
    int bar = k == 0 ? -1 : after - 1;  // the bar before the pit
    while (k > 0 && kChoose[bar][k] > index) --bar;
    if (k > 0) index -= kChoose[bar][k];
    s.row[k / kPitsEach] |= mancala::placed(k % kPitsEach, after - bar - 1);
    after = bar;
  }
  return s;
}

}  // namespace solvent::awari
