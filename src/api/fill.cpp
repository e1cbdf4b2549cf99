#include "solvent/fill.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/clock.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "session/option_words.hpp"
#include "store/store.hpp"

namespace solvent {

namespace {

struct HashOfState {
  std::size_t operator()(const AnyState& s) const { return hash_of(s.bytes); }
};

// The positions that have to be solved, by the least number of plies that lead there. Those that
// are reached one after another stand side by side, since they help each other most.
class Openings {
 public:
  Openings(const AnyGame& game, const store::Known& names, int plies)
      : game_(game), names_(names), levels_(static_cast<std::size_t>(plies) + 1) {}

  bool collect() {
    for (std::size_t ply = 0; ply < levels_.size(); ++ply)
      if (!collect_level(ply)) return false;
    for (auto& level : levels_)
      std::erase_if(level, [&](const AnyState& s) { return game_.bounds(s).closed(); });
    return true;
  }
  const std::vector<std::vector<AnyState>>& levels() const { return levels_; }

 private:
  bool collect_level(std::size_t ply) {
    if (ply == 0) return add(game_.initial(), 0);
    for (const AnyState& before : levels_[ply - 1])
      for (const AnyMove m : game_.moves(before)) {
        AnyState s = before;
        game_.play(s, m);
        if (!add(s, ply)) return false;
      }
    return true;
  }
  bool add(const AnyState& s, std::size_t ply) {
    const AnyState image = names_.canonical(s);
    if (found_.insert(image).second) levels_[ply].push_back(image);
    return found_.size() <= kMostFilled;
  }

  const AnyGame& game_;
  const store::Known& names_;
  std::vector<std::vector<AnyState>> levels_;
  std::unordered_set<AnyState, HashOfState> found_;
};

class Filling {
 public:
  Filling(const Ruleset& game, const FillOrder& order, store::Store& store)
      : game_(game), order_(order), store_(store) {
    order_.options.line = order_.options.moves = false;
  }

  Result<Filled> run(const std::vector<std::vector<AnyState>>& levels) {
    for (const auto& level : levels) filled_.positions += level.size();
    // With what the deeper ones have put into the store, the others are cheap.
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
      if (level->empty()) continue;
      Result<Solver> solver = Solver::make(game_, order_.options);
      if (!solver) return solver.error();
      for (const AnyState& s : *level) {
        if (stopped()) break;
        if (const auto problem = solve(*solver, s)) return *problem;
      }
    }
    filled_.open = filled_.positions - filled_.known - filled_.solved;
    filled_.seconds = clock_.seconds();
    return filled_;
  }

 private:
  bool stopped() const { return order_.stop != nullptr && order_.stop->load(); }

  std::optional<Error> solve(Solver& solver, const AnyState& s) {
    Watch watch;
    watch.stop = order_.stop;
    watch.progress = [&](const Progress&) { report(); };
    const Answer answer = solver.solve(game_.at(s.bytes), watch);
    if (answer.store && !answer.store->problem.empty()) return Error{answer.store->problem};
    const bool known = answer.store && answer.store->answered;
    ++done_;
    filled_.nodes += answer.counts.created;
    filled_.cpu_seconds += answer.cpu_seconds;
    if (!known) ++tried_;
    if (known)
      ++filled_.known;
    else if (answer.value)
      ++filled_.solved;
    if (!known && answer.value)
      if (const auto kept = keep(s, answer); !kept) return kept.error();
    if (clock_.seconds() >= next_report_) report();
    return std::nullopt;
  }
  // What the search has seen at once, in its table or otherwise, the solver has not kept. It is
  // kept here, since another run would not see it.
  Result<store::StoreFile::Kept> keep(const AnyState& s, const Answer& answer) {
    const int of_max = answer.to_move == Side::Max ? *answer.value : -*answer.value;
    const Outcome rank = game_.scale().rank_of(of_max).value();
    const store::Fact fact{s, {rank, rank}, std::max<std::uint64_t>(answer.counts.created, 1)};
    return store_.keep(std::span(&fact, 1));
  }
  void report() {
    constexpr double kBetween = 0.1;
    next_report_ = clock_.seconds() + kBetween;
    if (!order_.progress) return;
    FillProgress progress{done_, filled_.positions, clock_.seconds(), {}};
    if (tried_ > 0)
      progress.left = progress.seconds / static_cast<double>(tried_) *
                      static_cast<double>(filled_.positions - done_);
    order_.progress(progress);
  }

  const Ruleset& game_;
  FillOrder order_;
  store::Store& store_;
  Stopwatch clock_;
  Filled filled_;
  std::uint64_t done_ = 0, tried_ = 0;
  double next_report_ = 0;
};

}  // namespace

Result<Filled> fill_store(const Ruleset& game, const FillOrder& order) {
  if (order.options.store.empty())
    return session::say("{store} is missing: the folder that gets the positions");
  if (order.options.at_least || order.options.range || !order.options.profile.empty())
    return Error{"a store gets exact values, by the game's own rules"};
  // Opened first: whatever is wrong with the folder or the game is found here.
  const auto store =
      store::Store::open(game.rules(), order.options.store, order.options.store_size, 0, nullptr);
  if (!store) return session::say("{store}: {}", store.error());
  if ((*store)->sealed()) return session::say("{store}: the store is sealed, it is only read");
  Openings openings(game.rules(), (*store)->known(), order.plies);
  if (!openings.collect())
    return Error{"there are more than 10,000,000 positions up to so many plies: name fewer"};
  return Filling(game, order, **store).run(openings.levels());
}

std::optional<Error> seal_store(const std::string& folder, const std::string& into) {
  try {
    store::StoreFile::seal(folder, into);
  } catch (const store::Problem& problem) { return Error{problem.what()}; }
  return std::nullopt;
}

}  // namespace solvent
