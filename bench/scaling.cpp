// How much faster a search becomes with more workers: two tables and a plot.
//
//     scaling real       positions with one thread and with two: medians of five runs
//     scaling simulated  the scheduler of src/parallel/ with 1, 2, 4, ... 1024 virtual workers, and
//                        messages that take 1 us, 100 us and 10 ms; the searches are real ones
//
// Options of both:
//     --only NAMES     rows whose names begin so, with commas between them (default: all)
//     --folder DIR     gets the table as a CSV file and a page, of simulated workers with a plot
//     --table M        megabytes of the transposition table (real: 1024, simulated: 256)
// of `real`:
//     --runs N         the medians of so many (5)
//     --threads T      instead of 2
//     --obf FILE       Othello positions, a line each, for the row `othello`
// of `simulated`:
//     --workers LIST   instead of 1,2,4,...,1024
//     --latency LIST   microseconds from the end of a job to the begin of the next (1,100,10000)
//     --bandwidth MB   megabytes a second that pass between the scheduler and all workers together
//                      (not limited)
//     --inhand N       jobs that a worker has, the one it works on among them (2)
//     --handling US    what the scheduler takes for a job (5)
//     --timed 1        instead of that, what it does take here, where all workers' searches leave
//                      its tree out of the caches
//     --cost US       how long it takes, as its job sizes see it, with --timed (5)
//     --alone NODES --rate R   what one search without a scheduler made, and how many a second, if
//                      that was found out before
//     --least --most --share --split --patience --burden --lean   as in parallel/job_tree.hpp
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/rng.hpp"
#include "games/engines.hpp"
#include "games/engines_jobs.hpp"
#include "games/registry.hpp"
#include "parallel/job_search.hpp"
#include "parallel/simulated_transport.hpp"
#include "scaling.hpp"
#include "search/presets.hpp"

namespace {

using namespace solvent;
using scaling::print;
using scaling::whole;
using scaling::Words;

// --- what is measured --------------------------------------------------------------------------

// A position: after so many moves of seeded random play.
struct Place {
  const char* name;
  const char* spec;
  const char* outcomes;
  int plies = 0;
  std::uint64_t seed = 1;
};
// Questions of some 10^6 to 10^8 nodes: is the value for Max above this rank?
struct Simulation {
  Place place;
  int cut;
};
constexpr Simulation kSimulated[] = {
    {{"middle1", "connect4", "wld", 8, 6}, 1},   // about 1.4 million nodes alone
    {{"middle2", "connect4", "wld", 8, 11}, 1},  // 2.6
    {{"middle3", "connect4", "wld", 8, 11}, 0},  // 3.3
    {{"othello1", "othello", "wld", 38, 5}, 0},
    {{"kalah1", "kalah:6,4", "wld", 8, 1}, 0},      // 0.8
    {{"mnk1", "mnk:5,5,4", "wld"}, 1},              // 0.1
    {{"large1", "connect4", "wld", 3, 2}, 0},       // 26
    {{"large2", "connect4", "wld", 5, 1}, 1},       // 8
    {{"large3", "connect4:6x5", "wld"}, 1},         // 3.6
    {{"largest", "connect4:8x5", "wld", 2, 1}, 1},  // 8
    {{"huge1", "connect4", "wld"}, 1},              // 60
    {{"vast1", "connect4:8x6", "wld", 2, 1}, 0},    // 170
    {{"vast2", "connect4:8x6", "wld"}, 0},
};

struct Asked {
  GamePtr game;
  AnyState state;
};
// After exactly so many random moves, neither ended nor won in one move.
AnyState random_position(const AnyGame& game, const Place& place) {
  Rng rng(place.seed);
  for (;;) {
    AnyState s = game.initial();
    for (int ply = 0; ply < place.plies && !game.ended(s); ++ply) {
      const auto moves = game.moves(s);
      game.play(s, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    const auto moves = game.moves(s);
    const bool quiet = std::ranges::none_of(moves, [&](AnyMove m) {
      AnyState next = s;
      game.play(next, m);
      return game.ended(next);
    });
    if (!game.ended(s) && quiet) return s;
  }
}
Asked ask(const Place& place) {
  const auto game = make_game(place.spec, place.outcomes);
  if (!game) std::abort();
  return {*game, random_position(**game, place)};
}

// --- simulated -----------------------------------------------------------------------------------

struct Measured {
  double time = 0, worked = 0;  // in nodes
  std::uint64_t jobs = 0;
  std::size_t tree = 0;
  std::uint64_t updates = 0;
  double scheduling = 0, seconds = 0;  // of this thread: in the scheduler, and in all
  double undisturbed = 0;              // in a scheduler that does the same once more by itself
  Bounds bounds{};
};

search::Design job_design(const Words& words, std::size_t workers) {
  search::Design design;
  design.algorithm = search::kDfpn.with(search::Driver::Attracting);
  design.table_bytes = static_cast<std::size_t>(words.number("table", 256)) << 20;
  design.memory = std::size_t{8} << 30;
  design.threads = static_cast<int>(workers);
  return design;
}

Measured simulate(const Asked& asked, int cut, const parallel::SimulatedWorld& world,
                  const Words& words) {
  parallel::JobSizes sizes;
  sizes.handling = world.handling + words.number("cost", 5) * 1e-6 * world.rate;
  const double worth = 2 * world.latency;
  sizes.least = static_cast<std::uint64_t>(
      words.number("least", std::max(static_cast<double>(sizes.least), worth)));
  sizes.most = static_cast<std::uint64_t>(words.number("most", double(sizes.most)));
  sizes.share = words.number("share", sizes.share);
  sizes.patience = words.number("patience", sizes.patience);
  sizes.burden = words.number("burden", sizes.burden);
  sizes.lean = words.number("lean", 1) > 0;
  sizes.split = words.number("split", sizes.split);
  const search::Design design = job_design(words, world.workers);
  auto transport =
      std::make_unique<parallel::SimulatedTransport>(job_searchers(*asked.game, design), world);
  const auto& clock = *transport;
  parallel::JobSearch search(referee_of(*asked.game), asked.game->scale().everything(),
                             std::move(transport), sizes);
  const Stopwatch watch;
  search.start(asked.state, search::Window::of_cut(cut));
  while (search.step({}) == search::SliceResult::Running) {}
  const double seconds = watch.seconds();
  parallel::JobTree again(referee_of(*asked.game), sizes, world.workers);
  again.start(asked.state, cut, asked.game->scale().everything());
  const double undisturbed = clock.replay(again);
  if (again.jobs_made() != search.tree().jobs_made()) std::abort();
  return {clock.time(),
          clock.worked(),
          search.tree().jobs_made(),
          search.tree().size(),
          search.tree().updates(),
          clock.scheduling(),
          seconds,
          undisturbed,
          search.bounds()};
}

// One searcher without a scheduler.
Measured alone(const Asked& asked, int cut, const Words& words) {
  const auto machine = make_machine(*asked.game, job_design(words, 1));
  const Stopwatch watch;
  machine->start(asked.state, search::Window::of_cut(cut));
  while (machine->step({}) == search::SliceResult::Running) {}
  const auto nodes = double(machine->statistics().created);
  return {nodes, nodes, 0, 0, 0, 0, watch.cpu_seconds(), 0, machine->bounds()};
}

report::Report simulated(const Words& words) {
  report::Report out{
      .name = "scaling-simulated",
      .title = "Simulated workers",
      .source = {},
      .question = "How much faster does a search by jobs become with many workers?",
      .protocol = {"The scheduler and the searches are the real ones; only time is made up: a job "
                   "costs the nodes it took. Overhead and speed-up are against one depth-first "
                   "search without a scheduler; idle is the share of all workers' time without a "
                   "search."},
      .figures = {},
      .exhibits = {}};
  report::Table table{.name = "simulated",
                      .caption = "A search by jobs with virtual workers.",
                      .columns = {"position", "latency us", "workers", "nodes", "overhead", "idle",
                                  "speed-up", "efficiency", "jobs", "tree"},
                      .rows = {}};
  std::vector<double> workers;
  for (double w = 1; w <= 1024; w *= 2) workers.push_back(w);
  workers = words.numbers("workers", workers, 1);
  std::vector<std::string> names;
  for (const Simulation& s : kSimulated) names.emplace_back(s.place.name);
  words.check_rows(names);
  for (const Simulation& s : kSimulated) {
    if (!words.chosen(s.place.name)) continue;
    const Asked asked = ask(s.place);
    Measured one;
    if (const double known = words.number("alone", 0); known > 0)  // nodes, found out before
      one.time = one.worked = known, one.seconds = known / words.number("rate", 4e6);
    else
      one = alone(asked, s.cut, words);
    const double rate = words.number("rate", one.worked / one.seconds);
    print("{}: alone {:.0f} nodes, {:.2f} million nodes per second\n", s.place.name, one.worked,
          one.worked / one.seconds / 1e6);
    report::XyPlot plot{
        .name = fmt::format("speed-up-{}", s.place.name),
        .caption = fmt::format("Speed-up on {}, {:.0f} nodes alone.", s.place.name, one.worked),
        .x = {"workers", report::Scaling::Log2},
        .y = {"speed-up", report::Scaling::Log2},
        .series = {},
        .diagonal = true};
    for (const double latency : words.numbers("latency", {1, 100, 10'000}, 0)) {
      report::Series line{.name = fmt::format("{} us", latency), .points = {}, .line = true};
      for (const double w : workers) {
        const parallel::SimulatedWorld world{
            .workers = static_cast<std::size_t>(w),
            .latency = latency * 1e-6 * rate,
            .a_byte =
                words.number("bandwidth", 0) > 0 ? rate / (words.number("bandwidth", 0) * 1e6) : 0,
            .in_hand = static_cast<std::size_t>(words.number("inhand", 2)),
            .handling =
                words.number("handling", words.number("timed", 0) > 0 ? 0 : 5) * 1e-6 * rate,
            .rate = words.number("timed", 0) * rate};
        const Measured m = simulate(asked, s.cut, world, words);
        const double speedup = one.worked / m.time;
        const double overhead = m.worked / one.worked, idle = 1 - m.worked / (w * m.time);
        table.rows.push_back({s.place.name, whole(latency), whole(w), whole(m.worked),
                              report::Number{overhead}, report::Number{idle},
                              report::Number{speedup}, report::Number{speedup / w},
                              whole(double(m.jobs)), whole(double(m.tree))});
        line.points.emplace_back(w, speedup);
        print(
            "  {:5} us {:5} workers: {:11.0f} nodes, overhead {:.2f}, idle {:.2f}, speed-up "
            "{:.2f}, efficiency {:.2f}, {} jobs of {:.1f} us, or {:.1f} us without the searches "
            "({:.1f} updates), {:.0f} s\n",
            latency, w, m.worked, overhead, idle, speedup, speedup / w, m.jobs,
            1e6 * m.scheduling / double(m.jobs), 1e6 * m.undisturbed / double(m.jobs),
            double(m.updates) / double(m.jobs), m.seconds);
      }
      plot.series.push_back(std::move(line));
    }
    out.exhibits.emplace_back(std::move(plot));
  }
  out.exhibits.insert(out.exhibits.begin(), std::move(table));
  return out;
}

void write(const report::Report& report, const std::string& folder, const std::string& command) {
  if (folder.empty()) return;
  std::filesystem::create_directories(folder);
  for (const report::Exhibit& exhibit : report.exhibits)
    if (const auto* table = std::get_if<report::Table>(&exhibit))
      std::ofstream(folder + "/" + report::data_file(report, *table)) << report::as_csv(*table);
  report::Circumstances circumstances;
  circumstances.command = command;
  std::ofstream(folder + "/" + report.name + ".html") << report::as_page({report}, circumstances);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what != "simulated" && what != "real")
    Words::fail(what, "write real or simulated, and options as bench/scaling.cpp lists them");
  std::vector<std::string_view> known = {"only", "folder", "table"};
  const std::vector<std::string_view> more =
      what == "real" ? std::vector<std::string_view>{"runs", "threads", "obf"}
                     : std::vector<std::string_view>{"workers", "latency",  "handling", "timed",
                                                     "cost",    "alone",    "rate",     "bandwidth",
                                                     "inhand",  "least",    "most",     "share",
                                                     "split",   "patience", "burden",   "lean"};
  known.insert(known.end(), more.begin(), more.end());
  const Words words(argc, argv, known);
  std::string command = "scaling";
  for (int k = 1; k < argc; ++k) command += std::string(" ") + argv[k];
  const report::Report report = what == "real" ? scaling::real(words) : simulated(words);
  fmt::print("\n{}", report::as_text(report));
  write(report, words.text("folder"), command);
}
