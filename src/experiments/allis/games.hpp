// Games of our own for the Awari experiment, since four of the paper's five are not public: an
// engine plays itself, and the positions are taken backwards from where the game reaches the
// database.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "games/mancala/board.hpp"

namespace solvent::experiments {

struct AllisPlay {
  std::uint64_t seed = 1;
  int number = 1;               // of the game, from 1
  int opening = 6;              // random plies
  std::uint64_t nodes = 2'000;  // of alpha-beta, a move
};

struct AllisGame {
  std::string moves;
  int passed_over = 0;  // games before it that ended with more than 13 stones on the board
  struct NamedBoard {
    std::string name;      // the move number and the side to move
    mancala::Board board;  // the mover as South, nothing captured
  };
  std::vector<NamedBoard> backwards;  // from the first one of up to 13 stones
};

// `folder` has a database of up to 13 stones, and no more. Nothing if it was stopped.
Result<std::optional<AllisGame>> allis_game(const AllisPlay& play, const std::string& folder,
                                            const std::atomic<bool>* stop);

// "1 0 1 1 0 0|1 1 0 1 1 12": the mover's pits, then the opponent's.
std::string pits_of(const mancala::Board& board);

}  // namespace solvent::experiments
