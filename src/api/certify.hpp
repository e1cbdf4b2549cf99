// The certificate of an answer: collected, written, and checked if that was asked for.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "api/run.hpp"
#include "proof/collector.hpp"
#include "solvent/solve.hpp"

namespace solvent {

struct ProofRequest {
  const AnyGame& game;
  AnyState root;
  // What to prove, in ranks: at least this, at most that; one of them or both.
  std::optional<Outcome> pess, opti;
  const Options& options;
  std::size_t memory;
  search::Machine& machine;  // to be asked about positions
  // Where positions can repeat: a new search that keeps the moves of its proofs.
  std::function<std::unique_ptr<search::Machine>()> make_strategy;
  const ProbeBase* probe;  // an endgame database, or null
  Run& run;                // the solve, whose limits hold for the proof too
};
ProofReport certify(const ProofRequest& request);

// The file a certificate goes to, or beside which it is written if it is only to be checked.
std::string proof_path(const Options& options);

}  // namespace solvent
