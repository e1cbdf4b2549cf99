// Games behind callbacks: the graphs of the other tests, told position by position.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <stdexcept>
#include <thread>

#include "random_graphs.hpp"
#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

// Nim with three heaps; an id is the heaps and the side, packed.
class Nim : public CustomGame {
 public:
  static constexpr std::uint32_t pack(unsigned a, unsigned b, unsigned c, unsigned side) {
    return (a | b << 3 | c << 6 | side << 9) ^ kStart;  // so that the start is 0
  }
  static constexpr std::uint32_t kStart = 3 | 4 << 3 | 5 << 6;

  Node node(std::uint32_t id) const override {
    ++asked;
    const std::uint32_t s = id ^ kStart;
    const Side side = (s >> 9) == 0 ? Side::Max : Side::Min;
    if ((s & 511) == 0) return {side, side == Side::Max ? -1 : 1};
    Node node{side};
    for (unsigned heap = 0; heap < 9; heap += 3)
      for (std::uint32_t left = 0; left < ((s >> heap) & 7); ++left)
        node.children.push_back((((s & ~(7u << heap)) | left << heap) ^ 512) ^ kStart);
    return node;
  }
  std::string move(std::uint32_t, std::size_t which) const override {
    return "m" + std::to_string(which);
  }
  std::string position(std::uint32_t id) const override { return std::to_string(id); }
  Result<std::uint32_t> parse(std::string_view) const override { return Error{"no notation"}; }

  mutable std::atomic<int> asked = 0;
};

Ruleset make(std::shared_ptr<const CustomGame> game) {
  const auto made = make_custom({"custom:test", Scale::win_draw_loss(), 0}, std::move(game));
  EXPECT_TRUE(made) << made.message();
  return *made;
}

TEST(Custom, NimFollowsBoutonWithEveryAlgorithm) {
  for (const auto& algorithm : algorithms()) {
    const Ruleset game = make(std::make_shared<Nim>());
    Options options;
    options.algorithm = algorithm.name;
    auto solver = Solver::make(game, options);
    ASSERT_TRUE(solver) << solver.message();
    for (const auto& [a, b, c] : {std::tuple{1u, 2u, 3u}, {3u, 1u, 2u}, {2u, 2u, 1u}, {1u, 1u, 0u}})
      for (const unsigned side : {0u, 1u}) {
        const Position p = custom_position(game, Nim::pack(a, b, c, side));
        EXPECT_EQ(solver->solve(p).value, (a ^ b ^ c) == 0 ? -1 : 1) << algorithm.name;
      }
  }
}

TEST(Custom, EachPositionIsAskedAboutOnce) {
  const auto nim = std::make_shared<Nim>();
  const Ruleset game = make(nim);
  for (const char* algorithm : {"minimax", "alphabeta", "mopns"}) {
    Options options;
    options.algorithm = algorithm;
    EXPECT_EQ(Solver::make(game, options)->solve(game.start()).value, 1);
  }
  EXPECT_LE(nim->asked, 2 * 4 * 5 * 6);
  EXPECT_EQ(custom_id(game.start()), 0u);
}

TEST(Custom, ThreadsShareAGame) {
  const Ruleset game = make(std::make_shared<Nim>());
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] { EXPECT_EQ(Solver::make(game, {})->solve(game.start()).value, 1); });
}

// A listed graph, told by callbacks: with cycles, on scales of any size.
class Told : public CustomGame {
 public:
  explicit Told(std::shared_ptr<const InternedSource> graph) : graph_(std::move(graph)) {}
  Node node(std::uint32_t id) const override {
    const auto n = graph_->node(id);
    if (n.ended) return {n.side, graph_->scale().value(n.bounds.pess)};
    const std::pair bounds{graph_->scale().value(n.bounds.pess),
                           graph_->scale().value(n.bounds.opti)};
    return {n.side, {}, bounds, {n.children.begin(), n.children.end()}};
  }
  std::string move(std::uint32_t, std::size_t which) const override {
    return std::to_string(which);
  }
  std::string position(std::uint32_t id) const override { return std::to_string(id); }
  Result<std::uint32_t> parse(std::string_view) const override { return Error{"no notation"}; }

 private:
  std::shared_ptr<const InternedSource> graph_;
};

TEST(Custom, GraphsWithCyclesHaveTheirValues) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed);
    const int repetition = graph->scale().value(graph->repetition());
    const auto game =
        make_custom({"custom:graph", graph->scale(), repetition}, std::make_shared<Told>(graph));
    ASSERT_TRUE(game) << game.message();
    const Position root = custom_position(*game, graph->initial());
    const int expected = graph->scale().for_side(root.to_move(), graph->value());
    for (const char* algorithm : {"minimax", "negascout", "dfpn", "pns", "mopns"}) {
      Options options;
      options.algorithm = algorithm;
      EXPECT_EQ(Solver::make(*game, options)->solve(root).value, expected)
          << algorithm << " seed " << seed << "\n"
          << graph->text();
    }
  }
}

TEST(Custom, AGameCanSayThatNothingRepeats) {
  const auto reason = [](bool acyclic) {
    const Ruleset game =
        *make_custom({"custom:nim", Scale::win_draw_loss(), 0, acyclic}, std::make_shared<Nim>());
    const Answer answer = Solver::make(game, {})->solve(game.start());
    EXPECT_EQ(answer.value, 1);
    return answer.algorithm + ", " + answer.chosen_because;
  };
  EXPECT_EQ(reason(true), "negascout, positions cannot repeat");
  EXPECT_EQ(reason(false), "dfpn, positions can repeat");
  for (const auto& algorithm : algorithms())
    for (const bool graph : {false, true}) {
      if (graph && algorithm.name != "pns" && algorithm.name != "mopns") continue;
      const Ruleset game =
          *make_custom({"custom:nim", Scale::win_draw_loss(), 0, true}, std::make_shared<Nim>());
      Options options;
      options.algorithm = algorithm.name;
      options.graph = graph;
      auto solver = Solver::make(game, options);
      ASSERT_TRUE(solver) << solver.message();
      const Answer lost = solver->solve(custom_position(game, Nim::pack(1, 2, 3, 0)));
      EXPECT_EQ(lost.value, -1) << algorithm.name;
      EXPECT_FALSE(lost.line.empty()) << algorithm.name;
    }
}

// A game that is mistaken about itself: a search that meets the repetition says so, and one that
// does not is right all the same. In a graph, parts that several ways share may close a circle
// before any way meets a position twice.
TEST(Custom, WhatRepeatsAllTheSameIsNoticed) {
  std::map<std::string, int> noticed, right;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed);
    const int repetition = graph->scale().value(graph->repetition());
    for (const std::string algorithm :
         {"auto", "minimax", "alphabeta", "negascout", "dfpn", "dfmopns", "pns", "mopns", "pn2",
          "pns graph", "mopns graph"}) {
      const auto game = make_custom({"custom:graph", graph->scale(), repetition, true},
                                    std::make_shared<Told>(graph));
      ASSERT_TRUE(game) << game.message();
      const Position root = custom_position(*game, graph->initial());
      const int expected = graph->scale().for_side(root.to_move(), graph->value());
      Options options;
      options.algorithm = algorithm.substr(0, algorithm.find(' '));
      options.graph = algorithm.ends_with("graph");
      options.limits.memory = 64 << 20;
      options.limits.nodes = 2'000'000;  // never needed
      try {
        EXPECT_EQ(Solver::make(*game, options)->solve(root).value, expected)
            << algorithm << " seed " << seed << "\n"
            << graph->text();
        ++right[algorithm];
      } catch (const std::invalid_argument& e) {
        EXPECT_NE(std::string(e.what()).find("has come back, and the game says that no position"),
                  std::string::npos)
            << e.what();
        ++noticed[algorithm];
      }
    }
  }
  for (const auto& [algorithm, times] : noticed) {
    EXPECT_GT(times, 10) << algorithm;
    EXPECT_GT(right[algorithm], 0) << algorithm;
  }
  EXPECT_EQ(noticed.size(), 11U);
}

TEST(Custom, RefusesWhatCannotBe) {
  struct Wrong : Nim {
    explicit Wrong(Node node) : node_(std::move(node)) {}
    Node node(std::uint32_t) const override { return node_; }
    Node node_;
  };
  using Node = CustomGame::Node;
  const std::pair<Node, const char*> cases[] = {
      {Node{Side::Max, 7}, "its value 7 is not one of the game's outcomes"},
      {Node{Side::Max}, "neither a value nor a move"},
      {Node{Side::Max, {}, std::pair{1, 0}, {0}}, "contradict"},
      {Node{Side::Max, {}, {}, std::vector<std::uint32_t>(1025, 0)}, "1025 moves, more than 1024"},
  };
  for (const auto& [node, words] : cases) {
    const Ruleset game = make(std::make_shared<Wrong>(node));
    try {
      (void)Solver::make(game, {})->solve(game.start());
      ADD_FAILURE() << words;
    } catch (const std::invalid_argument& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  }
  EXPECT_FALSE(make_custom({"x", Scale::win_draw_loss(), 5}, std::make_shared<Nim>()));
}

// Its numbers are those of this object: nothing that another run would read can be about them.
TEST(Custom, KeepsNothingForOtherRuns) {
  const Ruleset game = make(std::make_shared<Nim>());
  const test::TemporaryFolder folder;
  Options store, checkpoint, proof, certified;
  store.store = folder.path() + "/store";
  checkpoint.checkpoint = folder.path() + "/checkpoint";
  proof.proof = folder.path() + "/proof";
  certified.certify = true;
  for (const Options& options : {store, checkpoint, proof, certified}) {
    const Result<Solver> solver = Solver::make(game, options);
    ASSERT_FALSE(solver);
    EXPECT_NE(solver.message().find("custom:test"), std::string::npos) << solver.message();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Custom, ExceptionsComeOut) {
  struct Raises : Nim {
    Node node(std::uint32_t id) const override {
      if (id == pack(0, 1, 0, 1)) throw std::runtime_error("here");
      return Nim::node(id);
    }
  };
  for (const auto& algorithm : algorithms()) {
    const Ruleset game = make(std::make_shared<Raises>());
    Options options;
    options.algorithm = algorithm.name;
    options.line = false;
    EXPECT_THROW(
        (void)Solver::make(game, options)->solve(custom_position(game, Nim::pack(0, 1, 1, 0))),
        std::runtime_error)
        << algorithm.name;
  }
}

}  // namespace
}  // namespace solvent
