#include "experiments/scout/trees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/clock.hpp"
#include "base/rng.hpp"
#include "games/kalah/rules.hpp"
#include "search/allowance.hpp"
#include "search/presets.hpp"
#include "search/window_search.hpp"
#include "solvent/solve.hpp"

namespace solvent::experiments::scout {

namespace {

std::uint64_t power(int b, int e) {
  std::uint64_t p = 1;
  for (int k = 0; k < e; ++k) p *= static_cast<std::uint64_t>(b);
  return p;
}

class Draws {
 public:
  struct State {
    std::uint64_t ply;
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint16_t;
  static constexpr std::size_t kMaxMoves = 64;
  static constexpr bool kAcyclic = true;

  Draws(int b, int l) : branching_(b), depth_(static_cast<std::uint64_t>(l)) {}
  const Scale& scale() const { return scale_; }
  State initial() const { return {0}; }
  Side to_move(const State& s) const { return s.ply % 2 == 0 ? Side::Max : Side::Min; }
  bool ended(const State& s) const { return s.ply == depth_; }
  Bounds bounds(const State& s) const { return ended(s) ? Bounds{1, 1} : scale_.everything(); }
  void list_moves(const State&, MovesOf<Draws>& moves) const {
    for (int k = 0; k < branching_; ++k) moves.add(static_cast<Move>(k));
  }
  void play(State& s, Move) const { ++s.ply; }

 private:
  int branching_;
  std::uint64_t depth_;
  Scale scale_ = Scale::win_draw_loss();
};
static_assert(Game<Draws>);

}  // namespace

std::uint64_t least_test_nodes(int b, int l) {
  return 2 * (power(b, l / 2 + 1) - 1) / static_cast<std::uint64_t>(b - 1) - power(b, l / 2);
}
std::uint64_t least_alpha_beta_leaves(int b, int l) {
  return power(b, (l + 1) / 2) + power(b, l / 2) - 1;
}
std::uint64_t least_alpha_beta_nodes(int b, int l) {
  std::uint64_t nodes = 0;
  for (int i = 0; i <= l; ++i) nodes += least_alpha_beta_leaves(b, i);
  return nodes;
}

Visits engine_on_draws(Engine engine, int b, int l) {
  search::Design design{.algorithm = engine == Engine::Scout       ? search::kScout
                                     : engine == Engine::NegaScout ? search::kNegaScout
                                                                   : search::kAlphaBeta,
                        .table_bytes = 0};
  const Draws game(b, l);
  search::WindowSearch<Draws> search(game, design);
  const Outcome best = engine == Engine::Test ? Outcome{1} : game.scale().best();
  search.start(erase_state(game.initial()), {0, best});
  search::Allowance({}, nullptr).run(search);
  // The engine does not count the root.
  return {search.statistics().created + 1, search.statistics().leaves};
}

// --- random trees ------------------------------------------------------------------------------

std::string Shape::key() const {
  return fmt::format("{} {} b={} d={} seeds={}..{}", kName, kKinds[static_cast<int>(kind)], b, d,
                     first, first + seeds - 1);
}
double cost(int b, int d) { return std::pow(b, 0.75 * d); }

std::vector<Shape> shapes(const Setting& setting) {
  const bool quick = setting.size == Size::Quick, full = setting.size == Size::Full;
  const double most = quick ? 2e4 : full ? 1e8 : 5e6;  // cost of one tree
  const double work = quick ? 2e5 : full ? 1e9 : 5e7;  // of one shape
  const std::uint64_t least = quick ? 2 : 20, enough = quick ? 50 : full ? 5'000 : 500;
  std::vector<Shape> out;
  for (const Kind kind : {Kind::Uniform, Kind::Correlated}) {
    const auto add = [&](int b, int d) {
      const auto same = [&](const Shape& s) { return s.kind == kind && s.b == b && s.d == d; };
      if (cost(b, d) > most || std::any_of(out.begin(), out.end(), same)) return;
      const auto fit = static_cast<std::uint64_t>(work / cost(b, d));
      out.push_back(
          {kind, b, d, setting.positions.value_or(std::clamp(fit, least, enough)), setting.seed});
    };
    for (const int d : {2, 3, 4, 5, 6})
      for (const int b : {2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 60}) add(b, d);
    for (const auto& [b, d] : kSmallTrees) add(b, d);
    for (const auto& [b, d] : kLargeTrees) add(b, d);
  }
  return out;
}

Result<std::optional<Record>> measure(const Shape& shape, const Bench& bench) {
  std::array<std::uint64_t, kSearches> leaves{};
  std::array<double, kSearches> sum{}, squares{};
  Stopwatch clock;
  for (std::uint64_t seed = shape.first; seed < shape.first + shape.seeds; ++seed) {
    if (*bench.stop) return std::optional<Record>();
    const RandomTree tree(shape.kind, shape.b, shape.d, seed);
    std::array<FixedDepth<RandomTree>, kSearches> s{
        FixedDepth(tree), FixedDepth(tree), FixedDepth(tree), FixedDepth(tree), FixedDepth(tree)};
    const int v = s[kAlphaBeta].alpha_beta({}, shape.d);
    if (s[kScout].scout({}, shape.d) != v || s[kNegaScout].negascout({}, shape.d) != v ||
        !s[kTestTrue].above({}, shape.d, v - 1) || s[kTestFalse].above({}, shape.d, v))
      return Error{fmt::format("{}: the searches disagree on seed {}", shape.key(), seed)};
    for (std::size_t k = 0; k < kSearches; ++k) {
      leaves[k] += s[k].visits().leaves;
      const double ratio = static_cast<double>(s[k].visits().leaves) /
                           static_cast<double>(s[kAlphaBeta].visits().leaves);
      sum[k] += ratio;
      squares[k] += ratio * ratio;
    }
  }
  Record record{{"tree", kKinds[static_cast<int>(shape.kind)]},
                {"b", shape.b},
                {"d", shape.d},
                {"seeds", shape.seeds},
                {"leaves", leaves}};
  const auto n = static_cast<double>(shape.seeds);
  for (std::size_t k = 0; k < kSearches; ++k) {
    record["ratio"].push_back(sum[k] / n);
    const double variance = std::max(0.0, squares[k] / n - sum[k] / n * (sum[k] / n));
    record["error"].push_back(std::sqrt(variance / std::max(n - 1, 1.0)));
  }
  record["seconds"] = clock.cpu_seconds();
  return std::optional(std::move(record));
}

// --- minimal trees -----------------------------------------------------------------------------

std::string Minimal::key() const { return fmt::format("{} minimal b={} l={} seed=1", kName, b, l); }
std::vector<Minimal> minimal_trees(const Setting& setting) {
  const double most = setting.size == Size::Quick ? 1e4 : 1e6;
  std::vector<Minimal> out;
  for (const int b : {2, 3, 4, 5, 6, 7, 8, 10, 16, 32, 60})
    for (int l = 1; l <= 16; ++l)
      if (std::pow(b, (l + 1) / 2) <= most) out.push_back({b, l});
  return out;
}
Result<std::optional<Record>> measure(const Minimal& minimal) {
  const auto [b, l] = minimal;
  const RandomTree tree(Kind::Ordered, b, l, 1);
  FixedDepth<RandomTree> alpha_beta(tree), scout(tree), negascout(tree), test(tree);
  // The tree is worth 0.
  if (alpha_beta.alpha_beta({}, l) != 0 || scout.scout({}, l) != 0 ||
      negascout.negascout({}, l) != 0 || !test.above({}, l, -1))
    return Error{fmt::format("{}: an ordered tree has the wrong value", minimal.key())};
  Record record{{"b", b}, {"l", l}};
  const auto add = [&](const char* name, const Visits& v) { record[name] = {v.nodes, v.leaves}; };
  add("alpha-beta", alpha_beta.visits());
  add("scout", scout.visits());
  add("negascout", negascout.visits());
  add("test", test.visits());
  add("engine alpha-beta", engine_on_draws(Engine::AlphaBeta, b, l));
  add("engine scout", engine_on_draws(Engine::Scout, b, l));
  add("engine negascout", engine_on_draws(Engine::NegaScout, b, l));
  add("engine test", engine_on_draws(Engine::Test, b, l));
  return std::optional(std::move(record));
}

// --- the library's searches on random trees ----------------------------------------------------

std::string Library::key() const {
  return fmt::format("{} library random:b={},d={},outcomes=256 seeds={}..{}", kName, b, d, first,
                     first + seeds - 1);
}
std::vector<Library> library_runs(const Setting& setting) {
  const bool quick = setting.size == Size::Quick;
  std::vector<Library> out;
  for (const int b : {20, 30, 40, 60})
    out.push_back({b, quick ? 3 : 4, setting.positions.value_or(quick ? 2 : 20), setting.seed});
  return out;
}
Result<std::optional<Record>> measure(const Library& run, const Bench& bench) {
  std::array<std::uint64_t, 3> leaves{};
  for (std::uint64_t seed = run.first; seed < run.first + run.seeds; ++seed) {
    const auto game = Ruleset::make(
        fmt::format("random:b={},d={},outcomes=256,seed={}", run.b, run.d, seed), "score");
    if (!game) return game.error();
    std::optional<int> value;
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      Options o;
      o.algorithm = std::array{"alphabeta", "scout", "negascout"}[k];
      o.table_size = 0;
      o.deepening = false;
      o.knowledge = false;
      o.line = false;
      o.limits.memory = bench.memory;
      Result<Solver> solver = Solver::make(*game, o);
      if (!solver) return solver.error();
      Watch watch;
      watch.stop = bench.stop;
      const Answer answer = solver->solve(game->start(), watch);
      if (answer.status == Status::Interrupted) return std::optional<Record>();
      if (value && value != answer.value) return Error{run.key() + ": the searches disagree"};
      value = answer.value;
      leaves[k] += answer.counts.leaves;
    }
  }
  return std::optional(Record{{"b", run.b}, {"d", run.d}, {"leaves", leaves}});
}

// --- Kalah -------------------------------------------------------------------------------------

namespace {
// What is in store counts; at the end, what is left in a player's pits too.
class KalahTree {
 public:
  using Place = kalah::Rules::State;
  explicit KalahTree(bool ordered)
      : ordered_(ordered), rules_(kalah::Variant{}, Scale::Kind::Score) {}
  bool max(const Place& n) const { return rules_.to_move(n) == Side::Max; }
  bool ended(const Place& n) const { return rules_.ended(n); }
  int moves(const Place& n) const { return static_cast<int>(list(n).size); }
  Place child(const Place& n, int k) const {
    Place next = n;
    rules_.play(next, list(n)[static_cast<std::size_t>(k)]);
    return next;
  }
  int value(const Place& n) const {
    const int stored = mancala::store(n.row[0]) - mancala::store(n.row[1]);
    if (!ended(n)) return stored;
    return stored + mancala::stones(n.row[0]) - mancala::stones(n.row[1]);
  }
  Place random_position(Rng& rng, int plies) const {
    for (;;) {
      Place n = rules_.initial();
      for (int ply = 0; ply < plies && !ended(n); ++ply)
        n = child(n, static_cast<int>(rng.below(static_cast<std::uint32_t>(moves(n)))));
      if (!ended(n)) return n;
    }
  }

 private:
  MovesOf<kalah::Rules> list(const Place& n) const {
    MovesOf<kalah::Rules> moves;
    rules_.list_moves(n, moves);
    if (!ordered_) return moves;
    const int sign = max(n) ? -1 : 1;
    std::array<int, kalah::Rules::kMaxMoves> worth{};
    for (const kalah::Rules::Move m : moves) {
      Place next = n;
      rules_.play(next, m);
      worth[m] = sign * value(next);
    }
    std::stable_sort(moves.items.begin(), moves.items.begin() + moves.size,
                     [&](auto a, auto b) { return worth[a] < worth[b]; });
    return moves;
  }
  bool ordered_;
  kalah::Rules rules_;
};
}  // namespace

std::string KalahRun::key() const {
  return fmt::format("{} kalah:6,4 depth={} {} plies={} positions={} seed={}", kName, depth,
                     ordered ? "ordered" : "plain", kKalahPlies, positions, seed);
}
std::vector<KalahRun> kalah_runs(const Setting& setting) {
  const bool quick = setting.size == Size::Quick, full = setting.size == Size::Full;
  std::vector<KalahRun> out;
  const std::uint64_t positions = setting.positions.value_or(quick ? 50 : full ? 5'000 : 1'000);
  for (const bool ordered : {false, true})
    for (int depth = 2; depth <= (quick ? 5 : full ? 10 : 8); ++depth)
      out.push_back({depth, ordered, positions, setting.seed});
  return out;
}
Result<std::optional<Record>> measure(const KalahRun& run, const Bench& bench) {
  const KalahTree tree(run.ordered), plain(false);
  Rng rng(run.seed);
  std::array<Visits, 3> visits{};
  std::array<double, 3> seconds{};
  for (std::uint64_t k = 0; k < run.positions; ++k) {
    if (*bench.stop) return std::optional<Record>();
    const KalahTree::Place root = plain.random_position(rng, kKalahPlies);
    std::array<int, 3> value{};
    for (std::size_t s = 0; s < visits.size(); ++s) {
      FixedDepth<KalahTree> search(tree);
      Stopwatch clock;
      value[s] = s == kAlphaBeta ? search.alpha_beta(root, run.depth)
                 : s == kScout   ? search.scout(root, run.depth)
                                 : search.negascout(root, run.depth);
      seconds[s] += clock.cpu_seconds();
      visits[s].nodes += search.visits().nodes;
      visits[s].leaves += search.visits().leaves;
    }
    if (value[kScout] != value[kAlphaBeta] || value[kNegaScout] != value[kAlphaBeta])
      return Error{run.key() + ": the searches disagree"};
  }
  Record record{{"depth", run.depth}, {"ordered", run.ordered}, {"positions", run.positions}};
  for (const Visits& v : visits) {
    record["nodes"].push_back(v.nodes);
    record["leaves"].push_back(v.leaves);
  }
  record["seconds"] = seconds;
  return std::optional(std::move(record));
}

}  // namespace solvent::experiments::scout
