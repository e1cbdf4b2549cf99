// The signature of the searches: node counts and values of a fixed set of runs, a line each. A run
// of fewer than ten nodes guards nothing and is left out.
#include <fmt/format.h>

#include "positions.hpp"

namespace {

using namespace solvent;

struct Run {
  const char* spec;
  const char* outcomes;
  int plies = 0;              // of seeded random play from the start,
  const char* position = "";  // or a position
};

constexpr Run kRuns[] = {
    {"connect4", "score", 18},
    {"connect4", "score", 20},
    {"connect4", "wld", 14},
    {"connect4:4x5", "score"},
    {"connect4:5x4", "wld"},
    {"connect4:10x6", "score", 44},
    {"othello", "score", 48},
    {"othello:4", "score"},
    {"othello:6", "wld", 18},
    {"awari", "score", 0, "0 1 0 0 0 2|0 0 1 0 1 0 S20 N20 S"},
    {"kalah:3,3", "score"},
    {"kalah:4,2,empty-capture", "wld"},
    {"woodpush:8,2", "score"},
    {"woodpush:6,2,ko=super", "score"},
    {"mnk:3,3,3", "wld"},
    {"mnk:4,4,4", "wld"},
    {"mnk:5,4,4", "wld"},
    {"gomoku", "wld", 12},
    {"qubic", "wld", 16},
    {"qubic", "wld", 10},
    {"random:b=4,d=8,outcomes=5,seed=3", "score"},
    {"pgame:b=4,d=8,seed=2", "wld"},
};

struct Way {
  const char* algorithm;
  std::uint64_t table;
};
constexpr std::uint64_t kTable = std::uint64_t{16} << 20;
constexpr Way kWays[] = {{"minimax", kTable}, {"alphabeta", kTable},
                         {"alphabeta", 0},    {"scout", kTable},
                         {"scout", 0},        {"negascout", kTable},
                         {"negascout", 0},    {"pns", 0},
                         {"mopns", 0},        {"pn2", 0},
                         {"dfpn", kTable},    {"dfpn", 0},
                         {"dfmopns", kTable}};

// Guided by random games. Few runs, and short ones: the last bit of a logarithm is not the same on
// every machine, and the longer a search the sooner a choice hangs on it.
constexpr Way kGuided[] = {{"mcpns", 0}, {"ppns", 0}};
constexpr Run kGuidedRuns[] = {{"connect4:4x4", "wld"},
                               {"othello:4", "score"},
                               {"kalah:3,3", "wld"},
                               {"mnk:3,3,3", "wld"},
                               {"random:b=4,d=8,outcomes=5,seed=3", "score"}};

Result<Position> position_of(const Ruleset& game, const Run& run) {
  if (run.plies > 0) return bench::random_positions(game, run.plies, 1, 1).front();
  return *run.position ? game.parse(run.position) : game.start();
}

int print_run(const Run& run, const Way& way, std::uint64_t most_nodes) {
  const Ruleset game = bench::game(run.spec, run.outcomes);
  const Result<Position> position = position_of(game, run);
  Options options;
  options.algorithm = way.algorithm;
  options.table_size = way.table;
  options.limits.nodes = most_nodes;
  options.line = false;
  Result<Solver> solver = Solver::make(game, options);
  if (!position || !solver) {
    fmt::print(stderr, "{}: {}\n", run.spec, position ? solver.message() : position.message());
    return 1;
  }
  const Answer a = solver->solve(*position);
  if (a.counts.created < 10) return 0;
  fmt::print("{:<34} {:<6} {:<9} {:<5} {:>9} created {:>9} expanded  {:+}..{:+} {}\n", run.spec,
             run.outcomes, way.algorithm, way.table > 0 ? "table" : "none", a.counts.created,
             a.counts.expanded, a.lower, a.upper, name(a.status));
  return 0;
}

}  // namespace

int main() {
  int failed = 0;
  for (const Run& run : kRuns)
    for (const Way& way : kWays) failed |= print_run(run, way, 300'000);
  for (const Run& run : kGuidedRuns)
    for (const Way& way : kGuided) failed |= print_run(run, way, 3'000);
  return failed;
}
