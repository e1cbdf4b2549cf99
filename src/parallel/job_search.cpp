#include "parallel/job_search.hpp"

#include "solvent/require.hpp"

namespace solvent::parallel {

using search::Slice;
using search::SliceResult;

JobSearch::JobSearch(Referee referee, Bounds everything, std::unique_ptr<Transport> transport,
                     const JobSizes& sizes)
    : everything_(everything),
      transport_(std::move(transport)),
      tree_(std::move(referee), sizes, transport_->workers()) {
  tree_.start({}, 0, {0, 0});  // answered, until there is a question
}

void JobSearch::start(const AnyState& root, search::Window window) {
  asks_ = window.alpha != window.beta;
  require(!asks_ || window.null(), "jobs are about one cut at a time");
  transport_->begin();
  before_ = transport_->statistics();
  lost_ = {};
  tree_.start(root, window.alpha, everything_);
}

SliceResult JobSearch::step(const Slice& slice) {
  return asks_ ? transport_->advance(tree_, slice) : SliceResult::Done;
}

search::Statistics JobSearch::statistics() const {
  const search::Statistics now = transport_->statistics();
  search::Statistics all = lost_;
  static_cast<search::Counted&>(all) += now.since(before_);
  static_cast<search::Extremes&>(all) += now;
  static_cast<search::Standing&>(all) = now;
  all.descents += tree_.jobs_made();
  all.largest = tree_.size();
  all.bytes += tree_.bytes();
  if (!asks_ || tree_.answered()) return all;
  all.proof = tree_.efforts().proof;
  all.disproof = tree_.efforts().disproof;
  return all;
}

void JobSearch::archive(Archive& a) {
  search::Statistics lost = statistics();
  lost.descents -= tree_.jobs_made();
  a.section("search by jobs", sizeof(*this));
  a(transport_->shop().keeper(), tree_, asks_, lost);
  if (!a.loading()) return;
  transport_->go_on();
  before_ = transport_->statistics();
  lost_ = lost;
}

}  // namespace solvent::parallel
