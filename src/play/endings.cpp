#include "play/endings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/awari/rules.hpp"
#include "games/engines.hpp"

namespace solvent::play {

namespace {
constexpr std::uint64_t kCache = 32 << 20;
}

// Lower slices are settled by the database. In the slice itself it only says which positions are
// not worth the target: from the others the way out is to be found. (Awari is the only game with
// databases in which positions repeat.)
class Endings::Hunt final : public AnyProbe<awari::Rules> {
 public:
  Hunt(const awari::Rules& g, std::shared_ptr<const endgame::Database> database)
      : g_(g), lookup_(std::move(database), kCache) {}

  void aim(const Course& course, Side winner, Outcome target) {
    slice_ = g_.slice(restore_state<awari::Rules::State>(course.now()));
    winner_ = winner;
    target_ = target;
    twice_.clear();
    for (const AnyState& s : course.twice())
      twice_.push_back(restore_state<awari::Rules::State>(s));
  }
  Bounds probe(const awari::Rules::State& s) const override {
    if (std::find(twice_.begin(), twice_.end(), s) != twice_.end())
      return {g_.repetition(s), g_.repetition(s)};
    const int slice = g_.slice(s);
    const Outcome value = g_.outcome(s, lookup_.value(slice, g_.index(s)));
    if (slice < slice_ || better(winner_, target_, value)) return {value, value};
    return g_.scale().everything();
  }

 private:
  const awari::Rules& g_;
  mutable endgame::Lookup lookup_;
  int slice_ = 0;
  Side winner_ = Side::Max;
  Outcome target_ = 0;
  std::vector<awari::Rules::State> twice_;
};

Endings::~Endings() = default;

Endings::Endings(const Ruleset& game, std::unique_ptr<endgame::Tables> tables,
                 std::shared_ptr<const endgame::Database> database)
    : game_(game),
      rules_(game_.rules()),
      tables_(std::move(tables)),
      database_(std::move(database)),
      lookup_(database_, kCache) {
  const auto* awari = rules_of<awari::Rules>(rules_);
  if (awari == nullptr) return;
  hunt_ = std::make_unique<Hunt>(*awari, database_);
  hunter_ = make_machine(rules_,
                         {.kind = search::Design::Kind::AlphaBeta,
                          .table_bytes = std::size_t{64} << 20,
                          .deepening = search::Deepening::On,
                          .shortest = true},
                         hunt_.get());
}

Result<std::unique_ptr<Endings>> Endings::open(const Ruleset& game, const std::string& folder) {
  auto tables = endgame::tables_of(game.rules());
  if (tables == nullptr)
    return Error{fmt::format("there are no endgame databases for {}, only for {}", game.spec(),
                             endgame::games_with_tables())};
  const auto database = endgame::Database::open(*tables, folder);
  if (!database) return database.error();
  return std::unique_ptr<Endings>(new Endings(game, std::move(tables), *database));
}

void Endings::forget() {
  if (hunter_ != nullptr) hunter_->forget();
}

bool Endings::covers(const AnyState& s) const { return lookup_.covers(tables_->slice_of(s)); }

Outcome Endings::value(const AnyState& s) { return tables_->outcome(lookup_, s); }

Choice Endings::choose(const Course& course, Stop stop) {
  const AnyState& s = course.now();
  const Side side = rules_.to_move(s);
  const Outcome best = value(s);
  Choice choice{.known = {best, best}, .proved = true, .how = "database"};
  const bool must_arrive = hunter_ != nullptr && better(side, best, rules_.repetition(s)) &&
                           better(side, best, sure(side, rules_.bounds(s)));
  if (must_arrive) {
    if (const auto move = hunt(course, best, stop, choice)) {
      choice.move = *move;
      return choice;
    }
    // The history takes the win away, or somebody wants no answer.
    choice.known = rules_.bounds(s);
    choice.proved = false;
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

std::optional<AnyMove> Endings::hunt(const Course& course, Outcome target, Stop stop,
                                     Choice& choice) {
  const Side side = course.to_move();
  hunt_->aim(course, side, target);
  hunter_->forget();  // what it learnt for another target or history does not hold for this one
  Allowance allowance({}, stop);
  const bool answered = think(*hunter_, course.now(), reaches(side, target), allowance);
  choice.nodes = allowance.spent();
  if (!answered || better(side, target, sure(side, hunter_->bounds()))) return std::nullopt;
  return hunter_->best();
}

// How many moves of the side to move keep its value.
int Endings::good_replies(const AnyState& s) {
  int good = 0;
  for (const AnyMove move : rules_.moves(s)) {
    AnyState next = s;
    rules_.play(next, move);
    good += value(next) == value(s);
  }
  return good;
}

}  // namespace solvent::play
