// solve: one position, its exact value, the best move, a line of best play.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>

#include "answer_json.hpp"
#include "arguments.hpp"
#include "console.hpp"
#include "progress.hpp"
#include "trace_file.hpp"
#include "verbs.hpp"

namespace solvent::cli {

namespace {

constexpr std::size_t kLongestLine = 40;

struct OneSolve : SolveArguments {
  std::string trace;
  bool resume = false;
  AskForHelp ask_for_help{};
};

// The value of a move; on the scale of win, draw and loss in words.
std::string move_value(const Scale& scale, const MoveValue& m) {
  const std::string number = value_text(m.lower, m.upper);
  if (scale.kind() != Scale::Kind::WinDrawLoss) return number;
  const auto word = [](int value) { return value > 0 ? "wins" : value < 0 ? "loses" : "draws"; };
  if (m.lower == m.upper) return word(m.lower);
  return m.upper - m.lower == 2 ? "open" : fmt::format("{} or {}", word(m.upper), word(m.lower));
}

// The best ones first and marked: those that no other can be better than.
void print_moves(const Ruleset& game, const Answer& answer, bool exact) {
  fmt::print("moves, by their value for {}{}:\n", game.player(answer.to_move),
             exact ? "" : ", as far as the question tells them apart");
  std::vector<MoveValue> moves = answer.moves;
  std::stable_sort(moves.begin(), moves.end(), [](const MoveValue& a, const MoveValue& b) {
    return std::pair(a.lower, a.upper) > std::pair(b.lower, b.upper);
  });
  int most = std::numeric_limits<int>::min();
  for (const MoveValue& m : moves) most = std::max(most, m.upper);
  for (const MoveValue& m : moves)
    fmt::print("{} {:<8} {}\n", m.lower == most && answer.status == Status::Solved ? "*" : " ",
               m.move, move_value(game.scale(), m));
}

void print_line(const Answer& answer) {
  std::vector<std::string> shown = answer.line;
  std::string end;
  if (shown.size() > kLongestLine) {
    end = fmt::format(" ... ({} moves in all)", shown.size());
    shown.resize(kLongestLine);
  } else if (answer.line_repeats) {
    end = " (and so on for ever)";
  } else if (answer.line_cut) {
    end = " ... (not followed further)";
  }
  fmt::print("best play: {}{}\n", join(shown, " "), end);
}

// The line need not be the shortest, so this is said beside it.
void print_distance(const Ruleset& game, const Answer& answer) {
  const PliesToWin& plies = *answer.plies_to_win;
  const std::string winner =
      game.player(*answer.value > 0 ? answer.to_move : other(answer.to_move));
  const auto of = [](int n) { return counted(static_cast<std::uint64_t>(n), "ply", "plies"); };
  if (plies.exact())
    fmt::print("distance: {} can force the win in {}, and no sooner\n", winner, of(plies.least));
  else if (plies.most)
    fmt::print("distance: {} can force the win within {}, not within {}\n", winner, of(*plies.most),
               of(plies.least - 1));
  else
    fmt::print("distance: {} cannot force the win within {}\n", winner, of(plies.least - 1));
}

void print_answer(const Position& position, const Answer& answer, const Options& options) {
  fmt::print("{}\n{}", position.draw(stdout_takes_colours()), answer.verdict);
  if (answer.status != Status::Solved) fmt::print(" ({})", name(answer.status));
  fmt::print(".\n");
  if (answer.promising)
    fmt::print("most promising move so far, not proved: {}\n", *answer.promising);
  if (!answer.line.empty()) print_line(answer);
  if (answer.plies_to_win) print_distance(position.game(), answer);
  if (!answer.moves.empty())
    print_moves(position.game(), answer, !options.at_least && !options.range);
}

void print_effort(const Answer& answer) {
  const Counts& c = answer.counts;
  std::string more;
  if (c.playouts > 0) more += ", " + counted(c.playouts, "playout");
  if (c.questions > 1)
    more +=
        fmt::format(" in {} questions of at most {}", c.questions, with_commas(c.largest_question));
  if (c.largest_tree > 0) more += fmt::format(", largest tree {}", with_commas(c.largest_tree));
  if (answer.extra_nodes > 0)
    more += fmt::format(" · {} more for the line and moves", with_commas(answer.extra_nodes));
  if (answer.threads > 1) more += fmt::format(" · {} threads", answer.threads);
  const std::string why =
      answer.chosen_because.empty() ? "" : fmt::format(" (auto: {})", answer.chosen_because);
  fmt::print("{}{} · {}, {} expanded{} · {}\n", answer.algorithm, why, counted(c.created, "node"),
             with_commas(c.expanded), more, human_seconds(answer.seconds));
  if (answer.rests_on != std::vector<std::string>{"search"})
    fmt::print("rests on {}\n", in_words(answer.rests_on));
  if (answer.resumed) fmt::print("(resumed: nodes and time are those of all runs)\n");
}

void print_proof(const ProofReport& proof, const std::string& file) {
  if (!proof.written()) return;
  const std::string where = file.empty() ? "" : fmt::format(" written to {}", file);
  const std::string shape = proof.parts > 0
                                ? counted(proof.parts, "part")
                                : counted(static_cast<std::uint64_t>(proof.layers), "layer");
  fmt::print("proof{}: {} in {}, {}{}{} · {}\n", where, counted(proof.claims, "claim"), shape,
             human_bytes(proof.bytes), proof.checked ? ", checked" : "",
             proof.relative ? ", relying on the endgame database" : "",
             human_seconds(proof.seconds));
}

void print_store(const StoreReport& store) {
  std::string ignored;
  if (store.ignored > 0)
    ignored = fmt::format(", {} ignored as damaged", with_commas(store.ignored));
  fmt::print("store: {} known{}, met {} · {} kept\n", with_commas(store.entries), ignored,
             counted(store.hits, "time"), with_commas(store.kept));
}

// One line about a proof that is not there, and the exit status that goes with it.
int proof_missing(const ProofReport& proof) {
  if (!proof.problem.empty()) return fail("no proof was written: " + proof.problem);
  fmt::print(stderr, "solvent: no proof was written: it was stopped ({})\n", name(proof.status));
  return proof.status == Status::Interrupted ? kInterrupted : kStoppedAtLimit;
}

// Goes on from a checkpoint if that is wanted; the exit status if it cannot be.
std::optional<int> begin(Solver& solver, const Position& position, const std::string& checkpoint,
                         const OneSolve& how) {
  if (checkpoint.empty()) return std::nullopt;
  std::error_code ignored;
  if (!how.resume && std::filesystem::exists(checkpoint, ignored))
    return complain(
        fmt::format("--checkpoint {}: there is one already; go on from it with --resume, or remove "
                    "it to start anew",
                    checkpoint));
  if (!how.resume) return std::nullopt;
  const Result<bool> resumed = solver.resume(position);
  if (!resumed) return complain(session::say("--resume: {}", resumed.error()));
  if (!*resumed && !how.quiet)
    remark(fmt::format("--resume: no checkpoint {} yet, this is a new start", checkpoint));
  return std::nullopt;
}

// A run that is not finished and could not be kept has failed, bounds or not.
int exit_status_of(const Answer& answer) {
  if (answer.status != Status::Solved && !answer.checkpoint_problem.empty()) return kFailed;
  switch (answer.status) {
    case Status::Solved: return kAnswered;
    case Status::Interrupted: return kInterrupted;
    default: return kStoppedAtLimit;
  }
}

// Two files of one name, of which one would be the end of the other.
std::optional<std::string> named_twice(const std::string& game, const Options& options,
                                       const std::string& trace) {
  std::vector<std::pair<std::string, std::string>> files = {{"--trace", trace}};
  for (const session::Option& option : session::kOptions)
    if (option.unit == session::Unit::File)
      files.emplace_back(command_line().name(option), session::value_text(option, options));
  constexpr std::string_view kTree = "tree:";
  if (game.starts_with(kTree)) files.emplace_back(game, game.substr(kTree.size()));
  std::erase_if(files, [](const auto& file) { return file.second.empty(); });
  std::error_code ignored;
  std::map<std::filesystem::path, std::string> names;
  for (const auto& [option, path] : files) {
    const auto [other, fresh] =
        names.try_emplace(std::filesystem::weakly_canonical(path, ignored), option);
    if (!fresh) return fmt::format("{} and {}: this is one file; name two", other->second, option);
  }
  return std::nullopt;
}

int solve(GameArguments what, const OneSolve& how) {
  const Result<Ruleset> game = what.make_game();
  if (!game) return complain(game.error());
  const Result<Position> position = what.make_position(*game);
  if (!position) return complain(position.error());
  if (how.resume && !how.options.given("checkpoint"))
    return complain("--resume: name the file with --checkpoint FILE");
  Result<Options> options = how.options.read();
  if (!options) return complain(options.error());
  if (!how.ask_for_help) *options = on_every_core(*std::move(options));
  if (const auto problem = named_twice(what.game, *options, how.trace)) return complain(*problem);
  Result<Solver> solver = how.ask_for_help ? Solver::make(*game, *options, *how.ask_for_help())
                                           : Solver::make(*game, *options);
  if (!solver) return complain(solver.error());

  std::optional<TraceFile> trace;
  if (!how.trace.empty()) {
    if (!solver->traces())
      return complain(
          fmt::format("--trace {}: only best-first algorithms have rounds to show "
                      "(pns, mopns, ...; see 'solvent algorithms')",
                      how.trace));
    trace.emplace(how.trace);
    if (!trace->problem().empty())
      return complain(
          fmt::format("--trace {}: it cannot be written: {}", how.trace, trace->problem()));
  }

  if (const auto status = begin(*solver, *position, options->checkpoint, how)) return *status;

  catch_interrupts();
  ProgressLine line(how.shows_progress());
  Watch watch;
  watch.stop = &stop_requested();
  if (line.shown()) {
    watch.progress = [&](const Progress& p) { line.show(in_words(p)); };
    watch.narrowed = [&](const Progress& p) { line.keep(in_words(p)); };
  }
  watch.warned = [&](const std::string& problem) {
    line.clear();
    remark(problem);
  };
  if (trace) watch.trace = [&](const Iteration& i) { trace->write(i); };
  const Answer answer = solver->solve(*position, watch);
  line.clear();
  if (trace && !trace->finish())
    return fail(fmt::format("--trace {}: the file could not be written to its end: {}", how.trace,
                            trace->problem()));

  if (how.json) {
    const std::string text = what.position.empty() ? position->text() : what.position;
    print_json(to_json(*position, text, answer, !options->at_least, options->moves));
  } else {
    print_answer(*position, answer, *options);
    if (!how.quiet) print_effort(answer);
    if (!how.quiet && answer.store) print_store(*answer.store);
    if (answer.proof) print_proof(*answer.proof, options->proof);
    if (!how.quiet && !options->checkpoint.empty() && answer.status != Status::Solved &&
        answer.checkpoint_problem.empty())
      fmt::print("To go on, repeat the command with --resume.\n");
  }
  // The answer does not depend on it, so neither does the exit status.
  if (answer.store && !answer.store->problem.empty()) fail("--store: " + answer.store->problem);
  if (answer.proof && !answer.proof->written()) return proof_missing(*answer.proof);
  return exit_status_of(answer);
}

constexpr const char* kExamples =
    "Values are for the side to move. Examples:\n"
    "  solvent solve connect4 4455\n"
    "  solvent solve connect4 --outcomes wld --time 10 --json\n"
    "  solvent solve mnk:4,3,3 --moves\n"
    "  solvent solve othello:4 --at-least -8\n"
    "  solvent solve connect4:5x4 --algorithm mopns --trace rounds.jsonl\n"
    "  solvent solve connect4:5x4 --proof c4.proof && solvent-check c4.proof\n"
    "  solvent solve connect4:7x6 --proof c4-parts/     in parts, on all cores; again to go on\n"
    "  solvent solve awari '0 2 0 0 1 13|0 0 2 0 0 1 S9 N20 S' --profile allis1994 --endgame "
    "DIR\n"
    "  solvent solve connect4 --checkpoint c4.checkpoint --resume   (as often as it takes)\n"
    "  solvent solve connect4:6x5 --store solved     what is found helps later runs\n"
    "  echo 444 | solvent solve connect4:5x4 -";
constexpr const char* kExamplesOfRanks =
    "Rank 0 has the tree of search jobs and its checkpoint, and all ranks take jobs. Without\n"
    "--threads each has its share of the cores, and without --memory its share of half the "
    "memory.\n"
    "Examples:\n"
    "  mpirun -n 4 solvent-mpi solve connect4:6x5\n"
    "  mpirun -n 16 --map-by node solvent-mpi solve connect4:7x6 --outcomes wld --threads 32 "
    "--memory 100G\n"
    "  mpirun -n 4 solvent-mpi solve connect4:7x5 --checkpoint c4.checkpoint --resume\n"
    "     (as often as it takes, with any number of ranks)\n"
    "  kill -USR1 PID-OF-MPIRUN     saves where it stands, says what is known, and ends";

}  // namespace

void add_solve(Command& app, int& exit_status, const AskForHelp& ask_for_help) {
  Command* verb =
      app.add_subcommand("solve", "the exact value, the best move, a line of best play");
  verb->footer(ask_for_help ? kExamplesOfRanks : kExamples);
  auto what = std::make_shared<GameArguments>();
  auto how = std::make_shared<OneSolve>();
  how->ask_for_help = ask_for_help;
  what->add_to(*verb);
  how->add_to(*verb, session::door::Solve);
  if (!ask_for_help)  // ranks have no rounds to show
    verb->add_option("--trace", how->trace,
                     "best-first: every round as a line of JSON in FILE, at the end")
        ->type_name("FILE")
        ->group("Output");
  verb->add_flag(
          "--resume", how->resume,
          "go on from the checkpoint if there is one; --nodes counts all runs, --time this one")
      ->group(std::string(title(session::Group::LongRuns)));
  verb->callback([=, &exit_status] { exit_status = solve(*what, *how); });
}

}  // namespace solvent::cli
