// Workers that are threads of this process. Between two slices all of them are quiet.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "base/crew.hpp"
#include "parallel/transport.hpp"
#include "solvent/pool.hpp"

namespace solvent::parallel {

class ThreadTransport final : public Transport {
 public:
  // With a pool all work while it lends permits for all, and otherwise one.
  ThreadTransport(const MakeSearcher& make, std::size_t threads, Pool* pool = nullptr)
      : shop_(make, threads),
        has_(shop_.size()),
        recalled_(shop_.size()),
        crew_(shop_.size()),
        pool_(pool) {}

  std::size_t workers() const override { return shop_.size(); }
  void begin() override {
    shop_.drop_jobs();
    has_.assign(shop_.size(), std::nullopt);
  }
  search::SliceResult advance(JobTree& tree, const search::Slice& slice) override;
  search::Statistics statistics() const override {
    search::Statistics all = shop_.statistics();
    all.others_nanoseconds += crew_.others_nanoseconds();
    return all;
  }
  Workshop& shop() override { return shop_; }

 private:
  // What all workers have in common during a slice.
  struct Round {
    JobTree& tree;
    std::atomic<bool> enough = false;  // they are to stop
    std::mutex mutex{};                // of the tree and what follows
    std::condition_variable news{};
    std::uint64_t results = 0, made = 0;
    bool too_few = false, out_of_memory = false;

    explicit Round(JobTree& of) : tree(of) {}
  };
  void work(std::size_t who, Round& round, std::uint64_t nodes, Alarm alarm);
  void work_alone(Round& round, std::uint64_t nodes, const Alarm& alarm);
  search::SliceResult go_on(std::size_t who, Round& round, std::uint64_t& nodes, Alarm& alarm);
  bool get_job(std::size_t who, Round& round);
  void report(std::size_t who, Round& round);
  void leave(Round& round, search::SliceResult result, std::uint64_t made);

  Workshop shop_;
  std::vector<std::optional<JobId>> has_;    // the jobs that are out
  std::vector<std::atomic<bool>> recalled_;  // whose job does not matter any more
  Crew crew_;
  Pool* pool_;
};

}  // namespace solvent::parallel
