// Best first on top, jobs below: a machine for two-valued questions, whose tree hands out jobs to
// workers through a transport.
//
//     JobSearch ── JobTree (scheduler) ◀── transport ──▶ JobWorker ×N ── table of facts and
//     guidance
//
// Between two steps all workers are quiet. A checkpoint has the tree and the table; jobs that were
// out then are handed out anew, to as many workers as there are.
#pragma once

#include <memory>
#include <optional>

#include "parallel/job_tree.hpp"
#include "parallel/transport.hpp"
#include "search/machine.hpp"

namespace solvent::parallel {

class JobSearch final : public search::Machine {
 public:
  // `everything` is what is known of any position.
  JobSearch(Referee referee, Bounds everything, std::unique_ptr<Transport> transport,
            const JobSizes& sizes = {});

  void start(const AnyState& root, search::Window window) override;
  search::SliceResult step(const search::Slice& slice) override;
  Bounds bounds() const override { return tree_.bounds(); }
  std::optional<AnyMove> best() const override { return tree_.best(); }
  search::Statistics statistics() const override;
  search::TableHandle table() const override { return transport_->shop().table(); }
  void archive(Archive& a) override;

  const JobTree& tree() const { return tree_; }

 private:
  Bounds everything_;
  std::unique_ptr<Transport> transport_;
  JobTree tree_;
  search::Counted before_;   // what the workers had counted when the question was asked
  search::Statistics lost_;  // of workers that a checkpoint does not have
  bool asks_ = false;        // there is a cut to decide
};

}  // namespace solvent::parallel
