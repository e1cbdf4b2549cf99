// A soak: random small games, trees, shared and cyclic graphs and real games in turn, each solved
// by every engine with settings drawn at random. Of every game one answer is proved by the search
// that gave it, and the certificate goes to the checker. SOLVENT_SOAK=FROM..TO chooses the seeds, a
// game each; the counts are printed.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <functional>

#include "against_truth.hpp"
#include "certificate/graphs.hpp"
#include "game/fingerprint.hpp"
#include "proof/certificate.hpp"
#include "small_games.hpp"
#include "temporary_folder.hpp"

namespace solvent::search::against_truth {
namespace {

template <class T, std::size_t N>
T one_of(const T (&choices)[N], Rng& rng) {
  return choices[rng.below(N)];
}

enum class Paths { Tree, Acyclic, FewRepeat, ManyRepeat };

// Every engine once, those that can merge transpositions twice where nothing repeats.
std::vector<Design> draw_designs(Paths paths, Rng& rng) {
  constexpr Algorithm kAlgorithms[] = {kMinimax, kAlphaBeta, kScout, kNegaScout, kDfpn,
                                       kDfmopns, kDfppns,    kPns,   kMopns,     kMcpns,
                                       kPpns,    kPn2,       kMopn2, kPns,       kMopns};
  std::vector<Design> out;
  for (const Algorithm algorithm : kAlgorithms) {
    const bool second = algorithm == kPn2 || algorithm == kMopn2, graph = out.size() > 12;
    if (graph && paths > Paths::Acyclic) continue;
    Design d{.algorithm = algorithm, .memory = std::size_t{1} << 26};
    // Without a table or deepening a search walks all paths of a game with many cycles.
    const bool any = paths != Paths::ManyRepeat;
    d.table_bytes = any ? one_of<std::size_t>({0, 64, 128, 1 << 10, 1 << 12, 1 << 16, 1 << 20}, rng)
                        : one_of<std::size_t>({1 << 16, 1 << 20, 1 << 26}, rng);
    d.deepening = any ? one_of({Deepening::Auto, Deepening::On, Deepening::Off}, rng)
                      : one_of({Deepening::Auto, Deepening::On}, rng);
    d.knowledge = rng.below(2) == 0;
    d.epsilon = one_of({0.0, 0.25, 0.5, 1.0}, rng);
    if (rng.below(2) == 0 && algorithm.on_proof_numbers())
      d.algorithm.effort = EffortKind::WeakProofNumbers;
    d.patience = one_of<std::uint64_t>({1, 3, 10, 1000}, rng);
    const Driver driver = one_of({Driver::Binary, Driver::Up, Driver::Down, Driver::Open}, rng);
    if (algorithm.asks_questions()) d.algorithm.driver = driver;
    d.keep_tree = rng.below(2) == 0;
    const Leaf leaf = one_of({Leaf::Ones, Leaf::Mobility}, rng);
    if (algorithm.leaf != Leaf::Playouts) d.algorithm.leaf = leaf;
    d.evaluation = one_of({Evaluation::WhenCreated, Evaluation::WhenSelected}, rng);
    d.keep_solved = rng.below(2) == 0;
    d.playouts = 1 + rng.below(4);
    d.seed = rng.next();
    d.graph = graph;
    if (second)
      d.algorithm.second = one_of({Second::Descents, Second::FirstTree, Second::Fraction}, rng);
    d.fraction_a = 30;
    d.fraction_b = 10;
    out.push_back(d);
  }
  return out;
}

struct Game {
  GamePtr rules;
  AnyState root;
  Outcome best, truth;
  Paths paths;
  std::function<std::string()> text;
};

Game draw_game(std::uint64_t seed) {
  Rng rng(mix(seed));
  if (seed % 4 == 3) {
    const auto& boards = small_games::late_boards();
    const auto& board = boards[rng.below(static_cast<std::uint32_t>(boards.size()))];
    const auto example = small_games::draw(board, rng, 3000);
    return {example.game,
            example.state,
            example.game->scale().best(),
            example.truth,
            example.game->acyclic() ? Paths::Acyclic : Paths::ManyRepeat,
            [=] { return example.text(); }};
  }
  const random_graphs::Shape shape{.max_nodes = 60, .max_unrolled = 2000};
  const auto graph = seed % 4 == 0   ? random_graphs::random_tree(seed, shape)
                     : seed % 4 == 1 ? random_graphs::random_dag(seed, shape)
                                     : random_graphs::random_cyclic(seed, shape);
  const auto rules = std::make_shared<ErasedGame<Interned, naive::GraphText>>(
      fmt::format("graph:{}", seed), Interned(graph));
  return {rules,
          rules->initial(),
          rules->scale().best(),
          graph->value(),
          seed % 4 == 0   ? Paths::Tree
          : seed % 4 == 1 ? Paths::Acyclic
                          : Paths::FewRepeat,
          [=] { return graph->text(); }};
}

struct Counts {
  std::uint64_t games = 0, runs = 0, unfinished = 0, nodes = 0;
  std::uint64_t proofs = 0, given_up = 0, claims = 0;  // certificates
};

// Proves what `machine` has answered as --certify does: the exact value, or what the window asked.
void certify(const Game& game, Machine& machine, const Design& design, Window window,
             const std::string& path, Counts& counts) {
  constexpr std::uint64_t kMostNodes = 1'000'000;
  const Bounds b = machine.bounds();
  std::vector<Statement> statements;
  if (b.closed() || b.pess >= window.beta)
    statements.push_back({Side::Max, b.closed() ? b.pess : window.beta});
  if (b.closed() || b.opti <= window.alpha)
    statements.push_back({Side::Min, b.closed() ? b.opti : window.alpha});
  std::vector<std::unique_ptr<proof::Collector>> collectors;
  std::vector<std::pair<Side, const proof::Collector*>> parts;
  const Side mover = game.rules->to_move(game.root);
  proof::Heading heading{game.root, {}, {}, {}};
  for (const Statement& statement : statements) {
    Design strategic = for_strategy(design);
    strategic.table_bytes = 1 << 20;
    const auto strategy =
        game.rules->acyclic() ? nullptr : make_machine(*game.rules, strategic, nullptr);
    collectors.push_back(proof::make_collector(*game.rules,
                                               {.root = game.root, .statement = statement},
                                               {machine, strategy.get()}, nullptr));
    proof::Collector& collector = *collectors.back();
    SliceResult progress = SliceResult::Running;
    while (progress == SliceResult::Running && collector.nodes() < kMostNodes)
      progress = collector.step(1000);
    if (progress != SliceResult::Done) {
      ++counts.given_up;
      return;
    }
    ASSERT_FALSE(collector.contradicted()) << "the search contradicts itself";
    parts.emplace_back(statement.claimant, &collector);
    const bool at_least = statement.claimant == mover;
    (at_least ? heading.at_least : heading.at_most) =
        game.rules->scale().for_side(mover, statement.bound);
  }
  NewFile file(path);
  Alarm never;
  const auto written =
      proof::write_certificate(file, proof::form_of(path), *game.rules, heading, parts, never);
  EXPECT_TRUE(file.finish(false)) << file.problem();
  check::Options options;
  options.game = game.rules;
  const check::CheckResult result = check::check_file(path, options);
  ASSERT_EQ(result.finding, check::Finding::Verified) << naive::said(result);
  EXPECT_TRUE(result.root == game.root);
  EXPECT_EQ(result.header.at_least, heading.at_least);
  EXPECT_EQ(result.header.at_most, heading.at_most);
  ++counts.proofs;
  counts.claims += written.claims;
}

void all_agree(std::uint64_t seed, const std::string& path, Counts& counts) {
  const Game game = draw_game(seed);
  // A table of one bucket remembers nothing: seed 2007597, of 51 nodes, takes dfppns 893,315 then.
  const std::uint64_t most = game.paths == Paths::ManyRepeat ? 20'000 : 5'000'000;
  Rng rng(mix(~seed));
  ++counts.games;
  const std::vector<Design> designs = draw_designs(game.paths, rng);
  const std::size_t proved =
      lasting_states(*game.rules) ? mix(seed) % designs.size() : ~std::size_t{0};
  for (std::size_t k = 0; k < designs.size(); ++k) {
    const Design& design = designs[k];
    const auto machine = solvent::make_machine(*game.rules, design);
    const auto alpha = static_cast<Outcome>(rng.below(4) == 0 ? rng.below(game.best) : 0);
    const Window window{alpha, rng.below(4) == 0 ? static_cast<Outcome>(alpha + 1) : game.best};
    machine->start(game.root, window);
    const SliceResult progress = run_within(*machine, most);
    const Bounds b = machine->bounds();
    const bool done = progress == SliceResult::Done;
    ++counts.runs;
    counts.unfinished += !done;
    counts.nodes += machine->statistics().created;
    const auto told = [&] {
      return fmt::format("seed {}, {}{}, window {}..{}: {}..{} but {}\n{}", seed, describe(design),
                         design.knowledge ? "" : " without knowledge", window.alpha, window.beta,
                         b.pess, b.opti, game.truth, game.text());
    };
    ASSERT_TRUE(b.contains(game.truth) && done == window.answered_by(b) &&
                (done || game.paths == Paths::ManyRepeat || seed % 4 == 3))
        << told();
    if (k != proved || !done) continue;
    certify(game, *machine, design, window, path, counts);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "the certificate of " << told();
  }
}

// A tenth of the seeds each.
class Soak : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Soak, AllEnginesAgree) {
  unsigned long long from = 1, to = 100'000;
  const char* seeds = std::getenv("SOLVENT_SOAK");
  const bool read = seeds == nullptr || std::sscanf(seeds, "%llu..%llu", &from, &to) == 2;
  ASSERT_TRUE(read) << "SOLVENT_SOAK is " << seeds << ", not FROM..TO";
  const test::TemporaryFolder folder;
  Counts counts;
  for (std::uint64_t seed = from; seed <= to; ++seed) {
    if (seed / 4 % 10 != GetParam()) continue;
    all_agree(seed, folder.path() + "/proof", counts);
    if (HasFatalFailure()) return;
  }
  fmt::print(
      "{} games, {} runs, {} of them unfinished, {} nodes; {} certificates of {} claims verified, "
      "{} "
      "given up\n",
      counts.games, counts.runs, counts.unfinished, counts.nodes, counts.proofs, counts.claims,
      counts.given_up);
  std::fflush(stdout);
  if (counts.games < 100) return;  // a few seeds say nothing about shares
  EXPECT_LE(counts.unfinished * 50, counts.runs);
  EXPECT_LE(counts.given_up * 50, counts.proofs);
  EXPECT_GE(counts.proofs * 10, counts.games * 9);
}
INSTANTIATE_TEST_SUITE_P(Tenths, Soak, ::testing::Range<std::uint64_t>(0, 10));

}  // namespace
}  // namespace solvent::search::against_truth
