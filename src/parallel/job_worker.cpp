#include "parallel/job_worker.hpp"

#include <algorithm>

#include "search/claims.hpp"
#include "solvent/require.hpp"

namespace solvent::parallel {

using search::Slice;
using search::SliceResult;

namespace {
constexpr std::uint64_t kLooks = 8;    // at the numbers, in the course of a job
constexpr std::uint64_t kGlance = 32;  // nodes, then the first of them
}  // namespace

void JobWorker::begin(const SearchJob& job) {
  require(!busy_, "a worker has one job at a time");
  job_ = job;
  busy_ = true;
  over_ = false;
  next_look_ = std::max<std::uint64_t>(job.sure, 1);
  machine_->start(job.state, search::Window::of_cut(job.cut));
}

SliceResult JobWorker::advance(const Slice& slice) {
  if (over_) return SliceResult::Done;
  const std::uint64_t before = spent();
  Slice part = slice;
  part.nodes = std::min(slice.nodes, job_.nodes - before);
  // What the table knows of the position may be enough to see that it is not worth the job.
  const std::uint64_t rest = part.nodes;
  if (before == 0 && job_.sure == 0) part.nodes = std::min(rest, kGlance);
  SliceResult result = machine_->step(part);
  if (result == SliceResult::TooFew && part.nodes < rest) {
    part.nodes = rest;
    result = machine_->step(part);
  }
  const std::uint64_t now = spent();
  const bool used_up =
      now >= job_.nodes || (result == SliceResult::TooFew && part.nodes < slice.nodes);
  if (now >= next_look_ && result == SliceResult::Running) {
    next_look_ = now + std::max<std::uint64_t>(job_.nodes / kLooks, 1);
    over_ = too_expensive();
  }
  if (result == SliceResult::Done || used_up) over_ = true;
  return over_ ? SliceResult::Done : result;
}

bool JobWorker::too_expensive() const {
  const auto view = machine_->look({});
  if (!view || view->node.efforts.empty()) return false;
  const auto [proof, disproof] = view->node.efforts.front();
  return proof > job_.limits.proof || disproof > job_.limits.disproof;
}

JobResult JobWorker::result() {
  require(finished(), "a job has a result once it is over");
  machine_->put_away();
  JobResult r{.id = job_.id, .bounds = machine_->bounds(), .nodes = spent()};
  if (search::decision_on(job_.cut, r.bounds) != search::Decision::Open) {
    r.best = machine_->best();
  } else if (const auto view = machine_->look({}); view && view->node.expanded) {
    const auto efforts = [](const search::TreeNode& n) {
      return Efforts{static_cast<float>(n.efforts.front().first),
                     static_cast<float>(n.efforts.front().second)};
    };
    r.efforts = efforts(view->node);
    for (const search::TreeNode& c : view->children)
      r.children.push_back({c.move, c.bounds, efforts(c)});
  }
  drop();
  return r;
}

void JobWorker::drop() {
  finished_ = statistics();
  busy_ = false;
}

search::Statistics JobWorker::statistics() const {
  search::Statistics all = finished_;
  if (busy_) all += machine_->statistics();
  return all;
}

}  // namespace solvent::parallel
