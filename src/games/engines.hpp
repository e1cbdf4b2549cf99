// From a game behind its interface to a machine made for its type.
#pragma once

#include "search/machine.hpp"

namespace solvent {

// The machine refers to `game`, which must outlive it.
std::unique_ptr<search::Machine> make_machine(const AnyGame& game, const search::Design& design);

}  // namespace solvent
