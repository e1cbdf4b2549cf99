// The Connect Four experiment of Saffidine & Cazenave (Multiple-outcome proof number search, 2012):
// every position after four plies, once by MOPNS and once by the cheapest use of PNS, that is by
// just those two-valued searches that establish the value.
//
// The paper leaves the order of children open; ours is stated by the profile saffidine2012 (left to
// right, the first of equals, leaves 1/1, evaluated when created, the root not counted), so that
// the counts can be compared exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "solvent/solve.hpp"

namespace solvent::experiments {

struct MopnsSetting {
  int columns = 4, rows = 5, plies = 4;
  bool mobility = false;             // new nodes begin with their number of moves
  std::string evaluate = "created";  // or "selected"
};

struct MopnsRow {
  std::string position;
  int value;                 // for the first player
  std::uint64_t mopns, pns;  // nodes created
  double mopns_seconds, pns_seconds;
};

struct MopnsTotals {
  std::uint64_t mopns = 0, pns = 0;
  int mopns_fewer = 0, pns_fewer = 0, ties = 0;
  int wins = 0, draws = 0, losses = 0;  // of the first player
  double mopns_seconds = 0, pns_seconds = 0;
};

// One row a position; `done` hears of each as it is finished and ends the run by returning false.
Result<std::vector<MopnsRow>> mopns_connect4(const MopnsSetting& setting,
                                             const std::function<bool(const MopnsRow&)>& done = {});
MopnsTotals totals(const std::vector<MopnsRow>& rows);

}  // namespace solvent::experiments
