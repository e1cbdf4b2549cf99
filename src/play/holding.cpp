#include "play/holding.hpp"

namespace solvent::play {

// With the move that was chosen, and no other one of the side's since.
bool Holding::goes_on_to(const Course& course) const {
  const std::size_t before = last_->moves().size(), now = course.moves().size();
  if (!course.begins_with(*last_)) return false;
  if (now == before) return true;
  if (course.moves()[before] != chosen_) return false;
  for (std::size_t k = before + 1; k < now; ++k)
    if (course.game().to_move(course.states()[k]) == last_->to_move()) return false;
  return true;
}

bool Holding::take_up(const Course& course, DatabasePlay* database_play, Stop stop,
                      Choice& choice) {
  const AnyGame& game = course.game();
  const AnyState& s = course.now();
  const Side side = course.to_move();
  // Moves that were taken back take with them what was proved of them.
  if (!last_ || last_->to_move() != side || !goes_on_to(course)) least.reset();
  last_ = course;

  choice.known = game.bounds(s);
  if (least) choice.known = meet(choice.known, at_least(game.scale(), side, *least));
  const std::vector<AnyMove> moves = game.moves(s);
  if (moves.size() == 1) {
    choice.move = moves.front();
    choice.proved = true;
    choice.how = "the only move";
    return true;
  }
  if (database_play == nullptr || !database_play->covers(s)) return false;
  choice = database_play->choose(course, stop);
  if (choice.proved) least = sure(side, choice.known);
  return true;
}

}  // namespace solvent::play
