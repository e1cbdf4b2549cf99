// Which outcomes does the question tell apart? The window of a search, in ranks for Max, from
// numbers for the side to move.
#include <algorithm>

#include "session/options.hpp"
#include "session/plan.hpp"

namespace solvent::session {

namespace {

std::string scale_text(const AnyGame& game, Side side) {
  const Scale& scale = game.scale();
  const int a = scale.for_side(side, 0), b = scale.for_side(side, scale.best());
  return fmt::format("{}..{}", std::min(a, b), std::max(a, b));
}

}  // namespace

Result<Asked> make_window(const AnyGame& game, Side to_move, const Options& options) {
  const Scale& scale = game.scale();
  // On Max's scale: the least rank that is good enough for Max, or the greatest for Min.
  const auto threshold = [&](int value) {
    return to_move == Side::Max ? scale.rank_at_least(value) : scale.rank_at_least(1 - value) - 1;
  };
  if (options.at_least) {
    const int rank = threshold(*options.at_least);
    const bool max = to_move == Side::Max;
    const bool always = max ? rank == 0 : rank == scale.best();
    const bool never = max ? rank == scale.size() : rank < 0;
    if (always || never) return Asked{{0, scale.best()}, always};
    const int low = max ? rank - 1 : rank;
    return Asked{{static_cast<Outcome>(low), static_cast<Outcome>(low + 1)}, std::nullopt};
  }
  if (options.range) {
    const auto [low, high] = *options.range;
    const auto a = scale.rank_of(to_move == Side::Max ? low : -high);
    const auto b = scale.rank_of(to_move == Side::Max ? high : -low);
    if (low >= high) return say("{range} {}..{}: the first must be less", low, high);
    if (!a || !b)
      return say("{range} {}..{}: both ends must be outcomes of the game, which has {}", low, high,
                 scale_text(game, to_move));
    return Asked{{*a, *b}, std::nullopt};
  }
  return Asked{{0, scale.best()}, std::nullopt};
}

}  // namespace solvent::session
