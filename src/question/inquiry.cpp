#include "question/inquiry.hpp"

#include <algorithm>

namespace solvent {

using search::Slice;
using search::SliceResult;
using search::Window;

Inquiry::Inquiry(const AnyGame& game, search::Machine& prover, search::Machine& tester,
                 search::Machine* strategy, const AnyState& root, const Question& question)
    : game_(game),
      prover_(prover),
      tester_(tester),
      strategy_(strategy),
      root_(root),
      question_(question) {
  new_hits();
  if (question_.only_moves) {
    found_.bounds = game_.bounds(root_);
    begin_moves();
  } else {
    prover_.start(root_, question_.window);
  }
}

SliceResult Inquiry::step(const Slice& slice) {
  SliceResult progress = SliceResult::Done;
  switch (stage_) {
    case Stage::Search:
      progress = prover_.step(slice);
      found_.grounds += grounds_of_prover();
      found_.bounds = prover_.bounds();
      found_.statistics = prover_.statistics();
      if (progress == SliceResult::Estimated) found_.estimate = prover_.estimate();
      if (progress != SliceResult::Done) return progress;
      found_.answered = true;
      if (question_.window.answered_by(game_.bounds(root_)))  // whatever else was looked at
        found_.grounds = {};
      found_.best = prover_.best();
      prover_.trace(nullptr);
      begin_line();
      break;
    case Stage::Line: {
      progress = step_line(slice);
      const ProbeHits more = new_hits();
      if (question_.every_move)  // whose searches may meet in a table what it has found
        found_.grounds.hits += more;
      if (progress == SliceResult::OutOfMemory || progress == SliceResult::TooFew) return progress;
      break;
    }
    case Stage::Moves:
      progress = step_moves(slice);
      if (progress != SliceResult::Running) return progress;
      break;
    case Stage::Done: break;
  }
  return stage_ == Stage::Done ? SliceResult::Done : SliceResult::Running;
}

// The prover has been at work, on the question or on a move. Looking at the root, once for every
// two-valued question, is no search.
Grounds Inquiry::grounds_of_prover() {
  const search::Statistics s = prover_.statistics();
  const bool looked_further = s.created > std::max<std::uint64_t>(1, s.questions);
  return {s.expanded + s.table.hits > 0 || looked_further, new_hits()};
}
// Since this was last asked.
ProbeHits Inquiry::new_hits() {
  if (!question_.probe_hits) return {};
  const ProbeHits before = hits_before_;
  hits_before_ = question_.probe_hits();
  return {hits_before_.database - before.database, hits_before_.store - before.store};
}

Findings Inquiry::findings() const {
  Findings found = found_;
  if (stage_ == Stage::Search) {
    found.bounds = prover_.bounds();
    found.statistics = prover_.statistics();
  }
  return found;
}

std::optional<AnyMove> Inquiry::promising() const {
  if (stage_ != Stage::Search || found_.bounds.closed()) return std::nullopt;
  if (const auto best = prover_.best()) return best;
  if (const auto descent = prover_.next_descent(); !descent.empty()) return descent.front();
  return std::nullopt;
}

std::uint64_t Inquiry::created() const {
  if (stage_ == Stage::Search) return prover_.statistics().created;
  return found_.statistics.created + found_.extra_nodes;
}

void Inquiry::archive(Archive& a) {
  a.section("inquiry", sizeof(*this));
  a(stage_, found_, asking_, visited_, candidates_, counted_, moves_, next_, budget_, useful_,
    out_of_memory_, earlier_);
  if (a.loading()) new_hits();
  if (stage_ == Stage::Done) return;
  a(prover_);
  if (&tester_ != &prover_) a(tester_);
  if (strategy_ != nullptr) a(*strategy_);
}

SliceResult Inquiry::run(search::Machine& machine, const Slice& slice) {
  const SliceResult progress = machine.step(slice);
  const std::uint64_t created = machine.statistics().created;
  found_.extra_nodes += created - counted_;
  counted_ = created;
  return progress;
}

void Inquiry::begin_line() {
  // Without a line, only a best move that the search did not name is still wanted.
  const bool wanted = question_.line || (!found_.best && question_.best);
  if (!wanted || !found_.bounds.closed()) return begin_moves();
  stage_ = Stage::Line;
  asking_ = Asking::Nothing;
  visited_ = {root_};
  begin_ply();
}

// Is the side to move better off than with infinite play, so that it must get ahead?
bool Inquiry::must_make_progress(const AnyState& s) const {
  if (game_.acyclic() || strategy_ == nullptr) return false;
  const Outcome value = found_.bounds.pess, forever = game_.repetition(s);
  return game_.to_move(s) == Side::Max ? value > forever : value < forever;
}

// Do the rules alone promise what the line is to show? Where positions can repeat, the line of a
// winner may end there, as proofs do.
bool Inquiry::settled_by_rules(const AnyState& s) const {
  const Bounds b = game_.bounds(s);
  if (b.closed() || game_.acyclic()) return b.closed();
  const Outcome value = found_.bounds.pess, forever = game_.repetition(s);
  return value > forever ? b.pess >= value : value < forever && b.opti <= value;
}

// Does the mover reach the line's value? More is impossible, so one side of it is enough to ask.
Statement Inquiry::keeps_value(Side mover) const { return {mover, found_.bounds.pess}; }

// A side that has the worst there is cannot lose more.
bool Inquiry::every_move_keeps_value(Side mover) const {
  return found_.bounds.pess == (mover == Side::Max ? 0 : game_.scale().best());
}

void Inquiry::begin_ply() {
  const AnyState& s = visited_.back();
  if (!game_.bounds(s).contains(found_.bounds)) return contradict();
  if (settled_by_rules(s)) return end_line(false);
  counted_ = 0;
  if (must_make_progress(s)) {
    if (const auto move = strategy_->reply(s)) {
      asking_ = Asking::Nothing;
      candidates_ = {*move};
      return;
    }
    asking_ = Asking::Strategy;
    strategy_->start(s, Window::of(keeps_value(game_.to_move(s))));
    return;
  }
  if (order_candidates() || every_move_keeps_value(game_.to_move(s))) return next_candidate();
  asking_ = Asking::Position;
  tester_.start(s, Window::of(keeps_value(game_.to_move(s))));
}

// The last one is tried first: a move that ends the game as it should, then the search's own
// choice. False if there is neither.
bool Inquiry::order_candidates() {
  const AnyState& s = visited_.back();
  candidates_ = game_.moves(s);
  std::reverse(candidates_.begin(), candidates_.end());
  const bool chosen = found_.best && visited_.size() == 1;
  if (chosen) {
    std::erase(candidates_, *found_.best);
    candidates_.push_back(*found_.best);
  }
  const auto ends =
      std::stable_partition(candidates_.begin(), candidates_.end(), [&](AnyMove move) {
        AnyState after = s;
        game_.play(after, move);
        const auto known = question_.known ? question_.known(after) : std::nullopt;
        return known != found_.bounds && game_.bounds(after) != found_.bounds;
      });
  return chosen || ends != candidates_.end();
}

void Inquiry::next_candidate() {
  if (candidates_.empty()) return contradict();  // some move keeps the value
  AnyState after = visited_.back();
  const Side mover = game_.to_move(after);
  game_.play(after, candidates_.back());
  counted_ = 0;
  asking_ = every_move_keeps_value(mover) ? Asking::Nothing : Asking::Candidate;
  if (asking_ == Asking::Candidate) tester_.start(after, Window::of(keeps_value(mover)));
}

SliceResult Inquiry::step_line(const Slice& slice) {
  constexpr std::uint64_t kAlwaysAffordable = 4'000'000;
  constexpr std::size_t kLongestLine = 4'000;  // with a database moves cost no nodes
  const std::uint64_t affordable = kAlwaysAffordable + 4 * found_.statistics.created;
  if (found_.extra_nodes > affordable || (!game_.acyclic() && found_.line.size() == kLongestLine)) {
    begin_moves();
    return SliceResult::Running;
  }
  if (asking_ == Asking::Nothing) {
    play(candidates_.back());
    return SliceResult::Running;
  }
  search::Machine& machine = asking_ == Asking::Strategy ? *strategy_ : tester_;
  // No further than that, wherever slices end: so counts do not depend on them.
  const std::uint64_t left = affordable + 1 - found_.extra_nodes;
  const SliceResult progress = run(machine, {std::min(slice.nodes, left), slice.alarm});
  if (progress == SliceResult::TooFew && left <= slice.nodes) {
    begin_moves();
    return SliceResult::Running;
  }
  if (progress != SliceResult::Done) return progress;
  take_answer(machine);
  return SliceResult::Running;
}

void Inquiry::take_answer(const search::Machine& machine) {
  const AnyState& s = visited_.back();
  const bool keeps = keeps_value(game_.to_move(s)).holds(machine.bounds());
  if (asking_ == Asking::Candidate) {
    if (keeps) return play(candidates_.back());
    candidates_.pop_back();
    return next_candidate();
  }
  if (!keeps) return contradict();
  const bool strategy = asking_ == Asking::Strategy;
  if (const auto move = strategy ? machine.reply(s) : machine.best()) return play(*move);
  if (strategy) return begin_moves();  // the line ends here, cut short
  next_candidate();                    // answered without looking at moves
}

void Inquiry::play(AnyMove move) {
  if (visited_.size() == 1) found_.best = move;
  if (!question_.line) return begin_moves();
  AnyState next = visited_.back();
  game_.play(next, move);
  found_.line.push_back(move);
  if (std::find(visited_.begin(), visited_.end(), next) != visited_.end()) return end_line(true);
  visited_.push_back(next);
  begin_ply();
}

// Engines do not contradict themselves, but what was known beforehand may be wrong.
void Inquiry::contradict() {
  found_.contradicted = true;
  stage_ = Stage::Done;
}

void Inquiry::end_line(bool repeats) {
  found_.line_done = true;
  found_.line_repeats = repeats;
  begin_moves();
}

void Inquiry::begin_moves() {
  constexpr std::uint64_t kFirstNodes = 2000;
  stage_ = Stage::Done;
  found_.answered = found_.answered || question_.only_moves;
  if (!question_.every_move || game_.ended(root_)) return;
  stage_ = Stage::Moves;
  moves_ = game_.moves(root_);
  if (question_.only_moves) {
    found_.answered = false;
    budget_ = kFirstNodes;
    for (const AnyMove move : moves_) {
      AnyState next = root_;
      game_.play(next, move);
      found_.moves.push_back({move, game_.bounds(next)});
    }
    sum_up_moves();
  }
  next_move();
}

// No move is better than the position.
Bounds Inquiry::reach_of_moves() const {
  if (game_.to_move(root_) == Side::Max) return {0, found_.bounds.opti};
  return {found_.bounds.pess, game_.scale().best()};
}

void Inquiry::next_move() {
  const Bounds reach = reach_of_moves();
  const Window window{std::max(question_.window.alpha, reach.pess),
                      std::min(question_.window.beta, reach.opti)};
  while (next_ < moves_.size() || next_round()) {
    if (next_ == found_.moves.size()) found_.moves.push_back({moves_[next_], reach});
    ValuedMove& m = found_.moves[next_++];
    m.bounds = meet(m.bounds, reach);
    if (window.alpha >= window.beta || window.answered_by(m.bounds)) continue;
    AnyState next = root_;
    game_.play(next, m.move);
    counted_ = 0;
    prover_.start(next, window);
    return;
  }
}

// True if there is another; if not, all is done, or there is not enough memory for more.
bool Inquiry::next_round() {
  constexpr std::uint64_t kTimes = 8;
  const bool open = question_.only_moves &&
                    std::any_of(found_.moves.begin(), found_.moves.end(), [&](const ValuedMove& m) {
                      return !question_.window.answered_by(m.bounds);
                    });
  if (!open) {
    found_.answered = true;
    stage_ = Stage::Done;
    return false;
  }
  out_of_memory_ = next_ > 0 && !useful_;
  if (out_of_memory_) return false;
  if (next_ > 0) budget_ = budget_ > Slice::kEndless / kTimes ? Slice::kEndless : kTimes * budget_;
  next_ = 0;
  useful_ = false;
  return true;
}

SliceResult Inquiry::step_moves(const Slice& slice) {
  if (out_of_memory_) return SliceResult::OutOfMemory;
  ValuedMove& m = found_.moves[next_ - 1];
  const std::uint64_t left = budget_ - counted_, given = std::min(slice.nodes, left);
  const SliceResult progress = prover_.step({given, slice.alarm});
  const search::Statistics now = prover_.statistics();
  m.nodes += now.created - counted_;
  if (question_.only_moves) {
    found_.statistics = earlier_;
    found_.statistics += now;
  } else {
    found_.extra_nodes += now.created - counted_;
  }
  counted_ = now.created;
  const Grounds more = grounds_of_prover();
  m.grounds += more;
  found_.grounds += more;
  m.bounds = meet(meet(m.bounds, prover_.bounds()), reach_of_moves());
  if (question_.only_moves) sum_up_moves();
  const bool spent = counted_ >= budget_ || (progress == SliceResult::TooFew && given == left);
  const bool full = question_.only_moves && progress == SliceResult::OutOfMemory;
  if (progress != SliceResult::Done && !spent && !full) return progress;
  useful_ = useful_ || !full;
  earlier_ = found_.statistics;
  next_move();
  return SliceResult::Running;
}

// The position's bounds from those of its moves, where no other search gives them.
void Inquiry::sum_up_moves() {
  const Side side = game_.to_move(root_);
  const Outcome worst = side == Side::Max ? 0 : game_.scale().best();
  Bounds all{worst, worst};
  for (const ValuedMove& m : found_.moves) all = best_of(side, all, m.bounds);
  found_.bounds = meet(game_.bounds(root_), all);
  if (!found_.bounds.closed()) return;
  const auto best =
      std::find_if(found_.moves.begin(), found_.moves.end(),
                   [&](const ValuedMove& m) { return keeps_value(side).holds(m.bounds); });
  if (best != found_.moves.end()) found_.best = best->move;
}

}  // namespace solvent
