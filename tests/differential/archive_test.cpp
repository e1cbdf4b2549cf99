// Searches that are stopped, saved, and carried on by fresh machines, again and again, against the
// same searches in one go: the answers, the best moves and every count must be equal.
#include <gtest/gtest.h>

#include "against_truth.hpp"
#include "memory_archive.hpp"
#include "question/inquiry.hpp"
#include "small_games.hpp"

namespace solvent::search {
namespace {

using against_truth::describe;
using random_graphs::RandomGraph;

std::vector<Design> designs(bool acyclic) {
  const std::size_t memory = std::size_t{1} << 21;
  std::vector<Design> out = {{.algorithm = kMinimax, .memory = memory}};
  for (const Algorithm algorithm : {kAlphaBeta, kScout, kNegaScout})
    for (const std::size_t table : {0, 64, 1 << 16})
      out.push_back({.algorithm = algorithm,
                     .table_bytes = table,
                     .memory = memory,
                     .deepening = algorithm == kScout ? Deepening::On : Deepening::Auto});
  for (const Algorithm algorithm : {kDfpn, kDfmopns, kDfppns})
    for (const std::size_t table : {0, 128, 1 << 16})
      out.push_back(
          {.algorithm = algorithm, .table_bytes = table, .memory = memory, .patience = 2});
  for (const Algorithm algorithm : {kMinimax, kNegaScout})
    for (const std::uint64_t first : {1, 20, 300})
      out.push_back({.algorithm = kDfpn,
                     .first = Trial{algorithm, first},
                     .table_bytes = 1 << 14,
                     .memory = memory});
  for (const Algorithm algorithm : {kPns, kMopns, kMcpns, kPpns}) {
    const Design plain{.algorithm = algorithm, .memory = memory, .playouts = 3};
    out.push_back(plain);
    out.push_back(plain);
    out.back().keep_solved = true;
    out.push_back(plain);
    out.back().evaluation = Evaluation::WhenSelected;
    out.push_back(plain);
    out.back().keep_tree = true;
    if (algorithm.leaf == Leaf::Ones) out.back().algorithm.leaf = Leaf::Mobility;
    out.push_back(plain);
    out.back().memory = 4096;  // gives up what looks hardest
    if (acyclic && (algorithm == kPns || algorithm == kMopns)) {
      out.push_back(plain);
      out.back().graph = true;
      out.back().algorithm.effort = EffortKind::WeakProofNumbers;
    }
  }
  out.push_back({.algorithm = kPns.with(Leaf::Costs),
                 .memory = memory,
                 .evaluation = Evaluation::WhenSelected,
                 .selection = Selection::Lecture});
  for (const Algorithm algorithm : {kPn2, kMopn2})
    for (const Second second : {Second::Descents, Second::FirstTree, Second::Fraction})
      out.push_back({.algorithm = algorithm.with(second),
                     .memory = memory,
                     .fraction_a = 20,
                     .fraction_b = 10});
  return out;
}

struct Ending {
  SliceResult progress;
  Bounds bounds;
  std::optional<AnyMove> best;
  std::optional<Outcome> estimate;
  Statistics statistics;
};

std::string in_words(const Ending& o) {
  const Statistics& s = o.statistics;
  std::string out = std::to_string(static_cast<int>(o.progress)) + " bounds " +
                    std::to_string(o.bounds.pess) + ".." + std::to_string(o.bounds.opti) +
                    " best " + (o.best ? std::to_string(*o.best) : "none") + " estimate " +
                    (o.estimate ? std::to_string(*o.estimate) : "none");
  for (const std::uint64_t n :
       {s.created, s.expanded, s.frontier, s.leaves, s.largest, s.largest_open, s.descents,
        s.updates, s.playouts, s.questions, s.largest_search,
        static_cast<std::uint64_t>(s.iteration), static_cast<std::uint64_t>(s.deepest),
        static_cast<std::uint64_t>(s.bytes), s.table.probes, s.table.hits, s.table.stores,
        s.table.replaced})
    out += " " + std::to_string(n);
  return out;
}

bool over(SliceResult p) {
  return p == SliceResult::Done || p == SliceResult::OutOfMemory || p == SliceResult::Estimated;
}

// `interrupt` is called between slices and may put another machine in the place of this one. With
// `rng` slices end anywhere, in the middle of nodes too.
template <class Interrupt>
Ending run(std::unique_ptr<Machine>& machine, const AnyState& root, Window window,
           std::uint64_t slice, Rng* rng, Interrupt interrupt) {
  constexpr std::uint32_t kFewest = 6;  // pieces of work that get anywhere
  machine->start(root, window);
  SliceResult progress = machine->step(0);
  Alarm alarm;
  for (std::uint64_t nodes = slice; !over(progress);) {
    if (rng != nullptr) alarm.set_pieces(kFewest + rng->below(rng->below(2) == 0 ? 10 : 200));
    progress = machine->step({nodes, rng != nullptr ? &alarm : nullptr});
    nodes = progress == SliceResult::TooFew ? 2 * nodes : slice;
    if (progress != SliceResult::OutOfMemory) interrupt();
  }
  return {progress, machine->bounds(), machine->best(), machine->estimate(), machine->statistics()};
}

template <class MakeMachine>
void check(const MakeMachine& make, const AnyState& root, Window window, Rng& rng,
           const std::string& what) {
  auto whole = make(), parts = make();
  const Ending expected = run(whole, root, window, 1'000'000, nullptr, [] {});
  int interruptions = 0;
  const std::uint64_t slice =
      1 + rng.below(1 + static_cast<std::uint32_t>(expected.statistics.created / 4));
  const Ending found = run(parts, root, window, slice, rng.below(2) == 0 ? &rng : nullptr, [&] {
    if (interruptions > 30) return;
    ++interruptions;
    auto fresh = make();
    ASSERT_TRUE(test::carry_over(*parts, *fresh)) << what;
    parts = std::move(fresh);
  });
  ASSERT_EQ(in_words(found), in_words(expected)) << what << " slices of " << slice;
}

template <class MakeGraph>
void check_graphs(int graphs, bool acyclic, MakeGraph make_graph) {
  for (int n = 1; n <= graphs; ++n) {
    const auto graph = make_graph(static_cast<std::uint64_t>(n));
    const Interned game(graph);
    Rng rng(static_cast<std::uint64_t>(n));
    const Outcome best = graph->scale().best();
    const auto low = static_cast<Outcome>(rng.below(best));
    for (const Design& design : designs(acyclic))
      for (const Window window : {Window{0, best}, Window{low, static_cast<Outcome>(low + 1)}}) {
        check([&] { return make_machine<Interned, NoKnowledge>(game, design, nullptr); },
              erase_state(game.initial()), window, rng,
              describe(design) + " seed " + std::to_string(n));
        if (::testing::Test::HasFatalFailure()) return;
      }
  }
}

TEST(Archive, MachinesOnTrees) {
  check_graphs(60, false, [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
}
TEST(Archive, MachinesOnGraphs) {
  check_graphs(60, true, [](std::uint64_t seed) { return random_graphs::random_dag(seed); });
}
TEST(Archive, MachinesOnCycles) {
  check_graphs(60, false, [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}
TEST(Archive, MachinesOfRealGames) {
  Rng rng(5);
  for (const Boards::Late& board : small_games::late_boards())
    for (int n = 0; n < 2; ++n) {
      const small_games::Example example = small_games::draw(board, rng, 2000);
      for (const Design& design : designs(example.game->acyclic())) {
        // With next to no table, or guided by probabilities, a search can follow the many cycles of
        // a game for very long.
        const bool probable = design.algorithm == kDfppns || design.algorithm == kPpns;
        if (!example.game->acyclic() && (probable || design.table_bytes < 1 << 16)) continue;
        check([&] { return solvent::make_machine(*example.game, design); }, example.state,
              {0, example.game->scale().best()}, rng, example.text() + " " + describe(design));
        if (HasFatalFailure()) return;
      }
    }
}

// A whole inquiry: question, line, moves.
std::string in_words(const Findings& f) {
  std::string out = in_words(Ending{SliceResult::Done, f.bounds, f.best, f.estimate, f.statistics});
  for (const AnyMove m : f.line) out += " " + std::to_string(m);
  for (const ValuedMove& m : f.moves)
    out += " " + std::to_string(m.move) + ":" + std::to_string(m.bounds.pess) + "-" +
           std::to_string(m.bounds.opti) + " in " + std::to_string(m.nodes);
  return out + " " + std::to_string(f.answered) + std::to_string(f.line_done) +
         std::to_string(f.line_repeats) + " extra " + std::to_string(f.extra_nodes);
}

struct Team {
  Team(const AnyGame& game, Design design, const AnyState& root, bool only_moves)
      : prover(solvent::make_machine(game, design)) {
    const Question question{
        .window = {0, game.scale().best()}, .every_move = true, .only_moves = only_moves};
    if (design.algorithm.traversal == Traversal::BestFirst) {
      design.algorithm = kNegaScout;
      tester = solvent::make_machine(game, design);
    }
    if (!game.acyclic()) {
      design.algorithm = kDfpn;
      design.strategy = true;
      design.knowledge = false;
      strategy = solvent::make_machine(game, design);
    }
    inquiry.emplace(game, *prover, tester ? *tester : *prover, strategy.get(), root, question);
  }
  std::unique_ptr<Machine> prover, tester, strategy;
  std::optional<Inquiry> inquiry;
};

TEST(Archive, InquiriesInEveryStage) {
  Rng rng(7);
  for (const Boards::Late& board : small_games::late_boards()) {
    const small_games::Example example = small_games::draw(board, rng, 2000);
    for (const Algorithm algorithm : {kMinimax, kNegaScout, kDfpn, kPns, kMopn2}) {
      const Design design{.algorithm = algorithm, .table_bytes = 1 << 12, .memory = 1 << 21};
      const bool only_moves = rng.below(2) == 0;
      const auto fresh = [&] {
        return std::make_unique<Team>(*example.game, design, example.state, only_moves);
      };
      auto whole = fresh(), parts = fresh();
      while (whole->inquiry->step(100'000) != SliceResult::Done) {}
      Findings expected = whole->inquiry->findings();
      for (std::uint64_t slice = 40;;) {
        Alarm alarm;
        alarm.set_pieces(6 + rng.below(100));
        const SliceResult progress =
            parts->inquiry->step({slice, rng.below(2) == 0 ? &alarm : nullptr});
        slice = progress == SliceResult::TooFew ? 2 * slice : 1 + rng.below(80);
        auto next = fresh();
        ASSERT_TRUE(test::carry_over(*parts->inquiry, *next->inquiry)) << example.text();
        parts = std::move(next);
        if (progress == SliceResult::Done) break;
      }
      ASSERT_EQ(in_words(parts->inquiry->findings()), in_words(expected))
          << example.text() << " " << describe(design);
    }
  }
}

// A run that ended for want of memory goes on where there is more.
TEST(Archive, MoreMemoryIsMoreMemory) {
  auto game = make_game("connect4:4x4", "score");
  ASSERT_TRUE(game);
  const Window window{0, (*game)->scale().best()};
  for (const Design& small :
       {Design{.algorithm = kMinimax, .memory = 1 << 18},
        Design{.algorithm = kMopns.with(EffortKind::WeakProofNumbers),
        .memory = 1 << 15,
        .graph = true},
        Design{.algorithm = kAlphaBeta, .table_bytes = 1 << 16, .memory = 1 << 16}}) {
    Design large = small;
    large.memory = std::size_t{1} << 28;
    const auto first = solvent::make_machine(**game, small),
               second = solvent::make_machine(**game, large),
               whole = solvent::make_machine(**game, large);
    first->start((*game)->initial(), window);
    SliceResult progress = SliceResult::Running;
    while (!over(progress)) progress = first->step(1000);
    ASSERT_EQ(progress, SliceResult::OutOfMemory) << describe(small);
    ASSERT_TRUE(test::carry_over(*first, *second)) << describe(small);
    do progress = second->step(100'000);
    while (!over(progress));
    whole->start((*game)->initial(), window);
    while (whole->step(100'000) != SliceResult::Done) {}
    EXPECT_EQ(progress, SliceResult::Done) << describe(small);
    EXPECT_EQ(second->bounds(), whole->bounds()) << describe(small);
    EXPECT_EQ(second->statistics().created, whole->statistics().created) << describe(small);
    // The other way round it does not fit, and says so.
    if (small.graph) { EXPECT_FALSE(test::carry_over(*whole, *first)); }
  }
}

TEST(Archive, OtherMachinesAreRefused) {
  auto game = make_game("connect4:4x4", "score");
  ASSERT_TRUE(game);
  const auto all = designs(true);
  for (const Design& a : {all[0], all[3], all[10]})
    for (const Design& b : {all[0], all[3], all[10]}) {
      const auto from = solvent::make_machine(**game, a), to = solvent::make_machine(**game, b);
      from->start((*game)->initial(), {0, (*game)->scale().best()});
      from->step(100);
      EXPECT_EQ(test::carry_over(*from, *to), a.algorithm == b.algorithm)
          << describe(a) << describe(b);
    }
}

}  // namespace
}  // namespace solvent::search
