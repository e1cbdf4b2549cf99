#include "endgame/awari_slice.hpp"

namespace solvent::endgame {

namespace {

constexpr int kPits = 2 * awari::kPitsEach;

// All rows with so many stones; the first pit's bar counts least in an index.
void list_rows(int pit, std::uint64_t row, int stones, std::vector<std::uint64_t>& rows) {
  if (pit == 0) return rows.push_back(row | mancala::placed(0, stones));
  for (int held = stones; held >= 0; --held)
    list_rows(pit - 1, row | mancala::placed(pit, held), stones - held, rows);
}

}  // namespace

constinit const AwariSlice::Places AwariSlice::kPlaces = [] {
  AwariSlice::Places places{};  // C(s + k, k + 1), by Pascal's triangle
  for (int k = 0; k + 1 < kPits; ++k)
    for (std::size_t s = 1; s < places[k].size(); ++s)
      places[k][s] = places[k][s - 1] + (k == 0 ? 1 : places[k - 1][s]);
  return places;
}();

AwariSlice::AwariSlice(int stones) : stones_(stones), rows_(stones + 1) {
  for (int m = 0; m <= stones; ++m) list_rows(awari::kPitsEach - 1, 0, m, rows_[m]);
}

// The enemy's pits from the last to the first, then the number of stones in the own row.
void AwariSlice::Cursor::find_block(std::uint64_t index) {
  std::uint64_t rest = index;
  int left = slice_.stones_;  // before the bar
  enemy_ = 0;
  for (int k = kPits - 2; k >= awari::kPitsEach - 1; --k) {
    int before = left;
    while (kPlaces[k][before] > rest) --before;
    rest -= kPlaces[k][before];
    enemy_ |= mancala::placed(k + 1 - awari::kPitsEach, left - before);
    left = before;
  }
  begin_ = index - rest;
  own_ = slice_.rows_[left].data();
  end_ = begin_ + slice_.rows_[left].size();
}

}  // namespace solvent::endgame
