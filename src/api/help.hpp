// A solve that ranks share: what rank 0 tells the others of it, and what cannot be shared.
#pragma once

#include <optional>

#include "game/any_game.hpp"
#include "search/design.hpp"
#include "solvent/ranks.hpp"
#include "solvent/solve.hpp"

namespace solvent {

inline constexpr double kRanksPatience = 60;  // seconds for a game and its database to be there

// The options of one of the ranks: `auto` is a search by jobs, and each has its share of the
// machine's processors and of its memory, unless it is said.
Options shared_by_ranks(Options options, const Ranks& ranks);
std::optional<Error> cannot_share(const AnyGame& game, const Options& options,
                                  const search::Design& design);
// What all other ranks have to know: the game as text, with the fingerprint of its rules, and the
// options that shape their jobs.
Bytes opening_of(const AnyGame& game, const Options& options);

}  // namespace solvent
