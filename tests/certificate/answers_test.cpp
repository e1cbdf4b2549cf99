// Answers with proofs, written and checked before they are given: the positions of published
// experiments and small ones of every game, through the public interface.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/rng.hpp"
#include "published/awari_game5.hpp"
#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

Options certified(const std::string& algorithm = "auto") {
  Options o;
  o.algorithm = algorithm;
  o.certify = true;
  o.line = false;
  return o;
}

void expect_certified(Solver& solver, const Position& p) {
  const Answer a = solver.solve(p);
  ASSERT_EQ(a.status, Status::Solved) << p.text();
  ASSERT_TRUE(a.proof.has_value()) << p.text();
  EXPECT_TRUE(a.proof->checked) << p.text() << ": " << a.proof->problem;
}

// The 256 positions after four plies of the MOPNS paper's Connect Four experiment.
TEST(Answers, OfTheMopnsPaper) {
  const Ruleset game = *Ruleset::make("connect4:4x5", "wld");
  Solver solver = *Solver::make(game, certified());
  for (int k = 0; k < 256; ++k) {
    std::string moves;
    for (int n = k, ply = 0; ply < 4; ++ply, n /= 4) moves += static_cast<char>('1' + n % 4);
    expect_certified(solver, *game.parse(moves));
  }
}

TEST(Answers, OfSmallGames) {
  const std::pair<const char*, const char*> cases[] = {
      {"mnk", ""},          {"mnk:4,3,3", ""}, {"othello:4", ""},
      {"connect4:4x4", ""}, {"kalah:4,2", ""}, {"woodpush:8,3", ""},
  };
  for (const auto& [spec, text] : cases) {
    const Ruleset game = *Ruleset::make(spec);
    Solver solver = *Solver::make(game, certified());
    expect_certified(solver, *text == '\0' ? game.start() : *game.parse(text));
  }
}

TEST(Answers, OfEveryAlgorithm) {
  for (const AlgorithmDescription& algorithm : algorithms())
    for (const char* spec : {"connect4:4x4", "othello:4", "woodpush:6,2"}) {
      SCOPED_TRACE(algorithm.name + " " + spec);
      const Ruleset game = *Ruleset::make(spec);
      Solver solver = *Solver::make(game, certified(algorithm.name));
      expect_certified(solver, game.start());
    }
}

TEST(Answers, ToQuestions) {
  const Ruleset game = *Ruleset::make("connect4:5x4");
  for (const int at_least : {-3, 0, 1, 4}) {
    Options o = certified();
    o.at_least = at_least;
    Solver solver = *Solver::make(game, o);
    for (const char* moves : {"3", "12", "3321", "11223"}) {
      const Answer a = solver.solve(*game.parse(moves));
      ASSERT_TRUE(a.at_least_holds.has_value());
      EXPECT_TRUE(a.proof && a.proof->checked) << moves << ' ' << at_least;
    }
  }
}

// Up to eight stones without a database: cycles of every kind.
TEST(Answers, OfSmallAwariBoards) {
  const Ruleset game = *Ruleset::make("awari");
  Solver solver = *Solver::make(game, certified());
  Rng rng(20);
  for (int n = 0; n < 40; ++n) {
    int pits[12] = {};
    const int stones = 1 + static_cast<int>(rng.below(8));
    for (int k = 0; k < stones; ++k) ++pits[rng.below(12)];
    std::string text;
    for (int k = 0; k < 12; ++k)
      text += std::to_string(pits[k]) + (k == 5 ? "|" : k < 11 ? " " : "");
    const int south = static_cast<int>(rng.below(static_cast<std::uint32_t>(49 - stones)));
    text += " S" + std::to_string(south) + " N" + std::to_string(48 - stones - south);
    const Result<Position> p = game.parse(text + (rng.below(2) == 0 ? " S" : " N"));
    if (p) expect_certified(solver, *p);
  }
}

TEST(Answers, OfGameFiveWithADatabase) {
  const game5::Database database(13);
  const Ruleset game = *Ruleset::make("awari");
  Options o = certified();
  o.endgame = database.path();
  Solver solver = *Solver::make(game, o);
  for (const char* row : {"55 N", "55 S", "54 N", "54 S", "53 N", "53 S", "52 N", "52 S", "51 N",
                          "51 S", "50 N", "50 S", "49 N", "48 N"})
    expect_certified(solver, game5::position(game, row));
}

TEST(Answers, HaveNoProofWithinALimit) {
  const Ruleset game = *Ruleset::make("connect4:6x4");
  Options o = certified();
  Solver free = *Solver::make(game, o);
  const Answer whole = free.solve(game.start());
  ASSERT_TRUE(whole.proof && whole.proof->checked);
  o.limits.nodes = whole.counts.created + whole.proof->nodes / 2;
  const Answer cut = Solver::make(game, o)->solve(game.start());
  EXPECT_EQ(cut.value, whole.value);
  ASSERT_TRUE(cut.proof.has_value());
  EXPECT_EQ(cut.proof->status, Status::NodeLimit);
  EXPECT_FALSE(cut.proof->written());
}

std::string file_with(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// So small a question has the same facts whatever the number of threads.
TEST(Answers, AreProvedBySeveralThreadsAsByOne) {
  const test::TemporaryFolder folder;
  const Ruleset game = *Ruleset::make("connect4:5x4");
  Options o = certified();
  o.leaf = 0;
  o.proof = folder.path() + "/one";
  Solver alone = *Solver::make(game, o);
  expect_certified(alone, game.start());
  const std::string one = file_with(o.proof);
  EXPECT_GT(one.size(), 20'000u);
  for (const std::uint64_t threads : {2, 8}) {
    o.threads = threads;
    o.proof = folder.path() + "/several" + std::to_string(threads);
    Solver solver = *Solver::make(game, o);
    expect_certified(solver, game.start());
    EXPECT_EQ(file_with(o.proof), one);
  }
}

TEST(Answers, MinimizedProofsAreNotLarger) {
  for (const char* spec : {"connect4:5x4", "mnk:4,4,4", "kalah:3,3", "woodpush:9,3"}) {
    const Ruleset game = *Ruleset::make(spec);
    Options o = certified();
    const Answer plain = Solver::make(game, o)->solve(game.start());
    o.minimize = true;
    const Answer small = Solver::make(game, o)->solve(game.start());
    ASSERT_TRUE(plain.proof && plain.proof->checked && small.proof && small.proof->checked) << spec;
    EXPECT_LE(small.proof->claims, plain.proof->claims) << spec;
  }
}

}  // namespace
}  // namespace solvent
