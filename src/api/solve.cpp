#include "solvent/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>

#include "api/certify.hpp"
#include "api/help.hpp"
#include "api/run.hpp"
#include "base/clock.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "endgame/tables.hpp"
#include "game/fingerprint.hpp"
#include "games/engines.hpp"
#include "parallel/helpers.hpp"
#include "search/presets.hpp"
#include "session/checkpoint.hpp"
#include "session/options.hpp"
#include "session/plan.hpp"
#include "session/words.hpp"
#include "solvent/store.hpp"
#include "store/store.hpp"

namespace solvent {

std::string_view name(Status status) {
  switch (status) {
    case Status::Solved: return "solved";
    case Status::NodeLimit: return "node-limit";
    case Status::TimeLimit: return "time-limit";
    case Status::MemoryLimit: return "memory-limit";
    case Status::Interrupted: return "interrupted";
    case Status::Estimate: return "estimate";
  }
  return "";
}

struct Solver::Parts {
  Ruleset game;
  Options options;
  session::Plan plan;
  std::shared_ptr<Pool> pool;                  // of which machines borrow, if there is one
  std::unique_ptr<parallel::Helpers> helpers;  // on other ranks, if there are any
  std::shared_ptr<const ProbeBase> probe;      // of an endgame database, if one was named
  std::unique_ptr<store::Store> store;         // if one was named
  std::string store_problem = {};              // why it is not used any more
  // Made when first needed: what answers the question, what tests the moves of a line if that keeps
  // no table of its own, and what proves a win by moves that reach it.
  std::unique_ptr<search::Machine> prover = nullptr, tester = nullptr, strategy = nullptr;
  std::unique_ptr<Attempt> resumed = nullptr;  // what the next solve goes on from
  ProbeHits fresh = {};                        // when the machines were new and knew nothing

  static Result<Solver> make(const Ruleset& game, const Options& options, const session::Plan& plan,
                             std::shared_ptr<Pool> pool,
                             std::unique_ptr<parallel::Helpers> helpers);
  const AnyGame& rules() const { return game.rules(); }
  // What engines may ask. Proofs ask the database only.
  const ProbeBase* all_probes() const {
    return store != nullptr && store->probe() != nullptr ? store->probe() : probe.get();
  }
  ProbeHits probe_hits() const {
    return {(probe ? probe->hits() : 0) + (helpers ? helpers->probe_hits() : 0),
            store ? store->hits() : 0};
  }
  void make_machines() {
    if (prover == nullptr) {
      prover = make_machine(rules(), plan.design, all_probes());
      fresh = probe_hits();
    }
    if (plan.design.profile != nullptr) return;  // a value and nothing else
    if (tester == nullptr && plan.design.algorithm.traversal == search::Traversal::BestFirst) {
      search::Design design = plan.design;
      design.algorithm = search::kNegaScout;
      tester = make_machine(rules(), design, all_probes());
    }
    if (!rules().acyclic() && options.line) strategy = make_strategy();  // one for each claim
  }
  std::unique_ptr<search::Machine> make_strategy() const {
    search::Design design = search::for_strategy(plan.design);
    design.table_bytes /= 4;
    return make_machine(rules(), design, probe.get());
  }
  // What tests moves, by one thread, with its share of the table.
  std::unique_ptr<search::Machine> make_worker() const {
    search::Design design = plan.design;
    if (design.algorithm.traversal == search::Traversal::BestFirst) {
      design.algorithm = search::kNegaScout;
      design.first.reset();
    }
    design.pool = nullptr;
    design.table_bytes = design.table_bytes / 2 / design.searchers();
    design.threads = 1;
    return make_machine(rules(), design, probe.get());
  }
  void drop_machines() {
    prover.reset();
    tester.reset();
    strategy.reset();
  }
  bool asks_value() const { return !options.at_least && plan.design.profile == nullptr; }
  session::Asked asked(const AnyState& root) const {
    return *session::make_window(rules(), rules().to_move(root), options);
  }
  Question question(const session::Asked& asked, bool only_moves = false) const {
    const bool value = asks_value();
    Question q{asked.window, options.line && value && !only_moves, value,
               options.moves || only_moves, only_moves};
    if (store) q.known = [this](const AnyState& s) { return store->find(s); };
    q.probe_hits = [this] { return probe_hits(); };
    return q;
  }
  Inquiry inquire(const AnyState& root, const Question& question) {
    make_machines();
    return Inquiry(rules(), *prover, tester ? *tester : *prover, strategy.get(), root, question);
  }
  Answer answer(const AnyState& root, bool only_moves, const Watch& watch);
  std::optional<Findings> find_out(const AnyState& root, const Question& asks, const Watch& watch,
                                   Answer& answer);
  std::unique_ptr<Attempt> take_up(const AnyState& root, const Question& asks, Answer& answer);
  std::optional<Status> carry_out(const Attempt& attempt, Run& run, const Watch& watch);
  bool say_how_it_ended(const Question& asks, const Findings& found, Status status,
                        Answer& answer) const;
  void say_what_it_took(const Attempt& attempt, const Run& run, const Findings& found,
                        Answer& answer) const;
  void say_what_it_rests_on(const AnyState& root, const Question& asks, const Findings& found,
                            ProbeHits before, Answer& answer);
  ProofReport prove(const AnyState& root, search::Window window, Bounds bounds, Run& run);
  std::vector<std::string> rests_on(search::Window window, Bounds rules_say, Bounds found,
                                    const Grounds& grounds, ProbeHits before) const;
  MoveValue describe(const AnyState& root, const ValuedMove& m, search::Window window,
                     ProbeHits before) const;
  void put_into_words(const AnyState& root, const Findings& found, Answer& answer) const;
  std::string who_contradicts() const {
    if (probe == nullptr)
      return "the rules of " + game.spec() + " promise bounds that contradict each other";
    return fmt::format(
        "the endgame database in {} contradicts the rules; see 'solvent table verify'",
        text::quoted(options.endgame));
  }
  // With all that was learnt from it.
  void leave_store(std::string reason) {
    store_problem = std::move(reason);
    drop_machines();
    store.reset();
  }
};

Solver::Solver(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

namespace {
// What would keep a proof from being written, before hours are spent on it.
std::optional<Error> cannot_prove(const AnyGame& game, const Options& options) {
  if (options.proof.empty() && !options.certify) return std::nullopt;
  const Error option =
      options.proof.empty() ? session::say("{certify}") : session::say("{proof} {}", options.proof);
  if (!lasting_states(game))
    return session::say(
        "{}: the positions of {} are numbered anew in every run, so no certificate can name them",
        option, game.spec());
  if (in_parts(options)) {
    if (!proof::can_be_in_parts(game))
      return session::say(
          "{}: positions of {} can repeat, and proofs in parts are made where they cannot; name a "
          "file",
          option, game.spec());
    if (!options.endgame.empty())
      return session::say("{}: a proof in parts cannot rest on {endgame}; name a file", option);
    if (options.minimize)
      return session::say("{}: a proof in parts cannot be made with {minimize}; name a file",
                          option);
    std::error_code unknown;
    if (std::filesystem::exists(std::filesystem::path(options.proof) / "root.proof", unknown))
      return session::say("{}: a proof is there already: name another folder, or remove it",
                          option);
    return std::nullopt;
  }
  if (const NewFile file(proof_path(options)); !file.good())
    return session::say("{}: the file cannot be written: {}", option, file.problem());
  return std::nullopt;
}
}  // namespace

Result<Solver> Solver::make(const Ruleset& game, const Options& options,
                            std::shared_ptr<Pool> pool) {
  Result<session::Plan> plan = session::make_plan(game.rules(), options);
  if (!plan) return plan.error();
  plan->design.pool = pool.get();
  return Parts::make(game, options, *plan, std::move(pool), nullptr);
}

Result<Solver> Solver::make(const Ruleset& game, const Options& given, Ranks& ranks) {
  auto helpers = std::make_unique<parallel::Helpers>(ranks);
  const Options options = shared_by_ranks(given, ranks);
  Result<session::Plan> plan = session::make_plan(game.rules(), options);
  if (!plan) return plan.error();
  if (given.algorithm == "auto") plan->reason = "ranks share a search by jobs";
  if (const auto error = cannot_share(game.rules(), options, plan->design)) return *error;
  if (const auto refused = helpers->open(opening_of(game.rules(), given), kRanksPatience))
    return Error{*refused};
  plan->design.helpers = helpers.get();
  return Parts::make(game, options, *plan, nullptr, std::move(helpers));
}

Result<Solver> Solver::Parts::make(const Ruleset& game, const Options& options,
                                   const session::Plan& plan, std::shared_ptr<Pool> pool,
                                   std::unique_ptr<parallel::Helpers> helpers) {
  if (const auto error = session::left_alone(
          [&](const session::Option& option) { return session::given(option, options); }))
    return *error;
  if (!options.checkpoint.empty()) {
    if (!lasting_states(game.rules()))
      return session::say(
          "{checkpoint}: {} numbers its positions as it finds them, so no other run can go on from "
          "there",
          game.spec());
    if (const auto error = session::wrong_checkpoint_place(options.checkpoint))
      return session::say("{checkpoint}: {}", *error);
  }
  std::shared_ptr<const ProbeBase> probe;
  if (!options.endgame.empty()) {
    constexpr std::uint64_t kMostCache = std::uint64_t{256} << 20;
    const auto opened = endgame::open_probe(
        game.rules(), options.endgame,
        std::min<std::uint64_t>(plan.design.memory / 8, kMostCache) / plan.design.searchers());
    if (!opened) return session::say("{endgame}: {}", opened.error());
    probe = *opened;
  }
  if (const Profile* profile = plan.design.profile)
    if (const auto missing = profile->misses(game.rules(), options, probe.get())) return *missing;
  if (const auto error = cannot_prove(game.rules(), options)) return *error;
  std::unique_ptr<store::Store> store;
  if (!options.store.empty()) {
    constexpr std::uint64_t kMostMemory = std::uint64_t{64} << 20;
    auto opened = store::Store::open(game.rules(), options.store, options.store_size,
                                     std::min<std::uint64_t>(plan.design.memory / 8, kMostMemory),
                                     probe.get());
    if (!opened) return session::say("{store}: {}", opened.error());
    store = *std::move(opened);
  }
  return Solver(std::unique_ptr<Parts>(new Parts{game, options, plan, std::move(pool),
                                                 std::move(helpers), probe, std::move(store)}));
}

Result<bool> Solver::resume(const Position& position) {
  Parts& p = *parts_;
  const std::string& file = p.options.checkpoint;
  const AnyState root{position.state()};
  const session::Asked asked = p.asked(root);
  std::error_code ignored;
  if (file.empty() || asked.settled || !std::filesystem::exists(file, ignored)) return false;
  p.resumed.reset();
  p.drop_machines();
  session::CheckpointReader reader(file, session::make_label(p.rules(), root, p.options));
  try {
    if (reader.good()) {
      p.resumed.reset(new Attempt{root, {}, p.inquire(root, p.question(asked))});
      reader(*p.resumed);
      reader.finish();
    }
  } catch (const std::bad_alloc&) { reader.fail("it needs more memory than there is"); }
  if (reader.good()) return true;
  p.resumed.reset();
  p.drop_machines();
  const Error problem =
      reader.wants_room()
          ? session::say("{} ({memory} and {table_size} say how much there is)", reader.problem())
          : Error{reader.problem()};
  return session::say("the checkpoint {} cannot be used: {}", text::quoted(file), problem);
}

bool Solver::traces() const {
  return parts_->plan.design.algorithm.traversal == search::Traversal::BestFirst;
}

void Solver::limit(std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
  parts_->options.limits.nodes = nodes;
  parts_->options.limits.seconds = seconds;
}

void Solver::forget() {
  parts_->resumed.reset();
  for (auto* machine : {&parts_->prover, &parts_->tester, &parts_->strategy})
    if (*machine != nullptr && !(*machine)->forget()) machine->reset();
  parts_->fresh = parts_->probe_hits();
}

namespace {

// Tells a Watch of the rounds of a search, in the words of the side to move at the root.
class TraceRelay final : public search::Tracer {
 public:
  TraceRelay(const AnyGame& game, const AnyState& root, const Watch& watch)
      : game_(game), root_(root), mover_(game.to_move(root)), watch_(watch) {}

  void note(const search::Iteration& i) override {
    const auto claim = [&](int cut) { return claim_at(game_.scale(), mover_, cut); };
    Iteration out{i.number, {}, claim(i.cut), i.created, 0, 0, {}};
    std::tie(out.lower, out.upper) = for_mover(game_.scale(), mover_, i.bounds);
    AnyState s = root_;
    for (const AnyMove m : i.path) {
      out.path.push_back(game_.move_text(s, m));
      game_.play(s, m);
    }
    int cut = i.first_cut;
    for (const auto& [proof, disproof] : i.efforts) {
      const bool max = mover_ == Side::Max;
      out.efforts.push_back({claim(cut++), max ? proof : disproof, max ? disproof : proof});
    }
    watch_.trace(out);
  }

 private:
  const AnyGame& game_;
  AnyState root_;
  Side mover_;
  const Watch& watch_;
};

void write_line(const AnyGame& game, AnyState s, const Findings& found, Answer& answer) {
  for (const AnyMove m : found.line) {
    answer.line.push_back(game.move_text(s, m));
    game.play(s, m);
  }
  if (!answer.line.empty()) answer.best = answer.line.front();
  answer.line_repeats = found.line_repeats;
}

// Does the store alone answer what the rules leave open?
bool answered_by_store(const store::Store& store, const AnyGame& game, const AnyState& root,
                       search::Window window) {
  const auto known = store.find(root);
  return known && window.answered_by(*known) && !window.answered_by(game.bounds(root));
}

// What the store gave, and what it gets.
StoreReport report_on(store::Store& store, const AnyGame& game, const AnyState& root,
                      const Findings& found, bool answered, std::uint64_t hits_before) {
  StoreReport report{answered, store.entries(), store.hits() - hits_before, 0, store.ignored(), {}};
  const auto kept = store.keep(store::facts_of(game, root, found));
  if (!kept)
    report.problem = "the answer was not kept in the store: " + kept.message();
  else if (kept->conflicts > 0)
    report.problem =
        "the store contradicts this answer; 'solvent store verify' may tell who is wrong";
  if (kept) report.kept = kept->entries;
  return report;
}

}  // namespace

// What was found out, or nothing if the store turned out to contradict the rules: then it is left,
// and all has to be done again without it.
std::optional<Findings> Solver::Parts::find_out(const AnyState& root, const Question& asks,
                                                const Watch& watch, Answer& answer) {
  const ProbeHits before = probe_hits();
  if (helpers) helpers->warned = watch.warned;
  const std::unique_ptr<Attempt> attempt = take_up(root, asks, answer);
  Keeper keeper(rules(), root, options, !asks.only_moves, watch, *attempt);
  Run run(rules(), options.limits, watch, keeper, *attempt, answer.to_move,
          [&](const ValuedMove& m) { return describe(root, m, asks.window, before); });
  const std::optional<Status> status = carry_out(*attempt, run, watch);
  const Findings found = attempt->inquiry.findings();
  if (!status || found.contradicted || found.bounds.pess > found.bounds.opti) {
    drop_machines();
    if (!store) throw Contradiction(who_contradicts());
    leave_store("the store contradicts the rules and was not used; see 'solvent store verify'");
    return std::nullopt;
  }
  const bool answered = say_how_it_ended(asks, found, *status, answer);
  if (const auto move = attempt->inquiry.promising(); move && asks_value() && !answered)
    answer.promising = rules().move_text(root, *move);
  say_what_it_took(*attempt, run, found, answer);
  keeper.write(run.clock());
  answer.checkpoint_problem = keeper.problem();
  if (answered && !asks.only_moves && (!options.proof.empty() || options.certify))
    answer.proof = prove(root, asks.window, found.bounds, run);
  say_what_it_rests_on(root, asks, found, before, answer);
  return found;
}

// The attempt of a checkpoint, if there is one about this position, or a new one.
std::unique_ptr<Attempt> Solver::Parts::take_up(const AnyState& root, const Question& asks,
                                                Answer& answer) {
  std::unique_ptr<Attempt> attempt = std::move(resumed);
  answer.resumed = attempt != nullptr && attempt->root == root;
  if (!answer.resumed) attempt.reset(new Attempt{root, {}, inquire(root, asks)});
  return attempt;
}

// Why it ended; nothing if something that was taken for a fact contradicts another.
std::optional<Status> Solver::Parts::carry_out(const Attempt& attempt, Run& run,
                                               const Watch& watch) {
  TraceRelay relay(rules(), attempt.root, watch);
  const bool searches = attempt.inquiry.stage() == Inquiry::Stage::Search;
  prover->trace(watch.trace && searches ? &relay : nullptr);
  std::optional<Status> status;
  try {
    status = run.until_the_end();
  } catch (const Contradiction&) {}
  prover->trace(nullptr);
  return status;
}

// Is the question answered? It may be when a limit ends the line or the list of moves, or the rest
// of a search that does not prune.
bool Solver::Parts::say_how_it_ended(const Question& asks, const Findings& found, Status status,
                                     Answer& answer) const {
  const bool answered = found.answered || asks.window.answered_by(found.bounds);
  const bool moves_missing = asks.every_move && status != Status::Solved;
  answer.status = answered && !moves_missing ? Status::Solved : status;
  answer.line_cut = answered && asks.line && !found.line_done && found.bounds.closed();
  if (answered && options.at_least)
    answer.at_least_holds =
        Statement::of_cut(answer.to_move, asks.window.alpha).holds(found.bounds);
  return answered;
}

void Solver::Parts::say_what_it_took(const Attempt& attempt, const Run& run, const Findings& found,
                                     Answer& answer) const {
  answer.seconds = attempt.spent.seconds + run.clock().seconds();
  answer.cpu_seconds = attempt.spent.cpu_seconds + run.clock().cpu_seconds() +
                       1e-9 * static_cast<double>(found.statistics.others_nanoseconds);
  answer.peak_bytes = std::max(prover->statistics().bytes, found.statistics.bytes) +
                      (strategy ? strategy->statistics().bytes : 0) +
                      (tester ? tester->statistics().bytes : 0) + rules().bytes();
}

// And what the store gets of it.
void Solver::Parts::say_what_it_rests_on(const AnyState& root, const Question& asks,
                                         const Findings& found, ProbeHits before, Answer& answer) {
  answer.rests_on =
      rests_on(asks.window, rules().bounds(root), found.bounds, found.grounds, before);
  for (const ValuedMove& m : found.moves)
    answer.moves.push_back(describe(root, m, asks.window, before));
  if (!store) return;
  // A database that knows it too comes first.
  const bool used = !answer.rests_on.empty() && answer.rests_on.back() == "store";
  answer.store =
      report_on(*store, rules(), root, found,
                used && answered_by_store(*store, rules(), root, asks.window), before.store);
}

// A certificate of what the bounds say about the question, or about the value if that was it.
ProofReport Solver::Parts::prove(const AnyState& root, search::Window window, Bounds bounds,
                                 Run& run) {
  ProofRequest request{rules(),
                       root,
                       {},
                       {},
                       options,
                       plan.design.memory,
                       tester ? *tester : *prover,
                       [&] { return make_strategy(); },
                       [&] { return make_worker(); },
                       probe.get(),
                       run};
  const bool value = asks_value();
  if (bounds.pess >= window.beta || (value && bounds.closed()))
    request.pess = value ? bounds.pess : window.beta;
  if (bounds.opti <= window.alpha || (value && bounds.closed()))
    request.opti = value ? bounds.opti : window.alpha;
  return certify(request);
}

// What the bounds found rest on, for a position of which the rules say `rules_say`. `before`: the
// hits of probes when the solve began.
std::vector<std::string> Solver::Parts::rests_on(search::Window window, Bounds rules_say,
                                                 Bounds found, const Grounds& grounds,
                                                 ProbeHits before) const {
  const bool probed = grounds.hits.any();
  const bool by_rules =
      window.answered_by(rules_say) || (!grounds.searched && !probed && found == rules_say);
  // What an engine sees at once by the game's knowledge, or has in its table, was found by search.
  const bool searched = grounds.searched || (!by_rules && !probed);
  // Tables go from one solve to the next, and with them what was learnt from a database or a store.
  const bool recalls = searched && plan.design.algorithm.traversal != search::Traversal::BestFirst;
  const bool database = grounds.hits.database > 0 || (recalls && before.database > fresh.database);
  const bool stored = grounds.hits.store > 0 || (recalls && before.store > fresh.store);
  std::vector<std::string> out;
  if (by_rules) out.emplace_back("rules");
  if (searched) out.emplace_back("search");
  if (database) out.emplace_back("database");
  if (stored) out.emplace_back("store");
  return out;
}

MoveValue Solver::Parts::describe(const AnyState& root, const ValuedMove& m, search::Window window,
                                  ProbeHits before) const {
  AnyState after = root;
  rules().play(after, m.move);
  const auto [lower, upper] = for_mover(rules().scale(), rules().to_move(root), m.bounds);
  return {rules().move_text(root, m.move), lower, upper,
          rests_on(window, rules().bounds(after), m.bounds, m.grounds, before), m.nodes};
}

// In numbers and words for the side to move.
void Solver::Parts::put_into_words(const AnyState& root, const Findings& found,
                                   Answer& answer) const {
  const Scale& scale = rules().scale();
  answer.counts = counts_of(found.statistics);
  answer.threads = found.statistics.searchers;
  std::tie(answer.lower, answer.upper) = for_mover(scale, answer.to_move, found.bounds);
  if (found.estimate && answer.status == Status::Estimate)
    answer.estimate = scale.for_side(answer.to_move, *found.estimate);
  const bool exact = answer.lower == answer.upper;
  if (exact && answer.status == Status::Solved) answer.value = answer.lower;
  if (exact && found.best) answer.best = rules().move_text(root, *found.best);
  answer.extra_nodes = found.extra_nodes;
  write_line(rules(), root, found, answer);
  const bool decided =
      answer.value && *answer.value != 0 && scale.kind() == Scale::Kind::WinDrawLoss;
  if (decided && options.line && asks_value())
    answer.plies_to_win = solvent::plies_to_win(
        game.at(root.bytes), *answer.value > 0 ? answer.to_move : other(answer.to_move));
  answer.verdict = session::verdict(rules(), root, options, answer);
}

Answer Solver::Parts::answer(const AnyState& root, bool only_moves, const Watch& watch) {
  Answer answer;
  answer.to_move = rules().to_move(root);
  answer.algorithm = plan.algorithm;
  answer.chosen_because = plan.reason;
  const session::Asked asks = asked(root);
  Findings found;
  if (asks.settled) {
    found.bounds = rules().bounds(root);
    answer.at_least_holds = asks.settled;
    answer.rests_on = {"rules"};
  } else {
    const auto searched = find_out(root, question(asks, only_moves), watch, answer);
    if (!searched) return this->answer(root, only_moves, watch);
    found = *searched;
  }
  if (!store_problem.empty()) answer.store = StoreReport{.problem = store_problem};
  put_into_words(root, found, answer);
  return answer;
}

Answer Solver::solve(const Position& position, const Watch& watch) {
  return parts_->answer({position.state()}, false, watch);
}

Answer Solver::value_moves(const Position& position, const Watch& watch) {
  parts_->resumed.reset();
  return parts_->answer({position.state()}, true, watch);
}

}  // namespace solvent
