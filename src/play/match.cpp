#include "play/match.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/counted.hpp"
#include "base/rng.hpp"

namespace solvent::play {

void Tally::add(double points) { ++(points > 0.75 ? wins : points < 0.25 ? losses : draws); }

double Tally::score() const {
  return games() == 0 ? 0.5 : (wins + 0.5 * draws) / static_cast<double>(games());
}

std::pair<double, double> Tally::interval() const {
  if (games() == 0) return {0, 1};
  const double z = 1.96;
  const double n = games(), p = score();
  const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

std::optional<Course> random_opening(const AnyGame& game, const AnyState& start, int plies,
                                     std::uint64_t seed) {
  constexpr int kTries = 100;
  Rng rng(seed);
  for (int k = 0; k < kTries; ++k) {
    Course course(game, start);
    for (int ply = 0; ply < plies && !course.end(); ++ply) {
      const auto moves = game.moves(course.now());
      course.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (!course.end()) return course;
  }
  return std::nullopt;
}

Result<Tally> play_match(const AnyGame& game, const AnyState& start, Player& first, Player& second,
                         const MatchOrder& order) {
  Tally tally;
  const Side opens = game.to_move(start);
  for (int number = 1; number <= order.games; ++number) {
    const auto pair = static_cast<std::uint64_t>((number - 1) / 2);
    const bool first_opens = number % 2 == 1;
    const auto opening = random_opening(game, start, order.opening, mix(order.seed) + pair);
    if (!opening)
      return Error{fmt::format("no random opening of {} leaves a game to play: ask for fewer",
                               counted(static_cast<std::uint64_t>(order.opening), "ply", "plies"))};
    Played played{number, first_opens, opening->moves().size(), *opening, {}, 0, {}};
    first.begin(mix(order.seed + static_cast<std::uint64_t>(2 * number)));
    second.begin(mix(order.seed + static_cast<std::uint64_t>(2 * number + 1)));
    while (!played.course.end()) {
      const bool firsts_turn = (played.course.to_move() == opens) == first_opens;
      const Choice choice = (firsts_turn ? first : second).choose(played.course, order.stop);
      if (order.stop != nullptr && order.stop->load(std::memory_order_relaxed)) return tally;
      played.course.play(choice.move);
      played.proved.push_back(choice.proved);
    }
    played.end = *played.course.end();
    const int value = game.scale().for_side(opens, played.end.outcome);
    const double points = value > 0 ? 1 : value < 0 ? 0 : 0.5;
    played.points = first_opens ? points : 1 - points;
    tally.add(played.points);
    if (order.played) order.played(played);
  }
  return tally;
}

}  // namespace solvent::play
