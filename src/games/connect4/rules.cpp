#include "games/connect4/rules.hpp"

namespace solvent::connect4 {

namespace {
// Nobody wins before the seventh stone, with six on the board.
int best_score(int cells) { return std::max(0, (cells + 1 - 6) / 2); }
// On fewer than four columns only the vertical counts, and the others' shifts could leave the word.
std::array<int, 4> steps(int columns, int rows) {
  if (columns < 4) return {1, 1, 1, 1};
  return {1, rows + 1, rows, rows + 2};
}
}  // namespace

template <class Word>
Rules<Word>::Rules(int columns, int rows, Scale::Kind kind)
    : columns_(columns),
      rows_(rows),
      top_score_(best_score(columns * rows)),
      directions_(steps(columns, rows)),
      column_bits_((((Word{1} << rows) - 1) << 1) | 1),
      scale_(kind == Scale::Kind::Score ? Scale::scores(-top_score_, top_score_)
                                        : Scale::win_draw_loss()) {
  for (int c = 0; c < columns; ++c) {
    bottom_[c] = Word{1} << (c * (rows + 1));
    top_[c] = bottom_[c] << (rows - 1);
    bottom_row_ |= bottom_[c];
    full_ |= bottom_[c] * ((Word{1} << rows) - 1);
  }
  middle_ = bottom_[columns / 2] * column_bits_;
  for (int n = -1; n <= cells() + 3; ++n)
    winning_score_[n + 1] =
        static_cast<signed char>(std::clamp((cells() + 1 - n) / 2, 0, top_score_));
  for (int stones = 0; stones <= cells(); ++stones) {
    const int lost = -winning_score(stones - 1);
    lost_[stones] = bounds_from_mover(stones, lost, lost);
    open_[stones] = bounds_from_mover(stones, -winning_score(stones + 1), winning_score(stones));
  }
  open_[cells()] = bounds_from_mover(cells(), 0, 0);
}

template class Rules<std::uint64_t>;
template class Rules<Word128>;

}  // namespace solvent::connect4
