// A solve on its way: an inquiry by a Solver's machines, run in slices within its limits, kept in
// checkpoints, reported on.
#pragma once

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "base/alarm.hpp"
#include "base/clock.hpp"
#include "proof/collector.hpp"
#include "question/inquiry.hpp"
#include "session/checkpoint.hpp"
#include "solvent/solve.hpp"

namespace solvent {

// What earlier runs have taken.
struct Spent {
  double seconds = 0, cpu_seconds = 0;
};

// An inquiry on its way, by a Solver's machines.
struct Attempt {
  AnyState root;
  Spent spent;
  Inquiry inquiry;

  void archive(Archive& a) { a(spent, inquiry); }
};

// Bounds on Max's ranks as numbers for the side to move.
inline std::pair<int, int> for_mover(const Scale& scale, Side side, Bounds b) {
  const int low = scale.for_side(side, b.pess), high = scale.for_side(side, b.opti);
  return {std::min(low, high), std::max(low, high)};
}

inline Counts counts_of(const search::Statistics& s) {
  return {.created = s.created,
          .expanded = s.expanded,
          .leaves = s.leaves,
          .frontier = s.frontier,
          .table_probes = s.table.probes,
          .table_hits = s.table.hits,
          .table_stores = s.table.stores,
          .table_replaced = s.table.replaced,
          .largest_tree = s.largest,
          .descents = s.descents,
          .updates = s.updates,
          .playouts = s.playouts,
          .questions = s.questions,
          .largest_question = s.largest_search,
          .iteration = s.iteration,
          .deepest = s.deepest};
}

// Writes checkpoints of a run, if they are wanted.
class Keeper {
 public:
  Keeper(const AnyGame& game, const AnyState& root, const Options& options, const Watch& watch,
         Attempt& attempt)
      : file_(options.checkpoint),
        every_(options.checkpoint_every),
        watch_(watch),
        attempt_(attempt) {
    if (!file_.empty()) label_ = session::make_label(game, root, options);
  }
  void write_if_due(const Stopwatch& clock) {
    if (file_.empty() || clock.seconds() < next_) return;
    write(clock);
    next_ = clock.seconds() + every_;  // not counting what it took
  }
  void write(const Stopwatch& clock) {
    if (file_.empty()) return;
    Spent spent = attempt_.spent;
    spent.seconds += clock.seconds();
    spent.cpu_seconds += clock.cpu_seconds();
    problem_ = try_to_write(spent);
    if (!problem_.empty() && watch_.warned) watch_.warned(problem_);
  }
  const std::string& problem() const { return problem_; }

 private:
  std::string try_to_write(Spent spent) {
    try {
      session::CheckpointWriter writer(file_, label_);
      writer(spent, attempt_.inquiry);
      if (const auto error = writer.finish()) return error->message;
      return "";
    } catch (const std::bad_alloc&) { return "there is not enough memory for a checkpoint"; }
  }

  const std::string& file_;
  double every_;
  const Watch& watch_;
  Attempt& attempt_;
  session::Label label_;
  double next_ = every_;
  std::string problem_;
};

// Runs an inquiry in slices until it is done or a limit or a stop request ends it: the one place
// where limits are looked at.
class Run {
 public:
  Run(const AnyGame& game, const Limits& limits, const Watch& watch, Keeper& keeper,
      Attempt& attempt, Side mover)
      : game_(game),
        limits_(limits),
        watch_(watch),
        keeper_(keeper),
        spent_(attempt.spent),
        inquiry_(attempt.inquiry),
        mover_(mover),
        alarm_(watch.stop, limits.seconds.value_or(Alarm::kNever)) {}

  Status until_the_end() {
    if (inquiry_.step(slice(0)) == search::Progress::Done)
      return Status::Solved;  // no search needed
    for (;;) {
      std::uint64_t nodes = search::Slice::kEndless;
      if (const auto limit = limit_met(inquiry_.created(), nodes)) return *limit;
      keeper_.write_if_due(clock_);
      report(clock_.seconds());
      switch (inquiry_.step(slice(nodes))) {
        case search::Progress::Done: return Status::Solved;
        case search::Progress::OutOfMemory: return Status::MemoryLimit;
        case search::Progress::Estimated: return Status::Estimate;
        case search::Progress::TooFew: return Status::NodeLimit;  // what is left is of no use
        case search::Progress::Running: break;
      }
      if (watch_.narrowed && inquiry_.bounds() != narrowest_) {
        narrowest_ = inquiry_.bounds();
        watch_.narrowed(progress(clock_.seconds()));
      }
    }
  }
  // The same for the proof of an answer.
  Status collect(proof::Collector& collector) {
    const std::uint64_t before = inquiry_.created() + proof_nodes_;
    for (;;) {
      std::uint64_t nodes = search::Slice::kEndless;
      if (const auto limit = limit_met(before + collector.nodes(), nodes)) return *limit;
      report(clock_.seconds(), &collector);
      switch (collector.step(slice(nodes))) {
        case proof::Progress::OutOfMemory: return Status::MemoryLimit;
        case proof::Progress::Done:
        case proof::Progress::Contradicted:
          proof_nodes_ += collector.nodes();
          return Status::Solved;
        case proof::Progress::Running: break;
      }
    }
  }
  const Stopwatch& clock() const { return clock_; }
  // Rings for good when a limit of time or a stop request ends the run.
  Alarm& alarm() { return alarm_; }
  const std::atomic<bool>* stop() const { return watch_.stop; }
  double seconds_left() const {
    return limits_.seconds ? *limits_.seconds - clock_.seconds() : Alarm::kNever;
  }
  // Why it ended.
  Status end() const {
    std::uint64_t nodes = search::Slice::kEndless;
    return limit_met(0, nodes).value_or(Status::Interrupted);
  }

 private:
  // A moment's work.
  search::Slice slice(std::uint64_t nodes) {
    constexpr double kMoment = 0.01;
    alarm_.set(kMoment);
    return {nodes, &alarm_};
  }
  // A reason to stop, or at most so many nodes to go on with.
  std::optional<Status> limit_met(std::uint64_t used, std::uint64_t& nodes) const {
    if (watch_.stop != nullptr && watch_.stop->load(std::memory_order_relaxed))
      return Status::Interrupted;
    if (limits_.seconds && clock_.seconds() >= *limits_.seconds) return Status::TimeLimit;
    if (!limits_.nodes) return std::nullopt;
    if (used >= *limits_.nodes) return Status::NodeLimit;
    nodes = std::min(nodes, *limits_.nodes - used);
    return std::nullopt;
  }

  void report(double seconds, const proof::Collector* collector = nullptr) {
    if (!watch_.progress || seconds < next_report_) return;
    next_report_ = seconds + watch_.interval;
    Progress p = progress(seconds);
    if (collector != nullptr) {
      p.stage = "proof";
      p.counts.created += proof_nodes_ + collector->nodes();
      p.bytes = collector->bytes();
    }
    watch_.progress(p);
  }
  Progress progress(double seconds) const {
    const Findings found = inquiry_.findings();
    const auto [lower, upper] = for_mover(game_.scale(), mover_, found.bounds);
    Counts counts = counts_of(found.statistics);
    counts.created = inquiry_.created();
    const std::string_view stage = inquiry_.stage() == Inquiry::Stage::Search ? "search"
                                   : inquiry_.stage() == Inquiry::Stage::Line ? "line"
                                                                              : "moves";
    std::optional<std::pair<double, double>> effort;
    if (const search::Statistics& s = found.statistics; s.proof >= 0)
      effort =
          mover_ == Side::Max ? std::pair{s.proof, s.disproof} : std::pair{s.disproof, s.proof};
    const std::uint64_t bytes = found.statistics.bytes + game_.bytes();
    return {spent_.seconds + seconds, counts, bytes, lower, upper, stage, effort};
  }

  const AnyGame& game_;
  const Limits& limits_;
  const Watch& watch_;
  Keeper& keeper_;
  const Spent& spent_;  // earlier
  Inquiry& inquiry_;
  Side mover_;
  Stopwatch clock_;
  Alarm alarm_;
  double next_report_ = 0.2;
  std::uint64_t proof_nodes_ = 0;
  Bounds narrowest_ = inquiry_.bounds();
};

}  // namespace solvent
