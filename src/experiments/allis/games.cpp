#include "experiments/allis/games.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/rng.hpp"
#include "games/awari/allis1994.hpp"
#include "play/match.hpp"
#include "play/roster.hpp"

namespace solvent::experiments {

namespace {

using awari::Rules;

AllisGame::NamedBoard position_at(const play::Course& course, std::size_t ply) {
  const auto s = restore_state<Rules::State>(course.states()[ply]);
  const int me = mancala::mover(s);
  return {fmt::format("{} {}", ply / 2 + 1, me == 0 ? 'S' : 'N'),
          {{s.row[me] & mancala::kPits, s.row[1 - me] & mancala::kPits}}};
}

int stones_of(const mancala::Board& board) {
  return mancala::stones(board.row[0]) + mancala::stones(board.row[1]);
}

// From where it reaches the database; nothing if it does not.
std::vector<AllisGame::NamedBoard> backwards(const play::Course& course) {
  std::vector<AllisGame::NamedBoard> positions;
  for (std::size_t ply = 0; ply < course.states().size(); ++ply) {
    positions.push_back(position_at(course, ply));
    if (stones_of(positions.back().board) > awari::Allis1994::kLookedUp) continue;
    std::reverse(positions.begin(), positions.end());
    return positions;
  }
  return {};
}

}  // namespace

std::string pits_of(const mancala::Board& board) {
  const auto row = [&](int player) {
    std::vector<int> pits;
    for (int k = 0; k < awari::kPitsEach; ++k) pits.push_back(mancala::pit(board.row[player], k));
    return fmt::format("{}", fmt::join(pits, " "));
  };
  return row(0) + "|" + row(1);
}

Result<std::optional<AllisGame>> allis_game(const AllisPlay& play, const std::string& folder,
                                            const std::atomic<bool>* stop) {
  constexpr int kTries = 100;
  const Ruleset game = *Ruleset::make("awari");  // on the scale of scores, so to the last stone
  const play::EngineOrder engine{"plain", {play.nodes, {}}, folder};
  const auto south = play::make_player(game, engine), north = play::make_player(game, engine);
  if (!south) return south.error();
  if (!north) return north.error();
  Rng seeds(mix(play.seed) + static_cast<std::uint64_t>(play.number));
  for (int k = 0; k < kTries; ++k) {
    std::optional<play::Course> course;
    play::MatchOrder order{.games = 1, .opening = play.opening, .seed = seeds.next(), .stop = stop};
    order.played = [&](const play::Played& played) { course = played.course; };
    const auto tally =
        play::play_match(game.rules(), AnyState{game.start().state()}, **south, **north, order);
    if (!tally) return tally.error();
    if (!course) return std::optional<AllisGame>();
    if (auto positions = backwards(*course); !positions.empty())
      return std::optional(
          AllisGame{fmt::format("{}", fmt::join(course->move_texts(), " ")), k, positions});
  }
  return Error{
      fmt::format("game {}: {} games in a row did not reach the database", play.number, kTries)};
}

}  // namespace solvent::experiments
