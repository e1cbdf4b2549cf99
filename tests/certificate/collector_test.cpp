// Proofs collected from searches are verified by the checker, whatever the engine, however little
// it remembers, and where moves lead round in circles.
#include <gtest/gtest.h>

#include <filesystem>

#include "games/engines.hpp"
#include "graphs.hpp"
#include "proof/certificate.hpp"
#include "search/presets.hpp"

namespace solvent::proof {
namespace {

using check::Finding;
using random_graphs::Kind;
using search::Design;
using search::Machine;
using search::SliceResult;

class Scratch {
 public:
  explicit Scratch(const std::string& name)
      : path_((std::filesystem::temp_directory_path() /
               fmt::format("solvent-{}-{}", ::getpid(), name))
                  .string()) {}
  ~Scratch() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<Design> askers() {
  std::vector<Design> out;
  for (const search::Algorithm algorithm :
       {search::kMinimax, search::kAlphaBeta, search::kNegaScout, search::kDfpn, search::kDfmopns,
        search::kMopns})
    for (const std::size_t table : {std::size_t{1} << 16, std::size_t{256}}) {
      Design d;
      d.algorithm = algorithm;
      d.table_bytes = table;
      d.memory = std::size_t{1} << 26;
      out.push_back(d);
    }
  return out;
}

SliceResult follow(Collector& collector, std::uint64_t slice) {
  for (;;)
    if (const SliceResult p = collector.step(slice); p != SliceResult::Running) return p;
}

// Both statements of the exact value, collected by asking a machine, checked in the given form.
void expect_proof(const GamePtr& game, const AnyState& root, Outcome value, const Design& design,
                  bool smaller, const std::string& path, std::uint64_t leaf) {
  const auto machine = make_machine(*game, design);
  Design strategic = design;
  strategic.algorithm = search::kDfpn;
  strategic.strategy = true;
  std::vector<std::unique_ptr<Collector>> collectors;
  std::vector<std::pair<Side, const Collector*>> parts;
  for (const Side claimant : {Side::Max, Side::Min}) {
    // Without a strategy moves run in circles more often, and have to be justified.
    const auto strategy = smaller || game->acyclic() ? nullptr : make_machine(*game, strategic);
    collectors.push_back(make_collector(*game,
                                        {root,
                                         {claimant, value},
                                         smaller,
                                         std::size_t{1} << 26,
                                         design.table_bytes == 256 ? 0U : 10'000U,
                                         leaf},
                                        {*machine, strategy.get()}, nullptr));
    ASSERT_EQ(follow(*collectors.back(), smaller ? 7 : 1000), SliceResult::Done);
    ASSERT_FALSE(collectors.back()->contradicted());
    parts.emplace_back(claimant, collectors.back().get());
  }
  const int number = game->scale().for_side(game->to_move(root), value);
  NewFile file(path);
  Alarm never;
  const auto written =
      write_certificate(file, form_of(path), *game, {root, number, number, leaf, {}}, parts, never);
  EXPECT_TRUE(file.finish(false)) << file.problem();
  check::Options options;
  options.game = game;
  const auto result = check::check_file(path, options);
  ASSERT_EQ(result.finding, Finding::Verified) << naive::said(result);
  EXPECT_EQ(result.stats.claims, written.claims);
  std::uint64_t layers = 0;
  for (const auto& statement : result.stats.statements) layers += statement.layers.size();
  EXPECT_EQ(layers, written.layers);
  EXPECT_EQ(result.stats.bytes, file.size());
}

void expect_graphs(Kind kind, std::uint64_t first, std::uint64_t last) {
  const std::vector<Design> designs = askers();
  const Scratch binary("graph.proof"), json("graph.json");
  for (std::uint64_t seed = first; seed <= last && !testing::Test::HasFatalFailure(); ++seed) {
    const auto graph = random_graphs::Maker(seed, {}).make(kind);
    const GamePtr game = naive::graph_game(kind, seed);
    for (std::uint64_t k = 0; k < 3; ++k) {
      const Design& design = designs[(3 * seed + k) % designs.size()];
      SCOPED_TRACE(fmt::format("seed {} design {}", seed, (3 * seed + k) % designs.size()));
      expect_proof(game, game->initial(), graph->value(), design, k == 2,
                   k == 1 ? json.path() : binary.path(), seed % 3);
    }
  }
}

TEST(Collector, ProvesRandomTrees) { expect_graphs(Kind::Tree, 1, 1000); }
TEST(Collector, ProvesRandomGraphs) { expect_graphs(Kind::Dag, 1, 1000); }
TEST(Collector, ProvesRandomCyclicGraphs) { expect_graphs(Kind::Cyclic, 1, 3000); }

TEST(Collector, ProvesEveryGame) {
  const Scratch binary("game.proof"), json("game.json");
  for (const Boards::Small& p : naive::small_boards()) {
    const Result<GamePtr> game = make_game(p.game, p.outcomes);
    ASSERT_TRUE(game.ok());
    const AnyState root = naive::root_of(**game, p);
    naive::in_world(*game, root, [&](const auto& world) {
      for (const Design& design : askers()) {
        // Alpha-beta that remembers nothing finds every circle again and again.
        const bool forgetful = design.table_bytes == 256 &&
                               design.algorithm.traversal != search::Traversal::DepthFirst;
        if (forgetful && !(*game)->acyclic()) continue;
        SCOPED_TRACE(fmt::format("{} {}", p.game, p.position));
        const auto value = static_cast<Outcome>(world.value());
        expect_proof(*game, root, value, design, design.table_bytes == 256,
                     design.algorithm == search::kDfpn ? json.path() : binary.path(),
                     design.algorithm == search::kNegaScout ? 20 : 0);
      }
    });
  }
}

// A machine that says the opposite of what it was told by another one.
class Liar final : public search::Machine {
 public:
  explicit Liar(std::unique_ptr<search::Machine> honest) : honest_(std::move(honest)) {}
  void start(const AnyState& root, search::Window window) override {
    window_ = window;
    honest_->start(root, window);
  }
  search::SliceResult step(const search::Slice& slice) override { return honest_->step(slice); }
  Bounds bounds() const override {
    const bool above = honest_->bounds().pess >= window_.beta;
    return above ? Bounds{window_.alpha, window_.alpha} : Bounds{window_.beta, window_.beta};
  }
  std::optional<AnyMove> best() const override { return std::nullopt; }
  search::Statistics statistics() const override { return honest_->statistics(); }
  void archive(Archive& a) override { a(*honest_); }

 private:
  std::unique_ptr<search::Machine> honest_;
  search::Window window_{};
};

TEST(Collector, HasNoProofOfWhatIsNotTrue) {
  std::uint64_t asked = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const auto kind = static_cast<Kind>(seed % 3);
    const auto graph = random_graphs::Maker(seed, {}).make(kind);
    const GamePtr game = naive::graph_game(kind, seed);
    for (const Side claimant : {Side::Max, Side::Min}) {
      const int wrong = graph->value() + (claimant == Side::Max ? 1 : -1);
      if (wrong < 0 || wrong > game->scale().best()) continue;
      ++asked;
      const Order order{game->initial(), {claimant, static_cast<Outcome>(wrong)}};
      const auto honest = make_machine(*game, Design{});
      Liar liar(make_machine(*game, Design{}));
      for (Machine* machine : {honest.get(), static_cast<Machine*>(&liar)}) {
        const auto collector = make_collector(*game, order, {*machine}, nullptr);
        EXPECT_EQ(follow(*collector, 100), SliceResult::Done);
        EXPECT_TRUE(collector->contradicted());
      }
    }
  }
  EXPECT_GT(asked, 500u);
}

}  // namespace
}  // namespace solvent::proof
