#include "session/words.hpp"

#include <fmt/format.h>

#include "games/engines.hpp"

namespace solvent::session {

namespace {

std::string number(int value) { return value == 0 ? "0" : fmt::format("{:+}", value); }

std::string_view result_word(int value) {
  return value > 0 ? "a win" : value < 0 ? "a loss" : "a draw";
}

std::string exact(const std::string& mover, bool ended, bool wld, int value) {
  std::string out = ended ? fmt::format("the game is over: {} to move has ", mover)
                          : fmt::format("{} to move ", mover);
  if (ended)
    out += value > 0 ? "won" : value < 0 ? "lost" : "drawn";
  else
    out += value > 0 ? "wins" : value < 0 ? "loses" : "draws";
  if (!wld) out += ", score " + number(value);
  return out;
}

std::string between(const std::string& mover, bool wld, int lower, int upper) {
  if (!wld)
    return fmt::format("{} to move: between {} and {}", mover, number(lower), number(upper));
  return fmt::format("{} to move: between {} and {}", mover, result_word(lower),
                     result_word(upper));
}

}  // namespace

namespace {

std::string plain_verdict(const AnyGame& game, const AnyState& root, const Options& options,
                          const Answer& answer) {
  const std::string mover = game.player(answer.to_move);
  const bool wld = game.scale().kind() == Scale::Kind::WinDrawLoss;
  const auto claim = [&](bool holds) {
    const int v = *options.at_least;
    return fmt::format("{} to move {} at least {}", mover, holds ? "has" : "does not have",
                       wld && v >= -1 && v <= 1 ? std::string(result_word(v)) : number(v));
  };
  if (answer.at_least_holds) return claim(*answer.at_least_holds);
  if (answer.estimate) {
    const std::string likely = options.at_least ? claim(*answer.estimate >= *options.at_least)
                                                : exact(mover, false, wld, *answer.estimate);
    return fmt::format("an estimate, not proved: {}; proved is only: {}", likely,
                       between(mover, wld, answer.lower, answer.upper));
  }
  if (answer.lower == answer.upper) return exact(mover, game.ended(root), wld, answer.lower);
  return between(mover, wld, answer.lower, answer.upper);
}

}  // namespace

std::string verdict(const AnyGame& game, const AnyState& root, const Options& options,
                    const Answer& answer) {
  std::string words = plain_verdict(game, root, options, answer);
  if (const Profile* profile = find_profile(options.profile))
    words += fmt::format(" (by the rules of {})", profile->name);
  // A store is not proof, so an answer out of it says where it comes from.
  if (answer.store && answer.store->answered) words += ", from the store";
  return words;
}

}  // namespace solvent::session
