// The 76 lines of Qubic as games/lines asks for them.
#pragma once

#include <algorithm>

#include "games/lines/bits.hpp"
#include "games/qubic/rules.hpp"

namespace solvent::qubic {

class Lines {
 public:
  using Cells = lines::Bits<1>;
  using Sets = std::array<Cells, 2>;
  using State = Rules::State;
  static constexpr int kLongestLine = 4;
  static constexpr std::size_t kMostLines = kLines.size();
  static constexpr bool kSharesOne = true;  // two lines have one cell in common at most

  explicit Lines(const Rules& g) : g_(g) {}

  static Cells board() { return {{~Board{0}}}; }
  static int length() { return 4; }
  static const std::array<Cells, kLines.size()>& all() { return kAll; }
  static Cells stones(const State& s, Side side) {
    return {{s.stones[static_cast<std::size_t>(side)]}};
  }

  // Is there a line among these cells?
  static bool any(const Cells& cells) { return any(cells, {}, 0); }
  // Is there a line in `cells` and `rest`, which are disjoint, with at most so many cells in
  // `rest`?
  static bool any(const Cells& cells, const Cells& rest, int most) {
    return std::any_of(kAll.begin(), kAll.end(), [&](const Cells& line) {
      return !(line - cells - rest).any() && (line & rest).count() <= most;
    });
  }

  // Cells of `empty` that would give these cells a line.
  static Cells completing(const Cells& cells, const Cells& empty) {
    Cells found{};
    for (const Cells& line : kAll)
      if (const Cells left = line - cells; left.count() == 1) found = found | left;
    return found & empty;
  }

  // The shape of the board, for text.
  static std::array<int, 3> size() { return {4, 4, 4}; }
  static int cell(int column, int row, int level) { return 16 * level + 4 * row + column; }

  // Two sets of cells at once under symmetry k of the rules, and the image that stands for all.
  Sets image(const Sets& sets, int k) const { return sets_of(g_.transform(state_of(sets), k)); }
  Sets least_image(const Sets& sets) const { return sets_of(g_.canonical(state_of(sets))); }

 private:
  static State state_of(const Sets& sets) { return {{sets[0].words[0], sets[1].words[0]}, 0, 0}; }
  static Sets sets_of(const State& s) { return {{{{s.stones[0]}}, {{s.stones[1]}}}}; }

  static constexpr std::array<Cells, kLines.size()> kAll = [] {
    std::array<Cells, kLines.size()> all{};
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = {{kLines[k]}};
    return all;
  }();

  const Rules& g_;
};

}  // namespace solvent::qubic
