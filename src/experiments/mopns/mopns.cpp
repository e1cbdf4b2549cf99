#include "experiments/mopns/mopns.hpp"

#include <fmt/format.h>

#include "experiments/mopns/study.hpp"

namespace solvent::experiments {

namespace {

using Measurement = Result<std::optional<Record>>;

Options under(const MopnsConvention& convention, const char* algorithm) {
  Options options;
  options.algorithm = algorithm;
  options.profile = "saffidine2012";
  options.mobility = convention.mobility;
  options.evaluate = convention.evaluate;
  return options;
}

// Beyond the paper: later searches with every default but the game's knowledge, which the paper's
// programs did not have.
Options beyond(std::string_view method) {
  Options options;
  options.graph = method == "graph";
  options.algorithm = options.graph ? "mopns" : method;
  options.knowledge = false;
  return options;
}

// Searches of one position, their costs added up by name in one record. After one that was stopped
// or failed nothing more is searched.
class Ledger {
 public:
  Ledger(const Ruleset& game, const Position& position, const Bench& bench)
      : game_(game), position_(position), bench_(bench) {}
  Ledger(const Ruleset& game, const Beginning& beginning, const Bench& bench)
      : Ledger(game, beginning.position, bench) {
    record_["moves"] = beginning.moves;
  }

  void search(const std::string& name, Options options) {
    if (stopped_ || error_) return;
    options.line = false;
    options.limits.memory = bench_.memory;
    Result<Solver> solver = Solver::make(game_, options);
    if (!solver) return fail(name, solver.message());
    Watch watch;
    watch.stop = bench_.stop;
    const Answer answer = solver->solve(position_, watch);
    stopped_ = answer.status == Status::Interrupted;
    if (stopped_) return;
    if (answer.status != Status::Solved) return fail(name, solvent::name(answer.status));
    Record& cost = record_.emplace(name, Record::object()).first.value();
    cost["created"] = cost.value("created", std::uint64_t{0}) + answer.counts.created;
    cost["seconds"] = cost.value("seconds", 0.0) + answer.cpu_seconds;
    if (!answer.value || options.range) return;
    if (value_ && value_ != answer.value) return fail(name, "another value than before");
    value_ = answer.value;
    record_["value"] = *value_;
  }
  std::optional<int> value() const { return value_; }
  Measurement finish() && {
    if (error_) return *error_;
    return stopped_ ? std::nullopt : std::optional(std::move(record_));
  }

 private:
  void fail(std::string_view name, std::string_view why) {
    error_ = Error{fmt::format("{} {}, {}: {}", game_.spec(), position_.text(), name, why)};
  }

  const Ruleset& game_;
  const Position& position_;
  const Bench& bench_;
  Record record_ = Record::object();
  std::optional<int> value_;
  bool stopped_ = false;
  std::optional<Error> error_;
};

// The claims that establish a value: that it is reached, and that the next better one is not. What
// the scale itself says needs no search.
std::vector<int> cheapest_claims(const Scale& scale, int value) {
  const Outcome rank = *scale.rank_of(value);
  std::vector<int> claims;
  if (rank > 0) claims.push_back(value);
  if (rank < scale.best()) claims.push_back(scale.value(static_cast<Outcome>(rank + 1)));
  return claims;
}

void follow_the_paper(Ledger& ledger, const Scale& scale, const MopnsConvention& convention) {
  ledger.search("mopns", under(convention, "mopns"));
  if (!ledger.value()) return;
  for (const int claim : cheapest_claims(scale, *ledger.value())) {
    Options options = under(convention, "pns");
    options.at_least = claim;
    ledger.search("pns", options);
  }
}

Measurement measure_all(const Ruleset& game, const Beginning& beginning, const Bench& bench,
                        bool acyclic) {
  Ledger ledger(game, beginning, bench);
  follow_the_paper(ledger, game.scale(), {});
  ledger.search("dichotomic", under({}, "pns"));
  for (const char* method : {"dfmopns", "mopn2"}) ledger.search(method, beyond(method));
  if (acyclic) ledger.search("graph", beyond("graph"));
  return std::move(ledger).finish();
}

// A problem claim by claim; then by search for its value, over a part and over all of the scale.
Measurement measure_problem(const Ruleset& game, const Position& position, const Bench& bench) {
  Ledger ledger(game, position, bench);
  for (int rank = 1; rank < game.scale().size(); ++rank) {
    Options options = under({}, "pns");
    options.at_least = game.scale().value(static_cast<Outcome>(rank));
    ledger.search(fmt::format("at least {}", *options.at_least), options);
  }
  for (const char* algorithm : {"pns", "mopns"}) {
    Options options = under({}, algorithm);
    ledger.search(algorithm, options);
    options.range = kProblemRange;
    ledger.search(std::string(algorithm) + " in range", options);
  }
  return std::move(ledger).finish();
}

class Mopns final : public Experiment {
 public:
  explicit Mopns(MopnsStudy study) : study_(std::move(study)) {}
  std::string name() const override { return study_.name; }
  std::string summary() const override { return study_.summary; }

  std::vector<Task> tasks(const Setting& setting) const override {
    std::vector<Task> tasks;
    for (const MopnsBoard& board : study_.boards) {
      const auto game = std::make_shared<Ruleset>(*Ruleset::make(board.spec, board.outcomes));
      const std::vector<Beginning> all = beginnings(*game, board.plies);
      const std::size_t stride = setting.size == Size::Quick ? board.quick_stride : 1;
      for (std::size_t k = 0; stride > 0 && k < all.size(); k += stride) {
        const auto beginning = std::make_shared<Beginning>(all[k]);
        tasks.push_back(
            {board.key(k), board.weight, [=, acyclic = board.acyclic](const Bench& bench) {
               return measure_all(*game, *beginning, bench, acyclic);
             }});
        for (const MopnsVariant& variant : board.variants)
          tasks.push_back({board.key(k, variant.name), board.weight / 4,
                           [=, convention = variant.convention](const Bench& bench) {
                             return measure_mopns(*game, *beginning, bench, convention);
                           }});
      }
    }
    for (const MopnsProblem& problem : study_.problems) {
      const auto game = std::make_shared<Ruleset>(*Ruleset::make(problem.spec));
      const auto position = std::make_shared<Position>(*game->parse(problem.position));
      tasks.push_back({problem.key(), 2, [=](const Bench& bench) {
                         return measure_problem(*game, *position, bench);
                       }});
    }
    return tasks;
  }

  report::Report report(const Setting&, const Records& records) const override {
    return report_mopns(study_, records);
  }

 private:
  MopnsStudy study_;
};

}  // namespace

std::vector<Beginning> beginnings(const Ruleset& game, int plies) {
  std::vector<Beginning> all{{game.start(), ""}};
  for (int ply = 0; ply < plies; ++ply) {
    std::vector<Beginning> next;
    for (const Beginning& b : all)
      for (const std::string& move : b.position.moves())
        next.push_back({*b.position.play(move), b.moves + (ply > 0 ? " " : "") + move});
    all = std::move(next);
  }
  std::erase_if(all, [](const Beginning& b) { return b.position.ended(); });
  return all;
}

Measurement measure_mopns(const Ruleset& game, const Beginning& beginning, const Bench& bench,
                          const MopnsConvention& convention) {
  Ledger ledger(game, beginning, bench);
  follow_the_paper(ledger, game.scale(), convention);
  return std::move(ledger).finish();
}

std::unique_ptr<Experiment> make_mopns_connect4() {
  return std::make_unique<Mopns>(mopns_connect4_study());
}
std::unique_ptr<Experiment> make_mopns_woodpush() {
  return std::make_unique<Mopns>(mopns_woodpush_study());
}

}  // namespace solvent::experiments
