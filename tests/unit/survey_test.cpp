// Surveys of random cyclic graphs: what they decide is true however little was expanded, and with
// everything expanded nothing stays open.
#include "search/survey.hpp"

#include <gtest/gtest.h>

#include "random_graphs.hpp"

namespace solvent::search {
namespace {

// With the share `expanded` of the positions, in eighths.
struct Surveyed {
  std::size_t positions = 0, decided = 0;
};
Surveyed survey(const random_graphs::RandomGraph& graph, const Interned& g, int cut,
                std::uint64_t expanded, std::size_t bytes, Rng& rng) {
  Survey<Interned> survey;
  survey.start(g, g.initial(), cut, bytes);
  while (!survey.walked()) {
    MovesOf<Interned> moves;
    g.list_moves(survey.next(), moves);
    survey.walk(g, moves, [&](const Interned::State& s, const auto&, std::uint64_t) {
      return Survey<Interned>::Known{decision_on(cut, g.bounds(s)), rng.below(8) < expanded};
    });
  }
  survey.settle();
  survey.for_each_decided(
      [&](const Interned::State& s, const auto&, Decision decision, std::uint32_t reply) {
        EXPECT_EQ(decision == Decision::Proved, graph.value(s.id) > cut) << s.id << "\n"
                                                                         << graph.text();
        if (decision != good_for(g.to_move(s))) return;
        MovesOf<Interned> moves;
        g.list_moves(s, moves);
        ASSERT_LT(reply, moves.size);
        Interned::State next = s;
        g.play(next, moves[reply]);
        EXPECT_EQ(graph.value(next.id) > cut, graph.value(s.id) > cut)
            << "the reply keeps the decision";
      });
  return {survey.size(), survey.decided()};
}

TEST(Survey, DecidesWhatIsTrueAndInTheEndEverything) {
  std::size_t partly = 0;
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed);
    const Interned g(graph);
    Rng rng(seed);
    for (int cut = 0; cut < g.scale().best(); ++cut) {
      if (g.bounds(g.initial()).closed()) continue;
      for (const std::uint64_t eighths : {4, 6, 7}) {
        const Surveyed some = survey(*graph, g, cut, eighths, 1 << 20, rng);
        partly += some.decided > 0 && some.decided < some.positions;
      }
      const Surveyed all = survey(*graph, g, cut, 8, 1 << 20, rng);
      EXPECT_EQ(all.decided, all.positions) << "seed " << seed << "\n" << graph->text();
      survey(*graph, g, cut, 8, 1 << 10, rng);  // with room for a few positions only
    }
  }
  EXPECT_GT(partly, 1000u);
}

}  // namespace
}  // namespace solvent::search
