#include "play/awari_player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/engines.hpp"
#include "search/presets.hpp"
#include "session/options.hpp"

namespace solvent::play {

class AwariPlayer::Known final : public AnyProbe<awari::Rules> {
 public:
  Known(const awari::Rules& g, const std::shared_ptr<const endgame::Database>& database) : g_(g) {
    constexpr std::uint64_t kCache = 32 << 20;
    if (database != nullptr) lookup_.emplace(database, kCache);
  }
  void remember(const Course& course) {
    board_ = restore_state<State>(course.now());
    twice_.clear();
    for (const AnyState& s : course.twice()) twice_.push_back(restore_state<State>(s));
  }
  // The position on the board is there already: a search of it asks how it goes on, any other what
  // it is worth to come back to it.
  void begin_at(const State& root) { open_ = root == board_ ? std::optional(root) : std::nullopt; }
  const std::vector<State>& twice() const { return twice_; }
  Bounds probe(const State& s) const override {
    if (s != open_ && std::find(twice_.begin(), twice_.end(), s) != twice_.end())
      return {g_.repetition(s), g_.repetition(s)};
    const int slice = g_.slice(s);
    if (!lookup_ || !lookup_->covers(slice)) return g_.scale().everything();
    ++hits_;
    const Outcome value = g_.outcome(s, lookup_->value(slice, g_.index(s)));
    return {value, value};
  }
  std::uint64_t hits() const override { return hits_; }

 private:
  const awari::Rules& g_;
  mutable std::optional<endgame::Lookup> lookup_;
  State board_{};
  std::optional<State> open_;
  std::vector<State> twice_;
  mutable std::uint64_t hits_ = 0;  // in the database
};

Result<std::unique_ptr<Player>> AwariPlayer::make(const Ruleset& game, const std::string& folder,
                                                  const AwariSettings& settings) {
  if (rules_of<awari::Rules>(game.rules()) == nullptr)
    return Error{"plain and refuting are engines for awari, not for " + game.spec()};
  std::unique_ptr<DatabasePlay> database_play;
  if (!folder.empty()) {
    auto opened = DatabasePlay::open(game, folder);
    if (!opened) return session::say("{endgame}: {}", opened.error());
    database_play = *std::move(opened);
  }
  return std::unique_ptr<Player>(new AwariPlayer(game, std::move(database_play), settings));
}

AwariPlayer::AwariPlayer(const Ruleset& game, std::unique_ptr<DatabasePlay> database_play,
                         const AwariSettings& settings)
    : game_(game),
      rules_(game_.rules()),
      awari_(*rules_of<awari::Rules>(rules_)),
      database_play_(std::move(database_play)),
      settings_(settings),
      search_(awari_, database_play_ ? database_play_->database() : nullptr),
      known_(
          std::make_unique<Known>(awari_, database_play_ ? database_play_->database() : nullptr)),
      prover_(make_machine(rules_, {.algorithm = search::kPns, .memory = std::size_t{1} << 30},
                           known_.get())) {}

AwariPlayer::~AwariPlayer() = default;

void AwariPlayer::begin(std::uint64_t) {
  held_.forget();
  looked_up_before_ = known_->hits();
  pondered_.clear();
}

// The least that is a win for the side.
Outcome AwariPlayer::winning(Side side) const {
  const int win = rules_.scale().rank_at_least(1), draw = rules_.scale().rank_at_least(0);
  return static_cast<Outcome>(side == Side::Max ? win : draw - 1);
}
Outcome AwariPlayer::drawing() const {
  return static_cast<Outcome>(rules_.scale().rank_at_least(0));
}

// Proof-number search for one question, as long as its tree has at most `live` nodes.
AwariPlayer::Test AwariPlayer::does_win(Side side, const AnyState& s, Allowance& allowance,
                                        std::uint64_t live) {
  constexpr std::uint64_t kSlice = 512, kMostRounds = 20;
  const Outcome win = winning(side);
  known_->begin_at(restore_state<State>(s));
  const Statement wins{side, win};
  prover_->start(s, search::Window::of(wins));
  // Solved parts are freed, so a search may go on for long within its bounds.
  const auto small_enough = [&] {
    const search::Statistics now = prover_->statistics();
    return now.largest <= live && now.created / kMostRounds <= live;
  };
  const auto end = allowance.run_while(
      small_enough, {kSlice, Alarm::kNever},
      [&](const search::Slice& slice) { return prover_->step(slice); },
      [&] { return prover_->statistics().created; });
  Test test{{}, {}, prover_->statistics().created};
  if (end != Status::Solved) return test;
  test.wins = wins.holds(prover_->bounds());
  test.by = prover_->best();
  return test;
}

Choice AwariPlayer::choose(const Course& course, Stop stop) {
  Choice choice = decide(course, stop);
  held_.chose(choice.move);
  const bool database = known_->hits() > looked_up_before_;
  if (choice.rests_on.empty())
    choice.rests_on = grounds(rules_, course.now(), choice.known, database);
  return choice;
}

Choice AwariPlayer::decide(const Course& course, Stop stop) {
  known_->remember(course);
  Choice choice;
  if (held_.take_up(course, database_play_.get(), stop, choice)) return choice;
  Allowance time({.nodes = {}, .seconds = settings_.limits.seconds}, stop);
  if (settings_.refuting && (hold(course, time, choice) || find_win(course, time, choice)))
    return choice;
  refute(course, time, choice);
  return choice;
}

// Keeps a win or a draw that is proved.
bool AwariPlayer::hold(const Course& course, Allowance& time, Choice& choice) {
  const Side side = course.to_move();
  const Outcome draw = drawing();
  if (!held_.least || better(side, draw, *held_.least)) return false;
  constexpr std::uint64_t kAny = ~std::uint64_t{0} / 64;
  Allowance unlimited = time.unlimited();
  const bool win = better(side, *held_.least, draw);
  if (!win && find_win(course, time, choice)) return true;
  const Test test = does_win(win ? side : other(side), course.now(), unlimited, kAny);
  choice.nodes += test.nodes;
  if (test.wins != win || !test.by) return false;
  choice.move = *test.by;
  choice.how = "proof-number search";
  choice.proved = choice.known.closed();
  return true;
}

// Perhaps the opponent's move was tested while he thought.
bool AwariPlayer::find_win(const Course& course, Allowance& time, Choice& choice) {
  const AnyState& s = course.now();
  const Side side = course.to_move();
  const auto before = std::find_if(pondered_.begin(), pondered_.end(),
                                   [&](const auto& entry) { return entry.first == s; });
  if (before != pondered_.end() && !before->second) return false;
  Allowance part = time.part(0.25);
  const Test test = does_win(side, s, part, settings_.live);
  choice.nodes += test.nodes;
  if (!test.wins || !*test.wins || !test.by) return false;
  held_.least = winning(side);
  choice.known = meet(choice.known, at_least(rules_.scale(), side, *held_.least));
  choice.move = *test.by;
  choice.proved = choice.known.closed();
  choice.how = "proof-number search";
  return true;
}

void AwariPlayer::refute(const Course& course, Allowance& time, Choice& choice) {
  const AnyState& s = course.now();
  const Side side = course.to_move();
  std::vector<Move> left;
  for (const AnyMove m : rules_.moves(s)) left.push_back(restore_move<Move>(m));
  std::size_t refuted = 0;
  std::uint64_t longest = 0;
  while (!left.empty()) {
    Allowance part = time.part(settings_.refuting ? 0.5 : 1, settings_.limits.nodes);
    const auto found = search_.search(restore_state<State>(s), left, known_->twice(), part);
    choice.nodes += part.spent();
    const AnyMove move = erase_move(found.move);
    if (refuted == 0) choice.move = move;
    choice.how = fmt::format("alpha-beta, depth {}", found.depth);
    if (!settings_.refuting) {
      choice.move = move;
      return;
    }
    AnyState after = s;
    rules_.play(after, move);
    const Test test = does_win(other(side), after, time, settings_.live);
    choice.nodes += test.nodes;
    if (test.wins != true) {
      choice.move = move;
      if (refuted > 0) choice.how += fmt::format(", {} refuted", refuted);
      if (test.wins) {  // at least a draw
        held_.least = drawing();
        choice.known = meet(choice.known, at_least(rules_.scale(), side, *held_.least));
        choice.how += ", proved not to lose";
      }
      return;
    }
    // If all lose, the one that it took most to refute.
    if (test.nodes >= longest) {
      longest = test.nodes;
      choice.move = move;
    }
    ++refuted;
    std::erase(left, found.move);
  }
  choice.how = "every move loses";
  choice.known = meet(choice.known, at_least(rules_.scale(), other(side), winning(other(side))));
  choice.proved = choice.known.closed();
}

void AwariPlayer::ponder(const Course& course, Stop stop) {
  pondered_.clear();
  if (!settings_.refuting || course.end()) return;
  Allowance allowance({}, stop);
  for (const AnyMove move : rules_.moves(course.now())) {
    Course after = course;
    after.play(move);
    if (after.end() || (database_play_ != nullptr && database_play_->covers(after.now()))) continue;
    known_->remember(after);
    const Test test = does_win(after.to_move(), after.now(), allowance, settings_.live);
    if (allowance.stopped()) return;
    pondered_.emplace_back(after.now(), test.wins.value_or(false));
  }
}

}  // namespace solvent::play
