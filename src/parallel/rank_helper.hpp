// What a rank does that helps rank 0 with a search: jobs come in letters, and results go back in
// letters, with what its workers have found that cost much.
#pragma once

#include <deque>

#include "base/clock.hpp"
#include "parallel/letter.hpp"
#include "parallel/thread_workers.hpp"

namespace solvent::parallel {

class RankHelper final : private JobSource {
 public:
  // `probe_hits` counts what the searchers' probes have known, if they have any.
  RankHelper(Ranks& ranks, const Referee& referee, Bounds everything, const MakeSearcher& make,
             std::size_t threads, std::function<std::uint64_t()> probe_hits = {});

  std::size_t workers() const { return workers_.size(); }
  // Helps until it is told that the search is over.
  void run();

 private:
  std::optional<SearchJob> next() override;
  void take(const JobResult& result) override;
  std::vector<JobId> recall() override { return std::exchange(recalled_, {}); }
  bool over() const override { return closed_ || fresh_tree_; }
  bool listens() const override { return true; }
  void look() override;
  void wait() override;
  void wait_for_letter(double seconds);

  void drop_jobs();
  void count();
  void read(const Ranks::Message& message);
  void read_jobs(LetterReader& letter);
  void read_recall(LetterReader& letter);
  void use_entries();
  void write();
  void write_results();

  Ranks& ranks_;
  Referee referee_;
  Bounds everything_;
  ThreadWorkers workers_;
  std::function<std::uint64_t()> probe_hits_;
  std::deque<Ranks::Message> inbox_;
  std::uint32_t tree_ = 0;
  std::deque<SearchJob> jobs_;      // in hand, not begun
  std::vector<JobId> recalled_;     // of those that are begun
  std::vector<JobResult> results_;  // not sent yet
  std::vector<Bytes> entries_;      // not in the table yet
  bool closed_ = false;
  bool fresh_tree_ = false;  // the jobs of the last one are to be dropped
  WorkDone unsaid_;          // what was done since rank 0 was told of it
  search::Counted counted_;  // what has been told, or will be with that
  std::uint64_t created_ = 0, probe_hits_counted_ = 0;
  Stopwatch clock_;
  double spoke_ = 0, told_ = 0;
};

}  // namespace solvent::parallel
