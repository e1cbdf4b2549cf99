// Workers that are threads of this process. Between two slices all of them are quiet.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "base/crew.hpp"
#include "parallel/job_source.hpp"
#include "parallel/transport.hpp"
#include "solvent/pool.hpp"

namespace solvent::parallel {

class ThreadWorkers {
 public:
  // With a pool all work while it lends permits for all, and otherwise one.
  ThreadWorkers(const MakeSearcher& make, std::size_t threads, Pool* pool = nullptr)
      : shop_(make, threads),
        has_(shop_.size()),
        recalled_(shop_.size()),
        crew_(shop_.size()),
        pool_(pool) {}

  std::size_t size() const { return shop_.size(); }
  Workshop& shop() { return shop_; }
  bool busy() const;
  void drop_jobs() {
    shop_.drop_jobs();
    has_.assign(shop_.size(), std::nullopt);
  }
  // Jobs from this source, until it is over or the slice is.
  search::SliceResult advance(JobSource& source, const search::Slice& slice);
  search::Statistics statistics() const {
    search::Statistics all = shop_.statistics();
    all.others_nanoseconds += crew_.others_nanoseconds();
    return all;
  }

 private:
  // What all workers have in common during a slice.
  struct Round {
    JobSource& source;
    std::atomic<bool> enough = false;  // they are to stop
    std::mutex mutex{};                // of the source and what follows
    std::condition_variable news{};
    std::uint64_t results = 0, made = 0;
    bool too_few = false, out_of_memory = false;

    explicit Round(JobSource& of) : source(of) {}
  };
  void work(std::size_t who, Round& round, std::uint64_t nodes, Alarm alarm);
  void work_alone(Round& round, std::uint64_t nodes, const Alarm& alarm);
  search::SliceResult go_on(std::size_t who, Round& round, std::uint64_t& nodes, Alarm& alarm);
  bool get_job(std::size_t who, Round& round, Alarm& alarm);
  void look(Round& round);
  void call_back(Round& round);
  void report(std::size_t who, Round& round);
  void leave(Round& round, search::SliceResult result, std::uint64_t made);

  Workshop shop_;
  std::vector<std::optional<JobId>> has_;    // the jobs that are out
  std::vector<std::atomic<bool>> recalled_;  // whose job does not matter any more
  Crew crew_;
  Pool* pool_;
};

// Of all transports the simplest.
class ThreadTransport final : public Transport {
 public:
  ThreadTransport(const MakeSearcher& make, std::size_t threads, Pool* pool = nullptr)
      : threads_(make, threads, pool) {}

  std::size_t workers() const override { return threads_.size(); }
  void begin() override { threads_.drop_jobs(); }
  search::SliceResult advance(JobTree& tree, const search::Slice& slice) override {
    TreeSource source(tree);
    return threads_.advance(source, slice);
  }
  search::Statistics statistics() const override { return threads_.statistics(); }
  Workshop& shop() override { return threads_.shop(); }

 private:
  ThreadWorkers threads_;
};

}  // namespace solvent::parallel
