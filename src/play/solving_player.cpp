#include "play/solving_player.hpp"

#include <algorithm>
#include <cmath>

#include "games/engines.hpp"
#include "question/inquiry.hpp"
#include "search/presets.hpp"
#include "session/options.hpp"
#include "session/plan.hpp"

namespace solvent::play {

Result<std::unique_ptr<Player>> SolvingPlayer::make(const Ruleset& game, const Options& options,
                                                    const MoveLimits& limits) {
  const Result<session::Plan> plan = session::make_plan(game.rules(), options);
  if (!plan) return plan.error();
  std::shared_ptr<const ProbeBase> probe;
  std::unique_ptr<DatabasePlay> database_play;
  if (!options.endgame.empty()) {
    constexpr std::uint64_t kCache = 32 << 20;
    auto opened = DatabasePlay::open(game, options.endgame);
    if (!opened) return session::say("{endgame}: {}", opened.error());
    database_play = *std::move(opened);
    const auto probing = endgame::open_probe(game.rules(), options.endgame, kCache);
    if (!probing) return session::say("{endgame}: {}", probing.error());
    probe = *probing;
  }
  return std::unique_ptr<Player>(
      new SolvingPlayer(game, plan->design, std::move(probe), std::move(database_play), limits));
}

SolvingPlayer::SolvingPlayer(const Ruleset& game, const search::Design& design,
                             std::shared_ptr<const ProbeBase> probe,
                             std::unique_ptr<DatabasePlay> database_play, const MoveLimits& limits)
    : game_(game),
      rules_(game_.rules()),
      design_(design),
      probe_(std::move(probe)),
      database_play_(std::move(database_play)),
      limits_(limits) {
  make_machines();
  constexpr std::size_t kMostPositions = 300'000;
  if (!rules_.acyclic()) pursuit_.emplace(rules_, kMostPositions, design_.memory);
}

void SolvingPlayer::make_machines() {
  const auto renew = [&](std::unique_ptr<search::Machine>& machine, const search::Design& design,
                         const ProbeBase* probe) {
    if (machine == nullptr || !machine->forget()) machine = make_machine(rules_, design, probe);
  };
  renew(machines_.prover, design_, probe_.get());
  search::Design testing = design_;
  testing.first.reset();
  testing.algorithm = rules_.acyclic() ? search::kNegaScout : search::kDfpn;
  renew(machines_.tester, testing, probe_.get());
  if (rules_.acyclic()) return;
  machines_.strategy.reset();
}

void SolvingPlayer::begin(std::uint64_t seed) {
  make_machines();
  rng_ = Rng(seed);
  held_.forget();
  looked_up_before_ = probe_ == nullptr ? 0 : probe_->hits();
}

Choice SolvingPlayer::choose(const Course& course, Stop stop) {
  Choice choice = decide(course, stop);
  held_.chose(choice.move);
  const bool database = probe_ != nullptr && probe_->hits() > looked_up_before_;
  if (choice.rests_on.empty())
    choice.rests_on = grounds(rules_, course.now(), choice.known, database);
  return choice;
}

Choice SolvingPlayer::decide(const Course& course, Stop stop) {
  Choice choice;
  if (held_.take_up(course, database_play_.get(), stop, choice)) return choice;

  const AnyState& s = course.now();
  const Side side = course.to_move();
  std::vector<Candidate> candidates;
  for (const AnyMove move : rules_.moves(s)) {
    AnyState after = s;
    rules_.play(after, move);
    candidates.push_back({move, after, rules_.bounds(after)});
  }
  Allowance allowance(limits_, stop);
  const auto keep = [&]() -> bool {
    if (!worth_holding(s, choice.known)) return false;
    held_.least = sure(side, choice.known);
    const auto move = hold(course, candidates, allowance);
    if (!move) return false;
    choice.move = *move;
    choice.proved = choice.known.closed();
    choice.how = "by search";
    choice.nodes = allowance.spent();
    return true;
  };
  Allowance first = allowance.part(0.5);
  think(*machines_.prover, s, {0, rules_.scale().best()}, first);
  allowance.spend(first.spent());
  choice.known = clamp(choice.known, machines_.prover->bounds());
  if (keep()) return choice;

  if (!choice.known.closed()) {
    choice.known = clamp(choice.known, look_at_moves(s, candidates, allowance));
    if (keep()) return choice;
  }
  play_out(candidates, side, allowance);
  const auto best = std::max_element(
      candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
        return estimate(a, side) < estimate(b, side) ||
               (estimate(a, side) == estimate(b, side) && a.games < b.games);
      });
  choice.move = best->move;
  // Where nothing is left to lose every move is as good.
  choice.proved = choice.known.closed();
  choice.how = "random games";
  choice.nodes = allowance.spent();
  return choice;
}

// Is more proved than the rules give away? An open lower bound is worth it from a draw up.
bool SolvingPlayer::worth_holding(const AnyState& s, Bounds known) const {
  const Side side = rules_.to_move(s);
  const Outcome least = sure(side, known);
  if (!better(side, least, sure(side, rules_.bounds(s)))) return false;
  return known.closed() || rules_.scale().for_side(side, least) >= 0;
}

// A move that is proved to keep what is held. The proof exists, so no limit but `stop` ends the
// search for it; the position and its moves are tried in turn, longer and longer, so that none
// holds up the others. Where a repetition would cost the win, it is the next step of a pursuit, or
// if that is too large a move to a position that has not occurred.
std::optional<AnyMove> SolvingPlayer::hold(const Course& course,
                                           const std::vector<Candidate>& candidates,
                                           Allowance& allowance) {
  constexpr std::uint64_t kFirst = 4096, kMost = 1 << 20;
  const AnyState& s = course.now();
  const Side side = rules_.to_move(s);
  const Statement held{side, *held_.least};
  const Allowance unlimited = allowance.unlimited();
  const bool must_arrive = pursuit_ && better(side, *held_.least, rules_.repetition(s));
  if (must_arrive)
    if (const auto move = pursue(course, allowance.stop())) return move;
  const auto asks = [&](search::Machine& machine, const AnyState& about, std::uint64_t most) {
    Allowance part = unlimited.part(1, most);
    think(machine, about, search::Window::of(held), part);
    allowance.spend(part.spent());
    return held.holds(machine.bounds());
  };
  std::vector<Candidate> fresh = candidates;
  if (must_arrive)
    std::erase_if(fresh, [&](const Candidate& c) { return course.occurrences(c.after) > 0; });
  for (const Candidate& c : fresh)
    if (held.holds(c.known)) return c.move;
  for (std::uint64_t nodes = kFirst; !unlimited.stopped() && !fresh.empty(); nodes *= 2) {
    if (must_arrive && nodes > kMost) break;
    if (asks(*machines_.prover, s, nodes))
      for (const Candidate& c : fresh)
        if (machines_.prover->best() == c.move) return c.move;
    for (const Candidate& c : fresh)
      if (asks(*machines_.tester, c.after, nodes / 4)) return c.move;
  }
  if (!must_arrive) return std::nullopt;
  search::Machine& strategy = strategy_for(side);
  if (const auto move = strategy.reply(s)) return move;
  return asks(strategy, s, ~std::uint64_t{0}) ? strategy.reply(s) : std::nullopt;
}

// One search for as long as the same is held: it follows its own proofs, so it reaches the win.
search::Machine& SolvingPlayer::strategy_for(Side side) {
  const std::pair claim(side, *held_.least);
  if (machines_.strategy != nullptr && strategy_claim_ == claim) return *machines_.strategy;
  machines_.strategy = make_machine(rules_, search::for_strategy(design_), probe_.get());
  strategy_claim_ = claim;
  return *machines_.strategy;
}

// The next step on a way to a position that has what is held by the rules or the database.
std::optional<AnyMove> SolvingPlayer::pursue(const Course& course, Stop stop) {
  const Side side = course.to_move();
  const auto look = [&](const AnyState& s) {
    Bounds b = rules_.bounds(s);
    if (database_play_ != nullptr && database_play_->covers(s))
      b.pess = b.opti = database_play_->value(s);
    if (!better(side, *held_.least, sure(side, b))) return Pursuit::Step::Goal;
    return better(side, *held_.least, sure(other(side), b)) ? Pursuit::Step::Lost
                                                            : Pursuit::Step::Onward;
  };
  return pursuit_->next(course, {*held_.least, 0, look}, stop);
}

// Half of what is left goes into proofs about the moves. Returns what they prove together.
Bounds SolvingPlayer::look_at_moves(const AnyState& s, std::vector<Candidate>& candidates,
                                    Allowance& allowance) {
  Inquiry inquiry(rules_, *machines_.prover, *machines_.prover, nullptr, s,
                  {.window = {0, rules_.scale().best()},
                   .line = false,
                   .every_move = true,
                   .only_moves = true});
  Allowance part = allowance.part(0.5);
  part.run([&](const search::Slice& slice) { return inquiry.step(slice); },
           [&] { return inquiry.created(); });
  allowance.spend(part.spent());
  for (std::size_t k = 0; k < candidates.size(); ++k)
    candidates[k].known = clamp(candidates[k].known, inquiry.moves()[k].bounds);
  return inquiry.bounds();
}

// Random games, more of them after the moves that look better (UCB1; Auer, Cesa-Bianchi & Fischer
// 2002). Moves that are proved worse than another get none.
void SolvingPlayer::play_out(std::vector<Candidate>& candidates, Side side, Allowance& allowance) {
  Outcome most = side == Side::Max ? 0 : rules_.scale().best();
  for (const Candidate& c : candidates)
    if (better(side, sure(side, c.known), most)) most = sure(side, c.known);
  std::vector<Candidate*> open;
  for (Candidate& c : candidates)
    if (!c.known.closed() && !better(side, most, sure(other(side), c.known))) open.push_back(&c);
  if (open.empty()) return;
  const std::uint32_t enough = static_cast<std::uint32_t>(open.size()) * 2000;
  for (std::uint32_t round = 0; round < enough && !allowance.over(); ++round) {
    const double log_rounds = std::log(static_cast<double>(round + 1));
    const auto urgency = [&](const Candidate* c) {
      if (c->games == 0) return 1e9;
      const double share = c->points / c->games;
      return (side == Side::Max ? share : 1 - share) + std::sqrt(0.5 * log_rounds / c->games);
    };
    Candidate* chosen = *std::max_element(
        open.begin(), open.end(),
        [&](const Candidate* a, const Candidate* b) { return urgency(a) < urgency(b); });
    chosen->points += random_game(chosen->after, allowance);
    ++chosen->games;
  }
}

// What a game of random moves came to for Max, 0..1. Every move is a node.
double SolvingPlayer::random_game(AnyState s, Allowance& allowance) {
  constexpr int kLongest = 500;
  const auto share = [&](Bounds b) { return (b.pess + b.opti) / (2.0 * rules_.scale().best()); };
  if (rules_.plays_aside()) {
    allowance.spend(kLongest / 2);
    const auto end = rules_.play_aside(s, rng_, kLongest);
    return share(end ? Bounds{*end, *end} : rules_.bounds(s));
  }
  for (int ply = 0; ply < kLongest; ++ply) {
    if (const Bounds b = rules_.bounds(s); b.closed()) return share(b);
    const std::vector<AnyMove> moves = rules_.moves(s);
    rules_.play(s, moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]);
    allowance.spend(1);
  }
  return share(rules_.bounds(s));
}

// For the side: the share of its random games, as far as what is proved allows.
double SolvingPlayer::estimate(const Candidate& c, Side side) const {
  const double best = rules_.scale().best();
  double share = c.games == 0 ? (c.known.pess + c.known.opti) / (2 * best) : c.points / c.games;
  share = std::clamp(share, c.known.pess / best, c.known.opti / best);
  return side == Side::Max ? share : 1 - share;
}

void SolvingPlayer::ponder(const Course& course, Stop stop) {
  if (course.end()) return;
  Allowance allowance({}, stop);
  think(*machines_.prover, course.now(), {0, rules_.scale().best()}, allowance);
}

}  // namespace solvent::play
