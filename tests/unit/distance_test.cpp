// How soon a side can force its win, against plain play that tries every move.
#include "threats/distance.hpp"

#include <gtest/gtest.h>

#include <unordered_map>

#include "games/mnk/lines.hpp"
#include "games/qubic/lines.hpp"
#include "late_qubic.hpp"
#include "plain_wins.hpp"

namespace solvent::threats {
namespace {

// Plies until this side has won, if both play well; kNever if it cannot.
template <Game G>
class Soonest {
 public:
  static constexpr int kNever = 1000;
  Soonest(const G& g, Side winner) : g_(g), winner_(winner) {}

  int operator()(const typename G::State& s) {
    const Bounds b = g_.bounds(s);
    if (b.closed()) return b.pess == (winner_ == Side::Max ? g_.scale().best() : 0) ? 0 : kNever;
    if (const auto known = known_.find(s); known != known_.end()) return known->second;
    MovesOf<G> moves;
    g_.list_moves(s, moves);
    const bool mine = g_.to_move(s) == winner_;
    int plies = mine ? kNever : 0;
    for (const auto m : moves) {
      auto next = s;
      g_.play(next, m);
      const int then = std::min(kNever, 1 + (*this)(next));
      plies = mine ? std::min(plies, then) : std::max(plies, then);
    }
    return known_[s] = plies;
  }

 private:
  struct Hash {
    std::size_t operator()(const typename G::State& s) const { return hash_of(s); }
  };
  const G& g_;
  Side winner_;
  std::unordered_map<typename G::State, int, Hash> known_;
};

// Says nothing wrong with any budget, and with enough of it the exact distance. Returns whether
// this side wins.
template <Game G>
bool compare(const G& g, const typename G::State& s, Side winner) {
  using Lines = typename G::Lines;
  const int truth = Soonest<G>(g, winner)(s);
  const Lines lines(g);
  const LineMap<Lines> map(lines);
  const auto mine = lines.stones(s, winner), theirs = lines.stones(s, other(winner));
  const bool moves = g.to_move(s) == winner;
  for (const std::uint64_t budget : {0, 1, 5, 50, 1'000'000}) {
    Board<Lines> board(map);
    board.set(mine, theirs, lines.board() - mine - theirs, 0);
    const auto found = DistanceSearch<Lines>(board, mine, theirs, budget).find(moves);
    const auto plies = [&](int own) { return moves ? 2 * own - 1 : 2 * own; };
    EXPECT_LE(plies(found.without + 1), truth) << budget;
    EXPECT_EQ(found.moves ? plies(*found.moves) : truth, truth) << budget;
    const bool enough = budget == 1'000'000;
    EXPECT_EQ(enough ? found.moves.has_value() : truth < Soonest<G>::kNever,
              truth < Soonest<G>::kNever);
  }
  return truth < Soonest<G>::kNever && truth > 2;
}

using Small = mnk::Rules<1>;

int compare_random(const Small& g, std::uint64_t seed, std::uint32_t empty, int times) {
  Rng rng(seed);
  int wins = 0;
  for (int n = 0; n < times; ++n) {
    const auto cells = static_cast<std::uint32_t>(g.columns() * g.rows());
    const auto s = random_position(g, cells - empty - rng.below(3), rng);
    if (g.ended(s)) continue;
    for (const Side side : {Side::Max, Side::Min}) wins += compare(g, s, side);
  }
  return wins;
}

TEST(Distance, IsThatOfPlainPlay) {
  EXPECT_GT(compare_random(Small(3, 3, 3), 1, 6, 100), 20);
  EXPECT_GT(compare_random(Small(4, 3, 3), 2, 8, 60), 20);
  EXPECT_GT(compare_random(Small(4, 4, 3), 3, 8, 60), 5);
  EXPECT_GT(compare_random(Small(5, 4, 4), 0, 8, 400), 20);
}

TEST(Distance, OfLateQubic) {
  Rng rng(6);
  int wins = 0;
  for (int n = 0; n < 200; ++n) {
    const auto s = late_qubic(rng, 8 + static_cast<int>(rng.below(3)));
    for (const Side side : {Side::Max, Side::Min}) wins += compare(qubic::Rules(), s, side);
  }
  EXPECT_GT(wins, 0);
}

}  // namespace
}  // namespace solvent::threats
