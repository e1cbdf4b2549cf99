// A match between two players: games from random openings, each opening twice with colours
// exchanged.
#pragma once

#include <functional>
#include <utility>

#include "play/player.hpp"

namespace solvent::play {

struct Played {
  int number;        // from 1
  bool first_opens;  // the first player has the side that moves first
  std::size_t opening;
  Course course;
  End end;
  double points;             // of the first player: 1, 0.5, 0
  std::vector<bool> proved;  // of the moves after the opening
};

struct Tally {
  int wins = 0, draws = 0, losses = 0;  // of the first player

  void add(double points);
  int games() const { return wins + draws + losses; }
  double score() const;  // a win is 1, a draw 1/2, per game
  // 95 %: Wilson's score interval (1927) with z = 1.96. A draw counts as half a win, which makes
  // it wider than need be.
  std::pair<double, double> interval() const;
};

struct MatchOrder {
  int games = 2;
  int opening = 0;  // random plies before the players move
  std::uint64_t seed = 1;
  Stop stop = nullptr;
  std::function<void(const Played&)> played{};
};

// An error if no opening of that length leaves a game to play. Stopped, it has what was finished.
Result<Tally> play_match(const AnyGame& game, const AnyState& start, Player& first, Player& second,
                         const MatchOrder& order);

// Random moves that do not end the game; nothing if there are none.
std::optional<Course> random_opening(const AnyGame& game, const AnyState& start, int plies,
                                     std::uint64_t seed);

}  // namespace solvent::play
