// store: what a store of solved positions holds, whether it is right, how it is filled and kept
// small.
#include <fmt/format.h>

#include <ctime>

#include "answer_json.hpp"
#include "arguments.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "solvent/fill.hpp"
#include "solvent/store.hpp"
#include "verbs.hpp"

namespace solvent::cli {

namespace {

struct StoreArguments {
  std::string action, folder, sample, time, seed, to, game, plies, into, store, outcomes, memory,
      threads, nodes;
  bool damaged = false, json = false, quiet = false, progress = false;
};

std::string day_and_time(std::int64_t date) {
  const auto seconds = static_cast<std::time_t>(date);
  std::tm parts{};
  if (gmtime_r(&seconds, &parts) == nullptr) return std::to_string(date);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

int stats(const StoreArguments& a) {
  const auto all = store_statistics(a.folder);
  if (!all) return complain(all.error());
  std::uint64_t entries = 0, damaged = 0;
  Json games = Json::array();
  for (const StoredGame& g : all->games) {
    entries += g.entries;
    damaged += g.damaged;
    if (a.json) {
      games.push_back(Json{{"game", g.game},
                           {"outcomes", g.outcomes},
                           {"entries", g.entries},
                           {"exact", g.exact},
                           {"damaged", g.damaged},
                           {"nodes", g.nodes},
                           {"readable", g.readable}});
    } else {
      const std::string name =
          g.game.empty() ? "(name lost)" : fmt::format("{} {}", g.game, g.outcomes);
      fmt::print("{:<28} {:>12}, {} exact, {} of work{}{}\n", name,
                 counted(g.entries, "entry", "entries"), with_commas(g.exact),
                 counted(g.nodes, "node"),
                 g.damaged > 0 ? fmt::format(", {} damaged", with_commas(g.damaged)) : "",
                 g.readable ? "" : ", of rules that this program does not have");
    }
  }
  if (a.json)
    print_json(
        Json{{"bytes", all->bytes}, {"entries", entries}, {"damaged", damaged}, {"games", games}});
  else
    fmt::print("{} in {}{}\n", counted(entries, "entry", "entries"), human_bytes(all->bytes),
               damaged > 0 ? fmt::format(", {} more damaged", with_commas(damaged)) : "");
  return kAnswered;
}

Json to_json(const StoredPosition& s) {
  Json j{{"game", s.game}, {"outcomes", s.outcomes}};
  j["position"] = s.position.empty() ? Json(nullptr) : Json(s.position);
  j["lower"] = s.lower;
  j["upper"] = s.upper;
  j["nodes"] = s.nodes;
  j["date"] = day_and_time(s.date);
  j["version"] = s.version;
  return j;
}

int export_all(const StoreArguments& a) {
  const auto count =
      each_stored(a.folder, a.game, [](const StoredPosition& s) { print_json(to_json(s)); });
  return count ? static_cast<int>(kAnswered) : complain(count.error());
}

void print_check(const StoreCheck& check) {
  if (!check.damage.empty()) fmt::print("the file itself is damaged: {}\n", check.damage);
  fmt::print("{}, {} damaged{}\n", counted(check.entries, "entry", "entries"),
             check.damaged > 0 ? with_commas(check.damaged) : "none",
             check.unreadable > 0 ? fmt::format(", {} of rules that this program does not have",
                                                with_commas(check.unreadable))
                                  : "");
  fmt::print("solved again without the store: {} right, {} wrong, {} not finished{}\n",
             with_commas(check.right), with_commas(check.wrong.size()), with_commas(check.open),
             check.stopped ? "; interrupted" : " in time");
  for (const auto& w : check.wrong)
    fmt::print(
        "WRONG: {} {} '{}': the store says {}, it is {} (solvent store prune --game {} "
        "removes all of this game)\n",
        w.stored.game, w.stored.outcomes, w.stored.position,
        value_text(w.stored.lower, w.stored.upper), value_text(w.lower, w.upper), w.stored.game);
}

int verify(const StoreArguments& a) {
  StoreCheckOrder order;
  if (!a.sample.empty()) {
    const auto n = read_count("--sample", a.sample);
    if (!n) return complain(n.error());
    order.sample = *n;
  }
  if (!a.seed.empty()) {
    const auto n = read_count("--seed", a.seed);
    if (!n) return complain(n.error());
    order.seed = *n;
  }
  if (!a.time.empty()) {
    const auto s = read_seconds("--time", a.time);
    if (!s) return complain(s.error());
    order.seconds = *s;
  }
  order.stop = &stop_requested();
  ProgressLine line(!a.quiet && (a.progress || stderr_is_terminal()));
  order.progress = [&](std::uint64_t done, std::uint64_t of) {
    if (done == 0) catch_interrupts();  // before that there is nothing to tell
    line.show(fmt::format("solving again · {} of {}", done + 1, of));
  };
  const auto check = verify_store(a.folder, order);
  line.clear();
  if (!check) return complain(check.error());
  if (a.json) {
    Json wrong = Json::array();
    for (const auto& w : check->wrong) {
      Json one = to_json(w.stored);
      one["found_lower"] = w.lower;
      one["found_upper"] = w.upper;
      wrong.push_back(one);
    }
    Json j{{"entries", check->entries},
           {"damaged", check->damaged},
           {"unreadable", check->unreadable},
           {"right", check->right},
           {"wrong", wrong},
           {"open", check->open}};
    if (!check->damage.empty()) j["damage"] = check->damage;
    if (check->stopped) j["interrupted"] = true;
    print_json(j);
  } else if (!a.quiet || !check->good()) {
    print_check(*check);
  }
  if (!check->good()) return kFailed;
  return check->stopped ? kInterrupted : kAnswered;
}

int prune(const StoreArguments& a) {
  PruneOrder order{.game = a.game, .damaged = a.damaged};
  if (!a.to.empty()) {
    const auto bytes = text::to_bytes(a.to);
    if (!bytes) return complain("--to: " + bytes.message());
    order.to = *bytes;
  }
  if (!order.to && order.game.empty() && !order.damaged)
    return complain("store prune needs --to SIZE, --game GAME or --damaged: what is to go");
  const auto removed = prune_store(a.folder, order);
  if (!removed) return complain(removed.error());
  const auto rest = store_statistics(a.folder);
  if (!rest) return complain(rest.error());
  if (a.json)
    print_json(Json{{"removed", *removed}, {"bytes", rest->bytes}});
  else if (!a.quiet)
    fmt::print("{} removed; the store has {} now\n", counted(*removed, "entry", "entries"),
               human_bytes(rest->bytes));
  return kAnswered;
}

int seal(const StoreArguments& a) {
  if (a.into.empty()) return complain("store seal needs --into DIR: the folder of the copy");
  if (const auto problem = seal_store(a.folder, a.into)) return complain(*problem);
  return kAnswered;
}

Result<FillOrder> fill_order(const StoreArguments& a) {
  constexpr std::uint64_t kMostPlies = 100;
  FillOrder order;
  if (a.plies.empty()) return Error{"store fill needs --plies N: how far from the start"};
  const auto plies = read_count("--plies", a.plies);
  if (!plies) return plies.error();
  if (*plies > kMostPlies) return Error{"--plies: write a number from 0 to 100"};
  order.plies = static_cast<int>(*plies);
  if (a.store.empty()) return Error{"store fill needs --store DIR: the folder that gets them"};
  const auto folder = store_folder(a.store);
  if (!folder) return folder.error();
  order.options.store = *folder;
  const auto threads = read_threads(a.threads, std::thread::hardware_concurrency());
  if (!threads) return threads.error();
  order.options = on_every_core(order.options, static_cast<std::uint64_t>(*threads));
  if (!a.memory.empty()) {
    const auto bytes = text::to_bytes(a.memory);
    if (!bytes) return Error{"--memory: " + bytes.message()};
    order.options.limits.memory = *bytes;
  }
  if (!a.time.empty()) {
    const auto seconds = read_seconds("--time", a.time);
    if (!seconds) return seconds.error();
    order.options.limits.seconds = *seconds;
  }
  if (!a.nodes.empty()) {
    const auto nodes = read_count("--nodes", a.nodes);
    if (!nodes) return nodes.error();
    order.options.limits.nodes = *nodes;
  }
  order.stop = &stop_requested();
  return order;
}

int fill(const StoreArguments& a) {
  GameArguments what;
  what.game = a.folder;  // its place among the arguments
  what.outcomes = a.outcomes;
  const auto game = what.make_game();
  if (!game) return complain(game.error());
  auto order = fill_order(a);
  if (!order) return complain(order.error());
  ProgressLine line(!a.quiet && (a.progress || stderr_is_terminal()));
  order->progress = [&](const FillProgress& p) {
    line.show(fmt::format("{} of {} · {}{}", with_commas(p.done), counted(p.of, "position"),
                          human_seconds(p.seconds),
                          p.left ? " · about " + human_seconds(*p.left) + " left" : ""));
  };
  catch_interrupts();
  const auto filled = fill_store(*game, *order);
  line.clear();
  if (!filled) return complain(filled.error());
  const Filled& f = *filled;
  if (a.json)
    print_json(Json{{"game", game->spec()},
                    {"outcomes", game->scale().name()},
                    {"plies", order->plies},
                    {"positions", f.positions},
                    {"known", f.known},
                    {"solved", f.solved},
                    {"open", f.open},
                    {"nodes", f.nodes},
                    {"seconds", f.seconds},
                    {"cpu_seconds", f.cpu_seconds}});
  else if (!a.quiet)
    fmt::print("{}: {} up to ply {}: {} known before, {} solved now, {} open · {} · {}\n",
               game->spec(), counted(f.positions, "position"), order->plies, with_commas(f.known),
               with_commas(f.solved), with_commas(f.open), counted(f.nodes, "node"),
               human_seconds(f.seconds));
  if (stop_requested()) return kInterrupted;
  return f.open > 0 ? kStoppedAtLimit : kAnswered;
}

int store(StoreArguments a) {
  const bool fills = a.action == "fill", seals = a.action == "seal";
  const bool verifies = a.action == "verify", prunes = a.action == "prune";
  const bool exports = a.action == "export";
  if (!fills && !seals && !verifies && !prunes && !exports && a.action != "stats")
    return complain(fmt::format("store {}: there are stats, verify, prune, export, fill and seal",
                                text::quoted(a.action)));
  const struct {
    bool given, allowed;
    const char *option, *owner;
  } uses[] = {{!a.sample.empty(), verifies, "--sample", "verify"},
              {!a.time.empty(), verifies || fills, "--time", "verify and fill"},
              {!a.plies.empty(), fills, "--plies", "fill"},
              {!a.store.empty(), fills, "--store", "fill"},
              {!a.outcomes.empty(), fills, "--outcomes", "fill"},
              {!a.memory.empty(), fills, "--memory", "fill"},
              {!a.threads.empty(), fills, "--threads", "fill"},
              {!a.nodes.empty(), fills, "--nodes", "fill"},
              {!a.into.empty(), seals, "--into", "seal"},
              {!a.seed.empty(), verifies, "--seed", "verify"},
              {!a.to.empty(), prunes, "--to", "prune"},
              {a.damaged, prunes, "--damaged", "prune"},
              {!a.game.empty(), prunes || exports, "--game", "prune and export"}};
  for (const auto& use : uses)
    if (use.given && !use.allowed)
      return complain(
          fmt::format("{} belongs to store {}, not to store {}", use.option, use.owner, a.action));
  if (fills) return fill(a);
  const auto folder = store_folder(a.folder);
  if (!folder) return complain(folder.error());
  const auto game = load_if_file(a.game);
  if (!game) return complain(game.error());
  a.folder = *folder;
  a.game = *game;
  if (seals) return seal(a);
  return verifies ? verify(a) : prunes ? prune(a) : exports ? export_all(a) : stats(a);
}

}  // namespace

void add_store(Command& app, int& exit_status) {
  Command* verb = app.add_subcommand(
      "store", "stores of solved positions: stats, verify, prune, export, fill, seal");
  verb->footer(
      "Examples:\n"
      "  solvent solve connect4:6x5 --store solved           solve, and keep what was found\n"
      "  solvent store stats solved                          entries and sizes, game by game\n"
      "  solvent store verify solved --sample 20 --time 30   checksums; 20 entries solved again\n"
      "  solvent store prune solved --to 100M                the cheapest entries go\n"
      "  solvent store prune solved --game connect4:6x5      all entries of a game go\n"
      "  solvent store export solved > solved.jsonl          a line of JSON an entry\n"
      "  solvent store fill connect4 --plies 4 --store open  every position up to 4 plies; Ctrl-C "
      "and\n"
      "                                                      the same again goes on\n"
      "  solvent store seal open --into shared               a copy that is only read");
  auto arguments = std::make_shared<StoreArguments>();
  verb->add_option("ACTION", arguments->action, "stats, verify, prune, export, fill or seal")
      ->required();
  verb->add_option("DIR", arguments->folder, "the folder of the store; of fill, the game")
      ->required();
  verb->add_option("--plies", arguments->plies, "fill: positions up to N plies from the start")
      ->type_name("N");
  verb->add_option("--store", arguments->store, "fill: the folder of the store")->type_name("DIR");
  verb->add_option("--outcomes", arguments->outcomes, "fill: wld or score")->type_name("SCALE");
  verb->add_option("--threads", arguments->threads, "fill: T threads (default: every core)")
      ->type_name("T");
  verb->add_option("--memory", arguments->memory, "fill: at most SIZE")->type_name("SIZE");
  verb->add_option("--nodes", arguments->nodes, "fill: at most N nodes for each position")
      ->type_name("N");
  verb->add_option("--into", arguments->into, "seal: the folder that gets the copy")
      ->type_name("DIR");
  verb->add_option("--sample", arguments->sample, "verify: solve N entries again (default 10)")
      ->type_name("N");
  verb->add_option("--time", arguments->time,
                   "verify, fill: at most S seconds for each (verify: default 10)")
      ->type_name("S");
  verb->add_option("--seed", arguments->seed, "verify: seed of the sample (default 1)")
      ->type_name("N");
  verb->add_option("--to", arguments->to, "prune: until the store has at most SIZE")
      ->type_name("SIZE");
  verb->add_option("--game", arguments->game, "prune, export: only entries of this game")
      ->type_name("GAME");
  verb->add_flag("--damaged", arguments->damaged, "prune: entries whose checksum is wrong");
  verb->add_flag("--json", arguments->json, "one JSON object; of export, one for each entry");
  verb->add_flag("--quiet", arguments->quiet, "no progress line; say only what is wrong");
  verb->add_flag("--progress", arguments->progress,
                 "show progress even if standard error is not a terminal");
  verb->callback([=, &exit_status] { exit_status = store(*arguments); });
}

}  // namespace solvent::cli
