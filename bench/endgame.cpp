// Endgame databases: positions built and positions looked up a second.
#include <benchmark/benchmark.h>

#include <filesystem>

#include "base/rng.hpp"
#include "endgame/build.hpp"
#include "games/awari/rules.hpp"
#include "solvent/solvent.hpp"

namespace solvent::endgame {
namespace {

const Ruleset& awari() {
  static const Ruleset kGame = *Ruleset::make("awari");
  return kGame;
}

// The slice with so many stones; the ones below it are built outside the clock.
void build_slice(benchmark::State& state) {
  const auto tables = tables_of(awari().rules());
  const auto stones = static_cast<std::size_t>(state.range(0));
  Values lower;
  while (lower.size() < stones) lower.push_back(*solve_next(*tables, lower, 2));
  for (auto _ : state)
    benchmark::DoNotOptimize(solve_next(*tables, lower, static_cast<int>(state.range(1))));
  const auto positions = tables->label(static_cast<int>(stones)).positions;
  state.counters["positions/s"] = benchmark::Counter(static_cast<double>(positions),
                                                     benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(build_slice)
    ->ArgNames({"stones", "threads"})
    ->Args({13, 1})
    ->Args({13, 2})
    ->Args({16, 1})
    ->Args({16, 2})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// Random boards of up to 13 stones through a cache that holds all blocks, and a small one.
void probe(benchmark::State& state) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / "solvent-bench-endgame").string();
  const auto tables = tables_of(awari().rules());
  if (!*build_table(awari(), folder, {.slice = 13, .threads = 2})) return;
  const auto database = *Database::open(*tables, folder);
  Lookup lookup(database, static_cast<std::uint64_t>(state.range(0)) << 20);
  const auto* rules = rules_of<awari::Rules>(awari().rules());
  std::vector<awari::Rules::State> boards;
  Rng rng(1);
  for (int k = 0; k < 4096; ++k) {
    const int slice = 8 + static_cast<int>(rng.below(6));
    boards.push_back(
        rules->unindex(slice, rng.below(static_cast<std::uint32_t>(rules->slice_size(slice)))));
    lookup.value(slice, rules->index(boards.back()));
  }
  std::size_t k = 0;
  for (auto _ : state) {
    const auto& s = boards[k++ % boards.size()];
    benchmark::DoNotOptimize(rules->outcome(s, lookup.value(rules->slice(s), rules->index(s))));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(probe)->ArgName("cache_megabytes")->Arg(16)->Arg(1);

}  // namespace
}  // namespace solvent::endgame

BENCHMARK_MAIN();
