// How far a collector is (proof/collect.hpp).
#pragma once

#include <cstdint>

namespace solvent::proof {

// Expanding: claims get their moves, one claim after another. Asking: the search is asked for
// those of a claim. Choosing: is it a proof, with which moves, and how small? Counting: what does
// the root rest on?
enum class Stage : std::uint8_t {
  Expanding,
  Asking,
  Choosing,
  Counting,
  Joining,
  Layering,
  Done,
  Contradicted
};
// Why claims get moves: for a proof, or for a smaller one.
enum class Purpose : std::uint8_t { Prove, Shrink };

}  // namespace solvent::proof
