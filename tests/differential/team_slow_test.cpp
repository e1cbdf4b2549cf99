// Fifty thousand small games with 2, 3 and 8 searchers.
#include "team.hpp"

namespace solvent::search::against_truth {
namespace {

TEST(TeamSlow, RandomTrees) {
  check_teams(10'000, [](std::uint64_t seed) { return random_graphs::random_tree(seed); });
}
TEST(TeamSlow, RandomDags) {
  check_teams(10'000, [](std::uint64_t seed) { return random_graphs::random_dag(seed); });
}
TEST(TeamSlow, RandomCyclicGraphs) {
  check_teams(30'000, [](std::uint64_t seed) { return random_graphs::random_cyclic(seed); });
}

}  // namespace
}  // namespace solvent::search::against_truth
