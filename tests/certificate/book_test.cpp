// Walking through certificates: from every position that the opponent of the claimant can reach,
// the proof goes on or is settled, and nothing is said by one that was not verified.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "base/rng.hpp"
#include "random_graphs.hpp"
#include "solvent/endgame.hpp"
#include "solvent/proof.hpp"
#include "solvent/solve.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

using Settled = ProofBook::Settled;
using Verdict = ProofBook::Verdict;
using Strings = std::vector<std::string>;

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
ProofBook open(const std::string& bytes, const ProofBook::Options& options = {}) {
  std::istringstream in(bytes);
  return ProofBook::open(in, options);
}

struct Proved {
  Answer answer;
  std::string bytes;
};
Proved prove(const Ruleset& game, const Position& position, const char* file = "a.proof",
             std::optional<int> at_least = {}, std::uint64_t leaf = 0) {
  const test::TemporaryFolder folder;
  Options options;
  options.proof = folder.path() + "/" + file;
  options.at_least = at_least;
  options.leaf = leaf;
  options.limits.memory = std::uint64_t{256} << 20;
  auto solver = Solver::make(game, options);
  EXPECT_TRUE(solver) << solver.message();
  Answer answer = solver->solve(position);
  EXPECT_TRUE(answer.proof && answer.proof->written()) << game.spec();
  return {answer, read(options.proof)};
}

// Everything that the opponent can make of a statement; returns the positions seen.
class Walk {
 public:
  Walk(const ProofBook& book, std::size_t statement, bool acyclic)
      : book_(book), statement_(statement), acyclic_(acyclic) {}

  std::size_t run() {
    go();
    return seen_.size();
  }

 private:
  void go() {
    const auto page = book_.at(statement_, path_);
    ASSERT_TRUE(page) << page.message();
    if (!seen_.insert(page->position.text()).second) return;
    if (page->settled == Settled::ByRules) {
      EXPECT_TRUE(page->replies.empty());
      return;
    }
    ASSERT_FALSE(page->position.ended());
    if (page->settled == Settled::BySearch || page->settled == Settled::ByPairs) {
      EXPECT_TRUE(page->replies.empty() && page->layer && !page->move);
      return;
    }
    if (page->claimant) {
      ASSERT_EQ(page->replies.size(), 1u);
      EXPECT_EQ(page->replies[0].move, page->move);
      if (page->settled == Settled::ByNextMove) {
        EXPECT_EQ(page->replies[0].settled, Settled::ByRules);
        EXPECT_FALSE(page->layer);
      }
    } else {
      EXPECT_EQ(page->settled, Settled::No);
      EXPECT_EQ(page->replies.size(), page->position.moves().size());
    }
    for (const ProofBook::Reply& reply : page->replies) {
      if (reply.settled == Settled::No) {
        ASSERT_TRUE(reply.layer) << reply.move;
        ASSERT_TRUE(page->layer);
        // A position that the claim before it answers for has the layer of that claim.
        if (acyclic_ && !page->claimant) {
          EXPECT_GT(*reply.layer, *page->layer);
        } else {
          EXPECT_GE(*reply.layer, *page->layer);
        }
      }
      path_.push_back(reply.move);
      go();
      path_.pop_back();
    }
  }

  const ProofBook& book_;
  std::size_t statement_;
  bool acyclic_;
  Strings path_;
  std::set<std::string> seen_;
};

void expect_walkable(const Ruleset& game, const Position& position, const std::string& bytes,
                     int value, bool acyclic) {
  const auto find = [&](const std::string&, const std::string&) -> Result<Ruleset> { return game; };
  const ProofBook book = open(bytes, {.find_game = find});
  ASSERT_EQ(book.verdict(), Verdict::Verified) << book.reason();
  EXPECT_EQ(book.game(), game.spec());
  EXPECT_EQ(*game.parse(book.position()), position);
  EXPECT_EQ(book.bytes(), bytes.size());
  ASSERT_EQ(book.statements().size(), 2u);
  for (std::size_t k = 0; k < book.statements().size(); ++k) {
    const auto& statement = book.statements()[k];
    EXPECT_EQ(statement.value, value);
    EXPECT_GE(Walk(book, k, acyclic).run(), 1u);
  }
  EXPECT_NE(book.statements()[0].at_least, book.statements()[1].at_least);
}

TEST(ProofBooks, AreWalkedToTheEnd) {
  const struct {
    const char *spec, *position;
    bool acyclic;
  } cases[] = {{"mnk", "", true},           {"mnk:4,3,3", "", true},
               {"connect4:4x4", "", true},  {"othello:4", "", true},
               {"kalah:3,2", "", true},     {"woodpush:6,2", "", false},
               {"woodpush:8,3", "", false}, {"awari", "0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S", false}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.spec);
    const Ruleset game = *Ruleset::make(c.spec);
    Position position = game.start();
    if (*c.position != '\0') {
      const auto parsed = game.parse(c.position);
      if (!parsed) continue;
      position = *parsed;
    }
    for (const auto& [file, leaf] : {std::pair("a.proof", 0), {"a.json", 0}, {"b.proof", 3}}) {
      const Proved proved = prove(game, position, file, {}, static_cast<std::uint64_t>(leaf));
      expect_walkable(game, position, proved.bytes, *proved.answer.value, c.acyclic);
    }
  }
}

TEST(ProofBooks, OfRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const bool cyclic = seed % 3 == 0;
    const auto graph =
        cyclic ? random_graphs::random_cyclic(seed) : random_graphs::random_dag(seed);
    const Ruleset game = *Ruleset::from_tree(graph->text(), "@random");
    const Position start = game.start();
    if (start.ended()) continue;
    const int truth = game.scale().for_side(start.to_move(), graph->value());
    const Proved proved = prove(game, start, "a.proof", {}, seed % 2);
    EXPECT_EQ(proved.answer.value, truth);
    expect_walkable(game, start, proved.bytes, truth, !cyclic);
  }
}

TEST(ProofBooks, ProveOneStatementToo) {
  const Ruleset game = *Ruleset::make("othello:4");
  for (const auto& [value, at_least] : {std::pair{-10, true}, {-9, false}}) {
    const Proved proved = prove(game, game.start(), "a.proof", value);
    const ProofBook book = open(proved.bytes);
    ASSERT_EQ(book.verdict(), Verdict::Verified);
    ASSERT_EQ(book.statements().size(), 1u);
    EXPECT_EQ(book.statements()[0].at_least, at_least);
    EXPECT_EQ(book.at(0, {})->claimant, at_least);
    EXPECT_FALSE(book.at(1, {}));
  }
}

TEST(ProofBooks, SayNothingBesideThePoint) {
  const Ruleset game = *Ruleset::make("mnk:4,3,3");
  const Proved proved = prove(game, game.start());
  const ProofBook book = open(proved.bytes);
  const auto page = book.at(0, {});
  ASSERT_TRUE(page->claimant);
  for (const std::string& move : game.start().moves()) {
    const auto beside = book.at(0, {move});
    if (move == page->move) { EXPECT_TRUE(beside); }
    if (!beside) { EXPECT_NE(beside.message().find("says nothing"), std::string::npos); }
  }
  EXPECT_FALSE(book.at(0, {"z9"}));
  EXPECT_FALSE(book.at(0, {*page->move, *page->move}));
}

TEST(ProofBooks, DamagedOnesAreRefused) {
  const Ruleset game = *Ruleset::make("connect4:4x4");
  const std::string bytes = prove(game, game.start()).bytes;
  Rng rng(7);
  for (int n = 0; n < 400; ++n) {
    std::string damaged = bytes;
    if (n % 4 == 0)
      damaged.resize(rng.below(static_cast<std::uint32_t>(bytes.size())));
    else
      damaged[rng.below(static_cast<std::uint32_t>(bytes.size()))] ^=
          static_cast<char>(1 << rng.below(8));
    const ProofBook book = open(damaged);
    EXPECT_NE(book.verdict(), Verdict::Verified) << n;
    EXPECT_FALSE(book.reason().empty());
    EXPECT_FALSE(book.at(0, {}));
  }
  EXPECT_EQ(open("").verdict(), Verdict::Unreadable);
  EXPECT_EQ(open("hello").verdict(), Verdict::Unreadable);
  EXPECT_EQ(open("{}").verdict(), Verdict::Unreadable);
}

// What rests on a database is relative to it, and can be walked through down to it.
TEST(ProofBooks, OfADatabaseAreRelative) {
  const test::TemporaryFolder folder;
  const Ruleset game = *Ruleset::make("kalah:3,3");
  TableOrder order;
  order.slice = 4;
  ASSERT_TRUE(build_table(game, folder.path(), order).ok());
  Options options;
  options.proof = folder.path() + "/a.proof";
  options.endgame = folder.path();
  options.leaf = 0;
  options.certify = true;
  auto solver = Solver::make(game, options);
  ASSERT_TRUE(solver) << solver.message();
  const Answer answer = solver->solve(*game.parse("1 2 1|1 1 1 S6 N5 S"));
  ASSERT_TRUE(answer.proof && answer.proof->written());
  EXPECT_TRUE(answer.proof->relative && answer.proof->checked);
  const ProofBook book = open(read(options.proof));
  EXPECT_EQ(book.verdict(), Verdict::Relative);
  EXPECT_EQ(name(book.verdict()), "relative");
  EXPECT_FALSE(book.reason().empty());
  ASSERT_FALSE(book.rests_on().empty());
  EXPECT_NE(book.rests_on()[0].find("of the endgame database (checksum "), std::string::npos);
  std::set<Settled> met;
  std::set<std::string> seen;
  const std::function<void(std::size_t, Strings&)> walk = [&](std::size_t statement,
                                                              Strings& path) {
    const auto page = book.at(statement, path);
    ASSERT_TRUE(page) << page.message();
    met.insert(page->settled);
    if (!seen.insert(std::to_string(statement) + page->position.text()).second) return;
    for (const ProofBook::Reply& reply : page->replies) {
      path.push_back(reply.move);
      walk(statement, path);
      path.pop_back();
    }
  };
  Strings path;
  for (std::size_t statement = 0; statement < book.statements().size(); ++statement)
    walk(statement, path);
  EXPECT_TRUE(met.contains(Settled::ByDatabase));
}

TEST(ProofBooks, KeepToTheirMemoryAndStop) {
  const Ruleset game = *Ruleset::make("connect4:5x4");
  const std::string bytes = prove(game, game.start()).bytes;
  EXPECT_EQ(open(bytes, {.memory = 1000}).verdict(), Verdict::TooLarge);
  const ProofBook book = open(bytes);
  EXPECT_EQ(book.verdict(), Verdict::Verified);
  EXPECT_GT(book.memory(), 0u);
  EXPECT_EQ(open(bytes, {.memory = 4 * book.memory()}).verdict(), Verdict::Verified);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(open(bytes, {.stop = &stop}).verdict(), Verdict::Stopped);
  EXPECT_EQ(open(bytes, {.seconds = 0}).verdict(), Verdict::Stopped);
}

}  // namespace
}  // namespace solvent
