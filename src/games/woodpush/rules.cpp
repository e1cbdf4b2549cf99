#include "games/woodpush/rules.hpp"

namespace solvent::woodpush {

namespace {
// At best all pieces stand at the rear, with every other cell ahead of them.
int best_placing(int cells, int pieces, Scoring scoring) {
  return scoring == Scoring::Pieces ? pieces : pieces * (cells - pieces + 1);
}
Scale scale_of(int top, Scale::Kind kind) {
  return kind == Scale::Kind::Score ? Scale::scores(-top, top) : Scale::win_draw_loss();
}
}  // namespace

// The most pieces give the highest score, because 2 * pieces <= cells.
Rules::Rules(int cells, int pieces, Scoring scoring, Scale::Kind kind)
    : cells_(cells),
      pieces_(pieces),
      scoring_(scoring),
      strip_((1u << (cells + 1)) - 2),
      scale_(scale_of(best_placing(cells, pieces, scoring), kind)) {
  for (int n = 0; n <= pieces; ++n) most_[n] = best_placing(cells, n, scoring);
}

}  // namespace solvent::woodpush
