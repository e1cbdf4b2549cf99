// Proofs of wins with regions, as the collector makes them: the checker verifies every one, in both
// forms, and none is made where nobody wins.
#include <gtest/gtest.h>

#include <fstream>

#include "certificate/graphs.hpp"
#include "games/engines.hpp"
#include "late_qubic.hpp"
#include "proof/certificate.hpp"
#include "temporary_folder.hpp"

namespace solvent::proof {
namespace {

struct Made {
  std::uint64_t claims = 0, regions = 0, covered = 0;
};

// Nothing if the collector finds that he does not win, or gives up.
std::optional<Made> prove(const AnyGame& game, const AnyState& root, Side attacker,
                          std::uint64_t leaf, std::uint64_t most_nodes = 1'000'000,
                          search::Machine* solved_by = nullptr, std::uint64_t slice = 10'000) {
  const Statement win{attacker, attacker == Side::Max ? game.scale().best() : Outcome{0}};
  const auto collector = make_region_collector(
      game, {.root = root, .statement = win, .memory = 64 << 20, .leaf = leaf}, most_nodes,
      solved_by);
  EXPECT_NE(collector, nullptr);
  while (collector->step({slice}) == search::SliceResult::Running) {}
  if (collector->contradicted()) return std::nullopt;
  Heading heading;
  heading.position = root;
  heading.leaf = leaf;
  (attacker == game.to_move(root) ? heading.at_least : heading.at_most) =
      attacker == game.to_move(root) ? 1 : -1;
  Made made;
  for (const Form form : {Form::Binary, Form::Json}) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path() + "/proof";
    NewFile file(path);
    Alarm alarm;
    write_certificate(file, form, game, heading, {{attacker, collector.get()}}, alarm);
    EXPECT_TRUE(file.finish());
    const check::CheckResult result = check::check_file(path);
    EXPECT_EQ(result.finding, check::Finding::Verified)
        << game.spec() << ' ' << game.position(root) << ": " << naive::said(result);
    EXPECT_EQ(result.stats.claims, collector->claims());
    made = {result.stats.claims, result.stats.regions, result.stats.covered};
  }
  return made;
}

TEST(RegionsCollected, AreVerifiedAndFoundWhereSomebodyWins) {
  struct Board {
    const char* spec;
    int stones;
    bool small = false;  // enough to know who wins
  };
  Made all;
  int proved = 0, lost = 0;
  for (const Board& board :
       {Board{"mnk:3,3,3", 4, true}, Board{"mnk:4,3,3", 3, true}, Board{"mnk:4,4,3", 4},
        Board{"mnk:5,4,4", 8}, Board{"mnk:9,8,4", 7}, Board{"gomoku", 0}}) {
    const GamePtr game = *make_game(board.spec, "wld");
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      Rng rng(seed);
      AnyState s = game->initial();
      for (int n = 0; n < board.stones && !game->ended(s); ++n) {
        const auto moves = game->moves(s);
        game->play(s, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      if (board.stones == 0) s = *game->parse("moves: h8a1i8b1j8c1");
      if (game->ended(s)) continue;
      for (const Side side : {Side::Max, Side::Min}) {
        if (!board.small && side != game->to_move(s)) continue;
        const auto made = prove(*game, s, side, seed % 3 == 0 ? 0 : seed * 10);
        if (board.small) {
          naive::in_world(game, s, [&](const auto& world) {
            const bool wins = world.value() == (side == Side::Max ? 2 : 0);
            EXPECT_EQ(made.has_value(), wins) << board.spec << ' ' << game->position(s);
          });
        }
        lost += !made;
        if (!made) continue;
        ++proved;
        all.claims += made->claims;
        all.regions += made->regions;
        all.covered += made->covered;
      }
      if (board.stones == 0) break;
    }
  }
  EXPECT_GT(proved, 20);
  EXPECT_GT(lost, 10);
  EXPECT_GT(all.regions, 40u);
  EXPECT_GT(all.covered, 100u) << all.claims;
}

TEST(RegionsCollected, OfQubic) {
  const GamePtr game = *make_game("qubic", "wld");
  const AnyState s = *game->parse("a11b22d44c33a14d41d11a44");
  const auto made = prove(*game, s, Side::Max, 100);
  ASSERT_TRUE(made);
  EXPECT_LT(made->claims, 1000u);
}

// A position that takes millions of nodes to solve: the search that has done so is asked for its
// proof, and nothing is searched again. Slices may be shorter than a search for threats.
TEST(RegionsCollected, OfWhatASearchOfQubicHasFound) {
  const GamePtr game = *make_game("qubic", "wld");
  const AnyState s = *game->parse("a11b12d44c23");
  search::Design design;
  design.attack = true;
  const auto machine = make_machine(*game, design);
  machine->start(s, {1, 2});
  while (machine->step(1'000'000) == search::SliceResult::Running) {}
  ASSERT_EQ(machine->bounds(), (Bounds{2, 2}));
  ASSERT_GT(machine->statistics().created, 2'000'000u);
  const auto made = prove(*game, s, Side::Max, 300, 1'000, machine.get(), 500);
  ASSERT_TRUE(made);
  EXPECT_GT(made->claims, 1000u);
  EXPECT_LT(made->claims, 5000u);
  EXPECT_GT(made->covered, 500u);
  EXPECT_FALSE(prove(*game, s, Side::Max, 300, 1'000));  // without it
}

TEST(RegionsCollected, NotOfOtherStatements) {
  const GamePtr mnk = *make_game("mnk", "wld"), connect4 = *make_game("connect4:4x4", "wld");
  EXPECT_EQ(make_region_collector(*mnk, {.root = mnk->initial(), .statement = {Side::Max, 1}}, 1),
            nullptr);
  EXPECT_EQ(make_region_collector(*connect4,
                                  {.root = connect4->initial(), .statement = {Side::Max, 2}}, 1),
            nullptr);
}

}  // namespace
}  // namespace solvent::proof
