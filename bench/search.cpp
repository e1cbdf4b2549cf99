// Nodes per second of each search on positions of each game, fresh tables for every round.
#include <benchmark/benchmark.h>

#include "positions.hpp"

namespace {

using namespace solvent;

struct Task {
  const char* spec;
  const char* outcomes;
  int plies;  // how far into the game the positions lie
  std::size_t positions;
};

void search(benchmark::State& state, const Task& task, const char* algorithm, std::uint64_t table) {
  const Ruleset game = bench::game(task.spec, task.outcomes);
  const auto positions = bench::random_positions(game, task.plies, task.positions, 1);
  Options options;
  options.algorithm = algorithm;
  options.table_size = table;
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

constexpr std::uint64_t kTable = std::uint64_t{64} << 20;
constexpr Task kConnect4{"connect4", "score", 18, 10};  // middle game
constexpr Task kOthello{"othello", "score", 50, 10};
constexpr Task kKalah{"kalah:4,3", "score", 0, 1};
constexpr Task kWoodpush{"woodpush:10,2", "score", 0, 1};
constexpr Task kMnk{"mnk:4,4,4", "wld", 0, 1};
constexpr Task kRandom{"random:b=4,d=10,outcomes=9", "score", 0, 1};

#define SOLVENT_SEARCH(name, task, algorithm, table) \
  BENCHMARK_CAPTURE(search, name, task, algorithm, table)->Unit(benchmark::kMillisecond)

SOLVENT_SEARCH(connect4_alphabeta, kConnect4, "alphabeta", kTable);
SOLVENT_SEARCH(connect4_alphabeta_no_table, kConnect4, "alphabeta", 0);
SOLVENT_SEARCH(connect4_scout, kConnect4, "scout", kTable);
SOLVENT_SEARCH(connect4_negascout, kConnect4, "negascout", kTable);
SOLVENT_SEARCH(othello_alphabeta, kOthello, "alphabeta", kTable);
SOLVENT_SEARCH(othello_scout, kOthello, "scout", kTable);
SOLVENT_SEARCH(othello_negascout, kOthello, "negascout", kTable);
SOLVENT_SEARCH(kalah_alphabeta, kKalah, "alphabeta", kTable);
SOLVENT_SEARCH(kalah_negascout, kKalah, "negascout", kTable);
SOLVENT_SEARCH(kalah_minimax, kKalah, "minimax", kTable);
SOLVENT_SEARCH(woodpush_alphabeta, kWoodpush, "alphabeta", kTable);
SOLVENT_SEARCH(woodpush_negascout, kWoodpush, "negascout", kTable);
SOLVENT_SEARCH(woodpush_minimax, kWoodpush, "minimax", kTable);
SOLVENT_SEARCH(mnk_alphabeta, kMnk, "alphabeta", kTable);
SOLVENT_SEARCH(mnk_negascout, kMnk, "negascout", kTable);
SOLVENT_SEARCH(random_alphabeta, kRandom, "alphabeta", 0);
SOLVENT_SEARCH(random_scout, kRandom, "scout", 0);
SOLVENT_SEARCH(random_negascout, kRandom, "negascout", 0);

}  // namespace

BENCHMARK_MAIN();
