#include <gtest/gtest.h>

#include <thread>

#include "game/perft.hpp"
#include "games/woodpush/superko.hpp"

namespace solvent::woodpush {
namespace {

Interned superko() {
  return Interned(std::make_shared<Superko>(Rules(8, 3, Scoring::Moves, Scale::Kind::Score)));
}

TEST(Woodpush, SuperkoFromManyThreads) {
  const Interned g = superko(), alone = superko();
  std::vector<std::uint64_t> leaves(4);
  std::vector<std::thread> threads;
  for (std::uint64_t& n : leaves) threads.emplace_back([&] { n = perft(g, g.initial(), 8); });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(leaves, std::vector<std::uint64_t>(4, perft(alone, alone.initial(), 8)));
}

}  // namespace
}  // namespace solvent::woodpush
