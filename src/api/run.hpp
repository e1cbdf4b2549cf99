// A solve on its way: an inquiry by a Solver's machines, run in slices within its limits, kept in
// checkpoints, reported on.
#pragma once

#include <algorithm>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "proof/collector.hpp"
#include "question/inquiry.hpp"
#include "search/allowance.hpp"
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

// What the side claims at a cut, as a number for it.
inline int claim_at(const Scale& scale, Side side, int cut) {
  return scale.for_side(side, Statement::of_cut(side, cut).bound);
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
  Keeper(const AnyGame& game, const AnyState& root, const Options& options, bool wanted,
         const Watch& watch, Attempt& attempt)
      : file_(wanted ? options.checkpoint : ""),
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

  const std::string file_;
  double every_;
  const Watch& watch_;
  Attempt& attempt_;
  session::Label label_;
  double next_ = every_;
  std::string problem_;
};

// Runs an inquiry within its limits, and then, within what is left of them, its proof.
class Run {
 public:
  using Describe = std::function<MoveValue(const ValuedMove&)>;

  Run(const AnyGame& game, const Limits& limits, const Watch& watch, Keeper& keeper,
      Attempt& attempt, Side mover, Describe describe)
      : game_(game),
        watch_(watch),
        keeper_(keeper),
        spent_(attempt.spent),
        inquiry_(attempt.inquiry),
        root_(attempt.root),
        mover_(mover),
        describe_(std::move(describe)),
        allowance_({limits.nodes, limits.seconds}, watch.stop) {
    allowance_.spend(inquiry_.created());  // by earlier runs
    spent_before_ = allowance_.spent();
  }

  Status until_the_end() {
    return allowance_.run([this](const search::Slice& slice) { return step(slice); },
                          [this] { return inquiry_.created(); });
  }
  Status collect(proof::Collector& collector) {
    const double began = clock().seconds();
    const Status status = allowance_.run(
        [&](const search::Slice& slice) {
          report(clock().seconds(), &collector, began);
          return collector.step(slice);
        },
        [&] { return collector.nodes(); });
    proof_nodes_ += collector.nodes();
    return status;
  }
  // The same for a proof that others collect.
  void report_parts(const Progress::Collected& collected, std::uint64_t nodes, std::size_t bytes) {
    const double seconds = clock().seconds();
    if (!watch_.progress || seconds < next_report_) return;
    next_report_ = seconds + watch_.interval;
    Progress p = progress_at(seconds);
    p.stage = "proof";
    p.counts.created += proof_nodes_ + nodes;
    p.bytes += bytes;
    p.collected = collected;
    watch_.progress(p);
  }
  bool over(std::uint64_t nodes) const {
    return allowance_.over() || nodes >= allowance_.nodes_left();
  }
  void spend_on_proof(std::uint64_t nodes) {
    proof_nodes_ += nodes;
    allowance_.spend(nodes);
  }
  const Stopwatch& clock() const { return allowance_.clock(); }
  // What is left for those who do not work in slices.
  search::Allowance& allowance() { return allowance_; }
  // Why it ended before it was done.
  Status end() const { return allowance_.end().value_or(Status::Interrupted); }

 private:
  search::SliceResult step(const search::Slice& slice) {
    keeper_.write_if_due(clock());
    report(clock().seconds());
    const search::SliceResult progress = inquiry_.step(slice);
    if (!moves_began_ && inquiry_.stage() == Inquiry::Stage::Moves) {
      moves_began_ = clock().seconds();
      moves_begun_ = inquiry_.share_of_moves();
    }
    if (progress == search::SliceResult::Running && watch_.narrowed &&
        inquiry_.bounds() != narrowest_) {
      narrowest_ = inquiry_.bounds();
      watch_.narrowed(progress_at(clock().seconds()));
    }
    if (watch_.valued) tell_of_moves();
    return progress;
  }
  void tell_of_moves() {
    const std::vector<ValuedMove>& moves = inquiry_.moves();
    for (std::size_t k = 0; k < moves.size(); ++k) {
      if (k < reported_.size() && reported_[k] == moves[k].bounds) continue;
      if (k == reported_.size()) reported_.emplace_back();
      reported_[k] = moves[k].bounds;
      watch_.valued(describe_(moves[k]));
    }
  }

  void report(double seconds, const proof::Collector* collector = nullptr, double began = 0) {
    if (!watch_.progress || seconds < next_report_) return;
    next_report_ = seconds + watch_.interval;
    Progress p = progress_at(seconds);
    if (collector != nullptr) {
      p.stage = "proof";
      p.counts.created += proof_nodes_ + collector->nodes();
      p.bytes = collector->bytes();
      if (const double done = collector->done(); done > 0)
        p.collected = Progress::Collected{done, 0, seconds - began};
    }
    watch_.progress(p);
  }
  Progress progress_at(double seconds) const {
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
    const auto move = inquiry_.move();
    Progress p{spent_.seconds + seconds,
               counts,
               bytes,
               lower,
               upper,
               stage,
               effort,
               move ? game_.move_text(root_, *move) : ""};
    p.limit_in = limit_in(seconds);
    if (const double share = inquiry_.share_of_moves(); moves_began_ && share > moves_begun_)
      p.left = (seconds - *moves_began_) * (1 - share) / (share - moves_begun_);
    return p;
  }
  std::optional<double> limit_in(double seconds) const {
    std::optional<double> in;
    if (allowance_.seconds_left() < Alarm::kNever) in = allowance_.seconds_left();
    const std::uint64_t made = allowance_.spent() - spent_before_;
    if (allowance_.nodes_left() < search::Slice::kEndless && made > 0 && seconds > 0) {
      const double pace = static_cast<double>(made) / seconds;
      const double more = static_cast<double>(allowance_.nodes_left()) / pace;
      in = std::min(in.value_or(more), more);
    }
    if (in) in = std::max(*in, 0.0);
    return in;
  }

  const AnyGame& game_;
  const Watch& watch_;
  Keeper& keeper_;
  const Spent& spent_;  // earlier
  Inquiry& inquiry_;
  const AnyState& root_;
  Side mover_;
  Describe describe_;
  search::Allowance allowance_;
  double next_report_ = 0.2;
  std::uint64_t proof_nodes_ = 0;
  std::uint64_t spent_before_ = 0;     // nodes, by earlier runs
  std::optional<double> moves_began_;  // seconds
  double moves_begun_ = 0;             // the share of them that was valued then
  Bounds narrowest_ = inquiry_.bounds();
  std::vector<Bounds> reported_;  // of the moves
};

}  // namespace solvent
