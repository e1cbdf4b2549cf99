// Every depth-first search against the truth on seeded random trees, graphs and cyclic graphs: all
// algorithms, with and without a table (down to one bucket) and deepening.
#include "against_truth.hpp"

namespace solvent::search::against_truth {
namespace {

std::vector<Design> depth_first_designs() {
  std::vector<Design> out;
  const std::size_t memory = std::size_t{1} << 21;
  out.push_back({.algorithm = kMinimax, .memory = memory});
  for (const Algorithm algorithm : {kAlphaBeta, kScout, kNegaScout})
    for (const std::size_t table : {0, 64, 1 << 16})
      for (const Deepening deepening : {Deepening::On, Deepening::Off})
        out.push_back({.algorithm = algorithm,
                       .table_bytes = table,
                       .memory = memory,
                       .deepening = deepening});
  for (const Algorithm algorithm : {kDfpn, kDfmopns, kDfppns})
    for (const std::size_t table : {0, 128, 64 * 64, 1 << 16})
      for (const double epsilon : {0.0, 0.25, 1.0})
        for (const bool weak : {false, true})
          if (!weak || algorithm != kDfppns)
            out.push_back(
                {.algorithm = (weak ? algorithm.with(EffortKind::WeakProofNumbers) : algorithm)
                                  .with(epsilon == 0.25 ? Leaf::Mobility : Leaf::Ones),
                 .table_bytes = table,
                 .memory = memory,
                 .epsilon = epsilon,
                 .patience = table == 1 << 16 ? 1U : 20U});
  return out;
}

TEST(SearchAgainstTruth, RandomTrees) {
  check_many(depth_first_designs(), 3000,
             [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
}
TEST(SearchAgainstTruth, RandomGraphsWithSharedChildren) {
  check_many(depth_first_designs(), 3000,
             [](std::uint64_t seed) { return random_graphs::random_dag(seed); });
}
TEST(SearchAgainstTruth, RandomGraphsWithCycles) {
  check_many(depth_first_designs(), 3000,
             [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}

}  // namespace
}  // namespace solvent::search::against_truth
