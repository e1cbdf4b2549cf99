// The line of best play and the values of all moves, against the truth on random graphs, with and
// without a database: every move of the line keeps the value, a winner's line gets to its end, and
// a line may only go round in circles when infinite play is what the position is worth.
#include <gtest/gtest.h>

#include "question/inquiry.hpp"
#include "random_graphs.hpp"
#include "search/make_machine.hpp"
#include "search/presets.hpp"

namespace solvent {
namespace {

using random_graphs::RandomGraph;
using search::Design;

struct BareText {
  static std::string position(const Interned&, Interned::State s) { return std::to_string(s.id); }
  static Result<Interned::State> parse(const Interned&, std::string_view) {
    return Error{"unused"};
  }
  static std::string draw(const Interned&, Interned::State, const Ink&) { return "\n"; }
  static std::string move(const Interned&, Interned::State, Interned::Move m) {
    return std::to_string(m);
  }
  static std::string player(const Interned&, Side) { return "?"; }
};

// Knows all values of some slices, or bounds. The slice of a position is how many can be reached
// from it: no more from its moves, and as many only on a cycle.
class Database final : public AnyProbe<Interned> {
 public:
  Database(const RandomGraph& graph, std::uint64_t seed) : graph_(graph), seed_(seed) {
    for (std::uint32_t id = 0; id < graph.size(); ++id) {
      std::vector<std::uint32_t> reached{id};
      for (std::size_t k = 0; k < reached.size(); ++k)
        for (const std::uint32_t next : graph.node(reached[k]).children)
          if (std::find(reached.begin(), reached.end(), next) == reached.end())
            reached.push_back(next);
      slices_.push_back(static_cast<int>(reached.size()));
    }
  }
  Bounds probe(const Interned::State& s) const override {
    const std::uint64_t draw = mix(seed_ + static_cast<std::uint64_t>(slice(s)));
    const Outcome value = graph_.value(s.id), best = graph_.scale().best();
    return {draw % 2 == 0 ? value : Outcome{0}, draw / 2 % 2 == 0 ? value : best};
  }
  int slice(const Interned::State& s) const override { return slices_[s.id]; }

 private:
  const RandomGraph& graph_;
  std::uint64_t seed_;
  std::vector<int> slices_;
};

struct Lab {
  Lab(std::shared_ptr<const RandomGraph> g, Design design, bool with_database, std::uint64_t seed)
      : graph(std::move(g)), game("graph", Interned(graph)), database(*graph, seed) {
    const Database* probe = with_database ? &database : nullptr;
    prover = search::make_machine<Interned, NoKnowledge>(game.rules(), design, probe);
    strategy = search::make_machine<Interned, NoKnowledge>(game.rules(),
                                                           search::for_strategy(design), probe);
  }
  std::uint32_t id(const AnyState& s) const { return restore_state<Interned::State>(s).id; }

  std::shared_ptr<const RandomGraph> graph;
  ErasedGame<Interned, BareText> game;
  Database database;
  std::unique_ptr<search::Machine> prover, strategy;
};

void check_line(const Lab& lab, const Findings& found) {
  const RandomGraph& graph = *lab.graph;
  AnyState s = lab.game.initial();
  for (const AnyMove m : found.line) {
    ASSERT_FALSE(lab.game.ended(s));
    lab.game.play(s, m);
    ASSERT_EQ(graph.value(lab.id(s)), graph.value()) << "a move of the line changes the value";
  }
  ASSERT_TRUE(found.line_done);
  if (found.line_repeats) {
    ASSERT_EQ(graph.value(), graph.repetition()) << "a decided line goes round in circles";
    return;
  }
  const Bounds b = lab.game.bounds(s);
  const bool promised =
      graph.value() > graph.repetition() ? b.pess >= graph.value() : b.opti <= graph.value();
  ASSERT_TRUE(b.closed() || promised) << "the line stops too early";
}

void check_moves(const Lab& lab, const Findings& found) {
  if (lab.game.ended(lab.game.initial())) return;
  ASSERT_EQ(found.moves.size(), lab.game.moves(lab.game.initial()).size());
  for (const ValuedMove& m : found.moves) {
    AnyState next = lab.game.initial();
    lab.game.play(next, m.move);
    const Outcome truth = lab.graph->value(lab.id(next));
    ASSERT_EQ(m.bounds, (Bounds{truth, truth}));
  }
}

// The same by rounds over the moves, wherever slices end: true at any time, and in the end exact.
void check_only_moves(const Lab& lab, std::uint64_t seed) {
  const Question question{.window = {0, lab.game.scale().best()},
                          .line = false,
                          .every_move = true,
                          .only_moves = true};
  for (const bool in_pieces : {false, true}) {
    Inquiry inquiry(lab.game, *lab.prover, *lab.prover, nullptr, lab.game.initial(), question);
    Rng rng(seed);
    Alarm alarm;
    for (;;) {
      if (in_pieces) alarm.set_pieces(6 + rng.below(50));
      const auto progress =
          inquiry.step(in_pieces ? search::Slice{100 + rng.below(50), &alarm} : search::Slice{});
      ASSERT_TRUE(inquiry.bounds().contains(lab.graph->value()));
      for (const ValuedMove& m : inquiry.moves()) {
        AnyState next = lab.game.initial();
        lab.game.play(next, m.move);
        ASSERT_TRUE(m.bounds.contains(lab.graph->value(lab.id(next))));
      }
      if (progress == search::SliceResult::Done) break;
    }
    const Findings found = inquiry.findings();
    ASSERT_TRUE(found.answered);
    ASSERT_EQ(found.bounds, (Bounds{lab.graph->value(), lab.graph->value()}));
    check_moves(lab, found);
    std::uint64_t of_moves = 0;
    for (const ValuedMove& m : found.moves) of_moves += m.nodes;
    ASSERT_EQ(of_moves, found.statistics.created);
    if (lab.game.ended(lab.game.initial())) continue;
    ASSERT_TRUE(found.best);
    AnyState next = lab.game.initial();
    lab.game.play(next, *found.best);
    ASSERT_EQ(lab.graph->value(lab.id(next)), lab.graph->value());
  }
}

template <class MakeGraph>
void check_many(int graphs, MakeGraph make) {
  for (int n = 0; n < graphs; ++n) {
    const std::uint64_t seed = static_cast<std::uint64_t>(n) + 1;
    for (const search::Algorithm algorithm : {search::kMinimax, search::kAlphaBeta, search::kScout,
                                              search::kNegaScout, search::kPns, search::kMopns}) {
      Lab lab(make(seed),
              {.algorithm = algorithm,
               .table_bytes = seed % 2 == 0 ? 64u : 1u << 16,
               .memory = 1u << 21},
              seed % 3 == 0, seed);
      const Question question{.window = {0, lab.game.scale().best()}, .every_move = true};
      Inquiry inquiry(lab.game, *lab.prover, *lab.prover, lab.strategy.get(), lab.game.initial(),
                      question);
      Rng rng(seed);
      while (inquiry.step(100 + rng.below(50)) != search::SliceResult::Done)
        ASSERT_TRUE(inquiry.findings().bounds.contains(lab.graph->value()));
      const Findings found = inquiry.findings();
      ASSERT_EQ(found.bounds, (Bounds{lab.graph->value(), lab.graph->value()}));
      check_line(lab, found);
      check_moves(lab, found);
      check_only_moves(lab, seed);
      if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << "\n" << lab.graph->text();
    }
  }
}

// One question with all moves: each move's bounds are true and answer it.
template <class MakeGraph>
void check_questions(int graphs, MakeGraph make) {
  for (int n = 0; n < graphs; ++n) {
    const std::uint64_t seed = static_cast<std::uint64_t>(n) + 1;
    Lab lab(make(seed), {.algorithm = search::kNegaScout, .table_bytes = 1u << 16}, false, seed);
    if (lab.game.ended(lab.game.initial())) continue;
    for (int cut = 0; cut < lab.game.scale().best(); ++cut) {
      const search::Window window{static_cast<Outcome>(cut), static_cast<Outcome>(cut + 1)};
      if (window.answered_by(lab.game.bounds(lab.game.initial()))) continue;
      const Question question{.window = window, .line = false, .best = false, .every_move = true};
      Inquiry inquiry(lab.game, *lab.prover, *lab.prover, lab.strategy.get(), lab.game.initial(),
                      question);
      while (inquiry.step(100) != search::SliceResult::Done) continue;
      const Findings found = inquiry.findings();
      ASSERT_TRUE(found.bounds.contains(lab.graph->value()) && window.answered_by(found.bounds));
      for (const ValuedMove& m : found.moves) {
        AnyState next = lab.game.initial();
        lab.game.play(next, m.move);
        ASSERT_TRUE(m.bounds.contains(lab.graph->value(lab.id(next))) &&
                    window.answered_by(m.bounds))
            << "seed " << seed << ", cut " << cut << "\n"
            << lab.graph->text();
      }
    }
  }
}
TEST(InquiryAgainstTruth, OneQuestionOfEveryMove) {
  check_questions(500, [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
  check_questions(500, [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}

TEST(InquiryAgainstTruth, Trees) {
  check_many(500, [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
}
TEST(InquiryAgainstTruth, SharedChildren) {
  check_many(500, [](std::uint64_t seed) { return random_graphs::random_dag(seed); });
}
TEST(InquiryAgainstTruth, Cycles) {
  check_many(2000, [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}

}  // namespace
}  // namespace solvent
