// Positions to measure on, made by seeded random play: the same on every machine.
#pragma once

#include <cstdlib>
#include <vector>

#include "base/rng.hpp"
#include "solvent/solvent.hpp"

namespace solvent::bench {

inline Ruleset game(std::string_view spec, std::string_view outcomes = {}) {
  auto made = Ruleset::make(spec, outcomes);
  if (!made) std::abort();
  return *made;
}

// `count` positions after exactly `plies` random moves, none of them ended or won in one move.
inline std::vector<Position> random_positions(const Ruleset& game, int plies, std::size_t count,
                                              std::uint64_t seed) {
  const auto quiet = [](const Position& p) {
    for (const std::string& move : p.moves())
      if (p.play(move)->ended()) return false;
    return !p.ended();
  };
  Rng rng(seed);
  std::vector<Position> out;
  while (out.size() < count) {
    Position p = game.start();
    for (int ply = 0; ply < plies && !p.ended(); ++ply) {
      const auto moves = p.moves();
      p = *p.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (quiet(p)) out.push_back(p);
  }
  return out;
}

}  // namespace solvent::bench
