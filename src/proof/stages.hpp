// How far a collector is (proof/collect.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "proof/claims.hpp"
#include "search/machine.hpp"

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

// A claim that waits for the search: for a move that keeps it, or, one after another, for all.
template <class State>
struct Asking {
  typename Claims<State>::Id id;
  bool every_move;
  std::vector<State> untried;
  std::vector<typename Claims<State>::Id> good;
  std::uint64_t budget = search::Slice::kEndless;  // nodes
  bool strategic = false;                          // it is the strategy that is asked
  bool about_moves = false;                        // and not about the claim itself
  std::uint64_t counted = 0;                       // nodes of the present question
};

}  // namespace solvent::proof
