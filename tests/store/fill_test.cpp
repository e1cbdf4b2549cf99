// Stores filled with openings: every position up to so many plies, and no other; stopped and gone
// on with; sealed.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>

#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

FillOrder order(const std::string& folder, int plies) {
  FillOrder order;
  order.options.store = folder;
  order.options.limits.memory = std::uint64_t{64} << 20;
  order.plies = plies;
  return order;
}
std::map<std::string, std::pair<int, int>> stored(const std::string& folder) {
  std::map<std::string, std::pair<int, int>> all;
  const auto count = each_stored(folder, "", [&](const StoredPosition& s) {
    all[s.position] = {s.lower, s.upper};
  });
  EXPECT_TRUE(count.ok());
  return all;
}
// The distinct positions, images of each other taken for one, by listing all lines of play.
void list(const Position& p, int plies, std::map<std::string, Position>& all) {
  if (p.ended()) return;
  all.emplace(p.text(), p);
  if (plies > 0)
    for (const std::string& m : p.moves()) list(*p.play(m), plies - 1, all);
}

TEST(Fill, HasEveryPositionWithItsValue) {
  const TemporaryFolder folder;
  const std::string here = folder.path() + "/s";
  const Ruleset game = *Ruleset::make("connect4:4x4");
  const auto filled = fill_store(game, order(here, 3));
  ASSERT_TRUE(filled.ok()) << filled.message();
  EXPECT_EQ(filled->positions, filled->solved);
  EXPECT_EQ(filled->known + filled->open, 0u);

  std::map<std::string, Position> all;
  list(game.start(), 3, all);
  EXPECT_LT(filled->positions, all.size());  // of two images one is enough
  Options reads;
  reads.store = here;
  reads.line = false;
  auto with = Solver::make(game, reads), without = Solver::make(game, Options{.line = false});
  ASSERT_TRUE(with.ok() && without.ok());
  for (const auto& [text, position] : all) {
    const Answer from_store = with->solve(position);
    ASSERT_TRUE(from_store.store && from_store.store->answered) << text;
    EXPECT_EQ(from_store.value, without->solve(position).value) << text;
  }
  EXPECT_EQ(stored(here).size(), filled->positions);

  const auto again = fill_store(game, order(here, 3));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->known, filled->positions);
  EXPECT_EQ(again->solved, 0u);
  EXPECT_EQ(again->nodes, 0u);
}

TEST(Fill, GoesOnWhereItWasStopped) {
  const TemporaryFolder folder;
  const std::string here = folder.path() + "/s";
  const Ruleset game = *Ruleset::make("connect4:4x4");
  std::atomic<bool> stop{false};
  FillOrder stopped = order(here, 3);
  stopped.stop = &stop;
  std::uint64_t reports = 0;
  stopped.progress = [&](const FillProgress& p) {
    EXPECT_LE(p.done, p.of);
    ++reports;
    stop = true;
  };
  const auto some = fill_store(game, stopped);
  ASSERT_TRUE(some.ok());
  EXPECT_GT(reports, 0u);
  EXPECT_GT(some->open, 0u);
  const auto rest = fill_store(game, order(here, 3));
  ASSERT_TRUE(rest.ok());
  EXPECT_EQ(rest->known, some->solved);
  EXPECT_EQ(rest->known + rest->solved, some->positions);
}

TEST(Fill, WhatCannotBeFilledIsAnError) {
  const TemporaryFolder folder;
  const std::string here = folder.path() + "/s";
  const auto message = [&](const char* game, const FillOrder& order) {
    const auto filled = fill_store(*Ruleset::make(game), order);
    return filled.ok() ? std::string() : filled.message();
  };
  EXPECT_NE(message("mnk", FillOrder{}).find("store is missing"), std::string::npos);
  EXPECT_NE(message("woodpush:6,2,ko=super", order(here, 1)).find("numbered anew"),
            std::string::npos);
  FillOrder range = order(here, 1);
  range.options.at_least = 1;
  EXPECT_NE(message("mnk", range).find("exact values"), std::string::npos);
}

// Limits leave positions open, with the bounds that were found.
TEST(Fill, LimitsAreThoseOfEachPosition) {
  const TemporaryFolder folder;
  const std::string here = folder.path() + "/s";
  FillOrder few = order(here, 1);
  few.options.limits.nodes = 10;
  const auto filled = fill_store(*Ruleset::make("connect4:5x5"), few);
  ASSERT_TRUE(filled.ok());
  EXPECT_EQ(filled->open, filled->positions);
}

TEST(Fill, ASealedStoreIsOnlyRead) {
  const TemporaryFolder folder;
  const std::string here = folder.path() + "/s", sealed = folder.path() + "/sealed #1%";
  const Ruleset game = *Ruleset::make("connect4:4x4");
  ASSERT_TRUE(fill_store(game, order(here, 2)).ok());
  const auto sealing = seal_store(here, sealed);
  ASSERT_FALSE(sealing) << sealing->message;
  EXPECT_EQ(stored(sealed), stored(here));
  EXPECT_TRUE(seal_store(here, sealed));  // it is there already

  // In a folder that nobody may write, and nothing comes of it there.
  namespace fs = std::filesystem;
  const auto written = fs::last_write_time(sealed + "/sealed.sqlite");
  fs::permissions(sealed, fs::perms::owner_read | fs::perms::owner_exec);
  Options reads;
  reads.store = sealed;
  auto solver = Solver::make(game, reads);
  ASSERT_TRUE(solver.ok()) << solver.message();
  const Answer known = solver->solve(game.start());
  EXPECT_TRUE(known.store && known.store->answered);
  const Answer other = solver->solve(*game.parse("1122"));
  EXPECT_TRUE(other.value && other.store);
  EXPECT_EQ(other.store->kept, 0u);
  EXPECT_EQ(other.store->problem, "");
  EXPECT_FALSE(prune_store(sealed, {.game = "connect4:4x4"}).ok());
  EXPECT_FALSE(fill_store(game, order(sealed, 3)).ok());
  fs::permissions(sealed, fs::perms::owner_all);
  EXPECT_EQ(std::distance(fs::directory_iterator(sealed), fs::directory_iterator()), 1);
  EXPECT_EQ(fs::last_write_time(sealed + "/sealed.sqlite"), written);
}

}  // namespace
}  // namespace solvent
