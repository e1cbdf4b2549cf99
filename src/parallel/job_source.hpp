// Where the workers of one process get their jobs, and where they bring the results: the scheduler
// itself, or whatever has come from the rank that has it.
#pragma once

#include <optional>
#include <vector>

#include "parallel/job_tree.hpp"

namespace solvent::parallel {

// For one caller at a time.
class JobSource {
 public:
  virtual ~JobSource() = default;
  virtual std::optional<SearchJob> next() = 0;
  virtual void take(const JobResult& result) = 0;
  // Jobs of these workers that no longer matter, each named once.
  virtual std::vector<JobId> recall() = 0;
  virtual bool over() const = 0;  // nobody has a question any more

  // A source that hears from elsewhere. The first of the workers then looks for it between pieces
  // of its work, and instead of working where that is enough to do.
  virtual bool listens() const { return false; }
  virtual bool keeps_first_free() const { return false; }
  virtual void look() {}
  // Waits until there may be something to look at, a moment at most. For the first worker alone;
  // the others may use the source meanwhile.
  virtual void wait() {}
};

class TreeSource : public JobSource {
 public:
  explicit TreeSource(JobTree& tree) : tree_(tree) {}
  std::optional<SearchJob> next() override { return tree_.next(); }
  void take(const JobResult& result) override { tree_.take(result); }
  std::vector<JobId> recall() override { return tree_.recall(); }
  bool over() const override { return tree_.answered(); }

 protected:
  JobTree& tree_;
};

}  // namespace solvent::parallel
