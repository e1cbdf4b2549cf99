#include "arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>

#include "base/text.hpp"
#include "console.hpp"

namespace solvent::cli {

namespace {

constexpr char kMark = '\x01';

Result<double> decimal(std::string_view option, std::string_view text, std::string_view accepted) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value) &&
      value >= 0)
    return value;
  return Error{fmt::format("{} {}: write {}", option, text::quoted(text), accepted)};
}

Result<std::pair<int, int>> read_range(std::string_view option, std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots != std::string_view::npos) {
    const auto low = read_outcome(option, text.substr(0, dots));
    const auto high = read_outcome(option, text.substr(dots + 2));
    if (low && high) return std::pair{*low, *high};
  }
  return Error{fmt::format("{} {}: write LO..HI in whole numbers, such as -1..3", option,
                           text::quoted(text))};
}

}  // namespace

Result<std::uint64_t> read_count(std::string_view option, std::string_view text) {
  const auto n = text::to_int(text);
  if (n && *n >= 0) return static_cast<std::uint64_t>(*n);
  return Error{fmt::format("{} {}: write a whole number from 0 on, such as 1000000", option,
                           text::quoted(text))};
}

Result<int> read_threads(std::string_view text, unsigned otherwise) {
  if (text.empty()) return static_cast<int>(std::max(1U, otherwise));
  const auto n = text::to_int(text);
  if (n && *n >= 1 && *n <= 256) return static_cast<int>(*n);
  return Error{fmt::format("--threads {}: write a whole number from 1 to 256", text::quoted(text))};
}

Result<double> read_seconds(std::string_view option, std::string_view text) {
  return decimal(option, text, "seconds, such as 10 or 0.5");
}

Result<int> read_outcome(std::string_view option, std::string_view text) {
  const auto n = text::to_int(text);
  if (n && std::abs(*n) <= 1'000'000) return static_cast<int>(*n);
  return Error{
      fmt::format("{} {}: write a whole number, for the side to move", option, text::quoted(text))};
}

bool is_board(std::string_view argument) {
  // Every option has letters that no board has; a longer board may have a slip in it.
  std::size_t strange = 0;
  for (const char c : argument.substr(0, 16))
    strange += std::string_view("-.*XxOo /|").find(c) == std::string_view::npos;
  return argument.starts_with('-') && argument.size() >= 4 &&
         strange <= (argument.size() < 8 ? 0U : 1U);
}

std::vector<std::string> protect_boards(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int k = argc - 1; k > 0; --k) {  // in reverse, as CLI11 takes them
    std::string argument = argv[k];
    if (is_board(argument)) argument.insert(argument.begin(), kMark);
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

std::string unprotect(std::string argument) {
  if (!argument.empty() && argument.front() == kMark) argument.erase(argument.begin());
  return argument;
}

void GameArguments::add_to(CLI::App& app, bool with_position) {
  app.add_option("GAME", game, "NAME or NAME:PARAMETERS (see 'solvent games')")->required();
  if (with_position)
    app.add_option("POSITION", position,
                   "in the game's notation, or 'moves:' and moves, or - to read "
                   "it (default: the start)");
  app.add_option("--outcomes", outcomes, "what to tell apart: wld (win, draw, loss) or score")
      ->type_name("SCALE");
}

Result<Ruleset> GameArguments::make_game() const { return Ruleset::make(game, outcomes); }

Result<std::string> GameArguments::read_position() {
  position = unprotect(position);
  if (position == "-") {
    const Result<std::string> line = read_line_from_stdin();
    if (!line) return line.error();
    position = *line;
  }
  return position;
}

Result<Position> GameArguments::make_position(const Ruleset& of) {
  if (const Result<std::string> read = read_position(); !read) return read.error();
  if (text::trim(position).empty()) return of.start();
  Result<Position> parsed = of.parse(position);
  if (!parsed) return Error{"position " + bad_position(position, parsed.message())};
  return parsed;
}

void SolveArguments::add_to(CLI::App& app) {
  app.add_option("--algorithm", algorithm, "see 'solvent algorithms' (default auto)")
      ->type_name("NAME");
  app.add_option("--at-least", at_least, "ask only whether the side to move reaches V")
      ->type_name("V");
  app.add_option("--range", range, "tell apart only the outcomes from LO to HI")
      ->type_name("LO..HI");
  app.add_flag("--moves", moves,
               "the value of every legal move; with --at-least or --range as far as these ask");
  app.add_option("--nodes", nodes, "stop after N nodes")->type_name("N");
  app.add_option("--time", time, "stop after S seconds")->type_name("S");
  app.add_option("--memory", memory, "use at most SIZE, such as 500M (default: half the machine's)")
      ->type_name("SIZE");
  app.add_option("--table-size", table_size, "transposition table, 0 for none (default: up to 1G)")
      ->type_name("SIZE");
  app.add_option("--deepening", deepening,
                 "iterative deepening: on, off, auto (where positions repeat)")
      ->type_name("WHEN");
  app.add_option("--driver", driver,
                 "pns, pn2, dfpn asked for a value: binary (default), linear, linear-down or open")
      ->type_name("NAME");
  app.add_flag("--keep-tree", keep_tree, "pns: one tree for all questions of its driver");
  app.add_option("--epsilon", epsilon,
                 "dfpn, dfmopns, dfppns: leave a move when it looks 1+E times as dear as the next "
                 "(default 0.5)")
      ->type_name("E");
  app.add_flag("--weak-sums", weak_sums, "dfpn, dfmopns: the dearest child stands for all");
  app.add_flag("--mobility", mobility, "pns, mopns: begin new nodes with their number of moves");
  app.add_option("--evaluate", evaluate,
                 "best-first: look at a node's value when created (default) or selected")
      ->type_name("WHEN");
  app.add_option("--selection", selection,
                 "pns: most-proving (default), or lecture: commit to prove or to disprove")
      ->type_name("NAME");
  app.add_option("--second-level", second,
                 "pn2, mopn2: size of nested searches, first-tree (default), descents, fraction or "
                 "fraction:A,B")
      ->type_name("NAME");
  app.add_flag("--keep-solved", keep_solved, "best-first: do not free what is solved");
  app.add_flag("--graph", graph, "pns, mopns: merge transpositions (games without repetitions)");
  app.add_option("--playouts", playouts, "mcpns, ppns: random games for a new node (default 60)")
      ->type_name("N");
  app.add_option("--theta", theta,
                 "mcpns, ppns: no share of wins below T or above 1-T (default 0.01)")
      ->type_name("T");
  app.add_option("--precision-rate", precision_rate,
                 "ppns: stop with an estimate, not a value, once p is within R of 0 or 1")
      ->type_name("R");
  app.add_option(
         "--profile", profile,
         "a paper's conventions: saffidine2012 (pns, mopns), allis1994 (awari with pns and the "
         "boards of up to 13 stones in --endgame: created, largest question and largest tree are "
         "its "
         "sum, max pos and max tree)")
      ->type_name("NAME");
  app.add_option("--endgame", endgame, "use the endgame database in DIR (see 'solvent table')")
      ->type_name("DIR");
  app.add_option("--store", store,
                 "use positions that earlier runs solved, and keep what this one finds, in DIR")
      ->type_name("DIR");
  app.add_option("--store-size", store_size,
                 "at most SIZE for the store; the cheapest positions go (default 1G)")
      ->type_name("SIZE");
  app.add_flag("--certify", certify, "write a proof and check it before answering");
  app.add_flag("--minimize", minimize, "take time for a smaller proof");
  app.add_option("--seed", seed, "of random games (default 1)")->type_name("N");
  app.add_flag("--no-knowledge", no_knowledge,
               "use the rules only, not what the game knows beyond them");
  app.add_flag("--json", json, "one JSON object a line");
  app.add_flag("--quiet", quiet, "no progress line, no summary");
  app.add_flag("--progress", progress, "show progress even if standard error is not a terminal");

  const auto group = [&](const char* name, std::initializer_list<const char*> options) {
    for (const char* option : options) app.get_option(option)->group(name);
  };
  group("The question", {"--outcomes", "--at-least", "--range", "--moves"});
  group("How to search", {"--algorithm", "--table-size", "--no-knowledge", "--seed", "--profile"});
  group("Limits", {"--nodes", "--time", "--memory"});
  group("Windows (alphabeta, scout, negascout)", {"--deepening"});
  group("Effort numbers, best first",
        {"--driver", "--keep-tree", "--mobility", "--evaluate", "--selection", "--second-level",
         "--keep-solved", "--graph"});
  group("Effort numbers, depth first", {"--epsilon", "--weak-sums"});
  group("What is known already", {"--endgame", "--store", "--store-size"});
  group("Proofs", {"--certify", "--minimize"});
  group("Random games", {"--playouts", "--theta", "--precision-rate"});
  group("Output", {"--json", "--quiet", "--progress"});
}

namespace {

Result<std::string> read_word(std::string_view, std::string_view text) { return std::string(text); }
Result<bool> read_deepening(std::string_view option, std::string_view text) {
  if (text == "on" || text == "off") return text == "on";
  return Error{fmt::format("{} {}: write on, off or auto", option, text::quoted(text))};
}
Result<std::uint64_t> read_bytes(std::string_view option, std::string_view text) {
  const auto bytes = text::to_bytes(text);
  if (!bytes) return Error{fmt::format("{}: {}", option, bytes.message())};
  return *bytes;
}
Result<double> read_minutes(std::string_view option, std::string_view text) {
  const auto minutes = decimal(option, text, "minutes, such as 5 or 0.5");
  if (!minutes) return minutes.error();
  return 60 * *minutes;
}
Result<double> read_epsilon(std::string_view option, std::string_view text) {
  return decimal(option, text, "a number from 0 on, such as 0.25");
}
Result<double> read_share(std::string_view option, std::string_view text) {
  return decimal(option, text, "a number below 0.5, such as 0.01");
}

}  // namespace

Result<Options> SolveArguments::make_options() const {
  Options o;
  o.algorithm = algorithm;
  o.moves = moves;
  o.knowledge = !no_knowledge;
  o.keep_tree = keep_tree;
  o.mobility = mobility;
  o.keep_solved = keep_solved;
  o.graph = graph;
  o.weak_sums = weak_sums;
  o.profile = profile;
  o.endgame = endgame;
  o.proof = proof;
  o.store = store;
  o.certify = certify;
  o.minimize = minimize;
  o.checkpoint = checkpoint;
  if (checkpoint.empty() && (resume || !checkpoint_every.empty()))
    return Error{fmt::format("{}: name the file with --checkpoint FILE",
                             resume ? "--resume" : "--checkpoint-every")};
  if (store.empty() && !store_size.empty()) return Error{"--store-size: goes with --store DIR"};

  std::optional<Error> wrong;  // the first that is
  const auto take = [&](const char* option, const std::string& text, auto read, auto& into) {
    if (text.empty() || wrong) return;
    const auto value = read(option, text);
    if (value)
      into = *value;
    else
      wrong = value.error();
  };
  take("--at-least", at_least, read_outcome, o.at_least);
  take("--range", range, read_range, o.range);
  take("--nodes", nodes, read_count, o.limits.nodes);
  take("--time", time, read_seconds, o.limits.seconds);
  take("--memory", memory, read_bytes, o.limits.memory);
  take("--table-size", table_size, read_bytes, o.table_size);
  if (deepening != "auto") take("--deepening", deepening, read_deepening, o.deepening);
  take("--driver", driver, read_word, o.driver);
  take("--evaluate", evaluate, read_word, o.evaluate);
  take("--selection", selection, read_word, o.selection);
  take("--second-level", second, read_word, o.second);
  take("--epsilon", epsilon, read_epsilon, o.epsilon);
  take("--playouts", playouts, read_count, o.playouts);
  take("--theta", theta, read_share, o.theta);
  take("--precision-rate", precision_rate, read_share, o.precision_rate);
  take("--seed", seed, read_count, o.seed);
  take("--checkpoint-every", checkpoint_every, read_minutes, o.checkpoint_every);
  take("--store-size", store_size, read_bytes, o.store_size);
  if (wrong) return *wrong;
  return o;
}

bool SolveArguments::shows_progress() const { return !quiet && (progress || stderr_is_terminal()); }

std::string bad_position(std::string_view position, const std::string& message) {
  const std::string quoted = text::quoted(position), again = "position " + quoted;
  const bool named = message.starts_with(again);
  return quoted + (named ? message.substr(again.size()) : ": " + message);
}

Result<std::string> read_line_from_stdin() {
  std::string line;
  if (!std::getline(std::cin, line))
    return Error{"standard input is empty: one position was expected"};
  return line;
}

}  // namespace solvent::cli
