// The experiments of Saffidine & Cazenave (Multiple-outcome proof number search, ECAI 2012): every
// position after some plies of Connect Four and of Woodpush, once by MOPNS and once by the cheapest
// use of PNS, that is by just those two-valued searches that establish the value; and, as one who
// does not know the value would use PNS, by binary search over the outcomes.
//
// The paper leaves the order of children open; ours is stated by the profile saffidine2012 (left to
// right, the first of equals, leaves 1/1, evaluated when created, the root not counted), so that
// the counts can be compared exactly.
#pragma once

#include "experiments/experiment.hpp"
#include "solvent/solve.hpp"

namespace solvent::experiments {

std::unique_ptr<Experiment> make_mopns_connect4();
std::unique_ptr<Experiment> make_mopns_woodpush();

// Every way to play so many plies, in the order of the moves; ended games are left out.
struct Beginning {
  Position position;
  std::string moves;  // separated by spaces
};
std::vector<Beginning> beginnings(const Ruleset& game, int plies);

struct MopnsConvention {
  bool mobility = false;             // new nodes begin with their number of moves
  std::string evaluate = "created";  // or "selected"
};

// One position as in the paper: "value", for the first player, and the nodes and seconds of "mopns"
// and of "pns", the cheapest searches.
Result<std::optional<Record>> measure_mopns(const Ruleset& game, const Beginning& beginning,
                                            const Bench& bench,
                                            const MopnsConvention& convention = {});

}  // namespace solvent::experiments
