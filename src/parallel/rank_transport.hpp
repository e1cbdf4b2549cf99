// The transport to other ranks: jobs go out in letters and results come back in letters, and rank
// 0's own workers take jobs straight from the tree. The others go on between two slices; the tree
// changes in slices only.
#pragma once

#include "parallel/helpers.hpp"
#include "parallel/thread_workers.hpp"

namespace solvent::parallel {

class RankTransport final : public Transport {
 public:
  // `helpers` are there for longer.
  RankTransport(Helpers& helpers, const Referee& referee, Bounds everything,
                const MakeSearcher& make, std::size_t threads)
      : helpers_(helpers), referee_(referee), everything_(everything), own_(make, threads) {}
  ~RankTransport() override;

  std::size_t workers() const override { return own_.size() + helpers_.workers(); }
  void begin() override { begin_anew(false); }
  void go_on() override { begin_anew(true); }
  search::SliceResult advance(JobTree& tree, const search::Slice& slice) override;
  search::Statistics statistics() const override;
  Workshop& shop() override { return own_.shop(); }

 private:
  class Source;
  void begin_anew(bool tell_all);

  Helpers& helpers_;
  Referee referee_;
  Bounds everything_;
  ThreadWorkers own_;
};

}  // namespace solvent::parallel
