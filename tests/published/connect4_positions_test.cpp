#include "connect4_positions.hpp"

namespace solvent::two_positions {
namespace {

TEST(ConnectFourPositions, FewNodesGiveTrueBounds) {
  for (const Known& known : kPositions)
    for (const std::string algorithm : {"pns", "mcpns", "ppns"})
      for (const std::uint64_t nodes : {1, 100, 10'000, 300'000}) {
        const Answer answer = ask(known, algorithm, nodes);
        EXPECT_EQ(answer.status, Status::NodeLimit) << algorithm;
        EXPECT_EQ(answer.at_least_holds, std::nullopt) << algorithm;
        EXPECT_EQ(answer.value, std::nullopt) << algorithm;
        EXPECT_LE(answer.counts.created, nodes) << algorithm;
        expect_true_bounds(answer, known.value);
      }
}

TEST(ConnectFourPositions, AnEstimateIsNotAnAnswer) {
  for (const Known& known : kPositions) {
    const Answer answer = ask(known, "ppns", 3'000'000, 0.001);
    EXPECT_EQ(answer.status, Status::Estimate);
    EXPECT_EQ(answer.at_least_holds, std::nullopt);
    EXPECT_EQ(answer.value, std::nullopt);
    expect_true_bounds(answer, known.value);
  }
}

}  // namespace
}  // namespace solvent::two_positions
