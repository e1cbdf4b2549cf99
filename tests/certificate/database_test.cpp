// Claims that rest on endgame databases: the checker computes the slices again and compares.
#include <gtest/gtest.h>

#include "certificate/databases.hpp"
#include "check/recompute.hpp"

namespace solvent::naive {
namespace {

using check::Finding;

// A certificate that says nothing but: the database knows.
template <Game G>
Certificate left_to_database(const AnyGame& game, const AnyState& root, Side claimant, int rank) {
  Certificate c;
  c.game = game.spec();
  c.outcomes = game.scale().name();
  c.rules = fmt::format("{:016x}", fingerprint(game));
  c.position = game.position(root);
  const Side mover = game.to_move(root);
  c.mover = game.player(mover);
  (claimant == mover ? c.at_least : c.at_most) =
      game.scale().for_side(mover, static_cast<Outcome>(rank));
  c.claims = {{claimant, 0, bytes_of(restore_state<typename G::State>(root)), kDatabase}};
  return c;
}

// Ranks about the value of a position: accepted exactly if true, unless the rules settle it.
template <Game G>
void expect_truth(const Database& database, const std::string& spec, const std::string& scale,
                  const std::string& position, int slice, const std::string& file) {
  const GamePtr game = *make_game(spec, scale);
  const Result<AnyState> root = game->parse(position);
  ASSERT_TRUE(root.ok()) << root.message();
  const Outcome value = World<G>(*game, *root).value();
  int accepted = 0, refused = 0;
  for (const Side claimant : {Side::Max, Side::Min})
    for (int rank = std::max(0, value - 2); rank <= std::min<int>(value + 2, game->scale().best());
         ++rank) {
      Certificate c = left_to_database<G>(*game, *root, claimant, rank);
      c.slices = {{slice, database.checksum(file)}};
      const auto result = check_with(file_of(c), database.path());
      const bool is_true = claimant == Side::Max ? value >= rank : value <= rank;
      EXPECT_TRUE(is_true || result.finding == Finding::Refused) << said(result);
      const bool settled = result.reason.find("the rules") != std::string::npos;
      EXPECT_EQ(result.finding == Finding::Verified, is_true && !settled) << said(result);
      accepted += result.finding == Finding::Verified;
      refused += result.reason.find("computed again, says otherwise") != std::string::npos;
    }
  EXPECT_GT(accepted + refused, 0) << position;
}

TEST(CheckDatabase, AwariIsComputedAgain) {
  const Database database("awari", 5);
  for (const char* scale : {"score", "wld"})
    for (const char* position :
         {"0 0 1 0 1 0|0 1 0 1 0 1 S21 N22 S", "0 0 2 0 1 0|0 1 0 1 0 0 S22 N21 N",
          "0 1 0 0 1 1|1 0 0 0 0 1 S21 N22 S"})
      expect_truth<awari::Rules>(database, "awari", scale, position, 5, "awari-05.slice");
}

TEST(CheckDatabase, KalahIsComputedAgain) {
  const Database database("kalah:3,3", 5);
  for (const char* position : {"1 0 1|1 1 1 S6 N7 S", "0 2 0|1 0 2 S7 N6 N"})
    expect_truth<kalah::Rules>(database, "kalah:3,3", "score", position, 5, "kalah-3-05.slice");
}

TEST(CheckDatabase, WoodpushIsComputedAgain) {
  const Database database("woodpush:5,2", 4);
  for (const char* scale : {"score", "wld"}) {
    const GamePtr game = *make_game("woodpush:5,2", scale);
    expect_truth<woodpush::Rules>(database, "woodpush:5,2", scale, game->position(game->initial()),
                                  4, "woodpush-5-2-04.slice");
  }
}

// All values of all small slices, against exact solutions.
TEST(CheckDatabase, EveryValueIsThatOfTheOracle) {
  const Database database("awari", 4);
  check::Header header;
  header.game = "awari";
  header.slices = {{4, std::stoull(database.checksum("awari-04.slice"), nullptr, 16)}};
  check::Options options;
  options.database = database.path();
  check::Recomputed<awari::Rules> values;
  ASSERT_FALSE(values.compute(header, options).has_value());
  const awari::Rules g(Scale::Kind::Score);
  for (int slice = 1; slice <= 4; ++slice)
    for (std::uint64_t index = 0; index < g.slice_size(slice); index += slice < 4 ? 1 : 7) {
      const auto s = g.unindex(slice, index);
      ASSERT_EQ(values.value(g, s), oracle::fixpoint(g, s)) << slice << ' ' << index;
    }
}

TEST(CheckDatabase, OtherFilesAreNotTheOnesCited) {
  const Database database("awari", 3);
  const GamePtr game = *make_game("awari", "score");
  const AnyState root = *game->parse("0 0 1 0 0 0|0 1 0 1 0 0 S23 N22 S");
  Certificate c = left_to_database<awari::Rules>(*game, root, Side::Max, 48);
  c.slices = {{3, "0123456789abcdef"}};
  EXPECT_EQ(check_with(file_of(c), database.path()).finding, Finding::Refused);
  EXPECT_EQ(check_with(file_of(c), database.path() + "/none").finding, Finding::Unreadable);
}

}  // namespace
}  // namespace solvent::naive
