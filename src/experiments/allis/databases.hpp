// The Awari databases of an experiment, shared by tasks that run at the same time: whoever needs
// one first builds it, the others wait.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "endgame/tables.hpp"
#include "experiments/experiment.hpp"
#include "games/awari/allis1994.hpp"
#include "solvent/game.hpp"

namespace solvent::experiments {

class AllisDatabases {
 public:
  // All boards of up to 13 stones, in memory. Nothing if it was stopped.
  Result<std::optional<awari::Allis1994::Lookup>> lookup(const Bench& bench);
  // A folder with the boards of up to 13 stones, and no others: how an engine plays depends on it.
  Result<std::optional<std::string>> for_play(const Bench& bench);
  // The values of boards, as far as their stones are not more than `stones`. Nothing if stopped.
  Result<std::optional<std::vector<std::optional<int>>>> values(
      const Bench& bench, int stones, const std::vector<mancala::Board>& boards);

 private:
  struct Folder {
    std::mutex mutex;
    std::string ready;  // the folder, once it is complete
  };
  Result<std::optional<std::string>> folder(const Bench& bench, int stones, Folder& store);

  Folder small_, large_;
  std::mutex reading_;
  std::shared_ptr<const endgame::Values> values_;  // up to 13 stones
  Ruleset game_ = *Ruleset::make("awari");
};

}  // namespace solvent::experiments
