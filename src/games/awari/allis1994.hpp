// Awari as the program of the 1994 paper searched it (Allis, van der Meulen & van den Herik): a
// game of its own beside the clean rules, whose only use is to repeat the paper's counts.
//
// - Boards of up to 13 stones (in matches 17) are looked up; nothing else ends a line, not
// even 25 stones captured.
// - Children stand by the stones they capture, the largest first.
// - A grand slam that leaves a board to be looked up is played without asking whether it feeds.
// - Moves that the feeding rule refuses were made before it was asked: they count as nodes.
// South, the side to move at the root, is Max; scores are net stones of those on the board.
#pragma once

#include <algorithm>
#include <functional>

#include "games/awari/rules.hpp"

namespace solvent::awari {

class Allis1994 {
 public:
  using State = Rules::State;
  using Move = Rules::Move;
  // Net stones that the side to move wins of those on the board.
  using Lookup = std::function<int(const State&)>;
  static constexpr std::size_t kMaxMoves = Rules::kMaxMoves;
  static constexpr bool kAcyclic = false;
  static constexpr int kLookedUp = 13;

  // Positions begin with nothing captured and this many stones on the board; those of up to
  // `looked_up` are looked up.
  Allis1994(int stones, Lookup lookup, int looked_up = kLookedUp)
      : lookup_(std::move(lookup)),
        stones_(stones),
        looked_up_(looked_up),
        scale_(Scale::scores(-stones, stones)) {}

  const Scale& scale() const { return scale_; }
  State initial() const { return rules_.initial(); }
  Side to_move(const State& s) const { return rules_.to_move(s); }
  bool ended(const State& s) const {
    return rules_.on_board(s) <= looked_up_ || mancala::empty(s.row[mancala::mover(s)]);
  }
  Bounds bounds(const State& s) const {
    const int net = mancala::store(s.row[0]) - mancala::store(s.row[1]);
    const int open = rules_.on_board(s);
    const int sign = mancala::mover(s) == 0 ? 1 : -1;
    if (open <= looked_up_) return exactly(net + sign * lookup_(s));
    if (ended(s)) return exactly(net - sign * open);
    return {rank(net - open), rank(net + open)};
  }
  Outcome repetition(const State& s) const {
    return rank(mancala::store(s.row[0]) - mancala::store(s.row[1]));
  }
  void list_moves(const State& s, MovesOf<Allis1994>& moves) const {
    const Pits pits = sort_out(s);
    for (int captured = kStones; captured >= 0; --captured)
      for (int k = 0; k < kPitsEach; ++k)
        if (pits.playable[k] && pits.captured[k] == captured) moves.add(static_cast<Move>(k));
  }
  void play(State& s, Move m) const { rules_.play(s, m); }
  // Moves that were made and then refused.
  std::uint32_t refused(const State& s) const {
    const Pits pits = sort_out(s);
    std::uint32_t count = 0;
    for (int k = 0; k < kPitsEach; ++k)
      count += mancala::pit(s.row[mancala::mover(s)], k) != 0 && !pits.playable[k];
    return count;
  }

 private:
  struct Pits {
    bool playable[kPitsEach] = {};
    int captured[kPitsEach] = {};
  };
  Pits sort_out(const State& s) const {
    const int me = mancala::mover(s);
    Pits pits;
    bool feeds[kPitsEach] = {}, any_feeds = false;
    for (int k = 0; k < kPitsEach; ++k) {
      if (mancala::pit(s.row[me], k) == 0) continue;
      State next = s;
      rules_.play(next, static_cast<Move>(k));
      pits.captured[k] = rules_.captures(s, static_cast<Move>(k));
      feeds[k] = !mancala::empty(next.row[1 - me]);
      any_feeds |= feeds[k];
      pits.playable[k] = pits.captured[k] > 0 && !feeds[k] && rules_.on_board(next) <= looked_up_;
    }
    for (int k = 0; k < kPitsEach; ++k)
      pits.playable[k] |= mancala::pit(s.row[me], k) != 0 && (feeds[k] || !any_feeds);
    return pits;
  }
  Bounds exactly(int net) const { return {rank(net), rank(net)}; }
  Outcome rank(int net) const { return static_cast<Outcome>(net + stones_); }

  Rules rules_{Scale::Kind::Score};
  Lookup lookup_;
  int stones_;
  int looked_up_;
  Scale scale_;
};
static_assert(Repeating<Allis1994>);

}  // namespace solvent::awari
