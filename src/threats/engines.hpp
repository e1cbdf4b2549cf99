// Gives the searches of a game with lines one for wins by threats. To be included by its
// engines.cpp, before SOLVENT_ENGINES.
#pragma once

#include "threats/attack_machine.hpp"

namespace solvent::search {

template <lines::HasLines G>
struct AttackSearch<G> {
  static std::unique_ptr<Machine> make(const G& g, const Design& design) {
    return std::make_unique<threats::AttackMachine<G>>(g, design);
  }
};

}  // namespace solvent::search
