// Several threads check a certificate: what they say is what one says, of proofs and of damaged
// ones.
#include "certificate/mutants.hpp"

namespace solvent::naive {
namespace {

using random_graphs::Kind;

void expect_same(const std::string& file, const GamePtr& game, std::size_t threads) {
  const std::string alone = everything_said(check_bytes(file, game, 1, 0));
  EXPECT_EQ(everything_said(check_bytes(file, game, threads, 0)), alone) << threads << " threads";
}

TEST(CheckThreads, SayOfRandomGraphsWhatOneSays) {
  std::size_t files = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const GamePtr game = graph_game(static_cast<Kind>(seed % 3), seed);
    const World<Interned> world(*game, game->initial());
    const Certificate good = world.certificate(world.value(), world.value(), seed);
    for (const std::size_t threads : {2, 3, 8}) expect_same(file_of(good, 3), game, threads);
    damage_claims(world, *game, good, [&](const Certificate& c, const std::string&) {
      if (++files % 61 == 0) expect_same(file_of(c, 3), game, files % 2 == 0 ? 2 : 8);
    });
  }
  EXPECT_GT(files / 61, 500u);
}

TEST(CheckThreads, SayOfEveryGameWhatOneSays) {
  for (const Boards::Small& p : small_boards()) {
    const GamePtr game = *make_game(p.game, p.outcomes);
    in_world(game, root_of(*game, p), [&](const auto& world) {
      const Certificate good = world.certificate(world.value(), world.value(), 3);
      for (const std::size_t threads : {2, 8}) expect_same(file_of(good), game, threads);
      std::size_t files = 0;
      damage_claims(world, *game, good, [&](const Certificate& c, const std::string&) {
        if (++files % 997 == 0) expect_same(file_of(c), game, 2);
      });
    });
  }
}

// Of two mistakes the one that comes first in the file, though it falls to another thread.
TEST(CheckThreads, NameTheFirstMistake) {
  const GamePtr game = *make_game("mnk", "wld");
  in_world(game, game->initial(), [&](const auto& world) {
    const Certificate good = world.certificate(world.value(), world.value(), 1);
    ASSERT_GT(good.claims.size(), 100u);
    for (std::size_t k = 0; k + 1 < good.claims.size(); ++k) {
      if (good.claims[k].move == kEveryMove) continue;
      Certificate c = good;
      c.claims[k].move = 60;
      const std::string one = said(check_bytes(file_of(c), game));
      EXPECT_NE(one.find("move 60 is not legal"), std::string::npos) << one;
      for (std::size_t n = k + 1; n < good.claims.size(); ++n)
        if (c.claims[n].move != kEveryMove) c.claims[n].move = 61;
      EXPECT_EQ(said(check_bytes(file_of(c), game, 2 + k % 7, 0)), one);
    }
  });
}

TEST(CheckThreads, AreStopped) {
  const GamePtr game = *make_game("mnk", "wld");
  in_world(game, game->initial(), [&](const auto& world) {
    const std::string file = file_of(world.certificate(world.value(), world.value(), 1));
    for (const std::size_t patience : {0, 1, 20, 90}) {
      std::atomic<std::size_t> asked = 0;
      check::Options options;
      options.threads = 4;
      options.few = 0;
      options.stop = [&] { return ++asked > patience; };
      std::istringstream in(file);
      EXPECT_EQ(check::check(in, options).finding, check::Finding::Stopped);
      EXPECT_LE(asked, patience + options.threads);
    }
  });
}

}  // namespace
}  // namespace solvent::naive
