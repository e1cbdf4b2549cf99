// Certificates from exact solutions are verified, whatever the game; statements that are not true
// have none.
#include <gtest/gtest.h>

#include "certificate/graphs.hpp"

namespace solvent::naive {
namespace {

using check::Finding;
using random_graphs::Kind;

// All kinds of statements that are true, in both forms.
template <class W>
void expect_verified(const W& world, const GamePtr& game, std::uint64_t seed) {
  Rng rng(seed);
  const int value = world.value(), best = game->scale().best();
  const int low = static_cast<int>(rng.below(static_cast<std::uint32_t>(value) + 1));
  const int high =
      value + static_cast<int>(rng.below(static_cast<std::uint32_t>(best - value) + 1));
  for (const auto& [a, b] : {std::pair(value, value), {low, high}, {value, -1}, {-1, value}}) {
    const Certificate c = world.certificate(a, b, seed);
    ASSERT_TRUE(world.is_proof(c) && world.is_true(c)) << game->spec();
    for (const std::size_t most : {65536, 1, 3}) {
      const auto result = check_bytes(file_of(c, most), game);
      ASSERT_EQ(result.finding, Finding::Verified) << game->spec() << ' ' << said(result);
      EXPECT_EQ(result.stats.claims, c.claims.size());
      EXPECT_EQ(result.stats.bytes, file_of(c, most).size());
    }
    const auto result = check_bytes(world.json(c).dump(1), game);
    ASSERT_EQ(result.finding, Finding::Verified) << game->spec() << ' ' << said(result);
    EXPECT_EQ(result.stats.claims, c.claims.size());
  }
}

void expect_graphs(Kind kind, std::uint64_t seeds) {
  for (std::uint64_t seed = 1; seed <= seeds && !testing::Test::HasFatalFailure(); ++seed) {
    const GamePtr game = graph_game(kind, seed);
    expect_verified(World<Interned>(*game, game->initial()), game, seed);
  }
}

TEST(Certificate, OfRandomTreesIsVerified) { expect_graphs(Kind::Tree, 1000); }
TEST(Certificate, OfRandomGraphsIsVerified) { expect_graphs(Kind::Dag, 1000); }
TEST(Certificate, OfRandomCyclicGraphsIsVerified) { expect_graphs(Kind::Cyclic, 2000); }

TEST(Certificate, OfEveryGameIsVerified) {
  for (const Boards::Small& p : small_boards()) {
    const Result<GamePtr> game = make_game(p.game, p.outcomes);
    ASSERT_TRUE(game.ok()) << game.message();
    in_world(*game, root_of(**game, p), [&](const auto& world) {
      EXPECT_GT(world.positions(), 3u) << p.game;
      expect_verified(world, *game, 7);
      // The rules that the file names are found without help, too.
      const auto c = world.certificate(world.value(), world.value(), 1);
      EXPECT_EQ(check_bytes(file_of(c)).finding, Finding::Verified) << p.game;
    });
  }
}

TEST(Certificate, WhatIsNotTrueIsRefused) {
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const GamePtr game = graph_game(static_cast<Kind>(seed % 3), seed);
    const World<Interned> world(*game, game->initial());
    const Certificate good = world.certificate(world.value(), world.value(), seed);
    for (int rank = 0; rank < game->scale().size(); ++rank) {
      Certificate c = good;
      c.at_least = world.number(rank);
      c.at_most = world.number(rank);
      const auto result = check_bytes(file_of(c), game);
      EXPECT_EQ(result.finding == Finding::Verified, rank == world.value());
      EXPECT_EQ(result.finding == Finding::Verified, world.is_proof(c)) << said(result);
    }
  }
}

// "You win if you wait": a claim above the worth of infinite play that only goes round.
TEST(Certificate, GoingRoundProvesNoMoreThanItsWorth) {
  int rounds = 0;
  for (std::uint64_t seed = 1; seed <= 3000 && rounds < 200; ++seed) {
    const GamePtr game = graph_game(Kind::Cyclic, seed);
    const World<Interned> world(*game, game->initial());
    const Certificate c = world.certificate(world.value(), -1, seed);
    bool together = false;  // a layer with a cycle: more than one claim before the first move on
    for (std::size_t k = 1; k < c.claims.size(); ++k)
      together = together || (c.claims[k].layer == 0 && c.claims[k - 1].layer == 0);
    if (!together || world.value() + 1 >= game->scale().size()) continue;
    ++rounds;
    Certificate more = c;
    (more.at_least ? more.at_least : more.at_most) = world.number(world.value() + 1);
    EXPECT_EQ(check_bytes(file_of(more), game).finding, Finding::Refused);
  }
  EXPECT_GT(rounds, 50);
}

TEST(Certificate, TheReasonNamesThePlace) {
  const GamePtr game = *make_game("mnk", "wld");
  in_world(game, *game->parse("a1"), [&](const auto& world) {
    const Certificate good = world.certificate(world.value(), world.value(), 1);
    Certificate c = good;
    ASSERT_GT(c.claims.size(), 20u);
    c.claims.erase(c.claims.begin() + 20);
    auto result = check_bytes(file_of(c));
    EXPECT_EQ(result.finding, Finding::Refused);
    ASSERT_TRUE(result.place.has_value());
    EXPECT_TRUE(game->parse(result.place->position).ok()) << said(result);
    EXPECT_EQ(result.place->statement, "at most 0");

    c = good;
    const auto named = std::find_if(c.claims.begin(), c.claims.end(),
                                    [](const Claim& x) { return x.move != kEveryMove; });
    named->move = 60;
    result = check_bytes(file_of(c));
    EXPECT_NE(result.reason.find("move 60 is not legal"), std::string::npos) << said(result);

    c = good;
    c.claims[3].state[0] = static_cast<char>(c.claims[3].state[0] ^ 1);
    result = check_bytes(file_of(c));
    EXPECT_EQ(result.finding, Finding::Refused) << said(result);
  });
}

std::string with(Certificate c, std::string Certificate::*field, const std::string& value) {
  c.*field = value;
  return file_of(c);
}

TEST(Certificate, OfOtherRulesIsRefused) {
  const GamePtr game = *make_game("connect4:3x3", "score");
  in_world(game, game->initial(), [&](const auto& world) {
    const Certificate c = world.certificate(world.value(), world.value(), 1);
    ASSERT_EQ(check_bytes(file_of(c)).finding, Finding::Verified);
    const auto expect = [&](const std::string& file, Finding finding, const std::string& word) {
      const auto result = check_bytes(file);
      EXPECT_EQ(result.finding, finding) << said(result);
      EXPECT_NE(result.reason.find(word), std::string::npos) << said(result);
    };
    using C = Certificate;
    expect(with(c, &C::game, "connect4:3x4"), Finding::Refused, "fingerprint");
    expect(with(c, &C::game, "connect4:03x3"), Finding::Refused, "the game is");
    expect(with(c, &C::game, "conect4"), Finding::Unreadable, "did you mean");
    expect(with(c, &C::game, "tree:/dev/null/nowhere"), Finding::Unreadable, "/dev/null/nowhere");
    expect(with(c, &C::game, "woodpush:6,2,ko=super"), Finding::Refused, "no certificates");
    expect(with(c, &C::outcomes, "wld"), Finding::Refused, "fingerprint");
    expect(with(c, &C::outcomes, "points"), Finding::Unreadable, "points");
    expect(with(c, &C::rules, "0123456789abcdef"), Finding::Refused, "fingerprint");
    expect(with(c, &C::rules, "123"), Finding::Unreadable, "hexadecimal");
    expect(with(c, &C::position, "9"), Finding::Unreadable, "position");
    expect(with(c, &C::position, "12"), Finding::Refused, "");
    expect(with(c, &C::mover, "O"), Finding::Refused, "to move");
    C none = c;
    none.at_least = none.at_most = std::nullopt;
    expect(file_of(none), Finding::Refused, "no statement");
    none = c;
    none.at_least = 400;
    expect(file_of(none), Finding::Refused, "no outcome");
    none = c;
    none.slices = {{1, "0123456789abcdef"}};
    expect(file_of(none), Finding::Refused, "no endgame database");
    expect("", Finding::Unreadable, "empty");
    expect("{}", Finding::Unreadable, "format");
    expect("{", Finding::Unreadable, "JSON");
    expect("solvent-proof 3\n\n", Finding::Unreadable, "version");
    expect("hello", Finding::Unreadable, "not a certificate");
    EXPECT_EQ(check::check_file("/dev/null/nowhere").finding, Finding::Unreadable);
  });
}

// Min holds the draw on a large board, it is said: few claims, each with hundreds of moves to look
// at, and each of those with hundreds of answers.
Certificate few_claims_many_moves() {
  using Rules = mnk::Rules<6>;
  const GamePtr game = *make_game("mnk:19,19,6", "wld");
  const Rules& g = *rules_of<Rules>(*game);
  Certificate c;
  c.game = game->spec();
  c.outcomes = "wld";
  c.rules = fmt::format("{:016x}", fingerprint(*game));
  c.position = game->position(game->initial());
  c.mover = game->player(Side::Max);
  c.at_most = 0;
  std::set<std::string> layer{bytes_of(g.canonical(g.initial()))}, next;
  for (std::uint32_t k = 0; k < 3; ++k, layer.swap(next), next.clear())
    for (const std::string& bytes : layer) {
      Rules::State s;
      std::memcpy(&s, bytes.data(), sizeof s);
      const bool ours = g.to_move(s) == Side::Min;
      c.claims.push_back({Side::Min, k, bytes, ours ? std::uint16_t{0} : kEveryMove});
      MovesOf<Rules> moves;
      g.list_moves(s, moves);
      for (std::size_t m = 0; m < (ours ? 1 : moves.size); ++m) {
        Rules::State after = s;
        g.play(after, moves[m]);
        next.insert(bytes_of(g.canonical(after)));
      }
    }
  c.sort();
  return c;
}

TEST(Certificate, IsLeftAtAnyClaim) {
  const Certificate c = few_claims_many_moves();
  ASSERT_GT(c.claims.size(), 80u);
  std::atomic<std::size_t> asked = 0, patience = 1'000'000;
  check::Options options;
  options.stop = [&] { return ++asked > patience; };
  const auto result = [&] {
    asked = 0;
    std::istringstream in(file_of(c));
    return check::check(in, options);
  };
  EXPECT_EQ(result().finding, Finding::Refused);  // it is not finished
  EXPECT_GE(asked, c.claims.size());
  patience = 30;
  EXPECT_EQ(result().finding, Finding::Stopped);
  EXPECT_EQ(asked, 31u);
}

// Each of the last claims cites hundreds of positions, all of them before their layer ends.
TEST(Certificate, ThatCitesTooMuchIsTooLarge) {
  const std::string file = file_of(few_claims_many_moves());
  const auto finding = [&](std::uint64_t memory) {
    std::istringstream in(file);
    check::Options options;
    options.memory = memory;
    return check::check(in, options).finding;
  };
  EXPECT_EQ(finding(std::uint64_t{64} << 20), Finding::Refused);
  EXPECT_EQ(finding(std::uint64_t{1} << 20), Finding::TooLarge);
}

}  // namespace
}  // namespace solvent::naive
