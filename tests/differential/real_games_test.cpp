// Every engine on positions of real games, with the games' knowledge and without, over sizes of the
// table, epsilons and sums: all agree with minimax, which knows only the rules.
#include "against_truth.hpp"
#include "small_games.hpp"

namespace solvent::search::against_truth {
namespace {

std::vector<Design> designs(bool acyclic) {
  std::vector<Design> out;
  for (const bool knowledge : {false, true}) {
    const Design with{.memory = std::size_t{1} << 26, .knowledge = knowledge, .playouts = 3};
    const auto add = [&](Algorithm algorithm, auto set) {
      Design d = with;
      d.algorithm = algorithm;
      set(d);
      out.push_back(d);
    };
    for (const Algorithm algorithm : {kAlphaBeta, kScout, kNegaScout})
      for (const std::size_t table : {64, 1 << 10, 1 << 16, 1 << 24})
        for (const Deepening deepening : {Deepening::Auto, Deepening::On})
          add(algorithm, [&](Design& d) {
            d.table_bytes = table;
            d.deepening = deepening;
          });
    for (const Algorithm algorithm : {kDfpn, kDfmopns, kDfppns})
      for (const std::size_t table : {128, 1 << 12, 1 << 24})
        for (const double epsilon : {0.0, 0.25, 1.0})
          for (const bool weak : {false, true})
            add(algorithm, [&](Design& d) {
              d.table_bytes = table;
              d.epsilon = epsilon;
              if (weak && algorithm != kDfppns) d.algorithm.effort = EffortKind::WeakProofNumbers;
            });
    for (const Algorithm algorithm : {kPns, kMopns, kMcpns, kPpns}) add(algorithm, [](Design&) {});
    for (const Algorithm algorithm : {kPn2, kMopn2}) add(algorithm, [](Design&) {});
    for (const Algorithm algorithm : {kPns, kMopns})
      if (acyclic)
        add(algorithm, [](Design& d) {
          d.graph = true;
          d.algorithm.effort = EffortKind::WeakProofNumbers;
        });
  }
  return out;
}

class RealGames : public ::testing::TestWithParam<Boards::Late> {};

// Each position is given one in eight of the designs, in turn. Trees of paths can be large where
// positions repeat or the table holds next to nothing: there true bounds are all that is asked.
TEST_P(RealGames, EnginesAgreeWithMinimax) {
  constexpr std::size_t kShare = 8;
  std::uint64_t runs = 0, unfinished = 0;
  for (std::uint64_t seed = 1; seed <= 48; ++seed) {
    Rng rng(mix(seed));
    const small_games::Example example = small_games::draw(GetParam(), rng);
    const bool acyclic = example.game->acyclic();
    const std::uint64_t most = acyclic ? 200'000 : 20'000;
    const std::vector<Design> all = designs(acyclic);
    for (std::size_t k = seed % kShare; k < all.size(); k += kShare) {
      const auto machine = solvent::make_machine(*example.game, all[k]);
      for (const Window window : all_questions(example.game->scale().best(), rng)) {
        if (!window.null() || window.beta == example.truth || window.alpha == example.truth) {
          machine->start(example.state, window);
          const SliceResult progress = run_within(*machine, most);
          const Bounds b = machine->bounds();
          ++runs;
          unfinished += progress != SliceResult::Done;
          ASSERT_TRUE(b.contains(example.truth) &&
                      (progress != SliceResult::Done || window.answered_by(b)))
              << describe(all[k]) << (all[k].knowledge ? "" : " without knowledge") << ": "
              << int(b.pess) << ".." << int(b.opti) << " but " << int(example.truth) << " in "
              << example.text() << ", window " << int(window.alpha) << ".." << int(window.beta);
        }
      }
    }
  }
  EXPECT_LT(unfinished * 10, runs) << unfinished << " of " << runs << " runs are unfinished";
}
INSTANTIATE_TEST_SUITE_P(All, RealGames, ::testing::ValuesIn(small_games::late_boards()));

// Two positions of it that lead to each other were undecided for hundreds of rounds.
TEST(RealGames, AwariWithSixStonesIsSolvedByAlphaBeta) {
  const auto game = make_game("awari", "score");
  const auto s = (*game)->parse("1 0 1 0 1 0|1 0 1 0 1 0");
  ASSERT_TRUE(s);
  const auto truth = small_games::valued(**game, *s, 10'000'000);
  ASSERT_TRUE(truth);
  for (const Algorithm algorithm : {kAlphaBeta, kScout, kNegaScout}) {
    const auto machine = solvent::make_machine(**game, {.algorithm = algorithm});
    machine->start(*s, {0, (*game)->scale().best()});
    EXPECT_EQ(machine->step(5'000'000), SliceResult::Done);
    EXPECT_EQ(machine->bounds(), (Bounds{*truth, *truth}));
  }
}

}  // namespace
}  // namespace solvent::search::against_truth
