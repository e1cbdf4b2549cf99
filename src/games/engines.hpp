// From a game behind its interface to a machine made for its type.
#pragma once

#include <string>
#include <vector>

#include "search/machine.hpp"
#include "session/option_words.hpp"
#include "solvent/solve.hpp"

namespace solvent {

// A profile repeats the search of one paper with its conventions. This is one that belongs to one
// game, and repeats the paper's own rules too. So its answers hold by those rules only: it gives a
// value, and neither lines of play nor proofs, and no store may learn from it. A game names its
// profiles in its engines.cpp. (`saffidine2012` works for any game, and is a row of the options.)
struct Profile {
  std::string name;
  session::Words meaning;  // in half a sentence
  std::string algorithm;   // what it is a form of, and what `auto` stands for with it
  // What is wrong with it for this game and these options, if anything is.
  std::optional<Error> (*refuses)(const AnyGame& game, const Options& options);
  // What it misses in the endgame database, if anything; only for games and options that it takes.
  std::optional<Error> (*misses)(const AnyGame& game, const Options& options,
                                 const ProbeBase* probe);
  // Only where nothing is missing.
  std::unique_ptr<search::Machine> (*make)(const AnyGame& game, const search::Design& design,
                                           const ProbeBase* probe);
};
std::vector<const Profile*> profiles();  // of all games
const Profile* find_profile(std::string_view name);

// The machine refers to `game` and to `probe`, an AnyProbe of the game's type if there is one; both
// must outlive it. It works on the table it is handed (Machine::table of another one of the same
// game and algorithm), or else on its own.
std::unique_ptr<search::Machine> make_machine(const AnyGame& game, const search::Design& design,
                                              const ProbeBase* probe = nullptr,
                                              const search::TableHandle& table = nullptr);

}  // namespace solvent
