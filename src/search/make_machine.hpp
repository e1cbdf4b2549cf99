// Makes the machine of a design for a game. It works on the table that it is given, which belongs
// to another machine of the same game and algorithm, or on one of its own. The definitions are in
// search/engines.hpp, which only the engines.cpp of each game includes: so every engine is compiled
// once for each game.
#pragma once

#include "search/machine.hpp"

namespace solvent::search {

template <Game G, class K>
std::unique_ptr<Machine> make_machine(const G& g, const Design& design, const AnyProbe<G>* probe,
                                      const TableHandle& table = nullptr);

// What the engines.cpp of a game says of its rules: with which knowledge they are searched, and
// their profiles. Rules without that do not link.
template <Game G>
struct Engines {
  static std::unique_ptr<Machine> make(const G& g, const Design& design, const AnyProbe<G>* probe,
                                       const TableHandle& table);
  static std::vector<const Profile*> profiles();
};

}  // namespace solvent::search
