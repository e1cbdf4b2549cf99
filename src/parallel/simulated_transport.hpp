// Virtual workers under a clock that counts nodes: a worker is as far as the nodes it has made, and
// whoever is furthest behind goes next, a few nodes at a time. The scheduler and the searches are
// the real ones, on the table that the workers share; only time is made up. So it can be seen here
// how a search would do with a thousand workers far away, and every order of events can be tested.
#pragma once

#include <queue>
#include <unordered_map>

#include "base/rng.hpp"
#include "parallel/transport.hpp"

namespace solvent::parallel {

// Times are in nodes: what a worker would have made meanwhile.
struct SimulatedWorld {
  std::size_t workers = 1;
  double latency = 0;         // from the end of a job to the begin of the next, both ways together
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

 private:
  enum class Phase : std::uint8_t { Reporting, Waiting, Receiving, Working };
  struct Virtual {
    Phase phase = Phase::Reporting;
    std::optional<JobResult> result{};  // on its way to the scheduler
    SearchJob job{};                    // on its way to the worker
    double recalled_at = 0;             // if before its job is over
  };
  struct Event {
    double time;
    std::uint64_t number;  // of two at one time the older comes first
    std::size_t who;
    bool operator<(const Event& o) const {
      return time != o.time ? time > o.time : number > o.number;
    }
  };

  void at(double time, std::size_t who, Phase phase);
  double message();
  void report(JobTree& tree, std::size_t who);
  std::size_t hand_out(JobTree& tree);
  search::SliceResult work(std::size_t who, const search::Slice& slice);

  SimulatedWorld world_;
  Workshop shop_;
  std::vector<Virtual> virtual_;
  std::priority_queue<Event> events_;
  std::vector<std::size_t> waiting_;
  std::unordered_map<JobId, std::size_t> who_has_;
  std::uint64_t number_ = 0;
  double now_ = 0, worked_ = 0, scheduler_free_ = 0;
  double scheduling_ = 0;
  Rng rng_;
};

}  // namespace solvent::parallel
