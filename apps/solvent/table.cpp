// table: endgame databases are built, verified, described and asked.
#include <fmt/format.h>

#include <thread>

#include "answer_json.hpp"
#include "arguments.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "verbs.hpp"

namespace solvent::cli {

namespace {

struct TableArguments {
  std::string action;
  GameArguments what;
  std::string stones, folder, threads, memory;
  bool json = false, quiet = false, progress = false;
};

std::string in_words(const TableProgress& p) {
  const double positions = static_cast<double>(p.positions), done = positions * p.done;
  std::string text = fmt::format("slice {} of {} · {:>3.0f} %", p.slice, p.last, 100 * p.done);
  if (p.seconds < 0.5 || p.done <= 0) return text;
  const double rate = done / p.seconds;
  const double left = (positions - done + static_cast<double>(p.later)) / rate;
  return text +
         fmt::format(" · {:.1f} million positions/s · {} left", rate / 1e6, human_seconds(left));
}

void print_slices(const std::vector<TableSlice>& slices, bool histograms) {
  fmt::print(
      "slice      positions            won           even           lost  bits a position\n");
  std::uint64_t positions = 0, bytes = 0;
  for (const TableSlice& s : slices) {
    fmt::print("{:>5} {:>14} {:>14} {:>14} {:>14} {:>16.2f}\n", s.slice, with_commas(s.positions),
               with_commas(s.won), with_commas(s.even), with_commas(s.lost),
               8.0 * static_cast<double>(s.bytes) / static_cast<double>(s.positions));
    positions += s.positions;
    bytes += s.bytes;
    if (!histograms) continue;
    std::string line;
    for (const auto& [value, count] : s.histogram) line += fmt::format(" {}:{}", value, count);
    fmt::print("      sum {}{}{}\n", s.sum, line.empty() ? "" : " ·", line);
  }
  fmt::print("{} in {} of files\n", counted(positions, "position"), human_bytes(bytes));
}

Json to_json(const TableSlice& s) {
  Json histogram = Json::object();
  for (const auto& [value, count] : s.histogram) histogram[std::to_string(value)] = count;
  return {{"slice", s.slice},       {"positions", s.positions}, {"won", s.won},
          {"even", s.even},         {"lost", s.lost},           {"sum", s.sum},
          {"histogram", histogram}, {"bytes", s.bytes}};
}

int info(const Ruleset& game, const TableArguments& a) {
  const auto slices = table_slices(game, a.folder);
  if (!slices) return complain(slices.error());
  if (a.json)
    for (const TableSlice& s : *slices) print_json(to_json(s));
  else
    print_slices(*slices, !a.quiet);
  return kAnswered;
}

int build(const Ruleset& game, const TableArguments& a, TableOrder order,
          const AskForHelp& ask_for_help) {
  if (!a.stones.empty()) {
    const auto stones = text::to_int(a.stones);
    if (!stones || *stones < 0 || *stones > 1000)
      return complain(
          fmt::format("--stones {}: write a whole number, such as 13", text::quoted(a.stones)));
    order.slice = static_cast<int>(*stones);
  }
  if (ask_for_help && !a.threads.empty() && order.threads != 1)
    return complain(fmt::format(
        "--threads {}: each rank builds with one thread; start more ranks instead", a.threads));
  ProgressLine line(!a.quiet && (a.progress || stderr_is_terminal()));
  if (line.shown()) order.progress = [&](const TableProgress& p) { line.show(in_words(p)); };
  const Stopwatch clock;
  if (ask_for_help) order.ranks = ask_for_help();
  const Result<bool> built = build_table(game, a.folder, order);
  line.clear();
  if (!built) return complain(built.error());
  if (!*built) {
    print_to_stderr("solvent: stopped; the same command goes on after the last finished slice\n");
    return kInterrupted;
  }
  if (a.json || a.quiet) return a.json ? info(game, a) : kAnswered;
  const std::string slices =
      a.stones.empty() ? "all slices" : fmt::format("slices 0 to {}", order.slice);
  fmt::print("{}: {} are in {} ({})\n", game.spec(), slices, a.folder,
             human_seconds(clock.seconds()));
  return kAnswered;
}

int verify(const Ruleset& game, const TableArguments& a, TableOrder order) {
  int slices = 0, fixed_points = 0;
  ProgressLine line(!a.quiet && (a.progress || stderr_is_terminal()));
  order.checked = [&](int slice, bool fixed_point) {
    ++slices;
    fixed_points += fixed_point;
    if (line.shown()) line.show(fmt::format("slice {} is right", slice));
  };
  const Result<bool> verified = verify_table(game, a.folder, order);
  line.clear();
  if (!verified) return complain(verified.error());
  if (!*verified) {
    print_to_stderr(
        fmt::format("solvent: interrupted; {} right so far\n",
                    counted(static_cast<std::uint64_t>(slices), "slice is", "slices are")));
    return kInterrupted;
  }
  if (a.json)
    print_json(Json{{"game", game.spec()}, {"slices", slices}, {"fixed_points", fixed_points}});
  else if (!a.quiet)
    fmt::print(
        "{}: every position of {} agrees with its moves; {} also with plain iteration to the fixed "
        "point\n",
        game.spec(), counted(static_cast<std::uint64_t>(slices), "slice"),
        counted(static_cast<std::uint64_t>(fixed_points), "slice"));
  return kAnswered;
}

int query(const Ruleset& game, TableArguments a) {
  const Result<Position> position = a.what.make_position(game);
  if (!position) return complain(position.error());
  const Result<TableAnswer> answer = query_table(*position, a.folder);
  if (!answer) return complain(answer.error());
  std::vector<std::string> best;
  for (const MoveValue& m : answer->moves)
    if (m.lower == answer->value) best.push_back(m.move);
  if (a.json) {
    Json moves = Json::object();
    for (const MoveValue& m : answer->moves) moves[m.move] = m.lower;
    print_json(Json{{"game", game.spec()},
                    {"position", position->text()},
                    {"to_move", game.player(position->to_move())},
                    {"value", answer->value},
                    {"best", best},
                    {"moves", moves}});
    return kAnswered;
  }
  fmt::print("{}\n{} to move: {}", position->draw(stdout_takes_colours()),
             game.player(position->to_move()), signed_number(answer->value));
  fmt::print("{}\n", best.empty() ? "" : ", by " + join(best, " or "));
  for (const MoveValue& m : answer->moves)
    fmt::print("  {:<8} {}\n", m.move, signed_number(m.lower));
  return kAnswered;
}

int table(const TableArguments& a, const AskForHelp& ask_for_help) {
  if (a.action != "build" && a.action != "verify" && a.action != "info" && a.action != "query")
    return complain(
        fmt::format("table {}: there are build, verify, info and query", text::quoted(a.action)));
  const Result<Ruleset> game = a.what.make_game();
  if (!game) return complain(game.error());
  if (a.folder.empty()) return complain("table needs --dir DIR, the folder of the database");
  if (a.action != "query" && !a.what.position.empty())
    return complain(
        fmt::format("table {} takes no position: {}", a.action, text::quoted(a.what.position)));
  if (a.action != "build" && !a.stones.empty())
    return complain(fmt::format("--stones belongs to table build, not to table {}", a.action));
  TableOrder order;
  const auto threads = read_threads(a.threads, std::thread::hardware_concurrency());
  if (!threads) return complain(threads.error());
  order.threads = *threads;
  if (!a.memory.empty()) {
    const auto bytes = text::to_bytes(a.memory);
    if (!bytes) return complain("--memory: " + bytes.message());
    order.memory = std::max<std::uint64_t>(*bytes, 1);
  }
  if (a.action == "info") return info(*game, a);
  if (a.action == "query") return query(*game, a);
  catch_interrupts();
  order.stop = &stop_requested();
  return a.action == "build" ? build(*game, a, order, ask_for_help) : verify(*game, a, order);
}

constexpr const char* kTableExamples =
    "Examples:\n"
    "  solvent table build awari --stones 13 --dir awari-db    all boards of up to 13 stones\n"
    "  solvent table build woodpush:8,3 --dir woodpush-db      all of the game\n"
    "  solvent table info awari --dir awari-db                 values and sizes\n"
    "  solvent table verify awari --dir awari-db               every position against its moves\n"
    "  solvent table query awari '0 0 0 2 2 2|1 3 1 1 1 0' --dir awari-db\n"
    "  solvent solve awari '1 0 1 1 3 10|0 0 1 2 0 0' --endgame awari-db";
constexpr const char* kTableExamplesOnRanks =
    "All ranks build together, a thread and a share of the memory each; rank 0 does the rest. DIR\n"
    "must be the same folder for all of them. Examples:\n"
    "  mpirun -n 4 solvent-mpi table build awari --stones 20 --dir /shared/awari-db\n"
    "  srun solvent-mpi table build kalah:6,4 --dir /shared/kalah-db --memory 2G --progress\n"
    "  solvent table info awari --dir /shared/awari-db         values and sizes\n"
    "How to choose ranks and memory: docs/cluster.md";

}  // namespace

void add_table(Command& app, int& exit_status, const AskForHelp& ask_for_help) {
  Command* verb = app.add_subcommand("table", "endgame databases: build, verify, info, query");
  verb->footer(ask_for_help ? kTableExamplesOnRanks : kTableExamples);
  auto arguments = std::make_shared<TableArguments>();
  verb->add_option("ACTION", arguments->action, "build, verify, info or query")->required();
  arguments->what.add_to(*verb);
  verb->add_option("--dir", arguments->folder, "the folder of the database")->type_name("DIR");
  verb->add_option("--stones,--pieces", arguments->stones,
                   "build: all boards of up to N stones, or pieces (default: all of the game)")
      ->type_name("N");
  verb->add_option("--threads", arguments->threads, "build, verify: threads (default: every core)")
      ->type_name("T");
  verb->add_option(
          "--memory", arguments->memory,
          ask_for_help
              ? "build: use at most SIZE on each rank (default: half the machine's, divided "
                "among its ranks)"
              : "build, verify: use at most SIZE, such as 500M (default: half the "
                "machine's)")
      ->type_name("SIZE");
  verb->add_flag("--json", arguments->json,
                 "JSON: info one object for each slice, query one object");
  verb->add_flag("--quiet", arguments->quiet, "no progress line, no histograms");
  verb->add_flag("--progress", arguments->progress,
                 "show progress even if standard error is not a terminal");
  verb->callback([=, &exit_status] { exit_status = table(*arguments, ask_for_help); });
}

}  // namespace solvent::cli
