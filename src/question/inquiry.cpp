#include "question/inquiry.hpp"

#include <algorithm>

namespace solvent {

using search::Progress;
using search::Slice;
using search::Window;

Inquiry::Inquiry(const AnyGame& game, search::Machine& prover, search::Machine& tester,
                 search::Machine* strategy, const AnyState& root, const Question& question)
    : game_(game),
      prover_(prover),
      tester_(tester),
      strategy_(strategy),
      root_(root),
      question_(question) {
  note_drawn(false);
  prover_.start(root_, question_.window);
}

Progress Inquiry::step(const Slice& slice) {
  Progress progress = Progress::Done;
  switch (stage_) {
    case Stage::Search:
      progress = prover_.step(slice);
      note_searched();
      found_.bounds = prover_.bounds();
      found_.statistics = prover_.statistics();
      if (progress == Progress::Estimated) found_.estimate = prover_.estimate();
      if (progress != Progress::Done) return progress;
      found_.answered = true;
      if (question_.window.answered_by(game_.bounds(root_))) {  // whatever else was looked at
        found_.searched = false;
        found_.drawn = {};
      }
      found_.best = prover_.best();
      prover_.trace(nullptr);
      begin_line();
      break;
    case Stage::Line:
      progress = step_line(slice);
      note_drawn(question_.every_move);  // whose searches may meet in a table what it has found
      if (progress == Progress::OutOfMemory || progress == Progress::TooFew) return progress;
      break;
    case Stage::Moves:
      progress = run(prover_, slice);
      note_searched();
      found_.moves.back().second = meet(prover_.bounds(), reach_of_moves());
      if (progress != Progress::Done) return progress;
      next_move();
      break;
    case Stage::Done: break;
  }
  return stage_ == Stage::Done ? Progress::Done : Progress::Running;
}

// The prover has been at work, on the question or on a move. Looking at the root, once for every
// two-valued question, is no search.
void Inquiry::note_searched() {
  const search::Statistics s = prover_.statistics();
  const bool looked_further = s.created > std::max<std::uint64_t>(1, s.questions);
  found_.searched = found_.searched || s.expanded + s.table.hits > 0 || looked_further;
  note_drawn(true);
}
void Inquiry::note_drawn(bool counts) {
  if (!question_.drawn) return;
  const Drawn now = question_.drawn();
  if (counts) {
    found_.drawn.database += now.database - noted_.database;
    found_.drawn.store += now.store - noted_.store;
  }
  noted_ = now;
}

Findings Inquiry::findings() const {
  Findings found = found_;
  if (stage_ == Stage::Search) {
    found.bounds = prover_.bounds();
    found.statistics = prover_.statistics();
  }
  return found;
}

std::uint64_t Inquiry::created() const {
  if (stage_ == Stage::Search) return prover_.statistics().created;
  return found_.statistics.created + found_.extra_nodes;
}

void Inquiry::archive(Archive& a) {
  a.section("inquiry", sizeof(*this));
  a(stage_, found_, asking_, visited_, candidates_, pending_moves_, counted_);
  if (a.loading()) note_drawn(false);
  if (stage_ == Stage::Done) return;
  a(prover_);
  if (&tester_ != &prover_) a(tester_);
  if (strategy_ != nullptr) a(*strategy_);
}

Progress Inquiry::run(search::Machine& machine, const Slice& slice) {
  const Progress progress = machine.step(slice);
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

// Do the rules alone promise what the line is to show? Where positions can repeat, a winner may
// rest his case there: proofs end in such positions.
bool Inquiry::settled_by_rules(const AnyState& s) const {
  const Bounds b = game_.bounds(s);
  if (b.closed() || game_.acyclic()) return b.closed();
  const Outcome value = found_.bounds.pess, forever = game_.repetition(s);
  return value > forever ? b.pess >= value : value < forever && b.opti <= value;
}

// Does the mover reach the line's value? More is impossible, so one side of it is enough to ask.
Window Inquiry::keeps_value(Side mover) const {
  const Outcome v = found_.bounds.pess;
  if (mover == Side::Max) return {static_cast<Outcome>(v - 1), v};
  return {v, static_cast<Outcome>(v + 1)};
}

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
    strategy_->start(s, keeps_value(game_.to_move(s)));
    return;
  }
  if (order_candidates() || every_move_keeps_value(game_.to_move(s))) return next_candidate();
  asking_ = Asking::Position;
  tester_.start(s, keeps_value(game_.to_move(s)));
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
  if (asking_ == Asking::Candidate) tester_.start(after, keeps_value(mover));
}

Progress Inquiry::step_line(const Slice& slice) {
  constexpr std::uint64_t kAlwaysAffordable = 4'000'000;
  constexpr std::size_t kLongestLine = 4'000;  // with a database moves cost no nodes
  const std::uint64_t affordable = kAlwaysAffordable + 4 * found_.statistics.created;
  if (found_.extra_nodes > affordable || (!game_.acyclic() && found_.line.size() == kLongestLine)) {
    begin_moves();
    return Progress::Running;
  }
  if (asking_ == Asking::Nothing) {
    play(candidates_.back());
    return Progress::Running;
  }
  search::Machine& machine = asking_ == Asking::Strategy ? *strategy_ : tester_;
  // No further than that, wherever slices end: so counts do not depend on them.
  const std::uint64_t left = affordable + 1 - found_.extra_nodes;
  const Progress progress = run(machine, {std::min(slice.nodes, left), slice.alarm});
  if (progress == Progress::TooFew && left <= slice.nodes) {
    begin_moves();
    return Progress::Running;
  }
  if (progress != Progress::Done) return progress;
  take_answer(machine);
  return Progress::Running;
}

void Inquiry::take_answer(const search::Machine& machine) {
  const AnyState& s = visited_.back();
  const Outcome v = found_.bounds.pess;
  const Bounds b = machine.bounds();
  const bool keeps = game_.to_move(s) == Side::Max ? b.pess >= v : b.opti <= v;
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
  stage_ = Stage::Done;
  if (!question_.every_move || game_.ended(root_)) return;
  stage_ = Stage::Moves;
  pending_moves_ = game_.moves(root_);
  std::reverse(pending_moves_.begin(), pending_moves_.end());
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
  while (!pending_moves_.empty()) {
    const AnyMove move = pending_moves_.back();
    pending_moves_.pop_back();
    found_.moves.emplace_back(move, reach);
    if (window.alpha >= window.beta) continue;
    AnyState next = root_;
    game_.play(next, move);
    counted_ = 0;
    prover_.start(next, window);
    return;
  }
  stage_ = Stage::Done;
}

}  // namespace solvent
