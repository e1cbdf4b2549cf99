// Perfect play from an endgame database.
//
// The database says what every position is worth, not how a win arrives: with its values alone a
// winner could keep his win for ever. So where positions can repeat, whoever has better than the
// worth of infinite play moves by the proof of least depth that leads out of the slice (fewer
// stones) with the value kept. That depth falls with every move.
#pragma once

#include "endgame/tables.hpp"
#include "play/player.hpp"
#include "solvent/game.hpp"

namespace solvent::play {

class Endings {
 public:
  static Result<std::unique_ptr<Endings>> open(const Ruleset& game, const std::string& folder);
  ~Endings();

  bool covers(const AnyState& s) const;
  Outcome value(const AnyState& s);  // of a position that is covered
  Choice choose(const Course& course, Stop stop);
  void forget();

  std::shared_ptr<const endgame::Database> database() const { return database_; }

 private:
  class Hunt;  // what is known to the search for a way out of the slice
  Endings(const Ruleset& game, std::unique_ptr<endgame::Tables> tables,
          std::shared_ptr<const endgame::Database> database);
  std::optional<AnyMove> hunt(const Course& course, Outcome target, Stop stop, Choice& choice);
  int good_replies(const AnyState& s);

  Ruleset game_;
  const AnyGame& rules_;
  std::unique_ptr<endgame::Tables> tables_;
  std::shared_ptr<const endgame::Database> database_;
  endgame::Lookup lookup_;
  std::unique_ptr<Hunt> hunt_;
  std::unique_ptr<search::Machine> hunter_;
};

}  // namespace solvent::play
