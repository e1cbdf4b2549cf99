#include "games/othello/knowledge/patterns.hpp"

#include <algorithm>
#include <string_view>

#include "solvent/require.hpp"

namespace solvent::othello {

namespace {

// Squares of a kind's first group, column and row.
constexpr std::string_view kKinds8[] = {
    "a1b1c1a2b2c2a3b3c3",    // corner
    "b2a1b1c1d1e1f1g1h1g2",  // edge
    "a1b1c1d1e1a2b2c2d2e2",  // block
    "a2b2c2d2e2f2g2h2",     "a3b3c3d3e3f3g3h3", "a4b4c4d4e4f4g4h4", "a1b2c3d4e5f6g7h8",
    "b1c2d3e4f5g6h7",       "c1d2e3f4g5h6",     "d1e2f3g4h5",       "e1f2g3h4",
};
constexpr std::string_view kKinds6[] = {
    "a1b1c1a2b2c2a3b3c3",  // corner
    "b2a1b1c1d1e1f1e2",    // edge
    "a1b1c1d1a2b2c2d2",    // block
    "a2b2c2d2e2f2",       "a3b3c3d3e3f3", "a1b2c3d4e5f6",     "b1c2d3e4f5",
    "c1d2e3f4",           "d1e2f3",       "b2c2d2e2b3c3d3e3",
};

}  // namespace

Patterns::Patterns(int size) : rows_(8) {
  require(size == 6 || size == 8, "patterns are known for 6x6 and 8x8");
  const int a1 = (8 - size) / 2 * 9;
  const auto add = [&](std::string_view kind) {
    std::vector<int> squares;
    for (std::size_t k = 0; k < kind.size(); k += 2)
      squares.push_back(a1 + (kind[k] - 'a') + 8 * (kind[k + 1] - '1'));
    add_kind(squares);
  };
  if (size == 8)
    for (const auto kind : kKinds8) add(kind);
  else
    for (const auto kind : kKinds6) add(kind);
}

void Patterns::add_kind(const std::vector<int>& squares) {
  std::array<int, kMostSquares + 1> power{1};
  for (std::size_t k = 0; k < kMostSquares; ++k) power[k + 1] = 3 * power[k];
  const int first = configurations(), count = power[squares.size()];
  for (int c = 0; c < count; ++c) twin_.push_back(first + c);

  std::vector<std::vector<int>> seen;  // squares of groups, in order
  for (int k = 0; k < kSymmetries; ++k) {
    std::vector<int> group, place(squares.size());
    for (const int square : squares) group.push_back(image_of_move(square, k));
    std::vector<int> sorted = group;
    std::sort(sorted.begin(), sorted.end());
    if (std::find(seen.begin(), seen.end(), sorted) == seen.end()) {
      seen.push_back(sorted);
      const std::size_t number = first_.size();
      require(number < kMostGroups, "an evaluation has room for its groups");
      first_.push_back(first);
      for (std::size_t j = 0; j < group.size(); ++j)
        for (unsigned discs = 0; discs < 256; ++discs)
          if ((discs >> group[j] % 8 & 1) != 0)
            rows_[static_cast<std::size_t>(group[j] / 8)][discs][number / kLanes]
                 [number % kLanes] += static_cast<std::uint16_t>(power[j]);
    }
    // A symmetry of the group itself.
    std::vector<int> own = squares;
    std::sort(own.begin(), own.end());
    if (sorted != own) continue;
    for (std::size_t j = 0; j < group.size(); ++j)
      place[j] =
          static_cast<int>(std::find(squares.begin(), squares.end(), group[j]) - squares.begin());
    std::vector<int> mirrored(static_cast<std::size_t>(count));
    for (std::size_t j = 0; j < group.size(); ++j)
      for (int c = power[j]; c < power[j + 1]; ++c)
        mirrored[c] = mirrored[c - power[j]] + power[place[j]];
    for (int c = 0; c < count; ++c)
      twin_[first + c] = std::min(twin_[first + c], first + mirrored[c]);
  }
}

}  // namespace solvent::othello
