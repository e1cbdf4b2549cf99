// The scheduler: a best-first proof-number tree of one two-valued question, whose leaves are jobs.
// It knows nothing of threads, machines or clocks: whoever has a free worker asks for the next job,
// and brings its result back, in any order.
//
//     next() ──▶ job                                        result ──▶ take()
//     down the tree to the most urgent leaf                 bounds and numbers into the leaf,
//     that no job is out for                                children below it, and up to the root
//
// While a job is out, its leaf counts as decided the way it leans, proved if that is cheaper than
// disproving it, so that the next descent looks for what is missing if that comes true (virtual
// equivalence with flagging in the job-level search of Wu et al. 2013). When the whole tree is
// decided that way, all that the best line needs is being worked on. A further worker then gets
// what would matter next: numbers in which a leaf with a job costs a multiple of what it did.
//
// A job that comes back undecided has the numbers of its position's children with it: these become
// leaves. Bounds prove, numbers guide: a node is decided by facts only. Positions met again have
// one node if none can come back in play; otherwise the tree is one of paths, and a position that
// is on its own path is never expanded, only asked about with larger and larger budgets. So no
// repetition is taken for a fact.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/id_index.hpp"
#include "parallel/job.hpp"
#include "search/claims.hpp"

namespace solvent::parallel {

// How large jobs are, and when a leaf becomes more than one.
struct JobSizes {
  std::uint64_t least = 400, most = 10'000'000;  // nodes
  double share = 1.0 / 64;  // of what all have spent, divided among the workers
  double split = 1.0 / 64;  // of that too: a leaf on which it was spent is expanded
  double patience = 1.3;    // a job ends when its leaf costs so many times what others do
  double burden = 2;        // what a leaf with a job costs, as a multiple
  double handling = 20;     // what a worker makes while the scheduler handles one job
  bool lean = true;         // count leaves with jobs as decided, first of all
  std::size_t most_leaves = 1'000'000;  // then leaves are asked again instead of expanded
};

class JobTree {
 public:
  JobTree(Referee referee, const JobSizes& sizes, std::size_t workers)
      : referee_(std::move(referee)), sizes_(sizes), workers_(workers) {}

  // A question about a root of which `facts` are known.
  void start(const AnyState& root, int cut, Bounds facts);
  bool answered() const { return decided(nodes_[kRoot]); }
  Bounds bounds() const { return nodes_[kRoot].now.bounds; }
  Efforts efforts() const { return nodes_[kRoot].now.efforts; }
  // A move that reaches what is known for the side to move, once answered.
  std::optional<AnyMove> best() const;

  // The next job, if there is one that nobody has. There is one whenever no job is out.
  std::optional<SearchJob> next();
  void take(const JobResult& result);
  // Nobody works on the job any more, and there will be no result.
  void give_back(JobId job);
  const AnyState& state_of(JobId job) const { return places_[job].state; }
  // Jobs that are out and no longer matter, each named once. Their results are welcome all the
  // same.
  std::vector<JobId> recall();

  // Reads what `take` will need for this job: a scheduler that has a processor of its own has it at
  // hand. For those who measure its time where it has not.
  void warm_up(JobId job);

  std::size_t jobs_out() const { return out_; }
  std::uint64_t jobs_made() const { return made_; }
  std::uint64_t spent() const { return spent_; }
  std::uint64_t updates() const { return updates_; }  // of nodes, by next and take
  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const;
  static constexpr std::size_t kNodeBytes = 512;  // for a node, generously
  // Jobs that are out are not saved: who loads the tree hands them out anew.
  void archive(Archive& a);

 private:
  using Index = std::uint32_t;
  static constexpr Index kRoot = 0, kNone = ~Index{0};

  // What a node shows to those above it.
  struct Summary {
    Efforts efforts{};  // as they are
    Efforts leaning{};  // if every job that is out ends the way it leans
    Efforts loaded{};   // if it costs more the more is worked on already
    Bounds bounds;
    bool free = true;   // here or below there is an open leaf without a job
    bool busy = false;  // here or below there is one with a job
  };
  // Has a copy of what its child shows: all that a parent needs lies side by side.
  struct Edge {
    AnyMove move;
    Index parent, child;
    Index sooner = kNone;  // the edge to the same child that was made before this one
    Summary shown{};
  };
  // What is looked at again and again, kept small; the rest is in a Place of the same index.
  struct Node {
    Summary now{};
    Index first = 0;          // of its edges
    std::uint32_t count = 0;  // of them; none: a leaf
    Index last_in = kNone;    // the edge to it that was made last
    Side side = Side::Max;
    bool job = false;       // one is out
    bool recalled = false;  // that one
    bool repeats = false;   // on its own path: never expanded
    bool marked = false;    // for an update, or seen in a walk
  };
  struct Place {
    AnyState state;
    std::uint64_t asked = 0;        // nodes of its last job
    std::uint64_t spent = 0;        // on all its jobs
    bool glanced = false;           // a job has come back at once: it was more expensive
    std::optional<AnyMove> best{};  // by the job that decided it
  };

  bool decided(const Summary& s) const {
    return search::decision_on(cut_, s.bounds) != search::Decision::Open;
  }
  bool decided(const Node& n) const { return decided(n.now); }
  static bool settled(Efforts e) { return e.proof == 0 || e.disproof == 0; }
  std::span<const Edge> edges(const Node& n) const { return {edges_.data() + n.first, n.count}; }
  template <class Do>
  void for_each_parent(const Node& n, const Do& act) const {
    for (Index e = n.last_in; e != kNone; e = edges_[e].sooner) act(edges_[e].parent);
  }
  std::uint64_t hash(const AnyState& state) const;
  Index find(const AnyState& state, std::uint64_t place) const;
  Index add(const AnyState& state, Bounds bounds, Efforts efforts, Index parent);
  void put_into_index(std::uint64_t place);
  bool worth_expanding(const Node& n, Place& place, const JobResult& result) const;
  void expand(Index leaf, const JobResult& result);
  bool on_path(Index node, const AnyState& state) const;
  bool wanted(Index node);
  void recall_below(Index node, std::vector<JobId>& ids);
  template <Side Mover>
  Index descend(const Node& n, bool lean, Efforts& limits) const;
  void size(SearchJob& job, const Place& leaf) const;

  // Recomputes a node and, where something changed, those above it.
  void update(Index from);
  bool recompute(Node& n);
  void recompute_leaf(Node& n) const;
  template <Side Mover>
  void recompute_inner(Node& n) const;

  Referee referee_;
  JobSizes sizes_;
  std::size_t workers_;
  int cut_ = 0;
  std::vector<Node> nodes_;
  std::vector<Place> places_;
  std::vector<Edge> edges_;
  IdIndex index_;  // of the positions, in games that cannot repeat
  std::vector<Index> queue_, seen_;
  std::vector<Index> newly_decided_;  // since the last recall, with jobs below them
  std::size_t out_ = 0;
  volatile float warmth_ = 0;
  std::uint64_t made_ = 0, spent_ = 0, updates_ = 0;
};

}  // namespace solvent::parallel
