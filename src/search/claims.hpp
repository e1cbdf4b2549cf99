// Decisions on a cut ("is the value above it?"), and what they rest on where positions can repeat.
//
// A position met again on the path is worth the game's repetition value, and what rests on that is
// a PathClaim: it holds for paths through the positions repeated. Claims are kept apart from facts.
// One whose repetitions all lie at or below a node is a fact about that node (its side can go round
// for ever). Others are noted with the path to the deepest position they rest on, and hold again
// only while the search is below that very path. Every path has a number that no other path gets,
// so nothing is left to hashing. This does what Kishimoto & Mueller (2004) do with
// encoded paths, without their small chance of confusing two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "solvent/outcome.hpp"

namespace solvent::search {

enum class Decision : std::uint8_t { Open, Proved, Disproved };

constexpr Decision decision_on(int cut, Bounds b) {
  if (b.pess > cut) return Decision::Proved;
  return b.opti <= cut ? Decision::Disproved : Decision::Open;
}
constexpr Decision good_for(Side side) {
  return side == Side::Max ? Decision::Proved : Decision::Disproved;
}
// What a decision adds to the facts once it holds on every path.
constexpr Bounds learnt(Bounds facts, int cut, Decision decision) {
  if (decision == Decision::Proved)
    facts.pess = std::max(facts.pess, static_cast<Outcome>(cut + 1));
  else
    facts.opti = std::min(facts.opti, static_cast<Outcome>(cut));
  return facts;
}

// The positions of the path whose repetition a decision depends on: the first and the last ply.
struct PathDependence {
  static constexpr std::uint32_t kNoPly = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t oldest = kNoPly, deepest = 0;

  bool none() const { return oldest == kNoPly; }
  void add(PathDependence other) {
    oldest = std::min(oldest, other.oldest);
    deepest = std::max(deepest, other.deepest);
  }
};

// A decision on one path only, as a searcher notes it. Later paths are worth more.
struct PathClaim {
  static constexpr std::uint32_t kDeepestPly = std::numeric_limits<std::uint16_t>::max();
  std::uint64_t path_id = 0;  // of the path to the deepest position it rests on
  std::uint16_t oldest = 0, deepest = 0;
  std::uint8_t cut = 0;
  Decision decision = Decision::Open;

  bool used() const { return decision != Decision::Open; }
  std::uint64_t worth() const { return path_id; }
};

}  // namespace solvent::search
