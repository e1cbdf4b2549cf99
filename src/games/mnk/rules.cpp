#include "games/mnk/rules.hpp"

namespace solvent::mnk {

template <int W>
Rules<W>::Rules(int columns, int rows, int in_a_row)
    : columns_(columns),
      rows_(rows),
      in_a_row_(in_a_row),
      cells_(static_cast<std::uint32_t>(columns * rows)),
      symmetries_(columns == rows ? 8 : 4),
      steps_{1, columns + 1, columns + 2, columns} {
  for (int length = 1; length < in_a_row; ++joins_) {
    const int more = std::min({length, in_a_row - length, 63 / (columns + 2)});  // see operator>>
    for (int way = 0; way < 4; ++way) join_[joins_][way] = more * steps_[way];
    length += more;
  }
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Move at = cell(column, row);
      full_.set(at);
      for (int k = 0; k < 8; ++k) {
        const int c = k & 1 ? columns - 1 - column : column;
        const int r = k & 2 ? rows - 1 - row : row;
        image_[at][k] = columns == rows && (k & 4) != 0 ? cell(r, c) : cell(c, r);
      }
    }
  }
  if constexpr (W == 1) {
    constexpr int kCells = 6;
    parts_.resize((cell(columns - 1, rows - 1) + kCells) / kCells);
    for (std::size_t p = 0; p < parts_.size(); ++p)
      for (unsigned set = 1; set < parts_[p].size(); ++set) {
        const std::size_t lowest = p * kCells + static_cast<std::size_t>(std::countr_zero(set));
        parts_[p][set] = parts_[p][set & (set - 1)];
        if (!full_.test(static_cast<int>(lowest))) continue;
        for (int k = 0; k < 8; ++k) parts_[p][set][k] |= std::uint64_t{1} << image_[lowest][k];
      }
  }
}

template class Rules<1>;
template class Rules<2>;
template class Rules<4>;
template class Rules<6>;

}  // namespace solvent::mnk
