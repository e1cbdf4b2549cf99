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
  // One of several that work at the same time, by one thread.
  std::function<std::unique_ptr<search::Machine>()> make_worker;
  const ProbeBase* probe;  // an endgame database, or null
  Run& run;                // the solve, whose limits hold for the proof too
};
ProofReport certify(const ProofRequest& request);
ProofReport certify_in_parts(const ProofRequest& request);
// Is the proof to be made in parts, in a folder?
bool in_parts(const Options& options);

// The file a certificate goes to, or beside which it is written if it is only to be checked.
std::string proof_path(const Options& options);

}  // namespace solvent
