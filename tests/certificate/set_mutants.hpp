// Proofs in parts with damage: to the claims of a file, and to what files say of each other.
#pragma once

#include "certificate/mutants.hpp"
#include "certificate/sets.hpp"

namespace solvent::naive {

template <class W>
bool is_true(const W& world, const Set& set) {
  return world.is_true(set.files[0].c);
}

template <class W>
void expect_same(const W& world, const GamePtr& game, const Set& set, const std::string& kind,
                 Tally& tally) {
  const auto result = check_files(bytes_of(set), game);
  const bool accepted = result.finding == check::Finding::Verified;
  tally.count(kind, accepted);
  EXPECT_EQ(accepted, is_proof(world, set))
      << kind << " of " << game->spec() << ": " << result.part << ' ' << said(result);
  if (accepted) {
    EXPECT_TRUE(is_true(world, set)) << kind << " of " << game->spec();
  } else {
    EXPECT_FALSE(result.reason.empty());
  }
}

// Of the claims of a file one at a time, and of what files say of each other.
// expect(set, kind) for each mutant, or for every so manieth of those of single claims.
template <class W, class Expect>
void damage_set(const W& world, const GamePtr& game, const Set& good, std::uint64_t every,
                Expect expect) {
  static std::uint64_t counted = 0;
  for (std::size_t k = 0; k < good.files.size(); ++k) {
    damage_claims(world, *game, good.files[k].c, [&](const Certificate& c, const auto& kind) {
      if (++counted % every != 0) return;
      Set set = good;
      set.files[k].c = c;
      expect(set, kind);
    });
    const auto mutant = [&](const std::string& kind, auto change) {
      if (++counted % (1 + every / 8) != 0) return;
      Set set = good;
      change(set.files[k], set);
      expect(set, kind);
    };
    for (std::size_t n = 0; n < good.files[k].c.claims.size(); ++n) {
      mutant("left to another part",
             [&](auto& file, auto&) { file.c.claims[n].move = kElsewhere; });
      if (good.files[k].c.claims[n].move == kElsewhere)
        mutant("not left to another part",
               [&](auto& file, auto&) { file.c.claims[n].move = kSearched; });
    }
    for (std::size_t n = 0; n < good.files[k].cites.size(); ++n) {
      mutant("citation of a part dropped",
             [&](auto& file, auto&) { file.cites.erase(file.cites.begin() + n); });
      mutant("another part cited", [&](auto& file, auto& set) {
        file.cites[n] = std::min(file.cites[n] + 1, set.files.size() - 1);
      });
      mutant("a part cited twice", [&](auto& file, auto&) { file.cites.push_back(file.cites[n]); });
    }
    if (k + 1 < good.files.size())
      mutant("a part more cited",
             [&](auto& file, auto& set) { file.cites.push_back(set.files.size() - 1); });
    for (std::size_t n = 0; n < good.files[k].c.roots.size(); ++n) {
      mutant("root dropped",
             [&](auto& file, auto&) { file.c.roots.erase(file.c.roots.begin() + n); });
      mutant("root doubled", [&](auto& file, auto&) { file.c.roots.push_back(file.c.roots[n]); });
      mutant("another root", [&](auto& file, auto& set) {
        for (const auto& other : set.files)
          if (!other.c.roots.empty() && other.c.roots[0] != file.c.roots[n])
            file.c.roots[n] = other.c.roots[0];
      });
      mutant("the first position a root",
             [&](auto& file, auto& set) { file.c.roots[n] = set.files[0].c.position; });
    }
    if (k == 0) continue;
    mutant("another claimant", [&](auto& file, auto&) {
      const std::string max = game->player(Side::Max);
      file.c.claimant = file.c.claimant == max ? game->player(Side::Min) : max;
    });
    mutant("a part no longer cited", [&](auto&, auto& set) {
      for (auto& other : set.files) std::erase(other.cites, k);
    });
    mutant("claims swapped between files",
           [&](auto& file, auto& set) { std::swap(file.c.claims, set.files[0].c.claims); });
    mutant("roots swapped between files",
           [&](auto& file, auto& set) { std::swap(file.c.roots, set.files.back().c.roots); });
  }
}

template <class W>
void damage(const W& world, const GamePtr& game, const Set& good, std::uint64_t every,
            Tally& tally) {
  damage_set(world, game, good, every, [&](const Set& set, const std::string& kind) {
    expect_same(world, game, set, kind, tally);
  });
}

}  // namespace solvent::naive
