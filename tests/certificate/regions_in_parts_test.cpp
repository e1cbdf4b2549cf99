// Proofs in parts whose claims are about regions: good ones are verified, and whatever is damaged
// is refused unless the definition says that it still is a proof.
#include "certificate/region_mutants.hpp"
#include "certificate/set_mutants.hpp"

namespace solvent::naive {
namespace {

// test(world, game, set, seed): until it has been called so often.
template <class Test>
void for_region_sets(int number, Test test) {
  for_positions_with_lines(
      [&] { return number > 0; },
      [&]<class G>(const GamePtr& game, const typename G::State& root, std::uint64_t seed) {
        for (const Side attacker : {Side::Max, Side::Min}) {
          const RegionWorld<G> world(*game, erase_state(root), attacker);
          if (!world.attacker_wins()) continue;
          const Outcome win = world.win();
          const bool max = attacker == Side::Max;
          const Set set = split(world, max ? win : -1, max ? -1 : win, 1 + seed % 3, seed,
                                seed % 3 == 0 ? 0 : seed % 7 + 1);
          if (set.files.size() < 2) continue;
          --number;
          test(world, game, set, seed);
        }
      });
}

TEST(RegionsInParts, AreVerified) {
  std::uint64_t parts = 0, regions = 0, covered = 0;
  for_region_sets(150, [&](const auto& world, const GamePtr& game, const Set& set, std::uint64_t) {
    const auto result = check_files(bytes_of(set), game);
    ASSERT_EQ(result.finding, check::Finding::Verified)
        << game->spec() << ' ' << set.files[0].c.position << ": " << result.part << ' '
        << said(result);
    EXPECT_TRUE(is_proof(world, set));
    EXPECT_GT(result.stats.elsewhere, 0u);
    parts += set.files.size();
    regions += result.stats.regions;
    covered += result.stats.covered;
  });
  EXPECT_GT(parts, 300u);
  EXPECT_GT(regions, 100u);
  EXPECT_GT(covered, 200u);
}

TEST(RegionsInParts, DamagedAreRefused) {
  Tally tally;
  for_region_sets(40,
                  [&](const auto& world, const GamePtr& game, const Set& good, std::uint64_t seed) {
                    using State = typename std::remove_cvref_t<decltype(world)>::State;
                    std::size_t claims = 0;
                    for (const Set::File& file : good.files) claims += file.c.claims.size();
                    if (claims > 60) return;
                    const auto expect = [&](const Set& set, const std::string& kind) {
                      const auto files = bytes_of(set);
                      const auto result = check_files(files, game);
                      const bool accepted = result.finding == check::Finding::Verified;
                      // A claim that should name a region may get that of its neighbour, as the
                      // file has it.
                      Set as_read = set;
                      bool readable = true;
                      for (std::size_t k = 0; k < files.size() && readable; ++k) {
                        const auto found = read(files[k], sizeof(State));
                        readable = found.has_value();
                        if (found) as_read.files[k].c.claims = found->claims;
                      }
                      EXPECT_EQ(accepted, readable && is_proof(world, as_read))
                          << kind << " of " << game->spec() << ' ' << good.files[0].c.position
                          << ": " << result.part << ' ' << said(result);
                      EXPECT_TRUE(!accepted || is_true(world, set)) << kind;
                      tally.count(kind, accepted);
                    };
                    damage_set(world, game, good, 3, expect);
                    Rng rng(seed);
                    for (std::size_t k = 0; k < good.files.size(); ++k)
                      damage_regions(world, good.files[k].c, rng,
                                     [&](const Certificate& c, const std::string& kind) {
                                       if (rng.below(2) > 0) return;
                                       Set set = good;
                                       set.files[k].c = c;
                                       expect(set, kind);
                                     });
                  });
  report(tally);
}

// A part says whether it is about regions; one that is not proves nothing for one that is.
TEST(RegionsInParts, AreNotMixedWithPositions) {
  for_region_sets(20, [&](const auto&, const GamePtr& game, const Set& good, std::uint64_t) {
    for (std::size_t k = 0; k < good.files.size(); ++k) {
      Set set = good;
      set.files[k].c.regions = false;
      EXPECT_NE(check_files(bytes_of(set), game).finding, check::Finding::Verified);
    }
  });
}

}  // namespace
}  // namespace solvent::naive
