// Proofs collected in parts are verified: of random trees and graphs and of the games, however
// small the parts, by one thread and by several, and gone on with after any interruption.
#include <gtest/gtest.h>

#include "certificate/graphs.hpp"
#include "certificate/sets.hpp"
#include "games/engines.hpp"
#include "proof/foresight.hpp"
#include "proof/parts.hpp"
#include "search/presets.hpp"

namespace solvent::proof {
namespace {

using check::Finding;
using random_graphs::Kind;

struct How {
  std::uint64_t claims = 5;
  std::size_t threads = 1;
  std::uint64_t leaf = 0;
};

// Both statements of a value, or one.
class Maker {
 public:
  Maker(const GamePtr& game, const AnyState& root, Outcome value, const How& how, int which = 3)
      : game_(game) {
    search::Design design;
    design.algorithm = search::kNegaScout;
    design.table_bytes = 1 << 16;
    for (std::size_t k = 0; k < how.threads; ++k) machines_.push_back(make_machine(*game, design));
    const Side mover = game->to_move(root);
    const int number = game->scale().for_side(mover, value);
    request_.emplace(
        PartsRequest{*game,
                     root,
                     {},
                     {},
                     {},
                     how.leaf,
                     how.claims,
                     std::size_t{1} << 26,
                     how.threads,
                     [this](std::size_t who) -> search::Machine& { return *machines_[who]; }});
    for (const Side claimant : {Side::Max, Side::Min}) {
      if ((which & (claimant == Side::Max ? 1 : 2)) == 0) continue;
      request_->statements.push_back({claimant, value});
      (claimant == mover ? request_->at_least : request_->at_most) = number;
    }
  }
  // So many parts at most; until it is done if there is no number. What keeps it, or "".
  std::string run(const std::string& folder, std::optional<std::uint64_t> parts = {}) {
    PartsMaker maker(folder, *request_);
    if (const auto problem = maker.open()) return *problem;
    found = maker.found();
    Alarm never;
    const auto end = maker.run(
        never, [&](const PartsProgress& p) { return parts && p.parts >= found + *parts; });
    made = maker.progress();
    done = end == PartsMaker::End::Done;
    return maker.problem();
  }

  bool done = false;
  std::uint64_t found = 0;
  PartsProgress made;

 private:
  GamePtr game_;
  std::vector<std::unique_ptr<search::Machine>> machines_;
  std::optional<PartsRequest> request_;
};

void expect_verified(const std::string& folder, const GamePtr& game, const PartsProgress& made) {
  for (const std::size_t threads : {1, 2, 3}) {
    const auto result = naive::check_set(folder, game, threads);
    ASSERT_EQ(result.finding, Finding::Verified) << result.part << ' ' << naive::said(result);
    EXPECT_EQ(result.stats.claims, made.claims);
    EXPECT_EQ(result.stats.bytes, made.bytes);
    EXPECT_EQ(result.stats.parts, made.parts);
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_EQ(entry.path().extension(), ".proof") << entry.path();
}

// By plain minimax.
Outcome value_of(const AnyGame& game) {
  Outcome value = 0;
  naive::in_world(*make_game(game.spec(), game.scale().name()), game.initial(),
                  [&](const auto& world) { value = world.value(); });
  return value;
}

TEST(PartsCollector, ProvesRandomTrees) {
  std::uint64_t parts = 0;
  const test::TemporaryFolder scratch;
  for (std::uint64_t seed = 1; seed <= 300 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    // Random trees: the value of each edge and of each leaf is drawn.
    const GamePtr game = *make_game(
        fmt::format("pgame:b={},d={},edge=9,seed={}", 2 + seed % 3, 4 + seed % 4, seed), "score");
    const Outcome value = value_of(*game);
    const How how{1 + seed % 7, 1 + seed % 3, seed % 4};
    Maker maker(game, game->initial(), value, how, 1 + seed / 3 % 3);
    const std::string folder = scratch.path() + "/set";
    EXPECT_EQ(maker.run(folder), "");
    ASSERT_TRUE(maker.done);
    expect_verified(folder, game, maker.made);
    parts += maker.made.parts;
    std::filesystem::remove_all(folder);
  }
  EXPECT_GT(parts, 1000u);
}

TEST(PartsCollector, ProvesEveryGameWhosePositionsCannotRepeat) {
  const test::TemporaryFolder scratch;
  for (const Boards::Small& p : naive::small_boards()) {
    const GamePtr game = *make_game(p.game, p.outcomes);
    if (!can_be_in_parts(*game)) continue;
    const AnyState root = naive::root_of(*game, p);
    naive::in_world(game, root, [&](const auto& world) {
      SCOPED_TRACE(p.game);
      for (const How& how : {How{1, 1, 0}, How{10, 2, 0}, How{30, 2, 5}, How{100'000, 1, 5}}) {
        Maker maker(game, root, static_cast<Outcome>(world.value()), how);
        const std::string folder = scratch.path() + "/set";
        EXPECT_EQ(maker.run(folder), "");
        ASSERT_TRUE(maker.done);
        expect_verified(folder, game, maker.made);
        std::filesystem::remove_all(folder);
      }
    });
  }
}

// Of wins in games of lines the claims are about regions.
TEST(PartsCollector, ProvesWinsWithRegions) {
  const test::TemporaryFolder scratch;
  std::uint64_t parts = 0;
  for (const auto& [spec, moves] : {std::pair{"mnk:4,4,3", ""},
                                    {"mnk:4,3,3", ""},
                                    {"mnk:6,6,4", ""},
                                    {"qubic", "a11b22d44c33a14d41d11a44"}}) {
    SCOPED_TRACE(spec);
    const GamePtr game = *make_game(spec, "wld");
    const AnyState root = *moves == '\0' ? game->initial() : *game->parse(moves);
    for (const How& how : {How{3, 1, 0}, How{10, 2, 20}}) {
      Maker maker(game, root, game->scale().best(), how, 3);
      const std::string folder = scratch.path() + "/set";
      for (int runs = 0; !maker.done && runs < 3; ++runs)  // the last one to its end
        ASSERT_EQ(runs < 2 ? maker.run(folder, 1) : maker.run(folder), "");
      ASSERT_TRUE(maker.done);
      expect_verified(folder, game, maker.made);
      EXPECT_GT(naive::check_set(folder, game, 1).stats.regions, 0u);
      parts += maker.made.parts;
      std::filesystem::remove_all(folder);
    }
  }
  EXPECT_GT(parts, 30u);
}

TEST(Foresight, GivesUpWhereSearchesHaveFailed) {
  Foresight foresight;
  Foresight::Seen seen{{}, 1};
  for (int k = 0; foresight.learning(); ++k) {
    ASSERT_LT(k, 100'000);
    seen.done[0] = k % 2 == 0 ? 0.001 : 0.3;
    foresight.learn(true, seen, k % 2 == 1 && k % 3 > 0);
  }
  EXPECT_TRUE(foresight.hopeless(true, 0, 0.001));
  EXPECT_FALSE(foresight.hopeless(true, 0, 0.3));
  EXPECT_FALSE(foresight.hopeless(true, 1, 0.001));  // nothing was seen of these
  EXPECT_FALSE(foresight.hopeless(false, 0, 0.001));
  EXPECT_FALSE(foresight.hopeless(true, 0, 0));
}

class Resuming : public testing::Test {
 protected:
  Resuming() : maker_(game_, game_->initial(), value_, {10, 1, 2}) {}
  // Some parts, and a folder as a kill would leave it.
  void interrupt() {
    while (!maker_.done) {
      ASSERT_EQ(maker_.run(folder_, 1), "");
      if (maker_.made.parts > 5) break;
    }
    ASSERT_FALSE(maker_.done) << "it was too short to be interrupted";
    made_ = maker_.made.parts;
  }
  void finish(std::uint64_t found) {
    EXPECT_EQ(maker_.run(folder_), "");
    EXPECT_EQ(maker_.found, found);
    ASSERT_TRUE(maker_.done);
    expect_verified(folder_, game_, maker_.made);
  }
  std::string journal() const { return folder_ + "/journal"; }
  std::string content() const {
    std::ifstream in(journal(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write_journal(const std::string& text) const {
    std::ofstream(journal(), std::ios::binary) << text;
  }
  std::vector<std::filesystem::path> drafts() const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      if (entry.path().extension() == ".draft") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
  }

  const test::TemporaryFolder scratch_;
  const std::string folder_ = scratch_.path() + "/set";
  GamePtr game_ = *make_game("connect4:4x3", "wld");
  Outcome value_ = value_of(*game_);
  Maker maker_;
  std::uint64_t made_ = 0;
};

TEST_F(Resuming, GoesOnWhereItStopped) {
  interrupt();
  finish(made_);
}
TEST_F(Resuming, StopsAfterEveryPart) {
  int runs = 0;
  for (; !maker_.done; ++runs) ASSERT_EQ(maker_.run(folder_, 1), "");
  EXPECT_GT(runs, 5);
  expect_verified(folder_, game_, maker_.made);
}
TEST_F(Resuming, AJournalThatWasCutOffHasOnePartLess) {
  interrupt();
  const std::string whole = content();
  write_journal(whole.substr(0, whole.size() - 5));
  finish(made_ - 1);
}
TEST_F(Resuming, DamagedAndMissingDraftsAreMadeAgain) {
  interrupt();
  const auto all = drafts();
  ASSERT_GT(all.size(), 2u);
  std::fstream file(all[0], std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(-9, std::ios::end);
  const char last = static_cast<char>(file.get());
  file.seekp(-9, std::ios::end);
  file.put(static_cast<char>(last + 1));
  file.close();
  std::filesystem::remove(all[1]);
  finish(made_ - 2);
}
TEST_F(Resuming, WhatIsNoPartIsRemovedIfItIsADraft) {
  interrupt();
  std::ofstream(folder_ + "/part-9999.draft") << "half of a draft";
  finish(made_);
}
TEST_F(Resuming, OtherProofsAreRefusedAndKept) {
  interrupt();
  const std::string before = content();
  Maker other(game_, game_->initial(), value_, {10, 1, 3});  // with other leaves
  EXPECT_EQ(other.run(folder_),
            "it holds the parts of another proof: name another folder, or remove it");
  EXPECT_EQ(content(), before);
  finish(made_);
  EXPECT_EQ(maker_.run(folder_),
            "there are files in this folder: a proof in parts needs one of its own");
}

}  // namespace
}  // namespace solvent::proof
