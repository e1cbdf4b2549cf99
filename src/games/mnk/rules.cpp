#include "games/mnk/rules.hpp"

namespace solvent::mnk {

template <int W>
void Rules<W>::Shifts::add(std::uint64_t cell, int places) {
  int k = 0;
  while (k < count && parts[k].places != places) ++k;
  if (k == count) parts[count++] = {0, places};
  parts[k].cells |= cell;
}

template <int W>
Rules<W>::Rules(int columns, int rows, int in_a_row)
    : columns_(columns),
      rows_(rows),
      in_a_row_(in_a_row),
      cells_(static_cast<std::uint32_t>(columns * rows)),
      symmetries_(columns == rows ? 8 : 4),
      steps_{1, columns + 1, columns + 2, columns} {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Move at = cell(column, row);
      full_.set(at);
      for (int k = 0; k < 8; ++k) {
        const int c = k & 1 ? columns - 1 - column : column;
        const int r = k & 2 ? rows - 1 - row : row;
        image_[at][k] = columns == rows && (k & 4) != 0 ? cell(r, c) : cell(c, r);
      }
      if (W > 1) continue;
      const std::uint64_t bit = std::uint64_t{1} << at;
      columns_reversed_.add(bit, image_[at][1] - at);
      rows_reversed_.add(bit, image_[at][2] - at);
      transposition_.add(bit, image_[at][4] - at);
    }
  }
}

template class Rules<1>;
template class Rules<2>;
template class Rules<4>;
template class Rules<6>;

}  // namespace solvent::mnk
