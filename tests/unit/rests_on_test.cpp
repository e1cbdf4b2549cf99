// What an answer says that it rests on: rules, search, a database, a store, and nothing else.
#include <gtest/gtest.h>

#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

using Words = std::vector<std::string>;
const Words kRules = {"rules"}, kSearch = {"search"}, kDatabase = {"database"}, kStore = {"store"};
const Words kSearchAndDatabase = {"search", "database"}, kSearchAndStore = {"search", "store"};

Solver solver(const Ruleset& game, const Options& options) {
  Result<Solver> made = Solver::make(game, options);
  if (!made) throw std::runtime_error(made.message());
  return std::move(*made);
}
Answer solve(const std::string& spec, const std::string& position, const Options& options = {}) {
  const Ruleset game = *Ruleset::make(spec);
  return solver(game, options).solve(position.empty() ? game.start() : *game.parse(position));
}
Options with(const std::string& algorithm) {
  Options options;
  options.algorithm = algorithm;
  if (algorithm == "mcpns" || algorithm == "ppns") options.playouts = 3;
  return options;
}

TEST(RestsOn, TheRulesWhereTheySayItAlone) {
  for (const AlgorithmDescription& a : algorithms()) {
    EXPECT_EQ(solve("mnk:3,3,3", "moves: a1 b1 a2 b2 a3", with(a.name)).rests_on, kRules) << a.name;
    Options at_least = with(a.name);
    at_least.at_least = -1;
    EXPECT_EQ(solve("mnk:3,3,3", "", at_least).rests_on, kRules) << a.name;
  }
}

TEST(RestsOn, SearchWherePositionsWereSearched) {
  for (const AlgorithmDescription& a : algorithms()) {
    EXPECT_EQ(solve("mnk:3,3,3", "", with(a.name)).rests_on, kSearch) << a.name;
    Options limited = with(a.name);
    limited.limits.nodes = 100;
    EXPECT_EQ(solve("connect4", "", limited).rests_on, kSearch) << a.name;
  }
  EXPECT_EQ(solve("connect4", "4455").rests_on, kSearch);  // seen at once, but not by the rules
}

TEST(RestsOn, TheMovesSayItEach) {
  // c3 wins at once; the rest has to be searched, whichever way moves are valued.
  const Ruleset game = *Ruleset::make("mnk:3,3,3");
  const Position position = *game.parse("moves: a1 a2 b2 b1");
  Options options;
  options.moves = true;
  const Answer solved = solver(game, options).solve(position);
  std::size_t told = 0;
  Watch watch;
  watch.valued = [&](const MoveValue&) { ++told; };
  const Answer valued = solver(game, {}).value_moves(position, watch);
  EXPECT_GE(told, valued.moves.size());
  EXPECT_EQ(valued.status, Status::Solved);
  EXPECT_EQ(valued.value, solved.value);
  EXPECT_TRUE(valued.best);
  EXPECT_EQ(valued.rests_on, solved.rests_on);
  ASSERT_EQ(valued.moves.size(), solved.moves.size());
  for (std::size_t k = 0; k < valued.moves.size(); ++k) {
    EXPECT_EQ(valued.moves[k].move, solved.moves[k].move);
    EXPECT_EQ(valued.moves[k].value(), solved.moves[k].value());
    EXPECT_EQ(valued.moves[k].rests_on, valued.moves[k].move == "c3" ? kRules : kSearch);
  }
}

class WithDatabase : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    ASSERT_TRUE(*build_table(*Ruleset::make("awari"), folder_->path(), {.slice = 4}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static Options asking(const std::string& algorithm = "auto") {
    Options options = with(algorithm);
    options.endgame = folder_->path();
    return options;
  }
  static inline test::TemporaryFolder* folder_ = nullptr;
  static constexpr const char* kIn = "0 0 0 0 0 2|0 1 0 0 0 0 S22 N23 S";
  static constexpr const char* kAbove = "0 2 0 0 0 1|0 0 0 1 1 0 S20 N23 S";  // five stones
};

TEST_F(WithDatabase, ItIsNamedIfItHadTheAnswer) {
  for (const AlgorithmDescription& a : algorithms()) {
    const Answer answer = solve("awari", kIn, asking(a.name));
    EXPECT_EQ(answer.rests_on, kDatabase) << a.name;
    EXPECT_EQ(answer.value, solve("awari", kIn).value) << a.name;
  }
}

TEST_F(WithDatabase, ItComesBeforeAStoreThatKnowsTheSame) {
  const test::TemporaryFolder folder;
  Options options;
  options.store = folder.path() + "/store";
  ASSERT_GT(solve("awari", kIn, options).store->kept, 0U);
  EXPECT_TRUE(solve("awari", kIn, options).store->answered);
  options.endgame = folder_->path();
  const Answer answer = solve("awari", kIn, options);
  EXPECT_EQ(answer.rests_on, kDatabase);
  EXPECT_FALSE(answer.store->answered);
}

TEST_F(WithDatabase, ItIsNamedIfASearchHasMetIt) {
  for (const AlgorithmDescription& a : algorithms()) {
    Options options = asking(a.name);
    options.limits.nodes = 3000;  // enough to meet it
    EXPECT_EQ(solve("awari", kAbove, options).rests_on, kSearchAndDatabase) << a.name;
    options.endgame.clear();
    EXPECT_EQ(solve("awari", kAbove, options).rests_on, kSearch) << a.name;
  }
}

TEST_F(WithDatabase, ItIsNotNamedIfItWasOnlyThere) {
  Options options = asking();
  options.limits.nodes = 200;
  EXPECT_EQ(solve("awari", "", options).rests_on, kSearch);
  EXPECT_EQ(solve("awari", "0 0 0 0 0 0|0 0 0 0 0 0 S20 N28 S", asking()).rests_on, kRules);
}

TEST_F(WithDatabase, WhatTheMovesRestOnIsNamedWithThem) {
  Options options = asking();
  options.moves = true;
  EXPECT_EQ(solve("awari", kIn, options).rests_on, kDatabase);
  // The value at least −46 follows from the stones captured, those of the moves do not.
  options.at_least = -46;
  const Answer answer = solve("awari", kAbove, options);
  ASSERT_TRUE(answer.at_least_holds.value_or(false));
  EXPECT_EQ(answer.rests_on.front(), "rules");
}

// A table goes from one position to the next, and with it what was learnt from the database.
TEST_F(WithDatabase, ASolverRemembersWhereItsTableComesFrom) {
  const Ruleset game = *Ruleset::make("awari");
  for (const char* algorithm : {"minimax", "negascout", "dfpn"}) {
    Solver kept = solver(game, asking(algorithm));
    EXPECT_EQ(kept.solve(*game.parse(kAbove)).rests_on, kSearchAndDatabase) << algorithm;
    EXPECT_EQ(kept.solve(*game.parse(kAbove)).rests_on, kSearchAndDatabase) << algorithm;
    kept.forget();
    kept.limit(50, {});
    EXPECT_EQ(kept.solve(game.start()).rests_on, kSearch) << algorithm;
  }
}

TEST_F(WithDatabase, ACheckpointRemembersItToo) {
  const Ruleset game = *Ruleset::make("awari");
  const Position position = *game.parse(kAbove);
  const test::TemporaryFolder folder;
  Options options = asking("negascout");
  options.checkpoint = folder.path() + "/checkpoint";
  options.line = false;
  const std::uint64_t all = solver(game, options).solve(position).counts.created;
  // All but the last node, by which the database has been met; then the last one.
  std::filesystem::remove(options.checkpoint);
  options.limits.nodes = all - 1;
  ASSERT_EQ(solver(game, options).solve(position).status, Status::NodeLimit);
  options.limits.nodes.reset();
  Solver second = solver(game, options);
  ASSERT_TRUE(*second.resume(position));
  const Answer answer = second.solve(position);
  EXPECT_EQ(answer.counts.created, all);
  EXPECT_EQ(answer.rests_on, kSearchAndDatabase);
}

TEST(RestsOn, TheStoreIfItsFactsWereUsed) {
  for (const AlgorithmDescription& a : algorithms()) {
    const test::TemporaryFolder folder;
    Options options = with(a.name);
    options.store = folder.path() + "/store";
    EXPECT_EQ(solve("mnk:3,3,3", "a1", options).rests_on, kSearch) << a.name;
    EXPECT_EQ(solve("mnk:3,3,3", "a1", options).rests_on, kStore) << a.name;
    EXPECT_EQ(solve("mnk:3,3,3", "", options).rests_on, kSearchAndStore) << a.name;
  }
}

}  // namespace
}  // namespace solvent
