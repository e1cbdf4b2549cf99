// What several threads find out about claims is what one finds out, whatever is announced, asked
// and dismissed.
#include "proof/leaves.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "base/rng.hpp"
#include "games/connect4/rules.hpp"

namespace solvent::proof {
namespace {

using Game = connect4::Narrow;

struct Waiting {
  Game::State state;
  bool dismissed;
  Searchable found = Searchable::Unknown;
};

// Positions in which the game goes on, some of them decided soon.
std::deque<Waiting> some_claims(const Game& g, int number) {
  Rng rng(5);
  std::deque<Waiting> claims;
  while (static_cast<int>(claims.size()) < number) {
    Game::State s = g.initial();
    for (std::uint32_t left = 10 + rng.below(9); left > 0 && !g.ended(s); --left) {
      MovesOf<Game> moves;
      g.list_moves(s, moves);
      g.play(s, moves[rng.below(moves.size)]);
    }
    if (!g.ended(s)) claims.push_back({s, rng.below(10) == 0});
  }
  return claims;
}

// In bunches, as a collector has them: the last ones are asked about first.
std::vector<bool> ask(const Game& g, std::deque<Waiting> claims, std::size_t threads) {
  Leaves<Game> leaves(g, {Side::Max, 1}, 40, threads);
  std::vector<bool> out;
  constexpr std::size_t kBunch = 50;
  for (std::size_t from = 0; from < claims.size(); from += kBunch) {
    const std::size_t to = std::min(from + kBunch, claims.size());
    for (std::size_t k = from; k < to; ++k) leaves.announce(claims[k].state, claims[k].found);
    for (std::size_t k = to; k-- > from;)
      if (claims[k].dismissed)
        Leaves<Game>::dismiss(claims[k].found);
      else
        out.push_back(leaves.is_leaf(claims[k].state, claims[k].found));
  }
  return out;
}

TEST(Leaves, AreTheSameForAnyNumberOfThreads) {
  const Game g(5, 5, Scale::Kind::WinDrawLoss);
  const auto claims = some_claims(g, 12'000);
  const std::vector<bool> one = ask(g, claims, 1);
  const auto yes = std::count(one.begin(), one.end(), true);
  EXPECT_GT(yes, 1000);
  EXPECT_GT(static_cast<std::ptrdiff_t>(one.size()) - yes, 1000);
  for (const std::size_t threads : {2, 4}) EXPECT_EQ(ask(g, claims, threads), one) << threads;
}

}  // namespace
}  // namespace solvent::proof
