#include "game/boards.hpp"

#include <array>
#include <stdexcept>

namespace solvent::awari {

namespace {

// Two to four stones on the board, the others captured.
AnyState few_stones(const AnyGame& game, Rng& rng) {
  const std::uint32_t stones = 2 + rng.below(3);
  std::array<std::uint32_t, 12> pits{};
  for (std::uint32_t k = 0; k < stones; ++k) ++pits[rng.below(12)];
  std::string text;
  for (std::size_t k = 0; k < pits.size(); ++k)
    text += (k == 6 ? "|" : k > 0 ? " " : "") + std::to_string(pits[k]);
  const std::uint32_t south = rng.below(3) == 0 ? rng.below(49 - stones) : (48 - stones) / 2;
  text += " S" + std::to_string(south) + " N" + std::to_string(48 - stones - south) +
          (rng.below(2) == 0 ? " S" : " N");
  const auto s = game.parse(text);
  if (!s) throw std::runtime_error(text + ": " + s.message());
  return *s;
}

}  // namespace

const Boards& boards() {
  static const Boards kBoards{
      .small = {{"awari", "score", "0 0 0 0 1 1|0 0 0 0 0 1 S22 N23 N"},
                {"awari", "score", "0 0 0 0 0 2|0 0 1 0 0 0 S20 N25 S"},
                {"awari", "wld", "0 0 1 0 0 1|0 1 0 0 0 0 S22 N23 S"},
                {"awari", "wld", "0 0 0 1 0 1|0 1 0 0 0 1 S22 N22 N"}},
      .late = {{"awari", "score", 0, few_stones}, {"awari", "wld", 0, few_stones}},
      .variants = {"awari"},
  };
  return kBoards;
}

}  // namespace solvent::awari
