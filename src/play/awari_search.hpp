// Depth-limited alpha-beta for Awari, deepened move by move: what a tournament program picks its
// moves with. Its scores are guesses: stones captured, and a little for freedom to move; only the
// end of the game and an endgame database are certain.
#pragma once

#include <span>
#include <vector>

#include "endgame/database.hpp"
#include "games/awari/rules.hpp"
#include "play/player.hpp"

namespace solvent::play {

class AwariSearch {
 public:
  using Rules = awari::Rules;
  using State = Rules::State;
  using Move = Rules::Move;
  struct Found {
    Move move;
    int score;  // for the side to move
    int depth;  // of the last iteration that was finished
  };

  // `database` may be null.
  AwariSearch(const Rules& g, std::shared_ptr<const endgame::Database> database);

  // The best of `moves`. Positions in `twice` end the game.
  Found search(const State& root, std::span<const Move> moves, std::span<const State> twice,
               Allowance& allowance);

 private:
  static constexpr int kDeepest = 48;
  static constexpr int kStone = 16;    // what a stone counts
  static constexpr int kWin = 10'000;  // more than all stones
  static constexpr int kInfinite = 30'000;

  struct Entry {
    State s;
    std::int16_t score;
    std::int8_t depth;
    std::uint8_t bound;  // 0: none, 1: at least, 2: at most, 3: exact
    Move move;
    std::uint8_t unused[3];
  };

  int visit(const State& s, int depth, int alpha, int beta);
  int worth(int net) const;
  int guess(const State& s) const;
  std::optional<int> settled(const State& s);
  Entry& entry_of(const State& s);
  // Captures first, the largest before the others, and `first` before all.
  void order(const State& s, MovesOf<Rules>& moves, int first) const;

  const Rules& g_;
  std::optional<endgame::Lookup> lookup_;
  std::vector<Entry> table_;
  std::vector<State> path_;
  std::span<const State> twice_;
  Allowance* allowance_ = nullptr;
  bool out_of_time_ = false;
};

}  // namespace solvent::play
