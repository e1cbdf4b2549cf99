// A player chooses moves under limits, and says of each whether it is proved or a guess.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/alarm.hpp"
#include "base/clock.hpp"
#include "play/course.hpp"
#include "search/machine.hpp"

namespace solvent::play {

using Stop = const std::atomic<bool>*;

struct MoveLimits {
  std::optional<std::uint64_t> nodes;  // of one move
  std::optional<double> seconds;
};

struct Choice {
  AnyMove move = 0;
  Bounds known{};                       // of the position, proved
  bool proved = false;                  // that no move is better
  std::string how{};                    // where the move comes from, proved or not
  std::vector<std::string> rests_on{};  // what `known` does, as in Answer
  std::uint64_t nodes = 0;
};

class Player {
 public:
  virtual ~Player() = default;
  // Before a game: nothing of an earlier one may matter.
  virtual void begin(std::uint64_t seed) = 0;
  // The side to move's choice in a game that is not over. If `stop` is set, some legal move.
  virtual Choice choose(const Course& course, Stop stop) = 0;
  // In the opponent's time: think until there is no more to think about or `stop` is set.
  virtual void ponder(const Course& course, Stop stop) = 0;
};

// What is left of a move's limits.
class Allowance {
 public:
  Allowance(const MoveLimits& limits, Stop stop) : limits_(limits), stop_(stop) {}

  bool over() const {
    return stopped() || nodes_left() == 0 ||
           (limits_.seconds && clock_.seconds() >= *limits_.seconds);
  }
  Stop stop() const { return stop_; }
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  double seconds_left() const {
    return limits_.seconds ? *limits_.seconds - clock_.seconds() : Alarm::kNever;
  }
  std::uint64_t nodes_left() const {
    if (!limits_.nodes) return ~std::uint64_t{0};
    return *limits_.nodes - std::min(*limits_.nodes, spent_);
  }
  std::uint64_t spent() const { return spent_; }
  void spend(std::uint64_t nodes) { spent_ += nodes; }

  // A share of what is left, and if there is no limit of nodes here, this one; what it spends is
  // told afterwards.
  Allowance part(double share, std::optional<std::uint64_t> nodes = {}) const {
    MoveLimits limits{nodes, {}};
    if (limits_.nodes)
      limits.nodes = static_cast<std::uint64_t>(share * static_cast<double>(nodes_left()));
    if (limits_.seconds) limits.seconds = share * (*limits_.seconds - clock_.seconds());
    return {limits, stop_};
  }
  Allowance unlimited() const { return {{}, stop_}; }

 private:
  MoveLimits limits_;
  Stop stop_;
  Stopwatch clock_;
  std::uint64_t spent_ = 0;
};

// The words for Choice::rests_on, where what the rules do not say was found by search, which may
// have met a database.
std::vector<std::string> grounds(const AnyGame& game, const AnyState& s, Bounds known,
                                 bool database);

// Puts a question to a machine and runs it as far as the allowance goes; true if it is answered.
bool think(search::Machine& machine, const AnyState& s, search::Window window,
           Allowance& allowance);
// Does the side get at least this?
search::Window reaches(Side side, Outcome least);

}  // namespace solvent::play
