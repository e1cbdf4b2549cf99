// Perfect play from an endgame database.
//
// The database says what every position is worth, not how a win is reached: with its values alone a
// winner could keep his win for ever. So where positions can repeat, a side that has more than
// the worth of infinite play follows a Pursuit, which leads out of the slice (to fewer stones) with
// the value kept.
#pragma once

#include "endgame/tables.hpp"
#include "play/player.hpp"
#include "play/pursuit.hpp"
#include "solvent/game.hpp"

namespace solvent::play {

class DatabasePlay {
 public:
  static Result<std::unique_ptr<DatabasePlay>> open(const Ruleset& game, const std::string& folder);

  bool covers(const AnyState& s) const;
  Outcome value(const AnyState& s);  // of a position that is covered
  Choice choose(const Course& course, Stop stop);

  std::shared_ptr<const endgame::Database> database() const { return database_; }

 private:
  DatabasePlay(const Ruleset& game, std::unique_ptr<endgame::Tables> tables,
               std::shared_ptr<const endgame::Database> database);
  std::optional<AnyMove> leave_slice(const Course& course, Outcome target, Stop stop);
  int good_replies(const AnyState& s);

  Ruleset game_;
  const AnyGame& rules_;
  std::unique_ptr<endgame::Tables> tables_;
  std::shared_ptr<const endgame::Database> database_;
  endgame::Lookup lookup_;
  std::optional<Pursuit> pursuit_;
};

}  // namespace solvent::play
