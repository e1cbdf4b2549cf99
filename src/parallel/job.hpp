// A job: a question about one position with a budget, to be put to any worker, here or elsewhere.
// Pure data: the scheduler (job_tree.hpp) makes jobs and takes results, and who carries them to and
// fro is a transport (transport.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "game/any_game.hpp"

namespace solvent::parallel {

// What proving and disproving the cut may cost: guidance, as all efforts.
struct Efforts {
  static constexpr float kInfinite = std::numeric_limits<float>::infinity();
  float proof = 1, disproof = 1;

  friend constexpr bool operator==(Efforts, Efforts) = default;
};

using JobId = std::uint32_t;

struct SearchJob {
  JobId id = 0;
  AnyState state;
  int cut = 0;              // is the value above this rank?
  std::uint64_t nodes = 0;  // to be made, at most
  // It ends before that if it looks more expensive than this: then another job is more urgent.
  Efforts limits{Efforts::kInfinite, Efforts::kInfinite};
  std::uint64_t sure = 0;  // nodes that it may make in any case
};

// The bounds are facts about the position, whatever happened before it. What else was found out is
// in the table that the workers share.
struct JobResult {
  struct Child {
    AnyMove move;
    Bounds bounds;
    Efforts efforts;
  };
  JobId id = 0;
  Bounds bounds{};
  Efforts efforts{};              // of the position, if the cut is still open
  std::vector<Child> children{};  // the moves worth looking at, if it is
  std::optional<AnyMove> best{};  // if it is not
  std::uint64_t nodes = 0;        // made
};

// What of the rules a scheduler needs.
struct Referee {
  std::function<Side(const AnyState&)> to_move;
  std::function<void(AnyState&, AnyMove)> play;
  std::function<bool(const AnyState&, AnyMove)> legal = {};  // for what comes from elsewhere
  bool acyclic = false;                                      // no position can come back
  std::size_t state_size = sizeof(AnyState);                 // bytes of a state that are in use
};

}  // namespace solvent::parallel
