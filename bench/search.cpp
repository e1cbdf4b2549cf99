// Nodes per second of each search on positions of each game, fresh tables for every round.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string_view>

#include "positions.hpp"

namespace {

using namespace solvent;

struct Task {
  const char* spec;
  const char* outcomes;
  int plies;  // how far into the game the positions lie
  std::size_t positions;
};

void search(benchmark::State& state, const Task& task, const char* algorithm, std::uint64_t table,
            bool knowledge = true) {
  const Ruleset game = bench::game(task.spec, task.outcomes);
  const auto positions = bench::random_positions(game, task.plies, task.positions, 1);
  Options options;
  options.algorithm = algorithm;
  options.table_size = table;
  options.knowledge = knowledge;
  options.line = false;
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    Result<Solver> solver = Solver::make(game, options);
    for (const Position& p : positions) {
      const Answer answer = solver->solve(p);
      if (!answer.value) return state.SkipWithError("not solved");
      nodes += answer.counts.created;
    }
  }
  state.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

// Time inside the search alone, a cleared table for every position: what a set of positions costs.
void solve_each(benchmark::State& state, const Task& task, const char* algorithm) {
  const Ruleset game = bench::game(task.spec, task.outcomes);
  const auto positions = bench::random_positions(game, task.plies, task.positions, 1);
  Options options;
  options.algorithm = algorithm;
  options.line = false;
  Result<Solver> solver = Solver::make(game, options);
  std::uint64_t nodes = 0;
  double seconds = 0;
  for (auto _ : state) {
    double round = 0;
    for (const Position& p : positions) {
      solver->forget();
      const Answer answer = solver->solve(p);
      if (!answer.value) return state.SkipWithError("not solved");
      nodes += answer.counts.created;
      round += answer.cpu_seconds;
    }
    state.SetIterationTime(round);
    seconds += round;
  }
  state.counters["nodes/s"] = static_cast<double>(nodes) / seconds;
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

// Every algorithm on positions of every game, for whoever has to choose one: those that do not
// solve all positions within a limit of nodes say so.
void choose(benchmark::State& state, const Task& task, const char* algorithm, bool graph) {
  const Ruleset game = bench::game(task.spec, task.outcomes);
  const auto positions = bench::random_positions(game, task.plies, task.positions, 1);
  Options options;
  options.algorithm = algorithm;
  options.table_size = std::uint64_t{64} << 20;
  options.graph = graph;
  options.line = false;
  options.limits.nodes = 3'000'000;
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    double round = 0;
    for (const Position& p : positions) {
      Result<Solver> solver = Solver::make(game, options);
      if (!solver) return state.SkipWithError(solver.message().c_str());
      const Answer answer = solver->solve(p);
      if (!answer.value) return state.SkipWithError("not solved");
      nodes += answer.counts.created;
      round += answer.cpu_seconds;
    }
    state.SetIterationTime(round);
  }
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

// A best-first tree grown to so many nodes: time and memory a node.
void grow(benchmark::State& state, const char* spec, const char* outcomes, const char* algorithm,
          std::optional<int> at_least) {
  constexpr std::uint64_t kNodes = 5'000'000;
  const Ruleset game = bench::game(spec, outcomes);
  Options options;
  options.algorithm = algorithm;
  options.at_least = at_least;
  options.knowledge = false;
  options.limits.nodes = kNodes;
  std::uint64_t nodes = 0, bytes = 0, largest = 0;
  for (auto _ : state) {
    Result<Solver> solver = Solver::make(game, options);
    const Answer answer = solver->solve(game.start());
    nodes += answer.counts.created;
    bytes = answer.peak_bytes - (std::uint64_t{1} << 20);  // the table that waits for the line
    largest = answer.counts.largest_tree;
  }
  state.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
  state.counters["bytes/node"] = static_cast<double>(bytes) / static_cast<double>(largest);
}

constexpr std::uint64_t kTable = std::uint64_t{64} << 20;
constexpr Task kConnect4{"connect4", "score", 18, 10};  // middle game
constexpr Task kConnect4Wld{"connect4", "wld", 16, 10};
constexpr Task kOthello{"othello", "score", 50, 10};
constexpr Task kOthello18{"othello", "score", 42, 10};  // 18 squares left
constexpr Task kOthello18Wld{"othello", "wld", 42, 10};
constexpr Task kKalah{"kalah:4,3", "score", 0, 1};
constexpr Task kWoodpush{"woodpush:10,2", "score", 0, 1};
constexpr Task kMnk{"mnk:4,4,4", "wld", 0, 1};
constexpr Task kRandom{"random:b=4,d=10,outcomes=9", "score", 0, 1};

#define SOLVENT_SEARCH(name, task, algorithm, table) \
  BENCHMARK_CAPTURE(search, name, task, algorithm, table)->Unit(benchmark::kMillisecond)

SOLVENT_SEARCH(connect4_alphabeta, kConnect4, "alphabeta", kTable);
SOLVENT_SEARCH(connect4_alphabeta_no_table, kConnect4, "alphabeta", 0);
BENCHMARK_CAPTURE(search, connect4_alphabeta_rules, kConnect4, "alphabeta", kTable, false)
    ->Unit(benchmark::kMillisecond);
SOLVENT_SEARCH(connect4_scout, kConnect4, "scout", kTable);
SOLVENT_SEARCH(connect4_negascout, kConnect4, "negascout", kTable);
SOLVENT_SEARCH(connect4_wld_alphabeta, kConnect4Wld, "alphabeta", kTable);
SOLVENT_SEARCH(connect4_wld_dfpn, kConnect4Wld, "dfpn", kTable);
SOLVENT_SEARCH(connect4_wld_dfmopns, kConnect4Wld, "dfmopns", kTable);
SOLVENT_SEARCH(connect4_wld_dfppns, kConnect4Wld, "dfppns", kTable);
SOLVENT_SEARCH(othello_alphabeta, kOthello, "alphabeta", kTable);
SOLVENT_SEARCH(othello_scout, kOthello, "scout", kTable);
SOLVENT_SEARCH(othello_negascout, kOthello, "negascout", kTable);
SOLVENT_SEARCH(othello_18_negascout, kOthello18, "negascout", kTable);
SOLVENT_SEARCH(othello_18_wld_negascout, kOthello18Wld, "negascout", kTable);
SOLVENT_SEARCH(kalah_alphabeta, kKalah, "alphabeta", kTable);
SOLVENT_SEARCH(kalah_negascout, kKalah, "negascout", kTable);
SOLVENT_SEARCH(kalah_minimax, kKalah, "minimax", kTable);
SOLVENT_SEARCH(woodpush_alphabeta, kWoodpush, "alphabeta", kTable);
SOLVENT_SEARCH(woodpush_negascout, kWoodpush, "negascout", kTable);
SOLVENT_SEARCH(woodpush_dfpn, kWoodpush, "dfpn", kTable);
SOLVENT_SEARCH(woodpush_minimax, kWoodpush, "minimax", kTable);
SOLVENT_SEARCH(mnk_alphabeta, kMnk, "alphabeta", kTable);
SOLVENT_SEARCH(mnk_negascout, kMnk, "negascout", kTable);
SOLVENT_SEARCH(random_alphabeta, kRandom, "alphabeta", 0);
SOLVENT_SEARCH(random_scout, kRandom, "scout", 0);
SOLVENT_SEARCH(random_negascout, kRandom, "negascout", 0);

constexpr Task kEnd{"connect4", "score", 34, 1000};
constexpr Task kMiddle{"connect4", "score", 24, 300};
constexpr Task kEarly{"connect4", "score", 15, 20};
#define SOLVENT_EACH(name, task, algorithm)            \
  BENCHMARK_CAPTURE(solve_each, name, task, algorithm) \
      ->UseManualTime()                                \
      ->Unit(benchmark::kMillisecond)
SOLVENT_EACH(connect4_1000_ends, kEnd, "negascout");
SOLVENT_EACH(connect4_300_middle_games, kMiddle, "negascout");
SOLVENT_EACH(connect4_20_openings, kEarly, "negascout");

#define SOLVENT_GROW(name, ...) \
  BENCHMARK_CAPTURE(grow, name, __VA_ARGS__)->Unit(benchmark::kMillisecond)

SOLVENT_GROW(connect4_5x5_pns, "connect4:5x5", "wld", "pns", 1);
SOLVENT_GROW(connect4_5x5_mopns, "connect4:5x5", "wld", "mopns", std::nullopt);
SOLVENT_GROW(connect4_7x6_score_mopns, "connect4", "score", "mopns", std::nullopt);

constexpr Task kChoices[] = {
    {"connect4", "score", 20, 10},
    {"connect4", "wld", 18, 10},
    {"othello", "score", 48, 5},
    {"othello", "wld", 46, 5},
    {"othello:4", "score", 0, 1},
    {"awari", "score", 140, 5},
    {"awari", "wld", 160, 5},
    {"kalah:4,3", "score", 0, 1},
    {"kalah:6,2", "wld", 0, 1},
    {"kalah:6,4", "score", 30, 5},
    {"woodpush:10,2", "score", 0, 1},
    {"woodpush:9,3", "wld", 0, 1},
    {"woodpush:7,2,ko=super", "score", 0, 1},
    {"mnk:4,4,4", "wld", 0, 1},
    {"mnk:5,5,4", "wld", 0, 1},
    {"mnk:6,6,4", "wld", 0, 1},
    {"mnk:6,6,5", "wld", 0, 1},
    {"qubic", "wld", 16, 5},
    {"qubic", "wld", 24, 5},
    {"random:b=4,d=10,outcomes=9", "score", 0, 1},
    {"random:b=4,d=10,outcomes=3", "score", 0, 1},
};
void register_choices() {
  for (const Task& task : kChoices)
    for (const std::string_view algorithm :
         {"auto", "negascout", "alphabeta", "dfpn", "dfmopns", "minimax", "mopns"}) {
      const std::string_view spec = task.spec;
      const bool repeats = spec.starts_with("awari") || spec.starts_with("woodpush");
      const bool graph = algorithm == "mopns" && !repeats;
      benchmark::RegisterBenchmark(
          fmt::format("choose/{}/{}/{}/{}", task.spec, task.outcomes, task.plies, algorithm)
              .c_str(),
          [task, algorithm, graph](benchmark::State& state) {
            choose(state, task, algorithm.data(), graph);
          })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    }
}

}  // namespace

int main(int argc, char** argv) {
  register_choices();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
