// Stores in solves: what is kept is true, what is known is used, and nothing that is damaged or
// wrong makes a wrong answer.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include "random_graphs.hpp"
#include "solvent/solvent.hpp"
#include "special_files.hpp"
#include "store/store.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

using store::Database;
using store::Entry;
using store::StoreFile;
using test::TemporaryFolder;

Answer solve(const std::string& spec, const std::string& position, const Options& options,
             const std::string& outcomes = {}) {
  const Ruleset game = *Ruleset::make(spec, outcomes);
  Result<Solver> solver = Solver::make(game, options);
  EXPECT_TRUE(solver.ok()) << solver.message();
  return solver->solve(position.empty() ? game.start() : *game.parse(position));
}
Options with(const TemporaryFolder& folder) {
  Options options;
  options.store = folder.path() + "/store";
  return options;
}
std::string file_of(const TemporaryFolder& folder) { return folder.path() + "/store/store.sqlite"; }

StoreCheck verified(const TemporaryFolder& folder) {
  const auto check = verify_store(with(folder).store, {.sample = 1000});
  EXPECT_TRUE(check.ok()) << check.message();
  return *check;
}

TEST(Store, ASecondSolveNeedsNoSearch) {
  for (const char* spec : {"connect4:5x4", "othello:4", "mnk:4,3,3", "kalah:3,3", "woodpush:6,2",
                           "random:b=3,d=6,outcomes=7,seed=3"}) {
    const TemporaryFolder folder;
    const Answer first = solve(spec, "", with(folder)), second = solve(spec, "", with(folder));
    ASSERT_TRUE(first.value && second.value) << spec;
    EXPECT_EQ(*first.value, *second.value) << spec;
    EXPECT_FALSE(first.store->answered);
    EXPECT_GT(first.store->kept, 0U) << spec;
    EXPECT_TRUE(second.store->answered) << spec;
    EXPECT_EQ(second.store->kept, 0U) << spec;
    EXPECT_LE(second.counts.created, 1U) << spec;
    EXPECT_NE(second.verdict.find("from the store"), std::string::npos) << second.verdict;
    EXPECT_EQ(first.verdict.find("store"), std::string::npos) << first.verdict;
    EXPECT_EQ(first.line.empty(), second.line.empty()) << spec;
    EXPECT_TRUE(second.best.has_value()) << spec;
  }
}

TEST(Store, EveryAlgorithmWritesTruthsAndReadsThem) {
  const TemporaryFolder folder;
  for (const AlgorithmDescription& a : algorithms()) {
    for (const auto& [spec, position] : std::vector<std::pair<std::string, std::string>>{
             {"mnk:3,3,3", "b2"}, {"awari", "0 0 0 0 1 0|0 1 0 0 0 1 S23 N22 S"}}) {
      Options options = with(folder);
      options.algorithm = a.name;
      options.moves = true;
      options.limits.nodes = a.name == "mcpns" || a.name == "ppns" ? 300 : 20'000;
      const Answer fresh = solve(spec, position, options), again = solve(spec, position, options);
      if (fresh.value) { EXPECT_EQ(fresh.value, again.value) << a.name; }
      EXPECT_TRUE(again.store->answered || !fresh.value) << a.name;
      EXPECT_EQ(again.store->problem, "");
    }
    const StoreCheck check = verified(folder);
    EXPECT_TRUE(check.good()) << a.name;
    EXPECT_EQ(check.right, check.entries) << a.name;
    std::filesystem::remove_all(with(folder).store);
  }
}

// Where positions repeat, a line goes through positions whose value must not depend on the way.
TEST(Store, WhatIsKeptOfRandomCyclicGraphsIsTrue) {
  const TemporaryFolder folder;
  std::uint64_t entries = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    random_graphs::Shape shape;
    shape.rule_bounds = false;  // files do not know them
    const auto graph = random_graphs::random_cyclic(seed, shape);
    const std::string spec = "tree:" + folder.write(fmt::format("{}.tree", seed), graph->text());
    const Ruleset game = *Ruleset::make(spec);
    for (const char* algorithm : {"alphabeta", "dfpn", "mopns"}) {
      Options options = with(folder);
      options.algorithm = algorithm;
      options.moves = true;
      options.limits.nodes = 3000;
      Result<Solver> solver = Solver::make(game, options);
      ASSERT_TRUE(solver.ok()) << solver.message();
      Rng rng(seed);
      for (int k = 0; k < 4; ++k) {
        const std::uint32_t id = k == 0 ? graph->initial() : rng.below(graph->size());
        const auto position = game.parse(random_graphs::RandomGraph::name(id));
        ASSERT_TRUE(position.ok()) << position.message();
        const Answer answer = solver->solve(*position);
        EXPECT_EQ(answer.store->problem, "") << graph->text();
      }
    }
    const auto read = each_stored(with(folder).store, spec, [&](const StoredPosition& s) {
      const auto position = game.parse(s.position);
      ASSERT_TRUE(position.ok()) << s.position;
      const auto id = static_cast<std::uint32_t>(std::stoul(s.position.substr(1)));
      const int truth = game.scale().for_side(position->to_move(), graph->value(id));
      EXPECT_TRUE(s.lower <= truth && truth <= s.upper) << s.position << "\n" << graph->text();
    });
    ASSERT_TRUE(read.ok()) << read.message();
    entries += *read;
  }
  EXPECT_GT(entries, 500U);
}

TEST(Store, SymmetricImagesAreOnePosition) {
  const TemporaryFolder folder;
  const Answer first = solve("connect4:5x4", "1", with(folder));
  const Answer mirrored = solve("connect4:5x4", "5", with(folder));
  EXPECT_TRUE(mirrored.store->answered);
  EXPECT_EQ(first.value, mirrored.value);
}

TEST(Store, OtherGamesAreOtherGames) {
  const TemporaryFolder folder;
  solve("connect4:4x4", "", with(folder));
  EXPECT_EQ(solve("connect4:4x4", "", with(folder), "wld").store->entries, 0U);
  EXPECT_EQ(solve("connect4:4x5", "", with(folder)).store->entries, 0U);
  EXPECT_EQ(solve("mnk:4,4,4", "", with(folder)).store->entries, 0U);
  EXPECT_TRUE(solve("connect4:4x4", "", with(folder)).store->answered);
}

TEST(Store, ALimitLeavesBoundsForTheNext) {
  const TemporaryFolder folder;
  Options options = with(folder);
  options.limits.nodes = 20'000;
  options.algorithm = "pns";
  options.driver = "linear";
  const Answer first = solve("connect4:5x4", "", options);
  EXPECT_EQ(first.status, Status::NodeLimit);
  options.limits.nodes = 1;
  const Answer second = solve("connect4:5x4", "", options);
  EXPECT_EQ(first.lower, second.lower);
  EXPECT_EQ(first.upper, second.upper);
  // A question that the bounds answer needs no search.
  Options asks = with(folder);
  asks.at_least = first.lower;
  if (first.store->kept > 0) { EXPECT_TRUE(solve("connect4:5x4", "", asks).store->answered); }
}

TEST(Store, ItHelpsASearchThatBeginsElsewhere) {
  const TemporaryFolder folder;
  const std::uint64_t alone = solve("connect4:5x5", "3", {}).counts.created;
  Options options = with(folder);
  options.moves = true;
  solve("connect4:5x5", "33", options);
  solve("connect4:5x5", "32", options);
  const Answer helped = solve("connect4:5x5", "3", with(folder));
  EXPECT_FALSE(helped.store->answered);
  EXPECT_GT(helped.store->hits, 0U);
  EXPECT_LT(helped.counts.created, alone);
}

TEST(Store, ItGoesTogetherWithAnEndgameDatabase) {
  const TemporaryFolder folder, database;
  ASSERT_TRUE(*build_table(*Ruleset::make("awari"), database.path(), {.slice = 5}));
  const std::string position = "0 0 1 0 2 0|0 1 0 1 0 1 S22 N20 S";
  const Answer alone = solve("awari", position, {});
  Options options = with(folder);
  options.endgame = database.path();
  for (int k = 0; k < 2; ++k) EXPECT_EQ(solve("awari", position, options).value, alone.value);
}

TEST(Store, RowsWithAWrongChecksumAreNeverBelieved) {
  const TemporaryFolder folder;
  const Answer truth = solve("connect4:5x4", "", with(folder));
  const std::vector<std::string> damages = {
      "UPDATE positions SET pess = opti + 1, opti = opti + 1",
      "UPDATE positions SET nodes = nodes + 1",
      "UPDATE positions SET date = date + 1",
      "UPDATE positions SET version = 'x'",
      "UPDATE positions SET checksum = checksum + 1",
      "UPDATE positions SET state = CAST(X'00' || state AS BLOB)",
      "UPDATE positions SET tier = tier + 1",
      "UPDATE games SET fingerprint = fingerprint + 1",
      "UPDATE games SET spec = 'connect4:4x5'",
      "UPDATE games SET outcomes = 'wld'",
      "UPDATE games SET id = id + 5",
  };
  for (const std::string& damage : damages) {
    Database(file_of(folder), Database::Open::Existing).run(damage.c_str());
    const auto all = *store_statistics(with(folder).store);
    std::uint64_t good = 0, damaged = 0;
    for (const StoredGame& g : all.games) good += g.entries, damaged += g.damaged;
    EXPECT_EQ(good, 0U) << damage;
    EXPECT_GT(damaged, 0U) << damage;
    EXPECT_FALSE(verified(folder).good()) << damage;
    const Answer again = solve("connect4:5x4", "", with(folder));
    EXPECT_EQ(again.value, truth.value) << damage;
    EXPECT_EQ(again.store->entries, 0U) << damage;
    EXPECT_EQ(again.counts.created, truth.counts.created) << damage;
    // What was solved again replaces what was damaged, or stands beside it.
    EXPECT_TRUE(solve("connect4:5x4", "", with(folder)).store->answered) << damage;
    ASSERT_TRUE(prune_store(with(folder).store, {.damaged = true}).ok());
    EXPECT_TRUE(verified(folder).good()) << damage;
  }
}

// A wrong value with the right checksum, as a program with an error would write it.
void lie(const TemporaryFolder& folder, const std::string& spec, const std::string& position,
         Bounds bounds) {
  const Ruleset game = *Ruleset::make(spec);
  const Position p = position.empty() ? game.start() : *game.parse(position);
  auto opened = store::Store::open(game.rules(), with(folder).store, 1 << 30, 1 << 20, nullptr);
  ASSERT_TRUE(opened.ok()) << opened.message();
  const store::Fact fact{AnyState{p.state()}, bounds, 1000};
  ASSERT_EQ((*opened)->keep(std::span(&fact, 1))->entries, 1U);
}

TEST(Store, VerifyFindsAWrongEntry) {
  const TemporaryFolder folder;
  solve("mnk:3,3,3", "", with(folder));
  lie(folder, "mnk:3,3,3", "a1 b2 c3", {2, 2});  // a draw in truth
  const StoreCheck check = verified(folder);
  ASSERT_EQ(check.wrong.size(), 1U);
  EXPECT_EQ(check.right + 1, check.entries);
  EXPECT_EQ(check.wrong[0].lower, 0);
  EXPECT_FALSE(check.good());
}

TEST(Store, AWrongEntryThatTheMovesContradictIsNotUsed) {
  for (const auto& [spec, lies] : std::map<std::string, std::vector<Bounds>>{
           {"mnk:3,3,3", {{0, 0}, {2, 2}}},
           {"woodpush:6,2", {{0, 0}, {3, 3}}},  // positions can repeat here
           {"connect4:4x4", {{0, 0}, {4, 4}}}}) {
    const Answer truth = solve(spec, "", {});
    for (const Bounds wrong : lies) {
      const TemporaryFolder folder;
      lie(folder, spec, "", wrong);
      const Answer answer = solve(spec, "", with(folder));
      EXPECT_EQ(answer.value, truth.value) << spec;
      EXPECT_FALSE(answer.store->answered) << spec;
      EXPECT_NE(answer.store->problem.find("contradicts"), std::string::npos);
    }
  }
}

TEST(Store, ContradictionsAreSaidAndNotWritten) {
  const TemporaryFolder folder;
  const store::GameName name{7, "some game", "score"};
  StoreFile file = StoreFile::open_or_create(folder.path());
  const std::vector<std::byte> state(8, std::byte{1});
  const auto keep = [&](Bounds b) {
    const Entry e{state, b, 100, 0, "1"};
    return file.keep(name, std::span(&e, 1), 1 << 30);
  };
  EXPECT_EQ(keep({3, 9}).entries, 1U);
  EXPECT_EQ(keep({1, 9}).entries, 0U);  // nothing new
  EXPECT_EQ(keep({1, 5}).entries, 1U);
  EXPECT_EQ(keep({6, 6}).conflicts, 1U);
  int rows = 0;
  file.read(name, 10, [&](const Entry& e) {
    ++rows;
    EXPECT_EQ(e.bounds, (Bounds{3, 5}));
    EXPECT_EQ(e.nodes, 200U);
  });
  EXPECT_EQ(rows, 1);
}

TEST(Store, TheCheapestMakeRoom) {
  constexpr std::uint64_t kMost = 1 << 20;
  const TemporaryFolder folder;
  const store::GameName games[] = {{7, "some game", "score"}, {8, "another", "wld"}};
  StoreFile file = StoreFile::open_or_create(folder.path());
  Rng rng(3);
  std::uint64_t dear = 0;
  for (int round = 0; round < 120; ++round) {
    std::vector<Entry> entries;
    for (int k = 0; k < 250; ++k) {
      std::vector<std::byte> state(24);
      for (std::byte& b : state) b = static_cast<std::byte>(rng.below(256));
      const bool is_dear = rng.below(50) == 0;
      dear += is_dear;
      entries.push_back({state, {1, 1}, is_dear ? 1'000'000U : 1U + rng.below(5000), round, "1"});
    }
    EXPECT_EQ(file.keep(games[round % 2], entries, kMost).entries, entries.size());
    ASSERT_LE(file.bytes(), kMost);
    // What is free is given back, so the file is as small; a journal waits beside it.
    ASSERT_LE(std::filesystem::file_size(folder.path() + "/store.sqlite"), kMost);
  }
  std::uint64_t kept = 0, all = 0;
  for (const auto& game : games)
    file.read(game, 1 << 30, [&](const Entry& e) {
      ++all;
      kept += e.nodes == 1'000'000;
    });
  EXPECT_EQ(kept, dear) << "of " << all;
  EXPECT_GT(file.bytes(), kMost / 2);
  EXPECT_EQ(file.structural_damage(), "");

  file.shrink(kMost / 4, {});
  EXPECT_LE(file.bytes(), kMost / 4);
  EXPECT_LE(std::filesystem::file_size(folder.path() + "/store.sqlite"), kMost / 4);
}

// A file that was cut off or has bits turned over: one line that says so, or a right answer.
TEST(Store, DamagedFilesNeverMakeAWrongAnswer) {
  const TemporaryFolder folder;
  Options options = with(folder);
  options.moves = true;
  const Answer truth = solve("connect4:4x4", "", options);
  for (const char* opening : {"1", "2", "11", "12", "21", "22"})
    solve("connect4:4x4", opening, options);
  std::ifstream in(file_of(folder), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  ASSERT_GT(whole.size(), 4096U);
  Rng rng(9);
  int refused = 0, answered = 0;
  for (int k = 0; k < 300; ++k) {
    std::string bytes = whole;
    if (k % 5 == 0) {
      bytes.resize(rng.below(static_cast<std::uint32_t>(whole.size())));
    } else {
      for (std::uint32_t flips = 1 + rng.below(k % 2 == 0 ? 1 : 400); flips > 0; --flips) {
        char& c = bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))];
        c = static_cast<char>(c ^ (1 << rng.below(8)));
      }
    }
    for (const auto& file : std::filesystem::directory_iterator(options.store))
      std::filesystem::remove(file);
    std::ofstream(file_of(folder), std::ios::binary) << bytes;
    const Ruleset game = *Ruleset::make("connect4:4x4");
    Result<Solver> solver = Solver::make(game, options);
    if (!solver) {
      ++refused;
      EXPECT_EQ(solver.message().find('\n'), std::string::npos) << solver.message();
      EXPECT_EQ(solver.message().find("store"), 0U) << solver.message();
    } else {
      ++answered;
      const Answer answer = solver->solve(game.start());
      EXPECT_EQ(answer.value, truth.value);
      ASSERT_EQ(answer.moves.size(), truth.moves.size());
      for (std::size_t m = 0; m < truth.moves.size(); ++m)
        EXPECT_EQ(answer.moves[m].value(), truth.moves[m].value());
    }
    // The verbs live on, too.
    (void)store_statistics(options.store).ok();
    (void)verify_store(options.store, {.sample = 1}).ok();
    (void)prune_store(options.store, {.to = 1 << 20, .damaged = true}).ok();
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(answered, 20);
}

TEST(Store, SolversInManyThreadsShareOne) {
  const TemporaryFolder folder;
  std::vector<std::jthread> threads;
  std::atomic<int> wrong = 0;
  const Answer truth = solve("connect4:4x4", "", {});
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&, t] {
      const Ruleset game = *Ruleset::make("connect4:4x4");
      for (int k = 0; k < 8; ++k) {
        Result<Solver> solver = Solver::make(game, with(folder));
        if (!solver.ok()) {
          ++wrong;
          continue;
        }
        const Answer own = solver->solve(*game.parse(std::to_string(1 + (t + k) % 4)));
        const Answer answer = solver->solve(game.start());
        wrong += answer.value != truth.value || !own.store->problem.empty() ||
                 !answer.store->problem.empty();
      }
    });
  threads.clear();
  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(verified(folder).good());
}

TEST(Store, ACertificateDoesNotRestOnIt) {
  const TemporaryFolder folder;
  for (const char* spec : {"connect4:4x4", "woodpush:6,2"}) {
    Options plain;
    plain.proof = folder.path() + "/plain.proof";
    Options stored = with(folder);
    stored.moves = true;
    solve(spec, "", stored);
    stored.proof = folder.path() + "/stored.proof";
    stored.certify = true;  // the checker knows of no store
    const Answer a = solve(spec, "", plain), b = solve(spec, "", stored);
    ASSERT_TRUE(a.proof->written() && b.proof->written()) << spec << b.proof->problem;
    EXPECT_TRUE(b.store->answered && b.proof->checked);
    // The same proof, but for the choice among good moves.
    EXPECT_GT(2 * b.proof->claims, a.proof->claims) << spec;
  }
}

TEST(Store, WhatCannotBeAStoreIsOneLine) {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& path, const std::string& spec = "mnk") {
    Options options;
    options.store = path;
    const auto solver = Solver::make(*Ruleset::make(spec), options);
    return solver ? std::string("made") : solver.message();
  };
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  };
  has(message(folder.write("file", "x")), "File exists");
  has(message("/proc/none/store"), "cannot be made");
  has(message(folder.path() + "/s", "woodpush:6,2,ko=super"), "are numbered anew in every run");
  std::filesystem::create_directory(folder.path() + "/text");
  folder.write("text/store.sqlite", "This is a text that somebody wrote, and long enough. ");
  has(message(folder.path() + "/text"), "not a store");
  std::filesystem::create_directory(folder.path() + "/empty");
  folder.write("empty/store.sqlite", "");
  has(message(folder.path() + "/empty"), "not a store");
  std::filesystem::create_directory(folder.path() + "/newer");
  StoreFile::open_or_create(folder.path() + "/newer");
  Database(folder.path() + "/newer/store.sqlite", Database::Open::Existing)
      .run("PRAGMA user_version = 2");
  has(message(folder.path() + "/newer"), "format 2");
  const TemporaryFolder specials;
  for (const test::SpecialFile& special : test::make_special_files(specials.path())) {
    const std::string place = folder.path() + "/special";
    std::filesystem::create_directory(place);
    ASSERT_EQ(rename(special.path.c_str(), (place + "/store.sqlite").c_str()), 0);
    has(message(place), "no regular file");
    EXPECT_TRUE((test::SpecialFile{place + "/store.sqlite", "", special.kind}.untouched()));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(place), {}), 1);
    std::filesystem::remove_all(place);
  }
  EXPECT_FALSE(store_statistics(folder.path()).ok());
  EXPECT_FALSE(store_statistics(folder.path() + "/none").ok());
}

}  // namespace
}  // namespace solvent
