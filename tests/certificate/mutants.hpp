// Certificates with damaged claims: every kind of damage that somebody might do by accident or to
// deceive.
#pragma once

#include <gtest/gtest.h>

#include "certificate/graphs.hpp"

namespace solvent::naive {

struct Tally {
  std::map<std::string, std::pair<int, int>> of;  // mutants, and those that are still proofs
  void count(const std::string& kind, bool accepted) {
    ++of[kind].first;
    of[kind].second += accepted;
  }
};

// expect(mutant, kind) for each of them, with the claims in order, unless that is the damage.
template <class W, class Expect>
void damage_claims(const W& world, const AnyGame& game, const Certificate& good, Expect expect) {
  const auto mutant = [&](const std::string& kind, auto change, bool sort = true) {
    Certificate c = good;
    change(c);
    if (sort) c.sort();
    expect(c, kind);
  };
  for (std::size_t k = 0; k < good.claims.size(); ++k) {
    const Claim& claim = good.claims[k];
    mutant("claim dropped", [&](auto& c) { c.claims.erase(c.claims.begin() + k); });
    mutant("claim doubled", [&](auto& c) { c.claims.push_back(claim); });
    mutant("claim doubled in the next layer", [&](auto& c) {
      c.claims.push_back(claim);
      ++c.claims.back().layer;
    });
    mutant("claimant changed", [&](auto& c) { c.claims[k].claimant = other(claim.claimant); });
    mutant("claimed by both", [&](auto& c) {
      c.claims.push_back(claim);
      c.claims.back().claimant = other(claim.claimant);
    });
    mutant("move dropped", [&](auto& c) { c.claims[k].move = kEveryMove; });
    mutant("left to a search", [&](auto& c) {
      c.claims[k].move = kSearched;
      c.leaf = std::max<std::uint64_t>(c.leaf, 1 + k % 3);
    });
    mutant("replies cited, or not", [&](auto& c) { c.claims[k].move ^= kThrough; });
    mutant("left to the database", [&](auto& c) { c.claims[k].move = kDatabase; });
    for (std::size_t m = 0; m <= world.moves(claim) && m < 5; ++m)
      if (m != claim.move)
        mutant("another move", [&](auto& c) { c.claims[k].move = static_cast<std::uint16_t>(m); });
    mutant("move far off", [&](auto& c) { c.claims[k].move = 65533; });
    mutant("layer later", [&](auto& c) { ++c.claims[k].layer; });
    if (claim.layer > 0) {
      mutant("layer earlier", [&](auto& c) { --c.claims[k].layer; });
      mutant("to the first layer", [&](auto& c) { c.claims[k].layer = 0; });
      mutant("layers joined", [&](auto& c) {
        for (Claim& x : c.claims)
          if (x.claimant == claim.claimant && x.layer >= claim.layer) --x.layer;
      });
      mutant("layer skipped", [&](auto& c) {
        for (Claim& x : c.claims)
          if (x.claimant == claim.claimant && x.layer >= claim.layer) ++x.layer;
      });
    }
    for (std::size_t byte = 0; byte < claim.state.size(); ++byte)
      mutant("state byte changed", [&](auto& c) {
        c.claims[k].state[byte] = static_cast<char>(c.claims[k].state[byte] ^ 1 << k % 8);
      });
    if (k > 0) {
      mutant(
          "claims swapped", [&](auto& c) { std::swap(c.claims[k], c.claims[k - 1]); }, false);
      mutant("moves swapped", [&](auto& c) { std::swap(c.claims[k].move, c.claims[k - 1].move); });
      mutant("states swapped",
             [&](auto& c) { std::swap(c.claims[k].state, c.claims[k - 1].state); });
    }
  }
  mutant("upside down", [&](auto& c) {
    for (Claim& x : c.claims) x.layer = 1000 - x.layer;
  });
  mutant("all in one layer", [&](auto& c) {
    for (Claim& x : c.claims) x.layer = 0;
  });
  mutant("everything dropped", [&](auto& c) { c.claims.clear(); });
  for (int rank = 0; rank < game.scale().size(); ++rank) {
    mutant("at-least changed", [&](auto& c) { c.at_least = world.number(rank); });
    mutant("at-most changed", [&](auto& c) { c.at_most = world.number(rank); });
  }
  if (good.leaf > 0) {
    mutant("searches not allowed", [&](auto& c) { c.leaf = 0; });
    mutant("shorter searches", [&](auto& c) { c.leaf = 1 + c.leaf / 2; });
  }
  mutant("at-least dropped", [&](auto& c) { c.at_least = std::nullopt; });
  mutant("at-most dropped", [&](auto& c) { c.at_most = std::nullopt; });
  mutant("no statement", [&](auto& c) { c.at_least = c.at_most = std::nullopt; });
}

// Time and memory stay within what the file allows.
inline void expect_bounded(const check::CheckResult& v, const Certificate& c, std::size_t moves) {
  EXPECT_LE(v.stats.positions, (c.leaf + 1) * c.claims.size());
  EXPECT_LE(v.stats.citations + v.stats.covered, (moves + 2) * c.claims.size());
  EXPECT_LE(v.stats.most_unclaimed, (moves + 2) * c.claims.size() + 1);
}

inline void report(const Tally& tally) {
  for (const auto& [kind, counts] : tally.of)
    testing::Test::RecordProperty(kind, fmt::format("{} of {}", counts.second, counts.first));
  for (const auto& [kind, counts] : tally.of) EXPECT_LT(counts.second, counts.first) << kind;
}

}  // namespace solvent::naive
