// A worker: a machine that does one job after another, in slices.
#pragma once

#include <memory>
#include <optional>

#include "parallel/job.hpp"
#include "search/machine.hpp"

namespace solvent::parallel {

class JobWorker {
 public:
  // The machine is a depth-first search on efforts, which can tell the numbers of its root.
  explicit JobWorker(std::unique_ptr<search::Machine> machine) : machine_(std::move(machine)) {}

  bool busy() const { return busy_; }
  void begin(const SearchJob& job);
  // Goes on with the job. Once it is over there is a result.
  search::SliceResult advance(const search::Slice& slice);
  bool finished() const { return busy_ && over_; }
  JobResult result();
  // The job does not matter any more: it is over now.
  void recall() { over_ = true; }
  // Without a result.
  void drop();

  std::uint64_t spent() const { return machine_->statistics().created; }  // on this job
  search::Statistics statistics() const;                                  // of all jobs

 private:
  bool too_expensive() const;

  std::unique_ptr<search::Machine> machine_;
  SearchJob job_;
  bool busy_ = false, over_ = false;
  std::uint64_t next_look_ = 0;  // at the numbers, after so many nodes
  search::Statistics finished_;  // of earlier jobs
};

}  // namespace solvent::parallel
