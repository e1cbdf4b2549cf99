// Looking into minimax and the window searches: the tree that is shown is the one that the search
// has gone through, with the windows it had, and watching changes nothing.
#include <gtest/gtest.h>

#include <map>

#include "random_graphs.hpp"
#include "solvent/explore.hpp"

namespace solvent {
namespace {

using Strings = std::vector<std::string>;
using random_graphs::RandomGraph;

const Strings kDepthFirst = {"minimax", "alphabeta", "scout", "negascout"};

Options with(const std::string& algorithm) {
  Options o;
  o.algorithm = algorithm;
  o.limits.memory = std::uint64_t{16} << 20;
  return o;
}
Ruleset ruleset(const RandomGraph& graph) { return *Ruleset::from_tree(graph.text(), "random"); }

using Visit = std::function<void(const Strings&, const Exploration::Node&)>;
void walk(const Exploration& search, Strings& path, const Visit& visit) {
  const auto family = search.family(path);
  ASSERT_TRUE(family) << family.message();
  visit(path, family->node);
  for (const auto& child : family->children) {
    path.push_back(child.move);
    walk(search, path, visit);
    path.pop_back();
  }
}
void walk(const Exploration& search, const Visit& visit) {
  Strings path;
  walk(search, path, visit);
}

// Alpha-beta as in a textbook, for Max: which nodes it looks at, with which windows, and how many
// children of each it does not look at.
struct Look {
  int alpha, beta;
  std::size_t cut_off;
  friend bool operator==(const Look&, const Look&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Look& l) {
    return out << l.alpha << ".." << l.beta << " cut off " << l.cut_off;
  }
};
int alpha_beta(const RandomGraph& graph, std::uint32_t id, int alpha, int beta, Strings& path,
               std::map<Strings, Look>& looks) {
  const InternedNode node = graph.node(id);
  Look& look = looks[path] = {alpha, beta, 0};
  if (node.children.empty()) return graph.value(id);
  const bool max = node.side == Side::Max;
  int best = max ? 0 : graph.scale().best();
  for (std::size_t k = 0; k < node.children.size(); ++k) {
    path.push_back(RandomGraph::name(node.children[k]));
    const int value = alpha_beta(graph, node.children[k], alpha, beta, path, looks);
    path.pop_back();
    best = max ? std::max(best, value) : std::min(best, value);
    (max ? alpha : beta) = max ? std::max(alpha, best) : std::min(beta, best);
    if (alpha >= beta) {
      look.cut_off = node.children.size() - k - 1;
      break;
    }
  }
  return best;
}

TEST(WatchedDepthFirst, AlphaBetaLooksWhereTheTextbookDoes) {
  std::size_t seen = 0, cut_off = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto graph = random_graphs::random_tree(seed, {.rule_bounds = false});
    const Ruleset game = ruleset(*graph);
    const Scale& scale = game.scale();
    Options options = with("alphabeta");
    options.table_size = 0;
    auto search = Exploration::make(game.start(), options);
    ASSERT_TRUE(search) << search.message();
    while (!search->finished()) search->advance({.rounds = seed % 5 + 1});
    const Side mover = game.start().to_move();
    EXPECT_EQ(search->lower(), scale.for_side(mover, graph->value()));
    std::map<Strings, Look> expected, shown;
    Strings path;
    alpha_beta(*graph, graph->initial(), 0, scale.best(), path, expected);
    walk(*search, [&](const Strings& at, const Exploration::Node& node) {
      if (!node.look) return;
      const auto rank = [&](int value) {
        for (int r = 0; r < scale.size(); ++r)
          if (scale.for_side(mover, static_cast<Outcome>(r)) == value) return r;
        return -1;
      };
      const int a = rank(node.look->lower), b = rank(node.look->upper);
      shown[at] = {std::min(a, b), std::max(a, b), node.look->cut_off};
      cut_off += node.look->cut_off;
      ++seen;
    });
    if (graph->node(graph->initial()).children.empty()) continue;  // nothing is searched
    ASSERT_EQ(shown, expected) << "seed " << seed << "\n" << graph->text();
  }
  EXPECT_GT(seen, 2000u);
  EXPECT_GT(cut_off, 100u);
}

TEST(WatchedDepthFirst, ShowsTrueBounds) {
  std::map<std::string, int> ends;
  std::uint64_t looked_again = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto graph = seed % 2 == 0 ? random_graphs::random_tree(seed)
                                     : random_graphs::random_dag(seed, {.max_unrolled = 600});
    const Ruleset game = ruleset(*graph);
    const Side mover = game.start().to_move();
    for (const std::string& algorithm : kDepthFirst) {
      auto search = Exploration::make(game.start(), with(algorithm));
      ASSERT_TRUE(search) << search.message();
      while (!search->finished()) {
        const std::uint64_t before = search->rounds();
        const std::uint64_t made = search->advance({.rounds = 1 + seed % 4});
        ASSERT_EQ(search->rounds(), before + made);
        ASSERT_LE(made, 1 + seed % 4);
        walk(*search, [&](const Strings&, const Exploration::Node& node) {
          const auto id = static_cast<std::uint32_t>(std::stoul(node.position.substr(1)));
          const int value = graph->scale().for_side(mover, graph->value(id));
          EXPECT_LE(node.lower, value) << algorithm << " " << graph->text();
          EXPECT_GE(node.upper, value) << algorithm << " " << graph->text();
        });
        ASSERT_FALSE(HasFailure());
      }
      walk(*search, [&](const Strings&, const Exploration::Node& node) {
        if (!node.look) return;
        ++ends[algorithm + " " + node.look->ended];
        if (algorithm != "minimax") looked_again += node.look->times > 1;
      });
      EXPECT_EQ(search->finished(), Status::Solved);
      EXPECT_EQ(search->lower(), graph->scale().for_side(mover, graph->value()));
      EXPECT_EQ(search->lower(), search->upper());
      EXPECT_TRUE(search->next_descent().empty());
    }
  }
  for (const std::string& algorithm : kDepthFirst)
    for (const std::string end : {"rules", "table", "searched"})
      EXPECT_GT(ends[algorithm + " " + end], 20) << algorithm << " " << end;
  EXPECT_GT(looked_again, 20u);
}

TEST(WatchedDepthFirst, WatchingChangesNoCount) {
  for (const std::string spec :
       {"mnk:4,3,3", "connect4:4x4", "woodpush", "kalah:3,2", "othello:4"}) {
    const auto game = Ruleset::make(spec);
    ASSERT_TRUE(game) << spec;
    for (const std::string& algorithm : kDepthFirst)
      for (const bool knowledge : {false, true}) {
        Options options = with(algorithm);
        options.line = false;
        options.knowledge = knowledge;
        options.limits.memory = std::uint64_t{256} << 20;
        options.table_size = std::uint64_t{1} << 20;
        options.limits.nodes = 30'000;
        auto solver = Solver::make(*game, options);
        ASSERT_TRUE(solver) << solver.message();
        const Answer answer = solver->solve(game->start());
        auto search = Exploration::make(game->start(), options);
        ASSERT_TRUE(search) << search.message();
        while (!search->finished()) search->advance({.rounds = 3000});
        const std::string what = spec + " " + algorithm + (knowledge ? " with knowledge" : "");
        EXPECT_EQ(search->finished(), answer.status) << what;
        EXPECT_EQ(search->lower(), answer.lower) << what;
        EXPECT_EQ(search->upper(), answer.upper) << what;
        EXPECT_EQ(search->counts().created, answer.counts.created) << what;
        EXPECT_EQ(search->counts().table_hits, answer.counts.table_hits) << what;
      }
  }
}

// The last step said where the search is.
TEST(WatchedDepthFirst, GoesStepByStep) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed);
    const Ruleset game = ruleset(*graph);
    for (const std::string& algorithm : kDepthFirst) {
      auto search = Exploration::make(game.start(), with(algorithm));
      ASSERT_TRUE(search) << search.message();
      for (int round = 0; round < 200 && !search->finished(); ++round) {
        const std::size_t depth = search->next_descent().size();
        search->advance({.rounds = 1});
        const Strings last = search->last_descent();
        ASSERT_LE(last.size(), depth + 1) << algorithm << ", seed " << seed;
        ASSERT_TRUE(search->family(last)) << algorithm << ", seed " << seed;
        if (!search->finished()) {
          ASSERT_TRUE(search->family(search->next_descent())->node.on_path);
        }
      }
    }
  }
}

TEST(WatchedDepthFirst, ItsTreeKeepsToTheMemory) {
  const auto game = Ruleset::make("connect4:6x5");
  Options options = with("alphabeta");
  options.limits.memory = std::uint64_t{4} << 20;
  options.knowledge = false;
  auto search = Exploration::make(game->start(), options);
  ASSERT_TRUE(search) << search.message();
  while (!search->finished()) search->advance({.rounds = 100'000});
  EXPECT_EQ(search->finished(), Status::MemoryLimit);
  EXPECT_LE(search->bytes(), std::uint64_t{5} << 20);
  EXPECT_LT(search->lower(), search->upper());
}

}  // namespace
}  // namespace solvent
