#include "solvent/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "api/run.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "endgame/tables.hpp"
#include "games/engines.hpp"
#include "search/recorder.hpp"
#include "session/options.hpp"
#include "session/plan.hpp"

namespace solvent {

namespace {

constexpr double kFirstLook = 0.1;  // seconds

// Every stride-th round, and the last one; the stride doubles when there are too many.
class History {
 public:
  void add(const Exploration::Point& point) {
    last_ = point;
    if (point.round % stride_ != 0) return;
    points_.push_back(point);
    if (points_.size() < Exploration::kMostPoints) return;
    stride_ *= 2;
    std::erase_if(points_, [&](const auto& p) { return p.round % stride_ != 0; });
  }
  std::vector<Exploration::Point> points() const {
    std::vector<Exploration::Point> out = points_;
    if (last_ && (out.empty() || out.back().round != last_->round)) out.push_back(*last_);
    return out;
  }

 private:
  std::uint64_t stride_ = 1;
  std::vector<Exploration::Point> points_;
  std::optional<Exploration::Point> last_;
};

// One search of one position, which makes what is to be seen: no trial of another before it, and
// one thread.
search::Design watched(search::Design design) {
  design.attack = false;
  design.threads = 1;
  return design;
}
bool has_steps(const search::Design& design) {
  using search::Traversal;
  const Traversal traversal = design.algorithm.traversal;
  return traversal == Traversal::Everything || traversal == Traversal::Windows;
}

std::unique_ptr<search::Machine> make_explored(const AnyGame& rules, const search::Design& asked,
                                               const ProbeBase* probe) {
  search::Design design = watched(asked);
  if (!has_steps(design)) return make_machine(rules, design, probe);
  const std::size_t tree = design.memory / 2;  // the other half is the search's own
  design.memory -= tree;
  design.table_bytes = std::min(design.table_bytes, design.memory / 4 * 3);
  return search::Recorder::make(make_machine(rules, design, probe), tree);
}

std::string why(const search::Visits& visits) {
  using Reason = search::Footstep::Reason;
  using Stage = search::Visits::Stage;
  if (visits.stage != Stage::Leaf) return visits.stage == Stage::Open ? "open" : "searched";
  switch (visits.reason) {
    case Reason::Rules: return "rules";
    case Reason::Knowledge: return "knowledge";
    case Reason::Table: return "table";
    case Reason::Repetition: return "repetition";
    case Reason::Horizon: return "horizon";
    case Reason::Cycle: break;
  }
  return "cycle";
}

}  // namespace

struct Exploration::Parts final : search::Tracer {
  Position position;
  Options options;
  session::Plan plan;
  std::shared_ptr<const ProbeBase> probe;
  std::unique_ptr<search::Machine> machine;
  search::Window window;
  AnyState root;
  Side mover;

  std::optional<Status> finished;
  std::uint64_t rounds = 0;
  double seconds = 0;
  std::vector<AnyMove> last;
  int asked_cut = 0;
  History history;

  Parts(const Position& p, const Options& o, session::Plan how,
        std::shared_ptr<const ProbeBase> database, search::Window asked)
      : position(p),
        options(o),
        plan(std::move(how)),
        probe(std::move(database)),
        machine(make_explored(rules(), plan.design, probe.get())),
        window(asked),
        root{p.state()},
        mover(rules().to_move(root)) {
    machine->trace(this);
    machine->start(root, window);
    look();
  }

  const AnyGame& rules() const { return position.game().rules(); }
  const Scale& scale() const { return rules().scale(); }
  bool max() const { return mover == Side::Max; }
  Claim claim(int cut, std::pair<double, double> effort) const {
    const auto [proof, disproof] = max() ? effort : std::pair{effort.second, effort.first};
    Claim out{claimed(cut), proof, disproof, {}};
    if (plan.design.algorithm.effort == search::EffortKind::Probabilities)
      out.probability = proof <= disproof ? std::exp(-proof) : 1 - std::exp(-disproof);
    return out;
  }
  int claimed(int cut) const { return claim_at(scale(), mover, cut); }

  void note(const search::Iteration& i) override {
    ++rounds;
    last.assign(i.path.begin(), i.path.end());
    if (i.cut < 0) return;  // it has no efforts
    if (i.cut < i.first_cut || i.cut >= i.first_cut + static_cast<int>(i.efforts.size())) {
      // The round has settled its claim.
      const double none = std::numeric_limits<double>::infinity();
      const bool proved = i.bounds.pess > i.cut;
      history.add({rounds, claim(i.cut, proved ? std::pair{0.0, none} : std::pair{none, 0.0})});
    } else {
      history.add({rounds, claim(i.cut, i.efforts[static_cast<std::size_t>(i.cut - i.first_cut)])});
    }
  }

  // Rounds of the search, as long as `go_on` and the allowance let it.
  template <class GoOn, class Step>
  void run(search::Allowance allowance, GoOn go_on, Step step) {
    const auto end = allowance.run_while(go_on, {.seconds = Alarm::kNever}, step,
                                         [&] { return machine->statistics().created; });
    // Time and stop requests are the caller's.
    if (end && *end != Status::TimeLimit && *end != Status::Interrupted) finished = end;
    if (const auto view = machine->look({})) asked_cut = view->cut;
  }
  // No search may be needed. The random games for the root may go on in the first advance.
  void look() {
    Bounds before = machine->bounds();
    run(
        {{.nodes = {}, .seconds = kFirstLook}, nullptr},
        [&] { return machine->bounds() != before; },
        [&](const search::Slice& slice) {
          before = machine->bounds();
          return machine->step({0, slice.alarm, 0});
        });
  }
  std::uint64_t advance(const Pace& pace, double seconds_left) {
    const std::uint64_t before = rounds, created = machine->statistics().created;
    search::Quota quota{options.limits.nodes, std::min(pace.seconds, seconds_left)};
    if (quota.nodes) quota.nodes = *quota.nodes - std::min(*quota.nodes, created);
    run(
        {quota, pace.stop}, [&] { return rounds - before < pace.rounds; },
        [&](const search::Slice& slice) {
          return machine->step({slice.nodes, slice.alarm, pace.rounds - (rounds - before)});
        });
    return rounds - before;
  }

  std::vector<std::string> named(const std::vector<AnyMove>& moves) const {
    std::vector<std::string> out;
    AnyState s = root;
    for (const AnyMove m : moves) {
      out.push_back(rules().move_text(s, m));
      rules().play(s, m);
    }
    return out;
  }
  Node with_look(Node out, const search::Visits& v) const {
    const auto [lower, upper] = for_mover(scale(), mover, {v.window.alpha, v.window.beta});
    out.look = Look{v.looks, lower, upper, why(v), v.moves, v.cut_off};
    out.solved = v.looks > 0 && v.stage != search::Visits::Stage::Open;
    return out;
  }
  Node node(const search::TreeNode& n, const search::TreeView& view, const AnyState& s) const {
    Node out;
    out.position = rules().position(s);
    out.to_move = rules().to_move(s);
    std::tie(out.lower, out.upper) = for_mover(scale(), mover, n.bounds);
    out.solved = view.window.answered_by(n.bounds);
    out.expanded = n.expanded;
    out.kept = !n.deleted;
    out.children = n.children;
    if (n.visits) return with_look(std::move(out), *n.visits);
    for (std::size_t k = 0; k < n.efforts.size(); ++k)
      out.numbers.push_back(claim(n.first_cut + static_cast<int>(k), n.efforts[k]));
    if (view.window.null() && out.solved) {
      const double none = std::numeric_limits<double>::infinity();
      const bool proved = n.bounds.pess >= view.window.beta;
      out.numbers.push_back(
          claim(view.window.alpha, proved ? std::pair{0.0, none} : std::pair{none, 0.0}));
    }
    if (!max()) std::reverse(out.numbers.begin(), out.numbers.end());  // by what is claimed
    return out;
  }
};

Exploration::Exploration(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Exploration::Exploration(Exploration&&) noexcept = default;
Exploration& Exploration::operator=(Exploration&&) noexcept = default;
Exploration::~Exploration() = default;

Result<Exploration> Exploration::make(const Position& position, const Options& options) {
  const AnyGame& game = position.game().rules();
  Result<session::Plan> plan = session::make_plan(game, options);
  if (!plan) return plan.error();
  if (plan->design.algorithm.traversal == search::Traversal::DepthFirst ||
      options.algorithm == "auto" || plan->design.profile != nullptr || plan->design.first)
    return Error{
        fmt::format("{} has no tree to look into: choose pns, mopns, pn2, mopn2, mcpns, ppns, "
                    "minimax, alphabeta, scout or negascout",
                    options.algorithm == "auto" ? "auto" : plan->algorithm)};
  if (options.graph) return session::say("{graph}: only a tree can be looked into");
  const auto asked = session::make_window(game, game.to_move({position.state()}), options);
  if (!asked) return asked.error();
  if (asked->settled)
    return session::say("{at_least} {}: the scale alone says {}, so there is nothing to search",
                        *options.at_least, *asked->settled ? "yes" : "no");
  std::shared_ptr<const ProbeBase> probe;
  if (!options.endgame.empty()) {
    const auto opened = endgame::open_probe(game, options.endgame, plan->design.memory / 8);
    if (!opened) return session::say("{endgame}: {}", opened.error());
    probe = *opened;
  }
  return Exploration(std::make_unique<Parts>(position, options, *std::move(plan), std::move(probe),
                                             asked->window));
}

std::uint64_t Exploration::advance(const Pace& pace) {
  Parts& p = *parts_;
  const Stopwatch clock;
  const Limits& limits = p.options.limits;
  const double left = limits.seconds ? *limits.seconds - p.seconds : Alarm::kNever;
  const std::uint64_t rounds = p.finished ? 0 : p.advance(pace, left);
  if (!p.finished && clock.seconds() >= left) p.finished = Status::TimeLimit;
  p.seconds += clock.seconds();
  return rounds;
}

std::optional<Status> Exploration::finished() const { return parts_->finished; }
const Position& Exploration::position() const { return parts_->position; }
std::string Exploration::algorithm() const { return parts_->plan.algorithm; }
int Exploration::lower() const {
  return for_mover(parts_->scale(), parts_->mover, parts_->machine->bounds()).first;
}
int Exploration::upper() const {
  return for_mover(parts_->scale(), parts_->mover, parts_->machine->bounds()).second;
}
int Exploration::asked() const { return parts_->claimed(parts_->asked_cut); }
std::uint64_t Exploration::rounds() const { return parts_->rounds; }
Counts Exploration::counts() const { return counts_of(parts_->machine->statistics()); }
std::uint64_t Exploration::bytes() const {
  return parts_->machine->statistics().bytes + parts_->rules().bytes();
}
double Exploration::seconds() const { return parts_->seconds; }

Result<Exploration::Family> Exploration::family(const std::vector<std::string>& path) const {
  const Parts& p = *parts_;
  std::vector<AnyMove> moves;
  AnyState s = p.root;
  for (const std::string& text : path) {
    const Result<AnyMove> move = p.rules().parse_move(s, text);
    if (!move) return move.error();
    moves.push_back(*move);
    p.rules().play(s, *move);
  }
  const auto view = p.machine->look(moves);
  if (!view) return Error{"the tree does not reach there (any more)"};
  const std::vector<AnyMove> next = p.machine->next_descent();
  const bool on_path =
      next.size() >= moves.size() && std::equal(moves.begin(), moves.end(), next.begin());
  Family out;
  out.node = p.node(view->node, *view, s);
  out.node.on_path = on_path;
  if (!path.empty()) out.node.move = path.back();
  for (const search::TreeNode& child : view->children) {
    AnyState after = s;
    p.rules().play(after, child.move);
    out.children.push_back(p.node(child, *view, after));
    out.children.back().move = p.rules().move_text(s, child.move);
    out.children.back().on_path =
        on_path && next.size() > moves.size() && next[moves.size()] == child.move;
  }
  return out;
}

std::vector<std::string> Exploration::next_descent() const {
  return parts_->named(parts_->machine->next_descent());
}
std::vector<std::string> Exploration::last_descent() const { return parts_->named(parts_->last); }
std::vector<Exploration::Point> Exploration::history() const { return parts_->history.points(); }

}  // namespace solvent
