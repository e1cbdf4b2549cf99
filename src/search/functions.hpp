// What the engines have compiled for the type of a game, for games behind AnyGame.
#pragma once

#include "search/make_machine.hpp"

namespace solvent::search {

struct Functions {
  std::unique_ptr<Machine> (*make)(const AnyGame& game, const Design& design,
                                   const ProbeBase* probe, const TableHandle& table);
  template <Game G>
  static const Functions of;
};

template <Game G>
inline constexpr Functions Functions::of = {[](const AnyGame& game, const Design& design,
                                               const ProbeBase* probe, const TableHandle& table) {
  return Engines<G>::make(*rules_of<G>(game), design, dynamic_cast<const AnyProbe<G>*>(probe),
                          table);
}};

}  // namespace solvent::search
