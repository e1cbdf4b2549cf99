// What a search may spend, and the one loop that runs searches: in slices, for as long as limits of
// nodes and of time allow and nobody asks for an end. Solves, proofs, explorations, players and
// experiments all run in it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

#include "base/alarm.hpp"
#include "base/clock.hpp"
#include "search/machine.hpp"
#include "solvent/solve.hpp"

namespace solvent::search {

// Nothing: as many, or as long, as it takes.
struct Quota {
  std::optional<std::uint64_t> nodes;
  std::optional<double> seconds;  // of the wall clock
};

// How long a slice is at most. Where slices end changes nothing but when others have their turn.
struct Pace {
  std::uint64_t nodes = Slice::kEndless;
  double seconds = 0.01;
};

class Allowance {
 public:
  Allowance(const Quota& quota, const std::atomic<bool>* stop)
      : quota_(quota), stop_(stop), alarm_(stop, quota.seconds.value_or(Alarm::kNever)) {}

  // Why there is no more, if there is not.
  std::optional<Status> end() const {
    if (stopped()) return Status::Interrupted;
    if (seconds_left() <= 0) return Status::TimeLimit;
    if (nodes_left() == 0) return Status::NodeLimit;
    return std::nullopt;
  }
  bool over() const { return end().has_value(); }
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  const std::atomic<bool>* stop() const { return stop_; }
  double seconds_left() const {
    return quota_.seconds ? *quota_.seconds - clock_.seconds() : Alarm::kNever;
  }
  std::uint64_t nodes_left() const {
    if (!quota_.nodes) return Slice::kEndless;
    return std::min(*quota_.nodes - std::min(*quota_.nodes, spent_), Slice::kEndless);
  }
  std::uint64_t spent() const { return spent_; }  // nodes
  void spend(std::uint64_t nodes) { spent_ += nodes; }
  const Stopwatch& clock() const { return clock_; }
  // Rings for good when the time is over or a stop is asked for.
  Alarm& alarm() { return alarm_; }

  // A share of what is left, with at most `nodes` where there is no limit of nodes. What the part
  // spends has to be given to `spend` afterwards.
  Allowance part(double share, std::optional<std::uint64_t> nodes = {}) const {
    Quota quota{nodes, {}};
    if (quota_.nodes)
      quota.nodes = static_cast<std::uint64_t>(share * static_cast<double>(nodes_left()));
    if (quota_.seconds) quota.seconds = share * seconds_left();
    return {quota, stop_};
  }
  Allowance unlimited() const { return {{}, stop_}; }

  // Calls `step(slice)` until it is done or a limit is reached, and says which; `nodes()` is what
  // it has made so far. Returns nothing if `go_on()`, asked before every slice, said no. Work that
  // needs no nodes is done whatever the limits.
  template <class GoOn, class Step, class Nodes>
  std::optional<Status> run_while(GoOn go_on, Pace pace, Step step, Nodes nodes) {
    std::uint64_t counted = nodes();
    const auto advance = [&](std::uint64_t most) {
      alarm_.set(pace.seconds);
      const SliceResult progress = step(Slice{most, &alarm_});
      const std::uint64_t now = nodes();
      spend(now - counted);
      counted = now;
      return progress;
    };
    if (advance(0) == SliceResult::Done) return Status::Solved;
    while (go_on()) {
      if (const auto ended = end()) return ended;
      const std::uint64_t left = nodes_left(), given = std::min(left, pace.nodes);
      switch (advance(given)) {
        case SliceResult::Done: return Status::Solved;
        case SliceResult::OutOfMemory: return Status::MemoryLimit;
        case SliceResult::Estimated: return Status::Estimate;
        case SliceResult::TooFew:
          if (given == left) return Status::NodeLimit;  // what is left is of no use
          pace.nodes *= 2;
          break;
        case SliceResult::Running: break;
      }
    }
    return std::nullopt;
  }
  template <class Step, class Nodes>
  Status run(Step step, Nodes nodes) {
    return *run_while([] { return true; }, {}, step, nodes);
  }
  // A machine's question.
  Status run(Machine& machine) {
    return run([&](const Slice& slice) { return machine.step(slice); },
               [&] { return machine.statistics().created; });
  }

 private:
  Quota quota_;
  const std::atomic<bool>* stop_;
  Stopwatch clock_;
  Alarm alarm_;
  std::uint64_t spent_ = 0;
};

}  // namespace solvent::search
