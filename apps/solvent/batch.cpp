// batch: one position a line in, one answer a line out, in order; what is learnt on one position
// helps the next. With several threads each has its own game (which may number positions as it
// meets them) and solver, and takes its turns with the lines of a block; who has none left helps
// those who have, through the pool.
#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <system_error>

#include "answer_json.hpp"
#include "api/batch.hpp"
#include "arguments.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "progress.hpp"
#include "report/report.hpp"
#include "solvent/pool.hpp"
#include "verbs.hpp"

namespace solvent::cli {

namespace {

struct BatchArguments {
  GameArguments what;
  SolveArguments how;
  std::string file = "-", threads = "1";
  bool expect = false, line = false, fresh = false, csv = false;
};

struct Worker {
  Ruleset game;
  Solver solver;
};

struct BatchLine {
  std::size_t number;  // of its line
  std::string text;    // as given
  std::string position;
  std::optional<int> expected;
  std::optional<Answer> answer;
  std::string error;
  Json json;
};

constexpr const char* kUnreadable = "unreadable";  // in the place of a status or a value

// An answer beside the expected value: a question or a limit may leave open whether they agree.
enum class Match : std::uint8_t { Ok, Wrong, Open };

Match match(const Answer& a, std::optional<int> at_least, int expected) {
  if (expected < a.lower || expected > a.upper) return Match::Wrong;
  if (a.value) return Match::Ok;
  if (!a.at_least_holds) return Match::Open;
  return *a.at_least_holds == (expected >= *at_least) ? Match::Ok : Match::Wrong;
}

std::string_view name(Match match) {
  return match == Match::Ok ? "ok" : match == Match::Wrong ? "WRONG" : "open";
}

// Every move with its value: "3=+18 4=-2..0".
std::string moves_text(const Answer& a) {
  std::vector<std::string> moves;
  for (const MoveValue& m : a.moves) moves.push_back(m.move + "=" + value_text(m.lower, m.upper));
  return join(moves, " ");
}

// What stands between tabs: whatever else the line held.
std::string without_tabs(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  return text;
}

struct Totals {
  std::size_t positions = 0, bad = 0, from_store = 0;
  std::size_t stopped = 0, interrupted = 0;              // without an answer, or its proof
  std::size_t agreed = 0, disagreed = 0, undecided = 0;  // with the expected value
  std::size_t checked = 0, relative = 0, refused = 0;    // proofs
  std::uint64_t nodes = 0;
  double cpu_seconds = 0;

  void count_end(Status status) {
    if (status == Status::Interrupted)
      ++interrupted;
    else if (status != Status::Solved)
      ++stopped;
  }
};

class Batch {
 public:
  // `bytes`: the length of the input, 0 if it is not known.
  Batch(const BatchArguments& arguments, const Options& options, std::vector<Worker> workers,
        Pool& pool, std::istream& in, std::uintmax_t bytes)
      : arguments_(arguments),
        options_(options),
        workers_(std::move(workers)),
        pool_(pool),
        in_(in),
        bytes_(bytes) {}

  int run() {
    if (arguments_.csv) fmt::print("{}", report::csv_line(csv_columns()));
    std::vector<BatchLine> block;
    while (!stop_requested() && read(block)) {
      solve(block);
      progress_.clear();
      for (const BatchLine& job : block) report(job);
      if (std::fflush(stdout) != 0) break;  // nobody gets the answers
      progress_.show(fmt::format("{} · {} · {}{}", counted(totals_.positions, "position"),
                                 counted(totals_.nodes, "node"), human_seconds(clock_.seconds()),
                                 time_left()));
    }
    progress_.clear();
    if (!arguments_.how.quiet) summarise();
    if (!store_problem_.empty()) fail("--store: " + store_problem_);  // the answers stand
    if (stop_requested()) return kInterrupted;
    if (totals_.disagreed > 0 || totals_.refused > 0) return kFailed;
    if (totals_.bad > 0) return kBadInput;
    return totals_.stopped + totals_.undecided > 0 ? kStoppedAtLimit : kAnswered;
  }

 private:
  // A guess, as if every line took the same time; only of a file whose length is known.
  std::string time_left() {
    if (bytes_ == 0 || !in_.good()) return "";
    const double share = static_cast<double>(in_.tellg()) / static_cast<double>(bytes_);
    if (share <= 0) return "";
    return fmt::format(" · about {} left", human_seconds(clock_.seconds() * (1 - share) / share));
  }

  bool read(std::vector<BatchLine>& block) {
    const std::size_t wanted = workers_.size() == 1 ? 1 : 16 * workers_.size();
    block.clear();
    std::string line;
    while (block.size() < wanted && std::getline(in_, line)) {
      ++line_number_;
      const std::string_view text = text::trim(line);
      if (text.empty() || text.front() == '#') continue;
      BatchLine job;
      job.number = line_number_;
      job.text = text;
      block.push_back(std::move(job));
    }
    return !block.empty();
  }

  void solve(std::vector<BatchLine>& block) {
    deal_out(block.size(), workers_.size(), pool_,
             [&](std::size_t t, std::size_t k) { solve(workers_[t], block[k]); });
  }

  void solve(Worker& worker, BatchLine& job) {
    job.position = job.text;
    if (arguments_.expect) {
      const auto split = worker.game.split_expectation(job.text);
      if (!split) {
        job.error = split.message();
        return;
      }
      job.position = split->first;
      job.expected = split->second;
    }
    const Result<Position> position = worker.game.parse(job.position);
    if (!position) {
      job.error = position.message();
      return;
    }
    if (arguments_.fresh) worker.solver.forget();
    Watch watch;
    watch.stop = &stop_requested();
    if (progress_.shown() && workers_.size() == 1)  // several would write over each other
      watch.progress = [&](const Progress& p) {
        progress_.show(fmt::format("line {}{} · {}", job.number, time_left(), in_words(p)));
      };
    job.answer = worker.solver.solve(*position, watch);
    if (arguments_.how.json)
      job.json = to_json(*position, job.position, *job.answer, arguments_.line, options_.moves);
  }

  void report(const BatchLine& job) {
    if (!job.answer) return report_unreadable(job);
    const Answer& a = *job.answer;
    std::optional<Match> matched;
    if (job.expected) matched = match(a, options_.at_least, *job.expected);
    ++totals_.positions;
    totals_.agreed += matched == Match::Ok;
    totals_.disagreed += matched == Match::Wrong;
    totals_.undecided += matched == Match::Open;
    totals_.count_end(a.status);
    totals_.nodes += a.counts.created;
    totals_.cpu_seconds += a.cpu_seconds;
    if (a.proof) {
      totals_.checked += a.proof->checked;
      totals_.relative += a.proof->checked && a.proof->relative;
      totals_.refused += !a.proof->problem.empty();
      if (a.status == Status::Solved) totals_.count_end(a.proof->status);
      if (!a.proof->written()) {
        std::fflush(stdout);
        remark(fmt::format("line {}: no proof: {}", job.number,
                           a.proof->problem.empty() ? std::string(solvent::name(a.proof->status))
                                                    : a.proof->problem));
      }
    }
    if (a.store) {
      totals_.from_store += a.store->answered;
      if (store_problem_.empty()) store_problem_ = a.store->problem;
    }
    if (arguments_.how.json) return print_json(with_expectation(job, matched));
    if (arguments_.csv) return print_csv(job, a, matched);
    fmt::print("{}\t{}\t{}\t{}\t{:.6f}", without_tabs(job.position), result_text(a),
               a.best.value_or("-"), a.counts.created, a.cpu_seconds);
    if (matched) fmt::print("\t{}\t{}", signed_number(*job.expected), name(*matched));
    if (arguments_.line) fmt::print("\t{}", join(a.line, " "));
    if (options_.moves) fmt::print("\t{}", moves_text(a));
    fmt::print("\n");
  }
  // Its row keeps those of the others beside their positions.
  void report_unreadable(const BatchLine& job) {
    ++totals_.bad;
    std::fflush(stdout);  // on a terminal it stands after the lines before it
    complain(fmt::format("line {}: {}", job.number, bad_position(job.text, job.error)));
    if (arguments_.how.json) {
      print_json(Json{{"game", workers_.front().game.spec()},
                      {"position", job.text},
                      {"status", kUnreadable},
                      {"error", job.error}});
    } else if (arguments_.csv) {
      std::vector<std::string> fields(csv_columns().size());
      fields[0] = job.text;
      fields[1] = kUnreadable;
      fields.back() = job.error;
      fmt::print("{}", report::csv_line(fields));
    } else {
      fmt::print("{}\t{}\t-\t-\t-{}{}{}\n", without_tabs(job.text), kUnreadable,
                 arguments_.expect ? "\t-\t-" : "", arguments_.line ? "\t-" : "",
                 options_.moves ? "\t-" : "");
    }
  }
  static std::string result_text(const Answer& a) {
    if (a.at_least_holds) return *a.at_least_holds ? "yes" : "no";
    return value_text(a.lower, a.upper);
  }
  static Json with_expectation(const BatchLine& job, std::optional<Match> matched) {
    Json json = job.json;
    if (!matched) return json;
    json["expected"] = *job.expected;
    json["agrees"] = *matched == Match::Open ? Json(nullptr) : Json(*matched == Match::Ok);
    return json;
  }

  std::vector<std::string> csv_columns() const {
    std::vector<std::string> out = {"position", "status", "value", "lower",      "upper",
                                    "rests_on", "best",   "nodes", "cpu_seconds"};
    if (options_.at_least) out.emplace_back("at_least_holds");
    if (arguments_.expect) out.insert(out.end(), {"expected", "agrees"});
    if (arguments_.line) out.emplace_back("line");
    if (options_.moves) out.emplace_back("moves");
    out.emplace_back("error");
    return out;
  }
  void print_csv(const BatchLine& job, const Answer& a, std::optional<Match> matched) const {
    const auto number = [](std::optional<int> n) { return n ? std::to_string(*n) : ""; };
    const auto answer = [](std::optional<bool> b) { return !b ? "" : *b ? "yes" : "no"; };
    std::vector<std::string> fields = {job.position,
                                       std::string(solvent::name(a.status)),
                                       number(a.value),
                                       std::to_string(a.lower),
                                       std::to_string(a.upper),
                                       join(a.rests_on, " "),
                                       a.best.value_or(""),
                                       std::to_string(a.counts.created),
                                       fmt::format("{:.6f}", a.cpu_seconds)};
    if (options_.at_least) fields.emplace_back(answer(a.at_least_holds));
    if (arguments_.expect) {
      const bool open = matched == Match::Open;
      fields.push_back(number(job.expected));
      fields.emplace_back(answer(open ? std::nullopt : std::optional(matched == Match::Ok)));
    }
    if (arguments_.line) fields.push_back(join(a.line, " "));
    if (options_.moves) fields.push_back(moves_text(a));
    fields.emplace_back();
    fmt::print("{}", report::csv_line(fields));
  }

  void summarise() const {
    const double n = static_cast<double>(std::max<std::size_t>(1, totals_.positions));
    std::string notes;
    if (totals_.stopped > 0) notes += fmt::format(", {} stopped at a limit", totals_.stopped);
    if (totals_.interrupted > 0)
      notes += fmt::format(", {} interrupted", totals_.interrupted);
    else if (stop_requested())
      notes += ", interrupted";
    if (options_.certify) notes += fmt::format(", {} proved and checked", totals_.checked);
    if (totals_.relative > 0)
      notes += fmt::format(" ({} relying on the endgame database)", totals_.relative);
    if (totals_.from_store > 0) notes += fmt::format(", {} from the store", totals_.from_store);
    if (totals_.bad > 0) notes += fmt::format(", {} not understood", counted(totals_.bad, "line"));
    print_to_stderr(fmt::format(
        "{}{}; mean {}, {:.6f} s of CPU; total {:.3f} s of CPU, {:.3f} s\n",
        counted(totals_.positions, "position"), notes,
        counted(static_cast<std::uint64_t>(static_cast<double>(totals_.nodes) / n), "node"),
        totals_.cpu_seconds / n, totals_.cpu_seconds, clock_.seconds()));
    if (!arguments_.expect) return;
    const std::size_t lines = totals_.positions + totals_.bad;
    std::string rest;
    if (totals_.agreed < lines)
      rest = fmt::format(", {} disagree, {} undecided", totals_.disagreed, totals_.undecided);
    if (totals_.bad > 0) rest += fmt::format(", {} not understood", totals_.bad);
    print_to_stderr(
        fmt::format("{} of {} agree with the expected value{}\n", totals_.agreed, lines, rest));
  }

  const BatchArguments& arguments_;
  const Options& options_;
  std::vector<Worker> workers_;
  Pool& pool_;
  std::istream& in_;
  std::uintmax_t bytes_;
  std::size_t line_number_ = 0;
  Totals totals_;
  std::string store_problem_;  // the first one
  ProgressLine progress_{arguments_.how.shows_progress()};
  Stopwatch clock_;
};

int batch(const BatchArguments& arguments) {
  if (arguments.csv && arguments.how.json)
    return complain("--csv and --json are two forms of the answers: ask for one of them");
  Result<Options> options = arguments.how.options.read();
  if (!options) return complain(options.error());
  const auto threads = read_threads(arguments.threads, 1);
  if (!threads) return complain(threads.error());
  options->line = arguments.line;
  const auto number = static_cast<std::size_t>(*threads);
  options = shared_by(number, *std::move(options));
  options->threads = number;
  const auto pool = std::make_shared<Pool>(number);
  std::vector<Worker> workers;
  for (int t = 0; t < *threads; ++t) {
    const Result<Ruleset> game = arguments.what.make_game();
    if (!game) return complain(game.error());
    Result<Solver> solver = Solver::make(*game, *options, pool);
    if (!solver && solver.error().field == "memory" && *threads > 1)
      return complain(session::say("{} for each thread", solver.error()));
    if (!solver) return complain(solver.error());
    workers.push_back({*game, *std::move(solver)});
  }

  std::ifstream file;
  if (arguments.file != "-") {
    std::error_code unknown;
    errno = 0;
    if (std::filesystem::is_directory(arguments.file, unknown))
      errno = EISDIR;  // opening would succeed
    else
      file.open(arguments.file);
    if (!file.is_open())
      return complain(
          fmt::format("cannot read {}: {}; write a file's name, or - for standard input",
                      text::quoted(arguments.file), std::generic_category().message(errno)));
  }
  catch_interrupts();
  if (arguments.file == "-" && stdin_is_terminal() && !arguments.how.quiet)
    print_to_stderr("write positions, one a line; Ctrl-D ends\n");
  if (arguments.file == "-")
    return Batch(arguments, *options, std::move(workers), *pool, std::cin, 0).run();
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::is_regular_file(arguments.file, unknown)
                                   ? std::filesystem::file_size(arguments.file, unknown)
                                   : 0;
  return Batch(arguments, *options, std::move(workers), *pool, file, unknown ? 0 : bytes).run();
}

}  // namespace

void add_batch(Command& app, int& exit_status) {
  Command* verb = app.add_subcommand(
      "batch", "read a position from each input line, write an answer in each output row");
  verb->footer(
      "Each output row has position, value, best move, nodes and seconds of CPU, separated by "
      "tabs;\n"
      "then, if asked for, the expected value and whether it agrees (ok, WRONG, open), a line of\n"
      "best play, and every move with its value. An input line that cannot be read gets a row "
      "too:\n"
      "'unreadable'.\n"
      "With --threads 1 counts of nodes are the same in every run. With more, those of small "
      "positions\n"
      "depend on T only, and those of large ones differ from run to run; values never do.\n"
      "Exit status with --expect: 1 if any disagrees, 3 if any is undecided. Examples:\n"
      "  solvent batch connect4 positions.txt\n"
      "  solvent batch connect4 scored.txt --expect     each input line ends with its value\n"
      "  solvent batch othello endgames.obf --expect --json --threads 2");
  auto arguments = std::make_shared<BatchArguments>();
  arguments->what.add_to(*verb, false);
  verb->add_option("FILE", arguments->file,
                   "positions, one on each input line; - is standard input (default)");
  arguments->how.add_to(*verb, session::door::Batch);
  verb->add_option("--threads", arguments->threads,
                   "T threads: T positions at the same time, and where fewer are left, several "
                   "threads for each (default 1)")
      ->type_name("T");
  verb->add_flag("--expect", arguments->expect,
                 "the last field of an input line is the expected value");
  verb->add_flag("--line", arguments->line, "also find a line of best play");
  verb->add_flag("--csv", arguments->csv, "comma-separated values, with a first row of names")
      ->group("Output");
  verb->add_flag("--fresh-table", arguments->fresh, "solve every position with an empty table");
  verb->callback([=, &exit_status] { exit_status = batch(*arguments); });
}

}  // namespace solvent::cli
