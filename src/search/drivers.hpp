// Drivers: how a value is found by two-valued questions. Each names the next question from what is
// known, as long as something is open; a question is a cut, "is the value above rank i?".
//
//   Binary   halve what is open (Allis, van der Meulen & van den Herik 1994)
//   Up/Down  step by step from the worst or the best outcome
//   Open     double until disproved, then halve: for scales without a natural end (Hsu 2014)
#pragma once

#include <cstdint>

#include "solvent/outcome.hpp"

namespace solvent::search {

enum class Driver : std::uint8_t { Attracting, Binary, Up, Down, Open };

// The least rank of the upper half of lo..hi is asked about, so that both answers exclude
// something.
constexpr int middle_cut(Bounds open) { return (open.pess + open.opti + 1) / 2 - 1; }

// Doubling, as the side to move sees its values: at least 1, 2, 4, ... while that is proved; if
// even 1 is disproved at least 0, then -1, -2, -4, ...
inline int open_cut(const Scale& scale, Side mover, Bounds open, Bounds first) {
  // Turned so that the mover is Max: `low` and `high` are his values of the open ends.
  const bool max = mover == Side::Max;
  const int low = max ? scale.value(open.pess) : -scale.value(open.opti);
  const int high = max ? scale.value(open.opti) : -scale.value(open.pess);
  const bool proved = max ? open.pess > first.pess : open.opti < first.opti;
  const bool disproved = max ? open.opti < first.opti : open.pess > first.pess;
  int ask;
  if (!disproved)
    ask = low < 1 ? 1 : 2 * low;
  else if (!proved)
    ask = high > 0 ? 0 : high == 0 ? -1 : 2 * high;
  else
    return middle_cut(open);
  // The cut below the least outcome that is good enough, kept inside what is open.
  const int cut = max ? scale.rank_at_least(ask) - 1 : scale.rank_at_least(1 - ask) - 1;
  return std::clamp<int>(cut, open.pess, open.opti - 1);
}

inline int next_cut(Driver driver, const Scale& scale, Side mover, Bounds open, Bounds first) {
  switch (driver) {
    case Driver::Up: return open.pess;
    case Driver::Down: return open.opti - 1;
    case Driver::Open: return open_cut(scale, mover, open, first);
    default: return middle_cut(open);
  }
}

}  // namespace solvent::search
