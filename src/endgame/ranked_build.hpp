// Building a database by many ranks: the slices one after another, each by all. Every rank must see
// the folder of the database, under the same name; rank 0 alone writes there.
#pragma once

#include <string>
#include <vector>

#include "endgame/build.hpp"
#include "solvent/ranks.hpp"

namespace solvent::endgame {

// What all ranks agree on.
struct RankedOrder {
  std::string folder;
  std::uint64_t memory = 0;      // bytes on each rank
  std::vector<bool> is_there{};  // slices 0 to the highest: those that were built before
};

// On every rank. False if they were stopped; an error on rank 0 says what has failed, and where.
Result<bool> build_on_ranks(Ranks& ranks, const Tables& tables, const RankedOrder& order,
                            const std::atomic<bool>* stop,
                            const std::function<void(const Building&)>& progress = {});

// On a rank that cannot take part: ends the build of all others.
void refuse_build(Ranks& ranks, const std::string& why);

}  // namespace solvent::endgame
