// The definition of make_machine: every engine, for one game and its knowledge. A game's
// engines.cpp is
//   #include "search/engines.hpp"
//   SOLVENT_ENGINES(nim::Rules, NoKnowledge)
#pragma once

#include "search/make_machine.hpp"
#include "search/minimax.hpp"
#include "search/window_search.hpp"

namespace solvent::search {

template <Game G, class K>
std::unique_ptr<Machine> make_machine(const G& g, const Design& design, const AnyProbe<G>* probe) {
  if (design.kind == Design::Kind::Minimax) return std::make_unique<Minimax<G>>(g, design, probe);
  return std::make_unique<WindowSearch<G, K>>(g, design, probe);
}

}  // namespace solvent::search

#define SOLVENT_ENGINES(Rules, Knowledge)                                                       \
  namespace solvent::search {                                                                   \
  template std::unique_ptr<Machine> make_machine<Rules, Knowledge>(const Rules&, const Design&, \
                                                                   const AnyProbe<Rules>*);     \
  }
