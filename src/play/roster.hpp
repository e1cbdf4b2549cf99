// Engines by name: `auto` and every other algorithm of the solver, `random`, and for Awari `plain`
// and `refuting`, each with options of its own: refuting,live=50000,nodes=20000.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "api/proof_guide.hpp"
#include "play/player.hpp"
#include "solvent/game.hpp"

namespace solvent::play {

struct EngineOrder {
  std::string name;                           // empty: the best for the game
  MoveLimits limits;                          // none: a second a move
  std::string endgame;                        // a folder
  std::uint64_t live = 150'000;               // refuting: nodes in memory of a proof-number search
  std::uint64_t threads = 1;                  // algorithms: that search for a move together
  std::shared_ptr<const ProofGuide> proof{};  // that is followed wherever it says something
};

// The best engine for the game.
std::string usual_engine(const Ruleset& game);
// What `text` says, and the rest from `usual`.
Result<EngineOrder> read_engine(std::string_view text, const EngineOrder& usual);
Result<std::unique_ptr<Player>> make_player(const Ruleset& game, const EngineOrder& order);

}  // namespace solvent::play
