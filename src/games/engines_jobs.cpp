#include "games/engines_jobs.hpp"

#include <algorithm>

#include "games/engines.hpp"
#include "parallel/job_search.hpp"
#include "parallel/rank_transport.hpp"
#include "parallel/thread_workers.hpp"
#include "search/presets.hpp"
#include "search/two_valued.hpp"

namespace solvent {

parallel::Referee referee_of(const AnyGame& game) {
  return {.to_move = [&game](const AnyState& s) { return game.to_move(s); },
          .play = [&game](AnyState& s, AnyMove m) { game.play(s, m); },
          .legal = [&game](const AnyState& s,
                           AnyMove m) { return std::ranges::count(game.moves(s), m) > 0; },
          .acyclic = game.acyclic(),
          .state_size = game.state_size()};
}

// A probe has one searcher: of those who work the first takes it as it is.
parallel::MakeSearcher job_searchers(const AnyGame& game, search::Design design,
                                     const ProbeBase* probe) {
  design.algorithm = search::kDfpn.with(search::Driver::Attracting);  // one question each
  struct Probes {
    bool taken = false;
    std::vector<std::shared_ptr<const ProbeBase>> others{};
  };
  const auto probes = std::make_shared<Probes>();
  return [&game, design, probe,
          probes](const search::TableHandle& table) -> std::unique_ptr<search::Machine> {
    const ProbeBase* own = probe;
    if (probe != nullptr && table != nullptr && std::exchange(probes->taken, true))
      own = probes->others.emplace_back(probe->another()).get();
    if (probe != nullptr && own == nullptr) return nullptr;
    return make_machine(game, design, own, table);
  };
}

bool jobs_can_do(const search::Design& d) {
  using namespace search;
  return d.algorithm.traversal == Traversal::BestFirst &&
         d.algorithm.effort == EffortKind::ProofNumbers &&
         (d.algorithm.leaf == Leaf::Ones || d.algorithm.leaf == Leaf::Mobility) &&
         d.algorithm.second == Second::None && d.evaluation == Evaluation::WhenCreated &&
         d.selection == Selection::MostProving && d.profile == nullptr && !d.first &&
         !d.plain_rules && !d.keep_tree && !d.keep_solved && !d.graph && !d.strategy;
}

namespace {
constexpr double kHandlingOfLetters =
    100;  // nodes: some 20 us for a letter with a result and a job
}

// The table has three quarters of the memory, the tree of jobs the rest.
std::unique_ptr<search::Machine> make_job_search(const AnyGame& game, const search::Design& design,
                                                 const ProbeBase* probe) {
  search::Design below = design;
  below.table_bytes = design.memory / 4 * 3;
  parallel::JobSizes sizes;
  sizes.most_leaves =
      std::min(sizes.most_leaves, design.memory / 4 / parallel::JobTree::kNodeBytes);
  const parallel::MakeSearcher searchers = job_searchers(game, below, probe);
  std::unique_ptr<parallel::Transport> transport;
  if (design.helpers != nullptr) {
    sizes.handling = kHandlingOfLetters;
    // Ranks have tables of their own: what was begun on one goes on there better than elsewhere.
    sizes.share = sizes.split = 1.0 / 16;
    sizes.patience = 2;
    transport = std::make_unique<parallel::RankTransport>(*design.helpers, referee_of(game),
                                                          game.scale().everything(), searchers,
                                                          design.searchers());
  } else {
    transport =
        std::make_unique<parallel::ThreadTransport>(searchers, design.searchers(), design.pool);
  }
  auto jobs = std::make_unique<parallel::JobSearch>(referee_of(game), game.scale().everything(),
                                                    std::move(transport), sizes);
  return std::make_unique<search::TwoValued>(
      game.scale(), [&game](const AnyState& s) { return game.to_move(s); }, design.algorithm.driver,
      std::move(jobs));
}

}  // namespace solvent
