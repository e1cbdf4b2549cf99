// What a player has proved for his side in the course of a game, and the moves that need no
// thought.
#pragma once

#include <optional>

#include "play/database_play.hpp"

namespace solvent::play {

class Holding {
 public:
  std::optional<Outcome> least;  // what is proved for the side that moved last

  void forget() { *this = {}; }
  // Looks at the present position: `choice` gets what is known of it. True if it has a move
  // already, the only one or one from the database (`database_play` may be null).
  bool take_up(const Course& course, DatabasePlay* database_play, Stop stop, Choice& choice);
  // The player's move there: what was proved is forgotten if another one is played.
  void chose(AnyMove move) { chosen_ = move; }

 private:
  bool goes_on_to(const Course& course) const;

  std::optional<Course> last_;
  AnyMove chosen_ = 0;
};

}  // namespace solvent::play
