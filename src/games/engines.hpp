// From a game behind its interface to a machine made for its type.
#pragma once

#include "search/machine.hpp"

namespace solvent {

// The machine refers to `game` and to `probe`, an AnyProbe of the game's type if there is one; both
// must outlive it.
std::unique_ptr<search::Machine> make_machine(const AnyGame& game, const search::Design& design,
                                              const ProbeBase* probe = nullptr);

}  // namespace solvent
