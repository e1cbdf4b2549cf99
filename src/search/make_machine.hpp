// How a machine is had for a game. The definition is in search/engines.hpp, which only the
// engines.cpp of each game includes, so that every engine is compiled once a game and nowhere else.
#pragma once

#include "search/machine.hpp"

namespace solvent::search {

template <Game G, class K>
std::unique_ptr<Machine> make_machine(const G& g, const Design& design, const AnyProbe<G>* probe);

}  // namespace solvent::search
