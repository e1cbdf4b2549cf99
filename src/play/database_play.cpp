#include "play/database_play.hpp"

#include <fmt/format.h>

#include <limits>

namespace solvent::play {

namespace {
constexpr std::uint64_t kProbeCache = 32 << 20;
}

DatabasePlay::DatabasePlay(const Ruleset& game, std::unique_ptr<endgame::Tables> tables,
                           std::shared_ptr<const endgame::Database> database)
    : game_(game),
      rules_(game_.rules()),
      tables_(std::move(tables)),
      database_(std::move(database)),
      lookup_(database_, kProbeCache) {
  constexpr std::size_t kMost = 50'000'000;  // twice the boards of 17 stones
  if (!rules_.acyclic()) pursuit_.emplace(rules_, kMost, std::numeric_limits<std::size_t>::max());
}

Result<std::unique_ptr<DatabasePlay>> DatabasePlay::open(const Ruleset& game,
                                                         const std::string& folder) {
  auto tables = endgame::tables_of(game.rules());
  if (tables == nullptr)
    return Error{fmt::format("there are no endgame databases for {}, only for {}", game.spec(),
                             endgame::games_with_tables())};
  const auto database = endgame::Database::open(*tables, folder);
  if (!database) return database.error();
  return std::unique_ptr<DatabasePlay>(new DatabasePlay(game, std::move(tables), *database));
}

bool DatabasePlay::covers(const AnyState& s) const { return lookup_.covers(tables_->slice_of(s)); }

Outcome DatabasePlay::value(const AnyState& s) { return tables_->outcome(lookup_, s); }

Choice DatabasePlay::choose(const Course& course, Stop stop) {
  const AnyState& s = course.now();
  const Side side = rules_.to_move(s);
  const Outcome best = value(s);
  Choice choice{.known = {best, best}, .proved = true, .how = "database"};
  choice.rests_on = {rules_.bounds(s).closed() ? "rules" : "database"};
  const bool must_arrive = pursuit_ && better(side, best, rules_.repetition(s)) &&
                           better(side, best, sure(side, rules_.bounds(s)));
  if (must_arrive) {
    const auto move = leave_slice(course, best, stop);
    choice.nodes = pursuit_->explored();
    if (move) {
      choice.move = *move;
      return choice;
    }
    // The history takes the win away, or somebody wants no answer.
    choice.known = rules_.bounds(s);
    choice.proved = false;
    choice.rests_on = {"rules"};
  }
  int fewest = -1;
  for (const AnyMove move : rules_.moves(s)) {
    AnyState next = s;
    rules_.play(next, move);
    if (value(next) != best) continue;
    // The more a reply can spoil the better; and what has occurred before comes last.
    const int replies = good_replies(next) + 100 * course.occurrences(next);
    if (fewest >= 0 && replies >= fewest) continue;
    fewest = replies;
    choice.move = move;
  }
  return choice;
}

// The winner's move on a way to fewer stones that keeps his value.
std::optional<AnyMove> DatabasePlay::leave_slice(const Course& course, Outcome target, Stop stop) {
  const Side side = course.to_move();
  const int slice = tables_->slice_of(course.now());
  const auto enough = [&](Outcome o) { return !better(side, target, o); };
  const auto look = [&](const AnyState& s) {
    if (enough(sure(side, rules_.bounds(s)))) return Pursuit::Step::Goal;
    if (!enough(value(s))) return Pursuit::Step::Lost;
    return tables_->slice_of(s) < slice ? Pursuit::Step::Goal : Pursuit::Step::Onward;
  };
  return pursuit_->next(course, {target, slice, look}, stop);
}

// How many moves of the side to move keep its value.
int DatabasePlay::good_replies(const AnyState& s) {
  int good = 0;
  for (const AnyMove move : rules_.moves(s)) {
    AnyState next = s;
    rules_.play(next, move);
    good += value(next) == value(s);
  }
  return good;
}

}  // namespace solvent::play
