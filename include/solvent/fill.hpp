// Stores that know a game's openings, so that its first moves have values at once.
//
//   options.store = "openings";
//   auto filled = solvent::fill_store(game, {.options = options, .plies = 4});
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "solvent/game.hpp"
#include "solvent/solve.hpp"

namespace solvent {

struct FillProgress {
  std::uint64_t done = 0, of = 0;  // positions
  double seconds = 0;              // since the beginning
  std::optional<double> left{};    // a guess, once something was solved
};
struct FillOrder {
  Options options;  // its store gets them; limits are those of each position
  int plies = 0;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const FillProgress&)> progress{};  // called about ten times a second
};
struct Filled {
  std::uint64_t positions = 0;  // distinct ones that the rules leave open, up to so many plies
  std::uint64_t known = 0;      // of these: the store knew their values before,
  std::uint64_t solved = 0;     // were solved now,
  std::uint64_t open = 0;       // were not solved within the limits, or before it was stopped
  std::uint64_t nodes = 0;
  double seconds = 0, cpu_seconds = 0;
};
inline constexpr std::uint64_t kMostFilled = 10'000'000;

// Solves every distinct position up to so many plies from the start, those of most plies first, and
// keeps each in the store once it is solved: who stops it loses one position. An error for options
// that do not fit, a game that cannot be stored, or more than kMostFilled positions.
Result<Filled> fill_store(const Ruleset& game, const FillOrder& order);

// Makes a copy of a store in the folder `into`, which is only read: for data that many share.
std::optional<Error> seal_store(const std::string& folder, const std::string& into);

}  // namespace solvent
