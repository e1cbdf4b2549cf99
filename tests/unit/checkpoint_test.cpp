// Checkpoints through the library: runs in pieces against runs in one go, and files that are not
// what they should be.
#include "session/checkpoint.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/checksum.hpp"
#include "base/rng.hpp"
#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

Ruleset rules(const std::string& spec) {
  Result<Ruleset> game = Ruleset::make(spec);
  if (!game) throw std::runtime_error(game.message());
  return *game;
}
Solver solver(const Ruleset& game, const Options& options) {
  Result<Solver> made = Solver::make(game, options);
  if (!made) throw std::runtime_error(made.message());
  return std::move(*made);
}

std::string in_words(const Answer& a) {
  std::ostringstream out;
  out << name(a.status) << ' ' << a.lower << ".." << a.upper << ' ' << a.verdict << ", best "
      << a.best.value_or("none") << ", line";
  for (const std::string& m : a.line) out << ' ' << m;
  out << a.line_repeats << a.line_cut << ", moves";
  for (const MoveValue& m : a.moves) out << ' ' << m.move << m.lower << '.' << m.upper;
  const Counts& c = a.counts;
  for (const std::uint64_t n :
       {c.created, c.expanded, c.leaves, c.frontier, c.table_probes, c.table_hits, c.table_stores,
        c.table_replaced, c.largest_tree, c.descents, c.updates, c.playouts, c.questions,
        c.largest_question, static_cast<std::uint64_t>(c.iteration),
        static_cast<std::uint64_t>(c.deepest), a.extra_nodes})
    out << ' ' << n;
  return out.str();
}

// Every piece is another solver, as it would be in another process.
Answer in_pieces(const Position& position, Options options, std::uint64_t piece, int& pieces) {
  options.limits.nodes = 0;
  for (pieces = 0;; ++pieces) {
    *options.limits.nodes += piece;
    Solver part = solver(position.game(), options);
    const Result<bool> resumed = part.resume(position);
    EXPECT_TRUE(resumed) << resumed.message();
    EXPECT_EQ(*resumed, pieces > 0);
    Answer answer = part.solve(position);
    EXPECT_EQ(answer.resumed, pieces > 0);
    EXPECT_EQ(answer.checkpoint_problem, "");
    // The line and the moves are part of the run, whatever the question came to.
    const bool cut =
        answer.line_cut || answer.counts.created + answer.extra_nodes >= *options.limits.nodes;
    if ((answer.status == Status::Solved && !cut) || answer.status == Status::Estimate)
      return answer;
    EXPECT_TRUE(answer.status == Status::Solved || answer.status == Status::NodeLimit)
        << name(answer.status);
    if (::testing::Test::HasFailure() || pieces > 10'000) return answer;
  }
}

TEST(Checkpoints, RunsInPiecesComeToTheSame) {
  const std::pair<const char*, const char*> positions[] = {
      {"connect4:4x4", "1122"},
      {"mnk:3,3,3", ""},
      {"othello:4", "moves: b1 a1 a2 a3"},
      {"awari", "0 0 0 0 0 1|0 0 0 0 0 1 S22 N24 N"},
      {"kalah:2,3", ""},
      {"woodpush:5,2", ""},
      {"random:b=3,d=5,outcomes=4,seed=7", ""},
      {"tree:" SOLVENT_SOURCE_DIR "/data/trees/cycle.tree", ""},
  };
  int most = 0;
  for (const auto& [spec, text] : positions) {
    const Ruleset game = rules(spec);
    const Result<Position> position = std::string(text).empty() ? game.start() : game.parse(text);
    ASSERT_TRUE(position) << position.message();
    for (const AlgorithmDescription& algorithm : algorithms()) {
      Options options;
      options.algorithm = algorithm.name;
      options.moves = true;
      options.limits.memory = 64 << 20;
      if (algorithm.name == "mcpns" || algorithm.name == "ppns") options.playouts = 3;
      const Answer expected = solver(game, options).solve(*position);
      const test::TemporaryFolder folder;
      options.checkpoint = folder.path() + "/run";
      const std::uint64_t nodes = expected.counts.created + expected.extra_nodes;
      int pieces = 0;
      const Answer found = in_pieces(*position, options, nodes / 7 + 40, pieces);
      EXPECT_EQ(in_words(found), in_words(expected)) << spec << " " << algorithm.name;
      most = std::max(most, pieces);
      if (HasFailure()) return;
      // Once solved, the answer is all that is kept of it.
      EXPECT_LT(std::filesystem::file_size(options.checkpoint), 4096u);
      Solver again = solver(game, options);
      ASSERT_TRUE(again.resume(*position));
      EXPECT_EQ(in_words(again.solve(*position)), in_words(expected));
    }
  }
  EXPECT_GE(most, 6);
}

// A run that stands somewhere in the middle, in a small file.
class Damaged : public ::testing::Test {
 protected:
  Damaged() {
    EXPECT_EQ(one_.solve(game_.start()).status, Status::NodeLimit);
    std::ifstream file(options_.checkpoint, std::ios::binary);
    good_ = {std::istreambuf_iterator<char>(file), {}};
    EXPECT_GT(good_.size(), 700u);
  }
  static Options hundred_nodes(const std::string& checkpoint) {
    Options options;
    options.algorithm = "minimax";
    options.limits.nodes = 100;
    options.checkpoint = checkpoint;
    return options;
  }
  std::string refusal(const std::string& bytes) {
    folder_.write("run", bytes);
    return refusal();
  }
  std::string refusal() { return refusal(game_.start(), one_); }
  static std::string refusal(const Position& position, const Options& options) {
    Solver other = solver(position.game(), options);
    return refusal(position, other);
  }
  static std::string refusal(const Position& position, Solver& solver) {
    const Result<bool> resumed = solver.resume(position);
    if (!resumed) return resumed.message();
    return *resumed ? "" : "there is none";
  }
  static ::testing::AssertionResult says(const std::string& text, const std::string& what) {
    if (text.find(what) != text.npos && text.find('\n') == text.npos)
      return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << '"' << text << "\" does not say \"" << what << '"';
  }

  test::TemporaryFolder folder_;
  Ruleset game_ = rules("mnk:3,3,3");
  Options options_ = hundred_nodes(folder_.path() + "/run");
  Solver one_ = solver(game_, options_);
  std::string good_;
};

TEST_F(Damaged, NotAtAll) { EXPECT_EQ(refusal(good_), ""); }
TEST_F(Damaged, ShortenedAnywhere) {
  for (std::size_t size = 0; size < good_.size(); ++size)
    ASSERT_TRUE(says(refusal(good_.substr(0, size)), "cannot be used")) << size;
  EXPECT_TRUE(says(refusal(""), "no checkpoint"));
  EXPECT_TRUE(says(refusal(good_.substr(0, good_.size() - 1)), "damaged"));
  EXPECT_TRUE(says(refusal(good_ + "x"), "damaged"));
}
TEST_F(Damaged, AnyBit) {
  for (std::size_t at = 0; at < good_.size(); ++at)
    for (int bit = static_cast<int>(at % 3); bit < 8; bit += 3) {
      std::string bytes = good_;
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      ASSERT_TRUE(says(refusal(bytes), "cannot be used")) << at << " " << bit;
    }
}
TEST_F(Damaged, SomethingElse) {
  EXPECT_TRUE(says(refusal("a diary\n"), "no checkpoint"));
  EXPECT_TRUE(says(refusal("solvent checkpoint 2\n\n"), "another version"));
  EXPECT_TRUE(says(refusal(std::string(1 << 20, 's')), "no checkpoint"));
}
TEST_F(Damaged, OfAnotherRun) {
  EXPECT_TRUE(says(refusal(rules("mnk:4,3,3").start(), options_), "its game is 'mnk:3,3,3', not"));
  EXPECT_TRUE(says(refusal(*game_.parse("moves: b2"), options_), "its position is"));
  Options other = options_;
  other.moves = true;
  EXPECT_TRUE(says(refusal(game_.start(), other), "its question is 'value, line', not"));
  other = options_;
  other.algorithm = "pns";
  EXPECT_TRUE(says(refusal(game_.start(), other), "its algorithm is 'minimax', not 'pns'"));
  other = options_;
  other.knowledge = false;
  EXPECT_TRUE(says(refusal(game_.start(), other), "its knowledge is 'yes', not 'no'"));
  other = options_;
  other.limits.nodes = 200;  // limits are no part of it
  other.limits.memory = 100 << 20;
  EXPECT_EQ(refusal(game_.start(), other), "");
}
TEST_F(Damaged, OfAnotherVersion) {
  const AnyGame& game = game_.rules();
  session::Label label = session::make_label(game, AnyState{game_.start().state()}, options_);
  ASSERT_EQ(label[0].first, "version");
  label[0].second = "0.0.1";
  EXPECT_FALSE(session::CheckpointWriter(options_.checkpoint, label).finish());
  EXPECT_TRUE(says(refusal(), "its version is '0.0.1', not"));
  label[0].second = std::string(kVersion);
  EXPECT_FALSE(session::CheckpointWriter(options_.checkpoint, label).finish());
  EXPECT_TRUE(says(refusal(), "damaged")) << "nothing in it";
}
TEST_F(Damaged, LeavesTheSolverAsItWas) {
  folder_.write("run", good_.substr(0, good_.size() - 20));
  options_.limits.nodes.reset();
  Solver one = solver(game_, options_);
  EXPECT_FALSE(one.resume(game_.start()));
  const Answer answer = one.solve(game_.start());
  EXPECT_EQ(answer.value, 0);
  EXPECT_FALSE(answer.resumed);
}

TEST(Checkpoints, WantRoom) {
  const Ruleset game = rules("connect4:5x4");
  const test::TemporaryFolder folder;
  Options options;
  options.algorithm = "alphabeta";
  options.knowledge = false;
  options.checkpoint = folder.path() + "/run";
  options.limits.nodes = 200'000;
  solver(game, options).solve(game.start());
  options.table_size = 1 << 16;
  const Result<bool> resumed = solver(game, options).resume(game.start());
  ASSERT_FALSE(resumed);
  EXPECT_NE(
      resumed.message().find("its table needs more room than there is (memory and table_size"),
      std::string::npos)
      << resumed.message();
}

TEST(Checkpoints, NeedAFileThatCanBeWritten) {
  const test::TemporaryFolder folder;
  const Ruleset game = rules("mnk:3,3,3");
  for (const std::string& path : {folder.path(), folder.path() + "/no/run",
                                  std::string("/dev/full"), std::string("/dev/null")}) {
    Options options;
    options.checkpoint = path;
    const Result<Solver> made = Solver::make(game, options);
    ASSERT_FALSE(made) << path;
    EXPECT_NE(made.message().find("checkpoint: '" + path), std::string::npos) << made.message();
  }
  Options options;
  options.checkpoint = folder.path() + "/run";
  EXPECT_FALSE(Solver::make(rules("woodpush:5,2,ko=super"), options));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// A resumed solver that is asked about another position forgets what it was to go on from.
TEST(Checkpoints, AreOfOnePosition) {
  const Ruleset game = rules("connect4:4x4");
  const Position other = *game.parse("1");
  const test::TemporaryFolder folder;
  Options options;
  options.checkpoint = folder.path() + "/run";
  options.limits.nodes = 500;
  solver(game, options).solve(game.start());
  options.limits.nodes.reset();
  Solver one = solver(game, options);
  ASSERT_TRUE(one.resume(game.start()));
  const Answer answer = one.solve(other);
  EXPECT_FALSE(answer.resumed);
  EXPECT_EQ(answer.value, solver(game, options).solve(other).value);
}

}  // namespace
}  // namespace solvent
