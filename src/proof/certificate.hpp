// Writing a certificate: the heading, then the claims of one statement after another
// (docs/certificates.md). It is there in full or not at all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/any_game.hpp"
#include "proof/collector.hpp"
#include "solvent/result.hpp"

namespace solvent::proof {

struct Heading {
  AnyState position;
  std::optional<int> at_least, at_most;  // for the side to move
  std::vector<std::pair<int, std::uint64_t>>
      slices;  // of an endgame database, with their checksums
};

struct Written {
  std::uint64_t claims = 0, bytes = 0;
  std::uint32_t layers = 0;  // of the longer statement
  bool stopped = false;      // and nothing written
};

// `parts`: the finished collectors, that of Max first. The form follows from the path: JSON if it
// ends in .json. One that does not have to last is not flushed to the disk. When the alarm rings
// for good, nothing is written.
Result<Written> write_certificate(const std::string& path, const AnyGame& game,
                                  const Heading& heading,
                                  const std::vector<std::pair<Side, const Collector*>>& parts,
                                  bool lasting, Alarm& alarm);

}  // namespace solvent::proof
