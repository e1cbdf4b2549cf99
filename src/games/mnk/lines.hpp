// The lines of (m,n,k) as games/lines asks for them: all straight rows of k cells.
#pragma once

#include <vector>

#include "games/mnk/rules.hpp"

namespace solvent::mnk {

template <int W>
class Lines {
 public:
  using Cells = Bits<W>;
  using Sets = std::array<Cells, 2>;
  using State = typename Rules<W>::State;
  static constexpr int kLongestLine = kLongest;
  static constexpr std::size_t kMostLines = 4 * Rules<W>::kMaxMoves;

  explicit Lines(const Rules<W>& g) : g_(g) {
    constexpr std::array<std::array<int, 2>, 4> kWays = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
    for (const auto& [right, up] : kWays)
      for (int row = 0; row < g.rows(); ++row)
        for (int column = 0; column < g.columns(); ++column) add(column, row, right, up);
  }

  const Cells& board() const { return g_.full(); }
  int length() const { return g_.in_a_row(); }
  const std::vector<Cells>& all() const { return all_; }
  // How many lines two cells can have in common: neighbours in a long row have k - 1.
  int most_shared() const { return length() - 1; }
  static const Cells& stones(const State& s, Side side) {
    return s.stones[static_cast<std::size_t>(side)];
  }

  // Is there a line among these cells?
  bool any(const Cells& cells) const { return g_.has_row(cells); }
  // Is there a line in `cells` and `rest`, which are disjoint, with at most so many cells in
  // `rest`?
  bool any(const Cells& cells, const Cells& rest, int most) const {
    if (most >= length()) return any(cells | rest);
    for (const int step : g_.steps()) {
      // Where a run that is as long as we are ends of which at most 0, 1, ... cells are in `rest`.
      std::array<Cells, kLongest> ends;
      for (int j = 0; j <= most; ++j) ends[j] = j == 0 ? cells : cells | rest;
      for (int n = 1; n < length(); ++n)
        for (int j = most; j >= 0; --j) {
          const Cells longer = (ends[j] << step) & cells;
          ends[j] = j == 0 ? longer : longer | ((ends[j - 1] << step) & rest);
        }
      if (ends[most].any()) return true;
    }
    return false;
  }

  // Cells of `empty` that would give these cells a line.
  Cells completing(const Cells& cells, const Cells& empty) const {
    return g_.completing(cells, empty);
  }

  // The shape of the board, for text.
  std::array<int, 3> size() const { return {g_.columns(), g_.rows(), 1}; }
  int cell(int column, int row, int) const { return g_.cell(column, row); }

  // Two sets of cells at once under symmetry k of the rules, and the image that stands for all.
  Sets image(const Sets& sets, int k) const { return g_.transform({sets, 0, 0}, k).stones; }
  Sets least_image(const Sets& sets) const { return g_.least_image(sets); }

 private:
  // The line that begins in this cell, if it ends on the board.
  void add(int column, int row, int right, int up) {
    const int last_column = column + right * (length() - 1), last_row = row + up * (length() - 1);
    if (last_column < 0 || last_column >= g_.columns() || last_row >= g_.rows()) return;
    Cells line{};
    for (int n = 0; n < length(); ++n) line.set(g_.cell(column + n * right, row + n * up));
    all_.push_back(line);
  }

  const Rules<W>& g_;
  std::vector<Cells> all_;
};

}  // namespace solvent::mnk
