#include "play/proof_player.hpp"

namespace solvent::play {

Choice ProofPlayer::choose(const Course& course, Stop stop) {
  const auto advice = guide_->advise(course.states(), course.moves());
  if (!advice) return otherwise_->choose(course, stop);
  Choice choice;
  choice.move = advice->move;
  choice.known = meet(course.game().bounds(course.now()), advice->proved);
  choice.proved = advice->checked && choice.known.closed();
  choice.how = advice->checked ? "by the proof" : "by a proof that is still being checked";
  choice.rests_on = {advice->checked ? "proof" : "rules"};
  return choice;
}

// While the game is in the proof there is nothing to think about.
void ProofPlayer::ponder(const Course& course, Stop stop) {
  const auto& states = course.states();
  const std::span<const AnyMove> moves = course.moves();
  if (course.end() || states.size() < 2) return;
  if (guide_->advise(std::span(states).first(states.size() - 1), moves.first(moves.size() - 1)))
    return;
  otherwise_->ponder(course, stop);
}

}  // namespace solvent::play
