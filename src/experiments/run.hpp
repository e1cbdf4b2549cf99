// Runs the tasks that a journal does not have yet, some at the same time.
#pragma once

#include "experiments/journal.hpp"

namespace solvent::experiments {

struct RunProgress {
  std::size_t done, all;
  double share;          // of the work, 0..1, by the weights of the tasks
  double seconds;        // since the run began
  std::string finished;  // the task that was finished last, with its experiment
};

struct RunOrder {
  int threads = 1;
  std::uint64_t memory;  // bytes, for all threads together
  std::string folder;    // for databases and the like
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const RunProgress&)> progress{};  // one call at a time, from any thread
};

struct RunOutcome {
  bool complete = true;  // every task has its record
  std::vector<std::string> problems;
};

RunOutcome run(const std::vector<const Experiment*>& experiments, const Setting& setting,
               const RunOrder& order, Journal& journal);

}  // namespace solvent::experiments
