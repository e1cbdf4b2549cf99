// serve: the explorer, as a page and an API on this machine.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "arguments.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "serve/server.hpp"
#include "verbs.hpp"

namespace solvent::cli {

namespace {

struct ServeArguments {
  std::string port, bind = "127.0.0.1", threads, queue;
  std::vector<std::string> games;
  OptionArguments options;
};

Result<serve::Settings> settings_of(const ServeArguments& a) {
  serve::Settings s;
  s.bind = a.bind;
  const Result<Options> options = a.options.read();
  if (!options) return options.error();
  s.endgame = options->endgame;
  s.store = options->store;
  if (!a.options.given("store"))
    if (const auto builtin = store_folder("builtin")) s.store = *builtin;
  for (const std::string& file : a.games)
    if (const auto loaded = load_game(file); !loaded) return loaded.error();
  if (!a.port.empty()) {
    const auto port = text::to_int(a.port);
    if (!port || *port < 0 || *port > 65535)
      return Error{fmt::format("--port {}: write a number from 0 to 65535, 0 for any that is free",
                               text::quoted(a.port))};
    s.port = static_cast<int>(*port);
  }
  const auto threads = read_threads(a.threads, std::thread::hardware_concurrency());
  if (!threads) return threads.error();
  s.threads = *threads;
  const auto workers = static_cast<std::uint64_t>(s.threads);
  s.memory = std::max(std::min<std::uint64_t>(physical_memory() / 2, workers << 30),
                      workers * serve::kLeastMemory);
  const Limits& limits = options->limits;
  s.memory = limits.memory.value_or(s.memory);
  if (s.memory < workers * serve::kLeastMemory)
    return session::say("{memory}: at least 16M for each of the {} threads, {}M", s.threads,
                        16 * workers);
  if (limits.seconds) s.seconds = std::clamp(*limits.seconds, 0.01, 1e6);
  if (limits.nodes) s.nodes = std::max<std::uint64_t>(*limits.nodes, 1);
  if (!a.queue.empty()) {
    const auto queue = read_count("--queue", a.queue);
    if (!queue) return queue.error();
    if (*queue < 1 || *queue > 100'000) return Error{"--queue: write a number from 1 to 100000"};
    s.queue = *queue;
  }
  if (!s.endgame.empty() && !std::filesystem::is_directory(s.endgame))
    return session::say("{endgame}: there is no folder {}", text::quoted(s.endgame));
  if (!s.store.empty()) {  // find out whether it can be used before anybody asks
    Options trial;
    trial.store = s.store;
    if (const auto solver = Solver::make(*Ruleset::make("mnk"), trial); !solver)
      return solver.error();
  }
  return s;
}

// Large blocks go back to the machine when they are free, whichever thread had them; else what is
// counted as free would add up in the allocator's pools.
void keep_memory_small() {
  ::mallopt(M_MMAP_THRESHOLD, 1 << 18);
  ::mallopt(M_ARENA_MAX, 8);
}

int run(const ServeArguments& arguments) {
  keep_memory_small();
  const auto settings = settings_of(arguments);
  if (!settings) return complain(settings.error());
  serve::Server server(*settings);
  const auto address = server.open();
  if (!address) return fail(address.message());
  fmt::print("{}\n", *address);
  std::fflush(stdout);
  catch_interrupts();
  server.run(stop_requested());
  return kAnswered;
}

}  // namespace

void add_serve(Command& app, int& exit_status) {
  Command* verb = app.add_subcommand("serve", "the explorer: a page in the browser, and an API");
  verb->footer(
      "It prints its address, and ends with Ctrl-C. Without --bind, only this machine can reach "
      "it.\n"
      "--time and --nodes limit one request; --memory is shared by all.\n"
      "Examples:\n"
      "  solvent serve                                        then open http://127.0.0.1:8080/\n"
      "  solvent serve --port 0 --time 10 --memory 400M       any free port, small questions\n"
      "  solvent serve --endgame awari-db --store solved      use what is known already\n"
      "  solvent serve --game ./nim.so                        with a game of your own");
  auto a = std::make_shared<ServeArguments>();
  verb->add_option("--port", a->port, "the port to listen at, 0 for any free one (default 8080)")
      ->type_name("N");
  verb->add_option("--bind", a->bind,
                   "the address to listen at (default 127.0.0.1: this machine only)")
      ->type_name("ADDRESS");
  a->options.add_to(*verb, "endgame", "use the endgame databases in DIR");
  a->options.add_to(*verb, "store",
                    "use and keep solved positions in DIR (default builtin: the openings that come "
                    "with the program; none: nothing)");
  verb->add_option("--game", a->games, "load a game from a file that 'solvent game build' made")
      ->type_name("FILE");
  verb->add_option("--threads", a->threads,
                   "T searches at a time for easy questions and T for hard ones, in which idle "
                   "threads take part (default: every core)")
      ->type_name("T");
  a->options.add_to(*verb, "memory",
                    "at most SIZE for all requests together (default 1G a thread, at most half of "
                    "the machine's)");
  a->options.add_to(*verb, "time", "at most S seconds for a request (default 60)");
  a->options.add_to(*verb, "nodes", "at most N nodes for a request");
  verb->add_option("--queue", a->queue, "let at most N requests wait (default 256)")
      ->type_name("N");
  for (const char* option : {"--threads", "--memory", "--time", "--nodes", "--queue"})
    verb->get_option(option)->group("Limits");
  verb->callback([=, &exit_status] { exit_status = run(*a); });
}

}  // namespace solvent::cli
