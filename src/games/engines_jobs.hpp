// Searches by jobs (parallel/job_search.hpp) of any game.
#pragma once

#include "parallel/transport.hpp"

namespace solvent {

// Can jobs take the place of a search of this design? Of a plain best-first search on proof numbers
// they can, whose tree nobody wants to see.
bool jobs_can_do(const search::Design& design);
// Best first on top, jobs below, on Design::threads threads: a value by two-valued questions.
std::unique_ptr<search::Machine> make_job_search(const AnyGame& game, const search::Design& design,
                                                 const ProbeBase* probe = nullptr);

// What those jobs are made of, for whoever has a transport of their own.
parallel::Referee referee_of(const AnyGame& game);
parallel::MakeSearcher job_searchers(const AnyGame& game, search::Design design,
                                     const ProbeBase* probe = nullptr);

}  // namespace solvent
