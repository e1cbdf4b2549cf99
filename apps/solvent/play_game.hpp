// One game on the terminal: people and engines at either side.
#pragma once

#include "play/roster.hpp"
#include "solvent/solvent.hpp"

namespace solvent::cli {

struct GameOrder {
  bool person_first = true, person_second = false;  // who has the side to move, and the other
  play::EngineOrder engine;
  std::uint64_t seed = 1;
  bool json = false;
  bool ponder = false;  // think in the person's time
};

// Returns the exit status.
int play_game(const Position& start, const GameOrder& order);

// "X wins", "a draw"; with the score where there is one.
std::string result_text(const Ruleset& game, Outcome outcome);

}  // namespace solvent::cli
