// play: against the computer, or a match between two computer players.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <thread>

#include "answer_json.hpp"
#include "arguments.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "play/match.hpp"
#include "play_game.hpp"
#include "play_proof.hpp"
#include "verbs.hpp"

namespace solvent::cli {

namespace {

struct PlayArguments {
  GameArguments what;
  OptionArguments options;
  std::string threads, side, engine, against, games, opening, games_file, proof;
  bool json = false, quiet = false, ponder = false, no_ponder = false, no_proof = false;
};

Result<int> whole(std::string_view option, const std::string& text, int least, int most) {
  const auto n = text::to_int(text);
  if (n && *n >= least && *n <= most) return static_cast<int>(*n);
  return Error{fmt::format("{} {}: write a whole number from {} to {}", option, text::quoted(text),
                           least, with_commas(static_cast<std::uint64_t>(most)))};
}

Result<play::MoveLimits> limits_of(const Limits& limits) {
  if (limits.nodes && *limits.nodes == 0)
    return session::say("{nodes} 0: write a whole number from 1 on, such as 20000");
  if (limits.seconds && *limits.seconds <= 0)
    return session::say("{time} 0: write seconds a move, such as 2 or 0.5");
  return play::MoveLimits{limits.nodes, limits.seconds};
}

// Play is for the win where the game can be asked for that: so do Awari and Kalah end when one side
// has more than half of the stones, as they do on a board.
Result<Ruleset> game_of(const GameArguments& what) {
  const Result<Ruleset> usual = what.make_game();
  if (!usual || !what.outcomes.empty()) return usual;
  GameArguments by_winning = what;
  by_winning.outcomes = "wld";
  const Result<Ruleset> to_win = by_winning.make_game();
  return to_win ? to_win : usual;
}

Json to_json(const Ruleset& game, const play::Played& p, const std::string& first,
             const std::string& second) {
  const auto moves = p.course.move_texts();
  const auto opening = moves.begin() + static_cast<std::ptrdiff_t>(p.opening);
  return {{"number", p.number},
          {"opens", p.first_opens ? first : second},
          {"replies", p.first_opens ? second : first},
          {"start", game.rules().position(p.course.states().front())},
          {"opening", Json(std::vector<std::string>(moves.begin(), opening))},
          {"moves", Json(std::vector<std::string>(opening, moves.end()))},
          {"proved", p.proved},
          {"result", result_text(game, p.end.outcome)},
          {"how", std::string(p.end.how)},
          {"points", p.points}};
}

void print_report(const Ruleset& game, const PlayArguments& a, const play::Tally& t, int asked,
                  const std::string& first, const std::string& second) {
  const auto [low, high] = t.interval();
  if (a.json) {
    print_json(Json{{"game", game.spec()},
                    {"outcomes", game.scale().name()},
                    {"engine", first},
                    {"against", second},
                    {"games", t.games()},
                    {"asked", asked},
                    {"wins", t.wins},
                    {"draws", t.draws},
                    {"losses", t.losses},
                    {"score", t.score()},
                    {"low", low},
                    {"high", high},
                    {"interval", "Wilson, 95 %"}});
    return;
  }
  fmt::print("{} against {}: {} of {}\n", first, second,
             counted(static_cast<std::uint64_t>(t.games()), "game"), asked);
  fmt::print("{} won, {} drawn, {} lost; score {:.1f} %, between {:.1f} % and {:.1f} %\n", t.wins,
             t.draws, t.losses, 100 * t.score(), 100 * low, 100 * high);
  fmt::print("(95 %, Wilson's score interval; a draw counts as half a win)\n");
}

int match(const Ruleset& game, const Position& start, const PlayArguments& a,
          const play::EngineOrder& usual, play::MatchOrder order) {
  const std::string first_name = a.engine.empty() ? play::usual_engine(game) : a.engine;
  const std::string second_name = a.against.empty() ? first_name : a.against;
  std::unique_ptr<play::Player> players[2];
  for (int k = 0; k < 2; ++k) {
    auto engine = play::read_engine(k == 0 ? first_name : second_name, usual);
    if (!engine) return complain(engine.error());
    if (k == 1) engine->proof = nullptr;
    auto player = play::make_player(game, *engine);
    if (!player) return complain(player.error());
    players[k] = *std::move(player);
  }
  std::optional<NewFile> file;
  if (!a.games_file.empty()) file.emplace(a.games_file);
  if (file && !file->good())
    return complain(
        fmt::format("--games-file {}: it cannot be written: {}", a.games_file, file->problem()));
  catch_interrupts();
  order.stop = &stop_requested();
  ProgressLine line(!a.quiet && stderr_is_terminal());
  play::Tally tally;  // of what is finished, should the match be stopped
  order.played = [&](const play::Played& p) {
    tally.add(p.points);
    if (file) {
      const std::string text = to_json(game, p, first_name, second_name)
                                   .dump(-1, ' ', false, Json::error_handler_t::replace) +
                               '\n';
      file->append(text.data(), text.size());
    }
    line.show(fmt::format("{} of {}: {} won, {} drawn, {} lost", tally.games(),
                          counted(static_cast<std::uint64_t>(order.games), "game"), tally.wins,
                          tally.draws, tally.losses));
  };
  const auto result =
      play::play_match(game.rules(), AnyState{start.state()}, *players[0], *players[1], order);
  line.clear();
  if (!result) return complain(result.error());
  print_report(game, a, tally, order.games, first_name, second_name);
  if (file && !file->finish())
    return fail(fmt::format("--games-file {}: could not be written to its end: {}", a.games_file,
                            file->problem()));
  return stop_requested() ? kInterrupted : kAnswered;
}

int play_verb(PlayArguments a) {
  const Result<Ruleset> game = game_of(a.what);
  if (!game) return complain(game.error());
  const Result<Position> start = a.what.make_position(*game);
  if (!start) return complain(start.error());
  const Result<Options> options = a.options.read();
  if (!options) return complain(options.error());
  const Result<play::MoveLimits> limits = limits_of(options->limits);
  if (!limits) return complain(limits.error());
  play::EngineOrder usual;
  usual.limits = *limits;
  usual.endgame = options->endgame;
  // A match is to be the same in every run.
  const unsigned usually = a.games.empty() ? std::thread::hardware_concurrency() : 1;
  const auto threads = read_threads(a.threads, usually);
  if (!threads) return complain(threads.error());
  usual.threads = static_cast<std::uint64_t>(*threads);
  const std::uint64_t seed = options->seed;
  if (a.no_proof && !a.proof.empty()) return complain("--proof and --no-proof: choose one");
  if (!a.proof.empty()) {
    catch_interrupts();
    const auto guide = checked_proof(a.proof, *game, !a.quiet && stderr_is_terminal());
    if (!guide) return complain(guide.error());
    if (*guide == nullptr) return kInterrupted;
    usual.proof = *guide;
  }
  if (a.games.empty() && (!a.against.empty() || !a.opening.empty() || !a.games_file.empty()))
    return complain("--against, --opening and --games-file belong to a match: --games N");
  if (!a.games.empty()) {
    if (!a.side.empty())
      return complain("--side is for a person; --games N is a match between computer players");
    const auto games = whole("--games", a.games, 1, 1'000'000);
    if (!games) return complain(games.error());
    const auto opening = whole("--opening", a.opening.empty() ? "0" : a.opening, 0, 1000);
    if (!opening) return complain(opening.error());
    if (start->ended()) return complain("the game is over in this position");
    if (!usual.limits.nodes && !usual.limits.seconds) usual.limits.nodes = 20'000;
    return match(*game, *start, a, usual, {.games = *games, .opening = *opening, .seed = seed});
  }
  const std::string side = a.side.empty() ? "first" : a.side;
  if (side != "first" && side != "second" && side != "both" && side != "none")
    return complain(
        fmt::format("--side {}: you can have the side that moves first, the second, both or none",
                    text::quoted(side)));
  if (a.ponder && a.no_ponder) return complain("--ponder and --no-ponder: choose one");
  GameOrder order{.person_first = side == "first" || side == "both",
                  .person_second = side == "second" || side == "both",
                  .engine = usual,
                  .seed = seed,
                  .json = a.json,
                  .ponder = a.ponder || (stdin_is_terminal() && !a.no_ponder)};
  if (!a.engine.empty()) {
    const auto engine = play::read_engine(a.engine, usual);
    if (!engine) return complain(engine.error());
    order.engine = *engine;
  }
  // Who names a player wants to play against that one.
  std::optional<FollowedProof> published;
  if (a.proof.empty() && !a.no_proof && a.engine.empty()) {
    published.emplace(*game);
    order.engine.proof = published->guide();
    if (order.engine.proof && !a.json && !a.quiet)
      fmt::print("The computer follows the proof in {}.\n", published->path());
  }
  return play_game(*start, order);
}

}  // namespace

void add_play(Command& app, int& exit_status) {
  Command* verb = app.add_subcommand(
      "play", "play against the computer, or let two computer players play a match");
  verb->footer(
      "Type moves as the game writes them; help, hint, undo, board, moves, quit. Examples:\n"
      "  solvent play connect4                          you begin\n"
      "  solvent play awari --side second --endgame awari-db --time 5\n"
      "  solvent play othello:6 --side none --nodes 5000       the computer against itself, once\n"
      "  solvent play awari --games 100 --opening 6 --engine refuting --against plain \\\n"
      "    --nodes 10000 --endgame awari-db\n"
      "  solvent play mnk:6,6,4 --proof win.proof       a certificate that 'solve' has written\n"
      "  solvent play connect4 --games 20 --opening 4 --engine auto,nodes=50000 --against random\n"
      "Players: any algorithm (see 'solvent algorithms'), random, and for awari plain and "
      "refuting\n"
      "(the default there: alpha-beta picks, proof-number search refutes), with options of their "
      "own:\n"
      "NAME,nodes=N,time=S and refuting,live=N (nodes in memory of a refutation, 150000).");
  auto a = std::make_shared<PlayArguments>();
  a->what.add_to(*verb);
  verb->add_option("--side", a->side, "your side: first (default), second, both or none")
      ->type_name("WHO");
  verb->add_option("--engine", a->engine, "the computer player: NAME or NAME,OPTION=VALUE,...")
      ->type_name("PLAYER");
  a->options.add_to(*verb, "nodes", "the computer's limit for a move (awari: of alpha-beta)");
  a->options.add_to(*verb, "time", "the computer's limit for a move (default 1 second)");
  verb->add_option("--threads", a->threads,
                   "let T threads search for a move, if the player is an algorithm (default: every "
                   "core; in a match 1, so that it is the same in every run)")
      ->type_name("T");
  a->options.add_to(*verb, "endgame", "use the endgame database in DIR");
  a->options.add_to(*verb, "seed", "seed of random games and openings (default 1)");
  verb->add_option("--proof", a->proof,
                   "follow the certificate in FILE, or in parts in a folder, wherever it says "
                   "something; it is checked first (default: a published proof of the game, if "
                   "there is one and no --engine is named, checked while you play)")
      ->type_name("FILE");
  verb->add_flag("--no-proof", a->no_proof, "follow no published proof");
  verb->add_flag("--ponder", a->ponder,
                 "let the computer think in your time (default on a terminal)");
  verb->add_flag("--no-ponder", a->no_ponder, "let it think in its own time only");
  verb->add_option("--games", a->games,
                   "play a match of N games between two players (20000 nodes a move)")
      ->type_name("N");
  verb->add_option("--against", a->against, "--games: the other player (default: the same)")
      ->type_name("PLAYER");
  verb->add_option("--opening", a->opening,
                   "--games: begin with K random plies, each opening once with either side")
      ->type_name("K");
  verb->add_option("--games-file", a->games_file,
                   "--games: every game as a line of JSON in FILE, at the end")
      ->type_name("FILE");
  verb->add_flag("--json", a->json, "one JSON object a move, or for the match");
  verb->add_flag("--quiet", a->quiet, "no progress line");
  for (const char* option : {"--games", "--against", "--opening", "--games-file"})
    verb->get_option(option)->group("A match");
  verb->callback([=, &exit_status] { exit_status = play_verb(*a); });
}

}  // namespace solvent::cli
