// No damage slips through. A damaged certificate may only be accepted if it is still a proof, which
// the naive definition decides, and then of something true, which the exact solution knows.
#include <gtest/gtest.h>

#include "certificate/mutants.hpp"
#include "game/plain_search.hpp"
#include "games/registry_rules.hpp"

namespace solvent::naive {
namespace {

using check::Finding;
using random_graphs::Kind;

// Claims were changed, order and checksums are right: accepted exactly if it is a proof.
template <class W>
void damage_claims(const W& world, const GamePtr& game, const Certificate& good, Tally& tally) {
  damage_claims(world, *game, good, [&](const Certificate& c, const std::string& kind) {
    const auto result = check_bytes(file_of(c), game);
    const bool accepted = result.finding == Finding::Verified;
    constexpr std::size_t kMostMoves = 64;  // of these boards
    expect_bounded(result, c, kMostMoves);
    tally.count(kind, accepted);
    EXPECT_EQ(accepted, world.is_proof(c))
        << kind << " of " << game->spec() << ": " << said(result);
    if (accepted) {
      EXPECT_TRUE(world.is_true(c)) << kind << " of " << game->spec();
    } else {
      EXPECT_FALSE(result.reason.empty());
    }
  });
}

// Blocks were changed: whatever is accepted reads as a proof of the truth.
template <class W>
void damage_blocks(const W& world, const GamePtr& game, const Certificate& good, Tally& tally) {
  static const std::string kBomb = pack(std::string(10'000'000, 'x'));
  const std::vector<RawBlock> blocks = blocks_of(good, 2);
  const std::string good_file = file_of(good.header(), blocks, good.claims.size());
  const std::size_t state_bytes = good.claims.empty() ? 4 : good.claims[0].state.size();
  const auto expect = [&](const std::string& kind, const std::vector<RawBlock>& changed) {
    const std::string file = file_of(good.header(), changed, good.claims.size());
    if (file == good_file) return;
    const auto result = check_bytes(file, game);
    const bool accepted = result.finding == Finding::Verified;
    tally.count(kind, accepted);
    const auto c = read(file, state_bytes);
    if (accepted) { EXPECT_TRUE(c && world.is_proof(*c)) << kind << " of " << game->spec(); }
  };
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const auto mutant = [&](const std::string& kind, auto change) {
      std::vector<RawBlock> changed = blocks;
      change(changed);
      expect(kind, changed);
    };
    mutant("block dropped", [&](auto& b) { b.erase(b.begin() + k); });
    mutant("block doubled", [&](auto& b) { b.insert(b.begin() + k, b[k]); });
    if (k > 0) mutant("blocks swapped", [&](auto& b) { std::swap(b[k], b[k - 1]); });
    mutant("block of fewer claims", [&](auto& b) { --b[k].claims; });
    mutant("block of more claims", [&](auto& b) { ++b[k].claims; });
    mutant("block of far too many claims", [&](auto& b) { b[k].claims = 0x4000'0000; });
    mutant("block's layer changed", [&](auto& b) { b[k].layer ^= 1; });
    mutant("block's claimant changed", [&](auto& b) { b[k].claimant ^= 1; });
    mutant("block of nobody", [&](auto& b) { b[k].claimant = 2; });
    mutant("frame empty", [&](auto& b) { b[k].frame.clear(); });
    mutant("frame a bomb", [&](auto& b) { b[k].frame = kBomb; });
    mutant("frame longer", [&](auto& b) { b[k].frame += '\0'; });
    mutant("two frames", [&](auto& b) { b[k].frame += pack(""); });
    mutant("an end in between", [&](auto& b) {
      b.insert(b.begin() + k, {0, 0, 255, little_endian(good.claims.size(), 8)});
    });
  }
  for (const int off : {-1, 1}) {
    const auto result = check_bytes(file_of(good.header(), blocks, good.claims.size() + off), game);
    EXPECT_EQ(result.finding, Finding::Unreadable) << said(result);
  }
}

// Bytes were changed, with the checksums left alone and made right again.
template <class W>
void damage_bytes(const W& world, const GamePtr& game, const Certificate& good, Tally& tally) {
  const std::string file = file_of(good, 3);
  const std::size_t state_bytes = good.claims.empty() ? 4 : good.claims[0].state.size();
  for (std::size_t length = 0; length < file.size(); ++length) {
    const auto result = check_bytes(file.substr(0, length), game);
    EXPECT_EQ(result.finding, Finding::Unreadable) << length << ": " << said(result);
    EXPECT_NE(check_bytes(signed_again(file.substr(0, length)), game).finding, Finding::Verified);
    tally.count("cut off", false);
  }
  EXPECT_EQ(check_bytes(file + '\0', game).finding, Finding::Unreadable);
  EXPECT_EQ(check_bytes(file + file, game).finding, Finding::Unreadable);
  for (std::size_t at = 0; at < file.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = file;
      changed[at] = static_cast<char>(changed[at] ^ 1 << bit);
      EXPECT_NE(check_bytes(changed, game).finding, Finding::Verified) << at << ' ' << bit;
      tally.count("bit flipped", false);
      const std::string again = signed_again(changed);
      if (again == file) continue;
      const auto result = check_bytes(again, game);
      const bool accepted = result.finding == Finding::Verified;
      tally.count("bit flipped and signed again", accepted);
      if (!accepted) continue;
      const auto c = read(again, state_bytes);
      EXPECT_TRUE(c && c->position == good.position && c->game == good.game && world.is_proof(*c) &&
                  world.is_true(*c))
          << game->spec() << " byte " << at << " bit " << bit;
    }
}

TEST(Mutants, OfRandomGraphsAreRefused) {
  Tally tally;
  random_graphs::Shape shape;
  shape.max_nodes = 30;
  int certificates = 0;
  for (std::uint64_t seed = 1; certificates < 300; ++seed) {
    const GamePtr game = graph_game(static_cast<Kind>(seed % 3), seed, shape);
    const World<Interned> world(*game, game->initial());
    const Certificate good = world.certificate(world.value(), world.value(), seed, -1, seed % 4);
    if (good.claims.size() < 2) continue;
    ++certificates;
    damage_claims(world, game, good, tally);
    damage_blocks(world, game, good, tally);
  }
  report(tally);
}

TEST(Mutants, OfRandomGraphsByteByByte) {
  Tally tally;
  random_graphs::Shape shape;
  shape.max_nodes = 20;
  int certificates = 0;
  for (std::uint64_t seed = 5001; certificates < 60; ++seed) {
    const GamePtr game = graph_game(static_cast<Kind>(seed % 3), seed, shape);
    const World<Interned> world(*game, game->initial());
    const Certificate good = world.certificate(world.value(), world.value(), seed, -1, seed % 4);
    if (good.claims.size() < 2) continue;
    ++certificates;
    damage_bytes(world, game, good, tally);
  }
  report(tally);
}

TEST(Mutants, OfRealGamesAreRefused) {
  Tally tally;
  for (const Boards::Small& p : small_boards()) {
    const GamePtr game = *make_game(p.game, p.outcomes);
    in_world(game, root_of(*game, p), [&](const auto& world) {
      Certificate good = world.certificate(world.value(), world.value(), 3);
      if (good.claims.size() > 60) good = world.certificate(world.value(), -1, 3);
      if (good.claims.size() <= 60) {
        damage_claims(world, game, good, tally);
        damage_blocks(world, game, good, tally);
      }
      const Certificate searched = world.certificate(world.value(), world.value(), 3, -1, 10);
      if (searched.claims.size() <= 60) damage_claims(world, game, searched, tally);
    });
  }
  report(tally);
  EXPECT_GT(tally.of["claim dropped"].first, 60);
}

// The checker's search and the naive one agree on every position, however little they may search.
TEST(Searches, AreThoseOfTheDefinition) {
  int proved = 0, given_up = 0;
  for (const Boards::Small& p : small_boards()) {
    const GamePtr game = *make_game(p.game, p.outcomes);
    visit_rules<int>(*game, [&]<Game G>(const G& g) {
      Rng rng(7);
      for (int n = 0; n < 200; ++n) {
        typename G::State s = restore_state<typename G::State>(root_of(*game, p));
        for (std::uint32_t plies = rng.below(12); plies > 0 && !g.ended(s); --plies) {
          MovesOf<G> moves;
          g.list_moves(s, moves);
          g.play(s, moves[rng.below(moves.size)]);
        }
        for (const Side claimant : {Side::Max, Side::Min})
          for (int v = 0; v < std::min(g.scale().size(), 5); ++v) {
            const Statement statement{claimant, static_cast<Outcome>(v)};
            for (const std::uint64_t most : {1, 3, 20, 300}) {
              const bool found = PlainSearch<G>(g, most).proves(statement, s);
              EXPECT_EQ(found, LeafSearch<G>(g, claimant, statement.bound, most).proves(s))
                  << p.game << ' ' << game->position(erase_state(s));
              ++(found ? proved : given_up);
            }
          }
      }
      return 0;
    });
  }
  EXPECT_GT(proved, 10'000);
  EXPECT_GT(given_up, 10'000);
}

// A certificate may ask for searches of any length; whoever checks it says how long they may be,
// and nothing is searched, or taken of the memory, before that is looked at.
TEST(Searches, AreNoLongerThanWhoeverChecksAllows) {
  int certificates = 0;
  for (const Boards::Small& p : small_boards()) {
    const GamePtr game = *make_game(p.game, p.outcomes);
    in_world(game, root_of(*game, p), [&](const auto& world) {
      Certificate c = world.certificate(world.value(), world.value(), 3, -1, 10);
      if (std::none_of(c.claims.begin(), c.claims.end(),
                       [](const Claim& claim) { return claim.move == kSearched; }))
        return;
      ++certificates;
      const auto allow = [&](std::uint64_t most) {
        std::istringstream in(file_of(c));
        check::Options options;
        options.game = game;
        options.leaf = most;
        return check::check(in, options);
      };
      EXPECT_EQ(allow(10).finding, Finding::Verified);
      for (const std::uint64_t leaf : {10, 1'000'001, 1 << 30}) {
        c.leaf = leaf;
        for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{9}, leaf - 1}) {
          const auto result = allow(most);
          EXPECT_EQ(result.finding, Finding::TooLarge) << said(result);
          EXPECT_EQ(result.stats.searched, 0u);
        }
      }
      // Whoever allows everything hears that there is no memory for that.
      for (const int bit : {45, 60, 62}) {
        c.leaf = std::uint64_t{1} << bit;
        const auto finding = allow(~std::uint64_t{0}).finding;
        EXPECT_TRUE(finding == Finding::TooLarge || finding == Finding::Unreadable) << bit;
      }
    });
  }
  EXPECT_GT(certificates, 5);
}

}  // namespace
}  // namespace solvent::naive
