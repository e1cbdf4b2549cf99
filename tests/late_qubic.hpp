// Late positions of Qubic in which nobody has won: a drawn cube with some stones taken back.
#pragma once

#include "base/rng.hpp"
#include "games/qubic/text.hpp"

namespace solvent {

inline constexpr std::string_view kDrawnQubic =
    "XXOX/XXXO/OOXO/XXXO|XXOO/OOXX/OOOX/XOOX|OOOX/OXOX/XXXO/XXOO|XOXO/OOXO/XOOO/OXXX";

inline qubic::Rules::State late_qubic(Rng& rng, int empty) {
  auto s = *qubic::Text::parse(qubic::Rules(), kDrawnQubic);
  for (; empty > 0; --empty, --s.count) {
    qubic::Board& side = s.stones[~s.count & 1];
    std::uint32_t cell = rng.below(64);
    while ((side >> cell & 1) == 0) cell = rng.below(64);
    side ^= qubic::Board{1} << cell;
  }
  return s;
}

}  // namespace solvent
