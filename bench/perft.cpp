// Leaves per second of perft, every leaf generated and played: how fast the rules are.
#include <benchmark/benchmark.h>

#include "solvent/solvent.hpp"

namespace {

void perft(benchmark::State& state, const char* spec, int depth) {
  const auto game = solvent::Ruleset::make(spec);
  if (!game) return state.SkipWithError(game.message().c_str());
  const solvent::Position start = game->start();
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += start.perft(depth);
  state.counters["leaves/s"] =
      benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}

#define SOLVENT_PERFT(name, spec, depth) \
  BENCHMARK_CAPTURE(perft, name, spec, depth)->Unit(benchmark::kMillisecond)

SOLVENT_PERFT(connect4, "connect4", 8);
SOLVENT_PERFT(connect4_10x6, "connect4:10x6", 7);
SOLVENT_PERFT(othello, "othello", 9);
SOLVENT_PERFT(othello_6, "othello:6", 9);
SOLVENT_PERFT(awari, "awari", 8);
SOLVENT_PERFT(kalah, "kalah", 8);
SOLVENT_PERFT(woodpush, "woodpush:13,4", 9);
SOLVENT_PERFT(tictactoe, "mnk:3,3,3", 8);
SOLVENT_PERFT(gomoku, "gomoku", 3);
SOLVENT_PERFT(qubic, "qubic", 4);
SOLVENT_PERFT(random, "random:b=10,d=7", 7);
SOLVENT_PERFT(pgame, "pgame:b=10,d=7", 7);

}  // namespace

BENCHMARK_MAIN();
