#include "play/course.hpp"

#include <algorithm>

namespace solvent::play {

std::vector<std::string> Course::move_texts() const {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < moves_.size(); ++k)
    out.push_back(game_->move_text(states_[k], moves_[k]));
  return out;
}

void Course::play(AnyMove move) {
  AnyState next = now();
  game_->play(next, move);
  states_.push_back(next);
  moves_.push_back(move);
}

bool Course::undo() {
  if (moves_.empty()) return false;
  states_.pop_back();
  moves_.pop_back();
  return true;
}

int Course::occurrences(const AnyState& s) const {
  return static_cast<int>(std::count(states_.begin(), states_.end(), s));
}

std::vector<AnyState> Course::twice() const {
  std::vector<AnyState> out;
  if (game_->acyclic()) return out;
  for (std::size_t k = 1; k < states_.size(); ++k)
    if (std::find(states_.begin(), states_.begin() + static_cast<std::ptrdiff_t>(k), states_[k]) !=
        states_.begin() + static_cast<std::ptrdiff_t>(k))
      out.push_back(states_[k]);
  return out;
}

std::optional<End> Course::end() const {
  const Bounds b = game_->bounds(now());
  if (game_->ended(now())) return End{b.pess, "rules"};
  if (b.closed()) return End{b.pess, "decided"};
  if (!game_->acyclic() && occurrences(now()) >= 3)
    return End{game_->repetition(now()), "repetition"};
  return std::nullopt;
}

bool Course::begins_with(const Course& earlier) const {
  return game_ == earlier.game_ && states_.size() >= earlier.states_.size() &&
         std::equal(earlier.states_.begin(), earlier.states_.end(), states_.begin());
}

}  // namespace solvent::play
