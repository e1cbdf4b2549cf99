// solvent-check FILE|DIR: does this certificate prove what it says?
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <thread>

#include "../solvent/console.hpp"
#ifdef SOLVENT_PRINTS_HELP
#include "../solvent/manual.hpp"
#endif
#include "../solvent/parser.hpp"
#include "../solvent/verdict_json.hpp"
#include "base/clock.hpp"
#include "check/check.hpp"
#include "check/parts.hpp"
#include "solvent/plugin.hpp"
#include "solvent/version.hpp"

namespace solvent::cli {
namespace {

using check::CheckResult;
using check::Finding;

constexpr int kRefused = 4, kRelative = 5;

constexpr const char* kExamples = R"(Examples:
  solvent solve connect4:6x5 --proof c4.proof    writes a certificate
  solvent-check c4.proof                         verifies it from the rules of the game alone
  solvent-check c4.proof --stats                 and says what it consists of
  solvent-check awari.proof --database awari-db  and recomputes the slices that it relies on
  solvent-check c4.proof --threads 1             leaves the other cores alone
  solvent-check othello.proof/                   verifies a proof in parts, a core for each part
  solvent-check --game ./nim.so nim.proof        of a game in a file of its own
Exit status: 0 verified from the rules alone; 5 verified, but relying on endgame-database values
that were not recomputed; 4 refused; 2 cannot be read or checked; 1 failed; 130 interrupted.)";

struct Arguments {
  std::string file, database, threads, leaf, game;
  bool stats = false, json = false, quiet = false;
};

std::string value_in_words(const AnyGame& game, int value) {
  if (game.scale().kind() == Scale::Kind::WinDrawLoss)
    return value > 0 ? "a win" : value < 0 ? "a loss" : "a draw";
  return signed_number(value);
}

std::string statements_in_words(const CheckResult& v) {
  const auto& [least, most] = std::pair(v.header.at_least, v.header.at_most);
  const std::string of = "The value for " + v.header.mover + " is ";
  if (least && most && *least == *most) return of + value_in_words(*v.game, *least);
  std::vector<std::string> parts;
  if (least) parts.push_back("at least " + value_in_words(*v.game, *least));
  if (most) parts.push_back("at most " + value_in_words(*v.game, *most));
  return of + join(parts, " and ");
}

std::string in_words(const std::vector<check::CitedSlice>& slices) {
  std::vector<std::string> parts;
  for (const check::CitedSlice& s : slices) parts.push_back(check::in_words(s));
  return text::list(parts);
}

// A file can be called anything, and a game after a file.
std::string shown(const std::string& name) {
  return text::is_printable(name) ? name : text::quoted(name);
}

void print_proved(const CheckResult& v, double seconds) {
  // All of the position, however long: the certificate proves nothing about any other.
  fmt::print(
      "{}: {}, position '{}', {} to move\n\n",
      v.finding == Finding::Verified ? "Verified" : "Verified, relying on an endgame database",
      shown(v.header.game), v.game->position(v.root), v.header.mover);
  fmt::print("{}\n", v.game->draw(v.root, stdout_takes_colours() ? Ink::colours() : Ink::plain()));
  fmt::print("{}.\n", statements_in_words(v));
  if (v.finding == Finding::Relative)
    fmt::print(
        "This relies on {}, whose values were not checked; use --database DIR to recompute "
        "them.\n",
        in_words(v.rests_on));
  else if (v.recomputed)
    fmt::print("Computed again, by the rules: {}.\n", in_words(v.header.slices));
  const std::string parts =
      v.stats.parts > 0 ? fmt::format(" and {}", counted(v.stats.parts, "part")) : "";
  fmt::print("{} in {}{}, {} · {} · {:.2f} M claims/s\n", counted(v.stats.claims, "claim"),
             counted(layers_of(v), "layer"), parts, human_bytes(v.stats.bytes),
             human_seconds(seconds),
             static_cast<double>(v.stats.claims) / 1e6 / std::max(seconds, 1e-6));
}

void print_stats(const CheckResult& v) {
  const check::Stats& s = v.stats;
  fmt::print("\n{} bytes", with_commas(s.bytes));
  if (s.claims > 0)
    fmt::print(", {:.2f} a claim", static_cast<double>(s.bytes) / static_cast<double>(s.claims));
  fmt::print("\n{}, {} of them settled by the rules\n", counted(s.citations, "citation"),
             with_commas(s.settled));
  if (s.database > 0) fmt::print("{} on the endgame database\n", counted(s.database, "claim"));
  if (s.searched > 0)
    fmt::print("{} proved by a search, in {}\n", counted(s.searched, "claim"),
               counted(s.positions, "position"));
  if (s.paired > 0) fmt::print("{} held by pairs of cells\n", counted(s.paired, "claim"));
  if (s.elsewhere > 0) fmt::print("{} left to other parts\n", counted(s.elsewhere, "claim"));
  fmt::print("at most {} cited and not yet claimed\n", counted(s.most_unclaimed, "position"));
  for (const auto& statement : s.statements) {
    const auto widest = std::max_element(statement.layers.begin(), statement.layers.end());
    fmt::print("\nat {} {}: ", statement.at_least ? "least" : "most", statement.value);
    if (statement.claims == 0) {
      fmt::print("settled by the rules\n");
      continue;
    }
    fmt::print("{} in {}, the widest is layer {} with {}\n", counted(statement.claims, "claim"),
               counted(statement.layers.size(), "layer"), widest - statement.layers.begin(),
               counted(*widest, "claim"));
    for (std::size_t k = 0; k < statement.layers.size(); ++k)
      fmt::print("  layer {:>3} {:>14}\n", k, with_commas(statement.layers[k]));
  }
}

std::string refusal_in_words(const CheckResult& v) {
  const std::string part = v.part.empty() ? "" : shown(v.part) + ": ";
  if (!v.place) return part + v.reason;
  return fmt::format("{}{}, layer {}{}: {}", part, v.place->statement, v.place->layer,
                     v.place->position.empty() ? "" : ", position " + v.place->position, v.reason);
}

int report(const CheckResult& v, const Arguments& arguments, double seconds) {
  const int status[] = {kAnswered, kRelative, kRefused, kBadInput, kBadInput, kInterrupted};
  const int exit_status = status[static_cast<int>(v.finding)];
  if (arguments.json) {
    const auto kept = Json::error_handler_t::replace;  // whatever bytes the header holds
    fmt::print("{}\n", to_json(v, seconds, arguments.stats).dump(-1, ' ', false, kept));
  } else if (v.finding == Finding::Verified || v.finding == Finding::Relative) {
    if (!arguments.quiet) print_proved(v, seconds);
    if (arguments.stats) print_stats(v);
  } else if (v.finding == Finding::Refused) {
    if (!arguments.quiet)
      fmt::print("Refused: {}: {}\n", shown(arguments.file), refusal_in_words(v));
  } else {
    print_to_stderr(
        fmt::format("solvent-check: {}: {}\n", shown(arguments.file), refusal_in_words(v)));
  }
  return exit_status;
}

int check_and_report(const Arguments& arguments) {
  constexpr int kMostThreads = 256;
  const auto threads = arguments.threads.empty() ? std::max(1U, std::thread::hardware_concurrency())
                                                 : text::to_int(arguments.threads);
  if (!threads || *threads < 1 || *threads > kMostThreads) {
    print_to_stderr(fmt::format("solvent-check: --threads {}: write a whole number from 1 to {}\n",
                                text::quoted(arguments.threads), kMostThreads));
    return kBadInput;
  }
  const auto leaf = text::to_int(arguments.leaf);
  if (!arguments.leaf.empty() && (!leaf || *leaf < 0)) {
    print_to_stderr(fmt::format("solvent-check: --leaf {}: write a whole number of positions\n",
                                text::quoted(arguments.leaf)));
    return kBadInput;
  }
  if (!arguments.game.empty())
    if (const auto loaded = load_game(arguments.game); !loaded) {
      print_to_stderr(fmt::format("solvent-check: --game: {}\n", loaded.message()));
      return kBadInput;
    }
  catch_interrupts();
  std::error_code unknown;
  const bool folder = std::filesystem::is_directory(arguments.file, unknown);
  const auto size = folder ? check::folder_size(arguments.file)
                           : std::filesystem::file_size(arguments.file, unknown);
  ProgressLine line(stderr_is_terminal() && !arguments.quiet);
  const Stopwatch watch;
  double shown = 1;  // seconds; short checks show nothing
  check::Options options;
  options.threads = static_cast<std::size_t>(*threads);
  options.database = arguments.database;
  if (leaf) options.leaf = static_cast<std::uint64_t>(*leaf);
  options.stop = [] { return stop_requested().load(); };
  options.progress = [&](const check::Stats& stats) {
    if (!line.shown() || watch.seconds() < shown) return;
    shown = watch.seconds() + 0.2;
    const double part = static_cast<double>(stats.bytes) / static_cast<double>(unknown ? 0 : size);
    line.show(fmt::format("{} · {} · {:.0f} % of the {}", human_seconds(watch.seconds()),
                          counted(stats.claims, "claim"), 100 * part, folder ? "parts" : "file"));
  };
  const CheckResult result = check::check_file(arguments.file, options);
  line.clear();
  return report(result, arguments, watch.seconds());
}

int run(int argc, char** argv) {
  Arguments arguments;
  Parser parser("solvent-check", "Checks a certificate against the rules of its game.",
                "solvent-check " + std::string(kVersion));
  Command& app = parser.program();
  app.footer(kExamples);
  app.add_option("FILE", arguments.file,
                 "the certificate, in its binary or its JSON form, or the folder of one in parts")
      ->type_name("")
      ->required();
  app.add_option("--database", arguments.database,
                 "the folder of the endgame database that it relies on: looks for files with the "
                 "cited checksums, and recomputes their values from the rules")
      ->type_name("DIR");
  app.add_option("--game", arguments.game,
                 "load the game from a file that 'solvent game build' made; whoever checks trusts "
                 "its rules, and the file")
      ->type_name("FILE");
  app.add_option("--threads", arguments.threads,
                 "threads that check together (default: one for each core); the verdict and its "
                 "reason do not depend on it")
      ->type_name("N");
  app.add_option("--leaf", arguments.leaf,
                 "positions that the search of a claim may take (default: 1,000,000); a "
                 "certificate that asks for more is not checked")
      ->type_name("N");
  app.add_flag("--stats", arguments.stats, "sizes, layers, citations");
  app.add_flag("--json", arguments.json, "the verdict as one line of JSON");
  app.add_flag("--quiet", arguments.quiet, "only the exit status, unless it cannot be read");
#ifdef SOLVENT_PRINTS_HELP
  parser.offer_help_as(help_as, kHelpForms);
#endif
  const Result<bool> read = parser.read(argc, argv);
  if (!read) {
    print_to_stderr(fmt::format("solvent-check: {}\n", read.message()));
    return kBadInput;
  }
  return *read ? check_and_report(arguments) : static_cast<int>(kAnswered);
}

}  // namespace
}  // namespace solvent::cli

int main(int argc, char** argv) {
  using namespace solvent::cli;
  try {
    const int status = run(argc, argv);
    // A verdict that could not be printed must not count as one.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    print_to_stderr("solvent-check: standard output could not be written in full\n");
  } catch (const std::exception& e) {
    print_to_stderr(fmt::format("solvent-check: {}\n", e.what()));
  }
  return kFailed;
}
