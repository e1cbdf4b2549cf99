// Looking into best-first searches (others: explore_depth_first_test.cpp): what is shown must be
// the tree that the search works on. Bounds hold the exact values, numbers follow from those of the
// children by the algebra of each algorithm, and watching changes nothing.
#include "solvent/explore.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "random_graphs.hpp"

namespace solvent {
namespace {

using Strings = std::vector<std::string>;
using Node = Exploration::Node;
using random_graphs::RandomGraph;

const Strings kAlgorithms = {"pns", "mopns", "pn2", "mopn2", "mcpns", "ppns"};
constexpr double kNever = std::numeric_limits<double>::infinity();

Ruleset ruleset(const RandomGraph& graph) { return *Ruleset::from_tree(graph.text(), "random"); }
Options with(const std::string& algorithm) {
  Options o;
  o.algorithm = algorithm;
  o.limits.memory = std::uint64_t{8} << 20;
  if (algorithm == "mcpns" || algorithm == "ppns") o.playouts = 8;
  return o;
}
// For the side to move at the root.
int value_of(const RandomGraph& graph, Side mover, const std::string& node) {
  const auto id = static_cast<std::uint32_t>(std::stoul(node.substr(1)));
  return graph.scale().for_side(mover, graph.value(id));
}

const Exploration::Claim* find(const Node& node, int at_least) {
  for (const auto& claim : node.numbers)
    if (claim.at_least == at_least) return &claim;
  return nullptr;
}
bool open(const Node& node, int at_least) {
  return node.lower < at_least && at_least <= node.upper;
}
bool near(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-4 * std::max(1.0, std::max(std::abs(a), std::abs(b)));
}

// The numbers of an expanded node from those of its children.
void expect_algebra(const std::string& algorithm, Side mover, const Exploration::Family& family) {
  const bool ours = family.node.to_move == mover;
  for (const auto& claim : family.node.numbers) {
    if (!open(family.node, claim.at_least)) continue;
    double sum = 0, least = kNever;
    for (const Node& child : family.children) {
      if (!open(child, claim.at_least)) {
        EXPECT_EQ(child.lower >= claim.at_least, !ours) << "a move that settles it: " << child.move;
        continue;
      }
      const auto* c = find(child, claim.at_least);
      ASSERT_NE(c, nullptr) << child.move << " at least " << claim.at_least;
      sum += ours ? c->disproof : c->proof;
      least = std::min(least, ours ? c->proof : c->disproof);
    }
    const double summed = ours ? claim.disproof : claim.proof;
    const double other = ours ? claim.proof : claim.disproof;
    EXPECT_TRUE(near(summed, sum)) << summed << " for " << sum;
    if (algorithm == "ppns") {
      EXPECT_TRUE(near(std::exp(-other), 1 - std::exp(-sum))) << other << " for " << sum;
      ASSERT_TRUE(claim.probability);
      EXPECT_TRUE(near(*claim.probability, std::exp(-claim.proof)));
    } else {
      EXPECT_TRUE(near(other, least)) << other << " for " << least;
      EXPECT_FALSE(claim.probability);
    }
  }
}

// Calls visit(path, family) for every node of the tree; returns how many there are.
using Visit = std::function<void(const Strings&, const Exploration::Family&)>;
std::uint64_t walk(const Exploration& search, Strings& path, const Visit& visit) {
  const auto family = search.family(path);
  if (!family) {
    ADD_FAILURE() << family.message();
    return 0;
  }
  EXPECT_EQ(family->children.size(), family->node.children);
  EXPECT_EQ(family->node.expanded, !family->children.empty());
  visit(path, *family);
  std::uint64_t nodes = 1;
  for (const Node& child : family->children) {
    path.push_back(child.move);
    nodes += walk(search, path, visit);
    path.pop_back();
  }
  return nodes;
}
std::uint64_t walk(const Exploration& search, const Visit& visit) {
  Strings path;
  return walk(search, path, visit);
}

TEST(Exploration, ShowsTrueBoundsAndNumbersThatFollowFromTheChildren) {
  int seen = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const auto graph = seed % 2 == 0 ? random_graphs::random_tree(seed)
                                     : random_graphs::random_dag(seed, {.max_unrolled = 600});
    const Ruleset game = ruleset(*graph);
    const Side mover = game.start().to_move();
    for (const std::string& algorithm : kAlgorithms) {
      auto search = Exploration::make(game.start(), with(algorithm));
      ASSERT_TRUE(search) << search.message();
      for (std::uint64_t pace = 1; !search->finished(); pace = pace * 2 + seed % 3) {
        search->advance({.rounds = pace});
        const int truth = value_of(*graph, mover, game.start().text());
        ASSERT_LE(search->lower(), truth);
        ASSERT_GE(search->upper(), truth);
        walk(*search, [&](const Strings& path, const Exploration::Family& family) {
          const Node& node = family.node;
          const int value = value_of(*graph, mover, node.position);
          EXPECT_LE(node.lower, value) << graph->text();
          EXPECT_GE(node.upper, value) << graph->text();
          if (node.expanded) expect_algebra(algorithm, mover, family);
          if (!path.empty()) { EXPECT_EQ(node.move, path.back()); }
          ++seen;
        });
        ASSERT_FALSE(HasFailure())
            << algorithm << ", seed " << seed << ", round " << search->rounds();
      }
      EXPECT_EQ(search->finished(), Status::Solved);
      EXPECT_EQ(search->lower(), search->upper());
    }
  }
  EXPECT_GT(seen, 10'000);
}

TEST(Exploration, GoesWhereItSaidItWould) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed);
    const Ruleset game = ruleset(*graph);
    for (const std::string& algorithm : kAlgorithms) {
      auto search = Exploration::make(game.start(), with(algorithm));
      ASSERT_TRUE(search) << search.message();
      for (int round = 0; round < 40 && !search->finished(); ++round) {
        const Strings next = search->next_descent();
        const int asked = search->asked();
        const auto root = search->family({});
        EXPECT_TRUE(root->node.on_path || search->finished());
        if (search->advance({.rounds = 1}) == 0) continue;
        ASSERT_EQ(search->last_descent(), next) << algorithm << ", seed " << seed;
        EXPECT_EQ(search->history().back().claim.at_least, asked);
        Position at = game.start();
        for (const std::string& move : next) at = *at.play(move);
      }
      const Side mover = game.start().to_move();
      const int truth = value_of(*graph, mover, game.start().text());
      EXPECT_LE(search->lower(), truth);
      EXPECT_GE(search->upper(), truth);
    }
  }
}

// With everything kept, the tree that is shown is all that was created.
TEST(Exploration, ShowsEveryNode) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto graph = random_graphs::random_tree(seed);
    const Ruleset game = ruleset(*graph);
    const Side mover = game.start().to_move();
    const Scale& scale = game.scale();
    for (const std::string algorithm : {"pns", "mopns", "mcpns", "ppns"}) {
      Options options = with(algorithm);
      options.keep_solved = true;
      if (algorithm == "pns")
        options.at_least = std::max(scale.for_side(mover, 0), scale.for_side(mover, scale.best()));
      auto search = Exploration::make(game.start(), options);
      ASSERT_TRUE(search) << search.message();
      while (!search->finished()) {
        search->advance({.rounds = 7});
        EXPECT_EQ(walk(*search, [](const Strings&, const auto&) {}), search->counts().created + 1);
      }
    }
  }
}

TEST(Exploration, CountsAsASolveDoes) {
  const auto game = Ruleset::make("mnk:4,3,3");
  for (const std::string& algorithm : kAlgorithms) {
    Options options = with(algorithm);
    options.line = false;
    auto solver = Solver::make(*game, options);
    const Answer answer = solver->solve(game->start());
    auto search = Exploration::make(game->start(), options);
    while (!search->finished()) search->advance({.rounds = 10'000});
    EXPECT_EQ(search->finished(), answer.status);
    EXPECT_EQ(search->lower(), answer.value);
    EXPECT_EQ(search->counts().created, answer.counts.created) << algorithm;
    EXPECT_EQ(search->counts().descents, answer.counts.descents) << algorithm;
  }
}

TEST(Exploration, ThinsItsHistory) {
  const auto game = Ruleset::make("connect4:6x5");
  for (const std::string algorithm : {"pns", "mopns", "ppns"}) {
    auto search = Exploration::make(game->start(), with(algorithm));
    for (const std::uint64_t rounds : {10, 3000, 5000}) {
      search->advance({.rounds = rounds});
      const auto history = search->history();
      EXPECT_LE(history.size(), Exploration::kMostPoints + 1);
      EXPECT_GE(history.size(), std::min<std::size_t>(search->rounds(), 200));
      EXPECT_EQ(history.back().round, search->rounds());
      for (std::size_t k = 1; k < history.size(); ++k)
        EXPECT_LT(history[k - 1].round, history[k].round);
    }
  }
}

TEST(Exploration, KeepsItsLimits) {
  const auto game = Ruleset::make("othello:6");
  Options options = with("pns");
  options.limits.nodes = 1000;
  auto search = Exploration::make(game->start(), options);
  search->advance({.rounds = 1'000'000});
  EXPECT_EQ(search->finished(), Status::NodeLimit);
  EXPECT_LE(search->counts().created, 1000u);
  EXPECT_EQ(search->advance({.rounds = 5}), 0u);

  options.limits.nodes.reset();
  options.limits.memory = std::uint64_t{1} << 20;
  auto small = Exploration::make(game->start(), options);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(small->advance({.rounds = 10, .stop = &stop}), 0u);
  small->advance({.rounds = 10'000'000, .seconds = 1});
  EXPECT_LE(small->bytes(), std::uint64_t{1} << 20);
  EXPECT_LT(small->lower(), small->upper());
  bool deleted = false;  // it had to make room
  walk(*small, [&](const Strings&, const auto& family) { deleted |= !family.node.kept; });
  EXPECT_TRUE(deleted);
}

TEST(Exploration, TheQuestionMayBeNarrower) {
  const auto game = Ruleset::make("othello:4");  // worth -10 to who moves first
  Options options = with("pns");
  for (const auto& [at_least, holds] : {std::pair{-10, true}, {-8, false}}) {
    options.at_least = at_least;
    auto search = Exploration::make(game->start(), options);
    EXPECT_EQ(search->asked(), at_least);
    while (!search->finished()) search->advance({.rounds = 1000});
    EXPECT_EQ(search->lower() >= at_least, holds);
    EXPECT_EQ(search->upper() < at_least, !holds);
    const auto root = search->family({});
    ASSERT_EQ(root->node.numbers.size(), 1u);
    EXPECT_EQ(root->node.numbers[0].proof, holds ? 0 : kNever);
    EXPECT_EQ(root->node.numbers[0].disproof, holds ? kNever : 0);
  }
  options = with("mopns");
  options.range = std::pair{-12, -8};
  auto search = Exploration::make(game->start(), options);
  while (!search->finished()) search->advance({.rounds = 1000});
  EXPECT_EQ(search->lower(), -10);
  EXPECT_EQ(search->upper(), -10);
}

TEST(Exploration, RefusesWhatHasNoTree) {
  const auto game = Ruleset::make("mnk");
  for (const std::string algorithm : {"auto", "dfpn", "dfmopns", "dfppns"}) {
    const auto search = Exploration::make(game->start(), with(algorithm));
    ASSERT_FALSE(search) << algorithm;
    EXPECT_NE(search.message().find("no tree to look into"), std::string::npos);
  }
  Options options = with("pns");
  options.graph = true;
  EXPECT_FALSE(Exploration::make(game->start(), options));
  options = with("pns");
  options.at_least = 2;
  EXPECT_FALSE(Exploration::make(game->start(), options));
  EXPECT_FALSE(Exploration::make(game->start(), with("nonsense")));
  auto search = Exploration::make(game->start(), with("pns"));
  EXPECT_FALSE(search->family({"a1"}));  // nothing is expanded yet
  EXPECT_FALSE(search->family({"z9"}));
}

TEST(Exploration, AnEndedGameNeedsNoSearch) {
  const auto game = Ruleset::make("connect4");
  const auto position = game->parse("1212121");
  for (const std::string& algorithm : kAlgorithms) {
    auto search = Exploration::make(*position, with(algorithm));
    ASSERT_TRUE(search) << search.message();
    search->advance({.rounds = 10});
    EXPECT_EQ(search->finished(), Status::Solved);
    EXPECT_EQ(search->lower(), -18);
    EXPECT_EQ(search->upper(), -18);
    EXPECT_EQ(search->rounds(), 0u);
    EXPECT_TRUE(search->family({})->children.empty());
    EXPECT_TRUE(search->next_descent().empty());
    EXPECT_TRUE(search->history().empty());
  }
}

TEST(Trees, ComeFromTextToo) {
  const auto game = Ruleset::from_tree("a Max: b c\nb Min: d=3 e=5\nc Min: f=1 g=9\n", "@mine");
  ASSERT_TRUE(game) << game.message();
  EXPECT_EQ(game->spec(), "tree:@mine");
  EXPECT_EQ(Solver::make(*game, {})->solve(game->start()).value, 3);
  EXPECT_EQ(Ruleset::from_tree("a Max: b=-2 c=0\n", "t", "wld")->scale().name(), "wld");
  EXPECT_FALSE(Ruleset::from_tree("a Max: b? c=1\n", "t"));
  EXPECT_FALSE(Ruleset::from_tree("nonsense", "t"));
  EXPECT_FALSE(Ruleset::from_tree("a Max: b=1 c=2\n", "t", "stones"));
}

}  // namespace
}  // namespace solvent
