// What transposition tables count, from 0 in each search.
#pragma once

#include <cstdint>

namespace solvent {

struct TableStatistics {
  std::uint64_t probes = 0, hits = 0, stores = 0, replaced = 0;
  std::uint64_t fresh = 0;  // stores where nothing was
};

}  // namespace solvent
