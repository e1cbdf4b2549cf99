// games, algorithms, show, perft: looking without searching.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "answer_json.hpp"
#include "arguments.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "games/registry.hpp"
#include "numbers.hpp"
#include "verbs.hpp"

namespace solvent::cli {

namespace {

void print_game(const GameDescription& g, bool json) {
  if (json)
    return print_json(Json{{"name", g.name},
                           {"title", g.title},
                           {"summary", g.summary},
                           {"parameters", g.parameters},
                           {"notation", g.notation},
                           {"outcomes", g.scales},
                           {"example", g.example},
                           {"specs", g.specs},
                           {"aliases", g.aliases}});
  fmt::print("{}\n  {}\n  parameters  {}\n  positions   {}\n  outcomes    {}\n", g.name, g.summary,
             g.parameters, g.notation, join(g.scales, " (default), "));
  if (!g.aliases.empty()) fmt::print("  also called {}\n", join(g.aliases, ", "));
  if (!g.example.empty()) fmt::print("  try         solvent solve {} '{}'\n", g.name, g.example);
  fmt::print("\n");
}

int list_games(const std::string& given, bool json) {
  const Result<std::string> loaded = load_if_file(given);
  if (!loaded) return complain(loaded.error());
  const std::string& only = *loaded;
  const GameFamily* wanted = find_family(only.substr(0, only.find(':')));
  bool found = false;
  for (const GameDescription& g : games()) {
    if (!only.empty() && (wanted == nullptr || wanted->name != g.name)) continue;
    found = true;
    print_game(g, json);
  }
  return found ? kAnswered : complain(Ruleset::make(only).message());
}

}  // namespace

void add_games(Command& app, int& exit_status) {
  Command* verb = app.add_subcommand("games", "every game, its parameters, notation and outcomes");
  verb->footer("Examples:\n  solvent games\n  solvent games kalah\n  solvent games --json");
  auto json = std::make_shared<bool>(false);
  auto only = std::make_shared<std::string>();
  verb->add_option("GAME", *only, "only this one");
  verb->add_flag("--json", *json, "one JSON object a line");
  verb->callback([json, only, &exit_status] { exit_status = list_games(*only, *json); });
}

void add_algorithms(Command& app, int&) {
  Command* verb = app.add_subcommand("algorithms", "every algorithm and where it comes from");
  verb->footer("Examples:\n  solvent algorithms\n  solvent solve mnk:4,3,3 --algorithm scout");
  auto json = std::make_shared<bool>(false);
  verb->add_flag("--json", *json, "one JSON object a line");
  verb->callback([json] {
    for (const AlgorithmDescription& a : algorithms()) {
      if (*json)
        print_json(Json{{"name", a.name}, {"summary", a.summary}, {"source", a.source}});
      else
        fmt::print("{:<10} {}\n{:<10} ({})\n", a.name, a.summary, "", a.source);
    }
  });
}

namespace {

struct ShowArguments {
  GameArguments game;
  std::string at_least;
  bool numbers = false, threats = false, json = false;
};

int show_threats(GameArguments arguments, bool json) {
  const Result<Ruleset> game = arguments.make_game();
  if (!game) return complain(game.error());
  const Result<Position> position = arguments.make_position(*game);
  if (!position) return complain(position.error());
  const std::optional<Threats> threats = find_threats(*position);
  if (!threats)
    return complain(fmt::format(
        "--threats: {} is not a game of lines, as mnk, gomoku and qubic are", game->spec()));
  if (json) {
    print_json(to_json(*position, *threats));
    return kAnswered;
  }
  const std::string mover = game->player(position->to_move());
  const std::string opponent = game->player(other(position->to_move()));
  const auto tell = [&](const std::optional<ThreatSequence>& found, const std::string& wins,
                        const std::string& otherwise) {
    if (!found) return fmt::print("{}: no win by threats was found.\n", otherwise);
    fmt::print("{} {}: {}\n{}", wins, found->forced ? "by moves that force" : "by threats",
               join(found->moves, " "), draw_threats(*position, *found));
  };
  fmt::print("{}\n{}  {}\n", position->draw(stdout_takes_colours()), game->spec(),
             position->text());
  if (position->ended()) {
    fmt::print("The game is over.\n");
    return kAnswered;
  }
  tell(threats->mover, mover + " to move wins", mover + " to move");
  tell(threats->other, "If " + mover + " passed, " + opponent + " would win",
       opponent + ", if " + mover + " passed");
  return kAnswered;
}

int show(GameArguments arguments, bool json) {
  const Result<Ruleset> game = arguments.make_game();
  if (!game) return complain(game.error());
  const Result<Position> position = arguments.make_position(*game);
  if (!position) return complain(position.error());

  const Side side = position->to_move();
  const Bounds b = position->rule_bounds();
  int lower = game->scale().for_side(side, b.pess), upper = game->scale().for_side(side, b.opti);
  if (lower > upper) std::swap(lower, upper);
  const std::vector<std::string> moves = position->moves();
  if (json) {
    print_json(Json{{"game", game->spec()},
                    {"position", position->text()},
                    {"to_move", game->player(side)},
                    {"outcomes", game->scale().name()},
                    {"ended", position->ended()},
                    {"lower", lower},
                    {"upper", upper},
                    {"moves", moves}});
    return kAnswered;
  }
  fmt::print("{}\n", position->draw(stdout_takes_colours()));
  fmt::print("{}  {}\n", game->spec(), position->text());
  if (position->ended()) {
    fmt::print("The game is over: for {} to move it is worth {}.\n", game->player(side),
               signed_number(lower));
    return kAnswered;
  }
  fmt::print("{} to move: {}\n", game->player(side), join(moves, " "));
  fmt::print("By the rules alone its value {} {} ({}).\n", lower == upper ? "is" : "lies in",
             value_text(lower, upper), game->scale().name());
  return kAnswered;
}

struct PerftArguments {
  GameArguments game;
  std::vector<std::string> rest;  // [POSITION] DEPTH
  bool count_ended = false, json = false;
};

int perft(PerftArguments arguments) {
  const Result<Ruleset> game = arguments.game.make_game();
  if (!game) return complain(game.error());
  if (arguments.rest.size() == 2) arguments.game.position = arguments.rest[0];
  const auto depth = text::to_int(arguments.rest.back());
  if (!depth || *depth < 0 || *depth > 1000)
    return complain(fmt::format("depth {}: write a whole number from 0 to 1000",
                                text::quoted(arguments.rest.back())));
  const Result<Position> position = arguments.game.make_position(*game);
  if (!position) return complain(position.error());

  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t count = position->perft(static_cast<int>(*depth), arguments.count_ended);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (arguments.json) {
    print_json(Json{{"game", game->spec()},
                    {"position", position->text()},
                    {"depth", *depth},
                    {"count", count},
                    {"seconds", took.count()}});
    return kAnswered;
  }
  fmt::print("{}\n", count);
  if (stderr_is_terminal())
    print_to_stderr(fmt::format("{}, {} deep, {}, {:.1f} million/s\n", counted(count, "position"),
                                counted(static_cast<std::uint64_t>(*depth), "ply", "plies"),
                                human_seconds(took.count()),
                                static_cast<double>(count) / took.count() / 1e6));
  return kAnswered;
}

}  // namespace

void add_show(Command& app, int& exit_status) {
  Command* verb = app.add_subcommand("show", "draw a position: side to move, moves, known bounds");
  verb->footer(
      "Examples:\n  solvent show connect4 4455\n"
      "  solvent show awari 'moves: D4 b5 B4 e5x2'\n"
      "  solvent show gomoku h8g8h7g7h6 --threats\n"
      "  solvent show tree:data/trees/dilemma.tree --numbers --at-least 3");
  auto arguments = std::make_shared<ShowArguments>();
  arguments->game.add_to(*verb);
  verb->add_flag("--numbers", arguments->numbers,
                 "proof and disproof numbers of every node of a tree:FILE (at most 1,000 lines); "
                 "with several outcomes the numbers G and S of MOPNS, the effort to prove for each "
                 "outcome that Max gets at least, or at most, that much");
  verb->add_flag(
      "--threats", arguments->threats,
      "mnk, gomoku, qubic: a win of either side by threats, its moves and the replies as "
      "numbers on the board, if one is found within 20,000 moves");
  verb->add_option("--at-least", arguments->at_least,
                   "--numbers: ask only whether the side to move reaches V")
      ->type_name("V");
  verb->add_flag("--json", arguments->json, "one JSON object");
  verb->callback([=, &exit_status] {
    const ShowArguments& a = *arguments;
    if (a.numbers && a.threats)
      exit_status = complain("--numbers and --threats: choose one");
    else if (a.numbers)
      exit_status = show_numbers(a.game, a.at_least, a.json);
    else if (!a.at_least.empty())
      exit_status = complain("--at-least: show asks a question only with --numbers");
    else
      exit_status = a.threats ? show_threats(a.game, a.json) : show(a.game, a.json);
  });
}

void add_perft(Command& app, int& exit_status) {
  Command* verb = app.add_subcommand("perft", "count the move sequences of exactly DEPTH plies");
  verb->footer(
      "Examples:\n  solvent perft connect4 8\n  solvent perft othello 9\n"
      "  solvent perft connect4 4455 6");
  auto arguments = std::make_shared<PerftArguments>();
  arguments->game.add_to(*verb, false);
  verb->add_option("[POSITION] DEPTH", arguments->rest,
                   "a position (default: the start) and the depth")
      ->required()
      ->expected(1, 2);
  verb->add_flag("--count-ended", arguments->count_ended,
                 "also count games that end earlier, each as 1");
  verb->add_flag("--json", arguments->json, "one JSON object");
  verb->callback([=, &exit_status] { exit_status = perft(*arguments); });
}

}  // namespace solvent::cli
