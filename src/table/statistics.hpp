// What both transposition tables count, in each search anew.
#pragma once

#include <cstdint>

namespace solvent {

struct TableStatistics {
  std::uint64_t probes = 0, hits = 0, stores = 0, replaced = 0;
};

}  // namespace solvent
