// Two positions of 7x6 Connect Four from the study of probability-based proof-number search: a loss
// and a draw for the side to move, so "does it win?" is to be denied. With few nodes the bounds
// stay open and true; with enough all three algorithms deny it.
#pragma once

#include <gtest/gtest.h>

#include "solvent/solvent.hpp"

namespace solvent::two_positions {

struct Known {
  const char* position;
  int value;
};
inline constexpr Known kPositions[] = {{"121526474474", -1}, {"124343544554", 0}};

inline Answer ask(const Known& known, const std::string& algorithm, std::uint64_t nodes,
                  double precision_rate = 0) {
  const auto game = Ruleset::make("connect4:7x6", "wld");
  Options options;
  options.algorithm = algorithm;
  options.at_least = 1;
  options.line = false;
  options.knowledge = false;  // with what the game knows they are soon answered
  options.limits.nodes = nodes;
  options.limits.memory = std::uint64_t{2} << 30;
  if (algorithm != "pns") options.playouts = 4;
  if (precision_rate > 0) options.precision_rate = precision_rate;
  auto solver = Solver::make(*game, options);
  return solver->solve(*game->parse(known.position));
}

inline void expect_true_bounds(const Answer& answer, int value) {
  EXPECT_LE(answer.lower, value) << answer.verdict;
  EXPECT_GE(answer.upper, value) << answer.verdict;
}

}  // namespace solvent::two_positions
