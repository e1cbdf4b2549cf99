// A player chooses moves under limits, and says of each whether it is proved or a guess.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "play/course.hpp"
#include "search/allowance.hpp"

namespace solvent::play {

using Stop = const std::atomic<bool>*;
using search::Allowance;
using MoveLimits = search::Quota;  // of one move

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

// The words for Choice::rests_on, where what the rules do not say was found by search, which may
// have met a database.
std::vector<std::string> grounds(const AnyGame& game, const AnyState& s, Bounds known,
                                 bool database);

// Puts a question to a machine and runs it as far as the allowance goes; true if it is answered.
bool think(search::Machine& machine, const AnyState& s, search::Window window,
           Allowance& allowance);

}  // namespace solvent::play
