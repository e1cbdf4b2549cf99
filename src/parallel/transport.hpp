// Transports carry jobs from the scheduler to workers and results back. There are three: threads of
// this process, those of other processes besides, and workers that are simulated under a clock.
//
//                        ┌─ ThreadTransport     a thread for each worker
//     JobTree ◀──▶ ──────┼─ RankTransport       the same on every rank
//                        └─ SimulatedTransport  one thread, virtual workers, virtual time
//
// The workers of one process work on one table of facts and guidance. Its keeper is a machine that
// makes no search itself.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "parallel/job_tree.hpp"
#include "parallel/job_worker.hpp"
#include "search/machine.hpp"

namespace solvent::parallel {

// Makes one more searcher on a table, or null if there can be no other; or one with a table of its
// own for null.
using MakeSearcher = std::function<std::unique_ptr<search::Machine>(const search::TableHandle&)>;

// A keeper of a table and workers on it.
class Workshop {
 public:
  Workshop(const MakeSearcher& make, std::size_t workers);

  std::size_t size() const { return workers_.size(); }
  JobWorker& operator[](std::size_t who) { return workers_[who]; }
  search::Machine& keeper() const { return *keeper_; }
  search::TableHandle table() const { return table_; }
  void drop_jobs();
  search::Statistics statistics() const;

 private:
  std::unique_ptr<search::Machine> keeper_;
  search::TableHandle table_;
  std::vector<JobWorker> workers_;
};

class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::size_t workers() const = 0;
  // A new tree: whatever the workers were doing is dropped.
  virtual void begin() = 0;
  // The same for a tree that was loaded, with the table of the shop.
  virtual void go_on() { begin(); }
  // Jobs out and results in, until the tree is answered or the slice is over.
  virtual search::SliceResult advance(JobTree& tree, const search::Slice& slice) = 0;
  virtual search::Statistics statistics() const = 0;
  virtual Workshop& shop() = 0;
};

}  // namespace solvent::parallel
