#include "solvent/store.hpp"

#include <algorithm>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "solvent/solve.hpp"
#include "store/store.hpp"

namespace solvent {

namespace {

using store::Entry;
using store::StoreFile;

template <class T, class Work>
Result<T> on_store(const std::string& folder, Work work) {
  try {
    StoreFile file = StoreFile::open(folder);
    return work(file);
  } catch (const store::Problem& problem) { return Error{problem.what()}; }
}

// The program's own rules under the name of a stored game, if they are still the same.
class RulesOfStored {
 public:
  explicit RulesOfStored(const store::GameName& name) {
    Result<Ruleset> made = Ruleset::make(name.spec, name.outcomes);
    if (!made || !store::not_storable(made->rules()).empty()) return;
    if (store::name_of(made->rules()) != name) return;
    game_ = *std::move(made);
    state_size_ = game_->rules().state_size();
  }
  explicit operator bool() const { return game_.has_value(); }
  const Ruleset& game() const { return *game_; }
  std::optional<AnyState> state(const Entry& e) const {
    if (!game_ || e.bounds.opti > game_->scale().best()) return std::nullopt;
    return store::state_of(game_->rules(), state_size_, e);
  }
  StoredPosition describe(const store::GameName& name, const Entry& e) const {
    StoredPosition out{name.spec,     name.outcomes, {},     e.bounds.pess,
                       e.bounds.opti, e.nodes,       e.date, e.version};
    if (const auto s = state(e)) {
      const Side mover = game_->rules().to_move(*s);
      out.position = game_->rules().position(*s);
      out.lower = game_->scale().for_side(mover, e.bounds.pess);
      out.upper = game_->scale().for_side(mover, e.bounds.opti);
      if (out.lower > out.upper) std::swap(out.lower, out.upper);
    }
    return out;
  }

 private:
  std::optional<Ruleset> game_;
  std::size_t state_size_ = 0;
};

// A game's name in full, if it is one.
std::string in_full(const std::string& game) {
  const Result<Ruleset> made = Ruleset::make(game);
  return made ? made->spec() : game;
}

// Solves a sample again.
class Prover {
 public:
  Prover(const StoreCheckOrder& order, StoreCheck& check) : order_(order), check_(check) {}

  void prove(const StoredPosition& stored) {
    Options options;
    options.line = false;
    options.limits.seconds = order_.seconds;
    const Result<Ruleset> game = Ruleset::make(stored.game, stored.outcomes);
    const Result<Position> position = game->parse(stored.position);
    if (!position) {
      ++check_.unreadable;
      return;
    }
    Result<Solver> solver = Solver::make(*game, options);
    if (!solver) {
      ++check_.open;
      return;
    }
    Watch watch;
    watch.stop = order_.stop;
    const Answer found = solver->solve(*position, watch);
    if (found.upper < stored.lower || stored.upper < found.lower)
      check_.wrong.push_back({stored, found.lower, found.upper});
    else if (stored.lower <= found.lower && found.upper <= stored.upper)
      ++check_.right;
    else
      ++check_.open;
  }

 private:
  const StoreCheckOrder& order_;
  StoreCheck& check_;
};

}  // namespace

Result<StoreStatistics> store_statistics(const std::string& folder) {
  return on_store<StoreStatistics>(folder, [](StoreFile& file) {
    StoreStatistics all{file.bytes(), {}};
    for (const StoreFile::Game& game : file.games()) {
      StoredGame one{game.name.spec, game.name.outcomes};
      one.readable = static_cast<bool>(RulesOfStored(game.name));
      file.each(game, [&](const StoreFile::Row& row) {
        one.entries += row.good;
        one.damaged += !row.good;
        one.exact += row.good && row.entry.bounds.closed();
        if (row.good) one.nodes += row.entry.nodes;
      });
      all.games.push_back(one);
    }
    return all;
  });
}

Result<std::uint64_t> each_stored(const std::string& folder, const std::string& game,
                                  const std::function<void(const StoredPosition&)>& visit) {
  return on_store<std::uint64_t>(folder, [&](StoreFile& file) {
    const std::string wanted = in_full(game);
    std::uint64_t count = 0;
    for (const StoreFile::Game& g : file.games()) {
      if (!game.empty() && g.name.spec != wanted) continue;
      const RulesOfStored rules(g.name);
      file.each(g, [&](const StoreFile::Row& row) {
        if (!row.good) return;
        visit(rules.describe(g.name, row.entry));
        ++count;
      });
    }
    return count;
  });
}

Result<StoreCheck> verify_store(const std::string& folder, const StoreCheckOrder& order) {
  return on_store<StoreCheck>(folder, [&](StoreFile& file) {
    StoreCheck check;
    check.damage = file.structural_damage();
    // Every entry is as likely as every other to be in the sample (reservoir sampling).
    std::vector<StoredPosition> sample;
    std::uint64_t readable = 0;
    Rng rng(order.seed);
    for (const StoreFile::Game& game : file.games()) {
      const RulesOfStored rules(game.name);
      file.each(game, [&](const StoreFile::Row& row) {
        check.entries += row.good;
        check.damaged += !row.good;
        if (!row.good) return;
        if (!rules.state(row.entry)) {
          ++check.unreadable;
          return;
        }
        ++readable;
        if (sample.size() < order.sample) {
          sample.push_back(rules.describe(game.name, row.entry));
        } else if (const std::uint64_t at = rng.next() % readable; at < order.sample) {
          sample[at] = rules.describe(game.name, row.entry);
        }
      });
    }
    Prover prover(order, check);
    for (std::uint64_t k = 0; k < sample.size() && !check.stopped; ++k) {
      if (order.progress) order.progress(k, sample.size());
      prover.prove(sample[k]);
      check.stopped = order.stop != nullptr && order.stop->load();
    }
    return check;
  });
}

Result<std::uint64_t> prune_store(const std::string& folder, const PruneOrder& order) {
  return on_store<std::uint64_t>(folder, [&](StoreFile& file) -> Result<std::uint64_t> {
    StoreFile::Games of;
    if (!order.game.empty()) {
      const std::string wanted = in_full(order.game);
      of.emplace();
      for (const StoreFile::Game& game : file.games())
        if (game.name.spec == wanted) of->push_back(game.id);
      if (of->empty())
        return Error{"there is nothing about " + text::quoted(order.game) + " in this store"};
    }
    std::uint64_t removed = 0;
    if (order.damaged) removed += file.remove_damaged(of);
    if (order.to) removed += file.shrink(*order.to, of);
    if (of && !order.to && !order.damaged) removed += file.remove(of);
    return removed;
  });
}

}  // namespace solvent
