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
  static constexpr bool kSharesOne = false;  // two lines have one cell in common at most

  explicit Lines(const Rules<W>& g) : g_(g) {
    for (const int step : g.steps())
      g.full().for_each([&](int cell) {
        if (!g.full().test(cell - step)) add_row(cell, step);
      });
  }

  const Cells& board() const { return g_.full(); }
  int length() const { return g_.in_a_row(); }
  // Row by row, each line one cell further than the one before it.
  const std::vector<Cells>& all() const { return all_; }
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
  // The lines of the row that begins in this cell.
  void add_row(int first, int step) {
    Cells line{};
    for (int cell = first, n = 1; g_.full().test(cell); cell += step, ++n) {
      line.set(cell);
      if (n > length()) line.reset(cell - length() * step);
      if (n >= length()) all_.push_back(line);
    }
  }

  const Rules<W>& g_;
  std::vector<Cells> all_;
};

}  // namespace solvent::mnk
