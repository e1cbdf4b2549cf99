// From a game behind its interface to a machine made for its type.
#pragma once

#include "search/machine.hpp"

namespace solvent {

// The machine refers to `game` and to `probe`, an AnyProbe of the game's type if there is one; both
// must outlive it.
std::unique_ptr<search::Machine> make_machine(const AnyGame& game, const search::Design& design,
                                              const ProbeBase* probe = nullptr);
// Can there be a machine of Design::allis1994: is it Awari, with all boards of up to 13 stones?
bool fits_allis1994(const AnyGame& game, const ProbeBase* probe);

}  // namespace solvent
