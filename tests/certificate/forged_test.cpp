// Forged certificates of the games with endgame databases, by the rules alone and against databases
// that were really built. What is false is refused, or at most relative, and is refused then by
// whoever has the database computed again.
#include "certificate/databases.hpp"
#include "certificate/mutants.hpp"

namespace solvent::naive {
namespace {

using check::Finding;

struct Forgery {
  const char *game, *scale, *position;
};

// --- by the rules alone ------------------------------------------------------------------------

TEST(Forged, WoodpushAndKalah) {
  const Forgery forgeries[] = {
      {"kalah:2,2", "score", ""},
      {"kalah:2,3", "wld", ""},
      {"kalah:3,1", "score", ""},
      {"kalah:3,2,empty-capture", "wld", "0 2 1|1 0 3 S3 N2 S"},
      {"kalah:4,2", "score", "0 1 0 1|1 0 2 0 S6 N5 N"},
      {"kalah:6,4", "score", "0 0 0 0 1 2|1 0 0 0 2 0 S22 N20 S"},
      {"kalah:6,4", "wld", "0 0 1 0 0 2|0 1 0 1 0 0 S21 N22 N"},
      {"woodpush:4,1", "score", ""},
      {"woodpush:4,2", "score", ""},
      {"woodpush:5,2", "wld", ""},
      {"woodpush:6,2,score=pieces", "score", "LR..LR"},
      {"woodpush:8,3", "wld", ".L.R.RLR"},
      {"woodpush:8,3", "score", ".RL..... R ko=..RL...."},
  };
  Tally tally;
  std::map<std::string, int> mutants;
  for (const Forgery& f : forgeries) {
    const Result<GamePtr> made = make_game(f.game, f.scale);
    ASSERT_TRUE(made.ok()) << made.message();
    const GamePtr& game = *made;
    const Result<AnyState> root = *f.position == '\0' ? game->initial() : game->parse(f.position);
    ASSERT_TRUE(root.ok()) << f.game << ' ' << root.message();
    in_world(game, *root, [&](const auto& world) {
      const int value = world.value();
      for (const auto& [low, high] : {std::pair(value, value), {value, -1}, {-1, value}}) {
        const Certificate good = world.certificate(low, high, 11);
        if (good.claims.size() < 2 || good.claims.size() > 100) continue;
        damage_claims(world, *game, good, [&](const Certificate& c, const std::string& kind) {
          const auto result = check_bytes(file_of(c), game);
          const bool accepted = result.finding == Finding::Verified;
          tally.count(kind, accepted);
          ++mutants[std::string(f.game) + " " + f.position];
          EXPECT_NE(result.finding, Finding::Relative);
          EXPECT_EQ(accepted, world.is_proof(c)) << kind << " of " << f.game << said(result);
          EXPECT_TRUE(!accepted || world.is_true(c)) << kind << " of " << f.game;
        });
      }
    });
  }
  for (const Forgery& f : forgeries)
    EXPECT_GT(mutants[std::string(f.game) + " " + f.position], 30) << f.game << ' ' << f.position;
  report(tally);
}

// --- against databases -------------------------------------------------------------------------

class Forger {
 public:
  // A database of slices 0 to `top`; `name` is that of its files.
  Forger(std::string game, const std::string& name, int top)
      : game_(std::move(game)), database_(game_, top), name_(name), top_(top) {}

  void forge(const std::string& scale, const std::string& position) {
    const GamePtr game = *make_game(game_, scale);
    const Result<AnyState> root = game->parse(position);
    ASSERT_TRUE(root.ok()) << root.message();
    in_world(game, *root, [&](const auto& world) {
      const int value = world.value(), best = game->scale().best();
      // What is true, and what would be believed if the database said so.
      for (const auto& [low, high] : {std::pair(value, value), {value, -1}, {-1, value}}) {
        Certificate good = world.certificate(low, high, 5, top_);
        if (good.claims.size() > 60) continue;
        name_slices(world, good);
        if (good.slices.empty()) continue;
        ++certificates;
        expect(world, good, "as it is");
        damage_claims(world, *game, good, [&](const Certificate& c, const std::string& kind) {
          expect(world, c, kind);
        });
        damage_slices(world, good);
      }
      // One claim: the database knows the root. Every statement, most of them false.
      for (const Side claimant : {Side::Max, Side::Min})
        for (int rank = std::max(0, value - 3); rank <= std::min(best, value + 3); ++rank) {
          Certificate c = world.certificate(value, -1, 5, 0);
          c.at_least = c.at_most = std::nullopt;
          const Side mover = game->to_move(*root);
          (claimant == mover ? c.at_least : c.at_most) = world.number(rank);
          c.claims = {{claimant, 0, root_bytes(world, *root), kDatabase}};
          for (int slice = 0; slice <= top_; ++slice) c.slices.emplace_back(slice, sum(slice));
          expect(world, c, "left to the database at once");
        }
    });
  }

  Tally tally;
  int certificates = 0, relative = 0, refused_when_computed = 0;

 private:
  std::string sum(int slice) const {
    return database_.checksum(fmt::format("{}-{:02}.slice", name_, slice));
  }
  template <class W>
  static std::string root_bytes(const W&, const AnyState& root) {
    return bytes_of(restore_state<typename W::State>(root));
  }
  // Those that claims rest on.
  template <class W>
  void name_slices(const W& world, Certificate& c) const {
    for (int slice = 0; slice <= top_; ++slice)
      if (std::any_of(c.claims.begin(), c.claims.end(), [&](const Claim& claim) {
            return claim.move == kDatabase && world.slice(claim) == slice;
          }))
        c.slices.emplace_back(slice, sum(slice));
  }
  template <class W>
  void damage_slices(const W& world, const Certificate& good) {
    const auto mutant = [&](const std::string& kind, auto change) {
      Certificate c = good;
      change(c);
      expect(world, c, kind);
    };
    mutant("no slices", [](auto& c) { c.slices.clear(); });
    mutant("another slice", [](auto& c) { c.slices.back().first ^= 1; });
    mutant("the same slice twice", [](auto& c) { c.slices.push_back(c.slices.back()); });
    mutant("slices that nobody cites", [&](auto& c) {
      for (int slice = c.slices.back().first + 1; slice <= top_ + 1; ++slice)
        c.slices.emplace_back(slice, slice > top_ ? "0123456789abcdef" : sum(slice));
    });
    for (std::size_t k = 0; k < good.slices.size(); ++k) {
      mutant("slice dropped", [&](auto& c) { c.slices.erase(c.slices.begin() + k); });
      mutant("checksum invented", [&](auto& c) { c.slices[k].second = "0000000000000000"; });
      mutant("checksum of another slice", [&](auto& c) { c.slices[k].second = sum(0); });
    }
  }

  template <class W>
  void expect(const W& world, const Certificate& c, const std::string& kind) {
    const std::string what = kind + " of " + game_ + " ";
    const bool rests = std::any_of(c.claims.begin(), c.claims.end(),
                                   [](const Claim& claim) { return claim.move == kDatabase; });
    // Whoever only reads it hears that it is relative, if it is anything.
    const auto read = check_bytes(file_of(c));
    const bool proved = read.finding == Finding::Verified || read.finding == Finding::Relative;
    EXPECT_EQ(proved, world.is_proof(c, W::Database::Believed)) << what << said(read);
    EXPECT_EQ(read.finding == Finding::Relative, proved && rests) << what << said(read);
    EXPECT_EQ(read.rests_on.empty(), !proved || !rests || read.finding == Finding::Verified);
    if (read.finding == Finding::Verified) { EXPECT_TRUE(world.is_true(c)) << what; }
    relative += read.finding == Finding::Relative;
    // Whoever has the database computed again hears the truth.
    const auto computed = check_with(file_of(c), database_.path());
    EXPECT_NE(computed.finding, Finding::Relative) << what;
    const bool named = std::all_of(c.slices.begin(), c.slices.end(), [&](const auto& slice) {
      return slice.first <= top_ && slice.second == sum(slice.first);
    });
    EXPECT_EQ(computed.finding == Finding::Verified, named && world.is_proof(c, W::Database::Right))
        << what << said(computed);
    if (computed.finding == Finding::Verified) { EXPECT_TRUE(world.is_true(c)) << what; }
    refused_when_computed += proved && computed.finding != Finding::Verified;
    tally.count(kind, computed.finding == Finding::Verified);
  }

  std::string game_;
  Database database_;
  std::string name_;
  int top_;
};

void expect_plenty(const Forger& forger) {
  EXPECT_GT(forger.certificates, 2);
  EXPECT_GT(forger.relative, 20);
  EXPECT_GT(forger.refused_when_computed, 5);
}

TEST(Forged, AgainstAnAwariDatabase) {
  Forger forger("awari", "awari", 2);
  for (const char* scale : {"score", "wld"})
    for (const char* position :
         {"0 0 0 0 1 1|0 0 0 0 0 1 S22 N23 N", "0 0 1 0 0 1|0 1 0 0 0 0 S22 N23 S",
          "0 0 0 1 0 1|0 1 0 0 0 1 S22 N22 N", "0 0 0 0 0 1|0 0 1 0 0 0 S23 N23 S"})
      forger.forge(scale, position);
  expect_plenty(forger);
}

TEST(Forged, AgainstAKalahDatabase) {
  Forger forger("kalah:3,3", "kalah-3", 3);
  for (const char* scale : {"score", "wld"})
    for (const char* position : {"1 0 1|1 1 1 S6 N7 S", "0 2 0|1 0 2 S7 N6 N",
                                 "2 0 1|0 1 1 S6 N7 N", "0 1 1|1 0 0 S8 N7 S"})
      forger.forge(scale, position);
  expect_plenty(forger);
}

TEST(Forged, AgainstAWoodpushDatabase) {
  Forger forger("woodpush:5,2", "woodpush-5-2", 3);
  for (const char* scale : {"score", "wld"})
    for (const char* position :
         {"LL.RR", "L.LRR", ".LRLR R", "RL.LR", ".RL.R", ".RL.. R ko=..RL.", "RL..L"})
      forger.forge(scale, position);
  expect_plenty(forger);
}

// The values of a file are never looked at, so a file that lies about itself changes nothing.
TEST(Forged, AFileThatLiesChangesNothing) {
  const Database database("kalah:3,3", 3);
  const GamePtr game = *make_game("kalah:3,3", "score");
  const AnyState root = *game->parse("0 1 1|1 0 0 S8 N7 S");
  const World<kalah::Rules> world(*game, root);
  const std::string file = database.path() + "/kalah-3-03.slice";
  std::fstream slice(file, std::ios::binary | std::ios::in | std::ios::out);
  slice.seekp(0, std::ios::end);
  const auto size = slice.tellp();
  for (std::streamoff at = size - std::streamoff{8}; at < size; ++at) slice.seekp(at).put('\x55');
  slice.close();
  for (int rank = 0; rank <= game->scale().best(); ++rank) {
    Certificate c = world.certificate(world.value(), -1, 1, 3);
    ASSERT_EQ(c.claims.size(), 1u);
    c.at_least = world.number(rank);
    c.slices = {{3, database.checksum("kalah-3-03.slice")}};
    const auto result = check_with(file_of(c), database.path());
    EXPECT_EQ(result.finding == Finding::Verified,
              rank <= world.value() && world.is_proof(c, decltype(world)::Database::Right))
        << said(result);
  }
}

}  // namespace
}  // namespace solvent::naive
