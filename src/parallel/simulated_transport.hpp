// Virtual workers under a clock that counts nodes: a worker is as far as the nodes it has made, and
// whoever is furthest behind goes next, a few nodes at a time. The scheduler and the searches are
// the real ones, on the table that the workers share; only time is made up. So it can be seen here
// how a search would do with a thousand workers far away, and every order of events can be tested.
#pragma once

#include <deque>
#include <queue>
#include <unordered_map>

#include "base/rng.hpp"
#include "parallel/transport.hpp"

namespace solvent::parallel {

// Times are in nodes: what a worker would have made meanwhile.
struct SimulatedWorld {
  std::size_t workers = 1;
  double latency = 0;       // from the end of a job to the begin of the next, both ways together
  double a_byte = 0;        // takes so long on the scheduler's one line to all
  std::size_t in_hand = 1;  // jobs that a worker has, the one it works on among them,
  std::uint64_t long_work = 50'000;  // unless that is so long
  double handling = 0;        // of one result and one job, by the scheduler, one after another
  double rate = 0;            // nodes a second: the scheduler's own processor time counts as well
  bool erratic = false;       // every message takes its own time, from none to twice the usual
  std::uint64_t seed = 1;     // of that
  std::uint64_t grain = 500;  // nodes that a worker makes before the next has its turn
};

class SimulatedTransport final : public Transport {
 public:
  SimulatedTransport(const MakeSearcher& make, const SimulatedWorld& world);

  std::size_t workers() const override { return shop_.size(); }
  void begin() override;
  search::SliceResult advance(JobTree& tree, const search::Slice& slice) override;
  search::Statistics statistics() const override { return shop_.statistics(); }
  Workshop& shop() override { return shop_; }

  double time() const { return now_; }               // since `begin`
  double worked() const { return worked_; }          // by all of them
  double scheduling() const { return scheduling_; }  // processor seconds in the scheduler
  // Has a fresh tree of the same question do again all that was asked of this one's: the processor
  // seconds of a scheduler that nothing else interrupts.
  double replay(JobTree& tree) const;

 private:
  // What happens: the scheduler begins, a result reaches it, a job reaches a worker, or a worker
  // goes on.
  enum class Kind : std::uint8_t { Begin, Result, Job, Work };
  struct Given {
    SearchJob job;
    double recalled_at;  // if before it is over
  };
  struct Virtual {
    std::deque<Given> jobs{};  // that it has; it works on the first
    std::size_t in_hand = 0;   // as the scheduler knows it: those on their way too
    std::uint64_t nodes = 0;   // of these
    bool asks = false;         // the scheduler knows that it may have more
  };
  struct Event {
    double time;
    std::uint64_t number;  // of two at one time the older comes first
    std::size_t who;
    Kind kind;
    bool operator<(const Event& o) const {
      return time != o.time ? time > o.time : number > o.number;
    }
  };

  std::uint64_t at(double time, std::size_t who, Kind kind);
  double arrival(double sent, std::size_t bytes);
  void schedule(JobTree& tree, std::size_t who, std::optional<JobResult> result);
  void ask(std::size_t who);
  std::vector<std::pair<std::size_t, SearchJob>> hand_out(JobTree& tree);
  void call_back(JobId job);
  search::SliceResult work(std::size_t who, const search::Slice& slice);

  SimulatedWorld world_;
  Workshop shop_;
  std::vector<Virtual> virtual_;
  std::priority_queue<Event> events_;
  std::unordered_map<std::uint64_t, JobResult> results_;  // on their way, by the event's number
  std::unordered_map<std::uint64_t, SearchJob> jobs_;
  std::vector<std::size_t> idle_, short_;  // who has none, and who has room for more
  std::unordered_map<JobId, std::size_t> who_has_;
  std::unordered_map<JobId, double> recalled_;  // before they have arrived
  std::uint64_t number_ = 0;
  double now_ = 0, worked_ = 0, scheduler_free_ = 0, line_free_ = 0;
  double scheduling_ = 0;
  std::vector<JobResult> log_;         // what the scheduler took, in order
  std::vector<std::uint32_t> handed_;  // and how many jobs it was asked for before each of these
  Rng rng_;
};

}  // namespace solvent::parallel
