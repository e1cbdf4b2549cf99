#include "parallel/rank_transport.hpp"

#include <algorithm>

#include "table/fact_table.hpp"

namespace solvent::parallel {

using search::Slice;
using search::SliceResult;

// The tree, and what the others do with it.
class RankTransport::Source final : public TreeSource {
 public:
  Source(JobTree& tree, Helpers& helpers, std::uint64_t nodes)
      : TreeSource(tree), helpers_(helpers), nodes_(nodes) {}
  std::vector<JobId> recall() override { return helpers_.recall(tree_.recall()); }
  bool listens() const override { return true; }
  bool keeps_first_free() const override { return helpers_.enough(); }
  void look() override { helpers_.serve(tree_, nodes_); }
  void wait() override { helpers_.wait(); }

 private:
  Helpers& helpers_;
  std::uint64_t nodes_;  // that may still be handed out
};

void RankTransport::begin_anew(bool tell_all) {
  own_.drop_jobs();
  helpers_.begin(referee_, everything_, *own_.shop().table(), tell_all);
}

RankTransport::~RankTransport() { helpers_.end(); }

// What may be made is divided: what others have in hand is theirs until they say what they needed,
// and of the rest they may have half.
SliceResult RankTransport::advance(JobTree& tree, const Slice& slice) {
  constexpr std::uint64_t kWorthBeginning = 1000;  // nodes
  const std::uint64_t elsewhere = std::min(helpers_.nodes_out(), slice.nodes);
  const std::uint64_t rest = slice.nodes - elsewhere;
  Source source(tree, helpers_, rest / 2 < kWorthBeginning ? 0 : rest / 2);
  Slice own = slice;
  own.nodes = rest / 2 < kWorthBeginning ? rest : rest - rest / 2;
  if (elsewhere == 0 || own.nodes >= kWorthBeginning) {
    const SliceResult result = own_.advance(source, own);
    if (result != SliceResult::TooFew || helpers_.nodes_out() == 0) return result;
  }
  while (!tree.answered() && helpers_.nodes_out() > 0 && !slice.paused()) {
    source.wait();
    source.look();
    source.recall();
  }
  return tree.answered() ? SliceResult::Done : SliceResult::Running;
}

search::Statistics RankTransport::statistics() const {
  search::Statistics all = own_.statistics();
  const search::Statistics theirs = helpers_.statistics();
  static_cast<search::Counted&>(all) += theirs;
  all.deepest = std::max(all.deepest, theirs.deepest);
  all.searchers += theirs.searchers;
  return all;
}

}  // namespace solvent::parallel
