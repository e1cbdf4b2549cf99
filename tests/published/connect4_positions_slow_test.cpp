#include "connect4_positions.hpp"

namespace solvent::two_positions {
namespace {

// Created nodes, the loss and the draw: pns 38 and 75 million, mcpns with 4 random games a node 15
// and 18, ppns 13 and 29.
TEST(ConnectFourPositions, EnoughNodesGiveTheAnswer) {
  for (const Known& known : kPositions)
    for (const std::string algorithm : {"pns", "mcpns", "ppns"}) {
      const Answer answer = ask(known, algorithm, 100'000'000);
      EXPECT_EQ(answer.status, Status::Solved) << known.position << " " << algorithm;
      EXPECT_EQ(answer.at_least_holds, false) << known.position << " " << algorithm;
      expect_true_bounds(answer, known.value);
    }
}

}  // namespace
}  // namespace solvent::two_positions
