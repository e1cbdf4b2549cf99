#include "experiments/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <thread>

#include "base/clock.hpp"

namespace solvent::experiments {

namespace {

struct TaskToRun {
  std::string experiment;
  Task task;
};

class Runner {
 public:
  Runner(std::vector<TaskToRun> jobs, std::size_t finished, const RunOrder& order, Journal& journal)
      : jobs_(std::move(jobs)), finished_(finished), order_(order), journal_(journal) {
    for (const TaskToRun& job : jobs_) work_ += job.task.weight;
  }

  RunOutcome go() {
    {
      std::vector<std::jthread> others;
      for (int t = 1; t < order_.threads; ++t) others.emplace_back([this] { work(); });
      work();
    }
    outcome_.complete = done_ == jobs_.size();
    return std::move(outcome_);
  }

 private:
  bool stopping() const { return order_.stop != nullptr && order_.stop->load(); }

  void work() {
    const Bench bench{order_.stop, order_.memory / static_cast<std::uint64_t>(order_.threads),
                      order_.folder};
    for (std::size_t k = 0; !stopping() && (k = next_++) < jobs_.size();) {
      const Stopwatch clock;
      Result<std::optional<Record>> record = measure(jobs_[k].task, bench);
      report(jobs_[k], clock.seconds(), std::move(record));
    }
  }
  static Result<std::optional<Record>> measure(const Task& task, const Bench& bench) {
    try {
      return task.run(bench);
    } catch (const std::exception& e) { return Error{e.what()}; }  // no memory, a damaged file
  }
  void report(const TaskToRun& job, double seconds, Result<std::optional<Record>> record) {
    const std::lock_guard lock(reporting_);
    const std::string name = job.experiment + ", " + job.task.key;
    if (!record) return outcome_.problems.push_back(fmt::format("{}: {}", name, record.message()));
    if (!*record) return;
    if (!journal_.add(job.experiment, job.task.key, seconds, **std::move(record)) &&
        outcome_.problems.empty())
      outcome_.problems.push_back("results cannot be kept: " + journal_.problem());
    ++done_;
    worked_ += job.task.weight;
    if (order_.progress)
      order_.progress(
          {finished_ + done_, finished_ + jobs_.size(), worked_ / work_, clock_.seconds(), name});
  }

  std::vector<TaskToRun> jobs_;
  std::size_t finished_;  // before this run
  const RunOrder& order_;
  Journal& journal_;
  double work_ = 0, worked_ = 0;
  std::size_t done_ = 0;
  std::atomic<std::size_t> next_{0};
  std::mutex reporting_;
  RunOutcome outcome_;
  Stopwatch clock_;
};

}  // namespace

RunOutcome run(const std::vector<const Experiment*>& experiments, const Setting& setting,
               const RunOrder& order, Journal& journal) {
  std::vector<TaskToRun> jobs;
  std::size_t finished = 0;
  for (const Experiment* e : experiments)
    for (Task& task : e->tasks(setting)) {
      if (journal.of(e->name()).contains(task.key))
        ++finished;
      else
        jobs.push_back({e->name(), std::move(task)});
    }
  // The long ones first, so that no thread is left alone with one at the end.
  std::stable_sort(jobs.begin(), jobs.end(), [](const TaskToRun& a, const TaskToRun& b) {
    return a.task.weight > b.task.weight;
  });
  return Runner(std::move(jobs), finished, order, journal).go();
}

}  // namespace solvent::experiments
