// game: games in files of their own, begun and built.
#include <fmt/format.h>

#include "arguments.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "plugin/build.hpp"
#include "verbs.hpp"

namespace solvent::cli {

namespace {

struct GameFileArguments {
  std::string action, what, output;
  bool quiet = false;
};

int begin(const GameFileArguments& a) {
  const auto path = plugin::write_template(shared_folder(), a.what);
  if (!path) return complain("game new: " + path.message());
  if (!a.quiet)
    fmt::print(
        "{} is a whole small game. Change it into yours, and then:\n"
        "  solvent game build {}\n  solvent solve ./{}.so\n",
        *path, *path, a.what);
  return kAnswered;
}

int build(const GameFileArguments& a) {
  const std::string from = a.what.substr(a.what.rfind('/') + 1);
  const std::string so = from.substr(0, from.rfind('.')) + ".so";
  const auto compile = plugin::read_compile(shared_folder());
  if (!compile) return complain("game build: " + compile.message());
  ProgressLine line(!a.quiet && stderr_is_terminal());
  line.show(fmt::format("compiling {} (some 20 seconds)", a.what));
  const Stopwatch clock;
  const plugin::BuildOrder order{a.what, a.output.empty() ? so : a.output, *compile};
  const auto name = plugin::build(order, [&](const std::string& text) {
    line.clear();
    print_to_stderr(text);
  });
  line.clear();
  if (!name) return complain("game build: " + name.message());
  if (!a.quiet) {
    const bool here = order.output.find('/') == order.output.npos;
    fmt::print("{} has the game {}, compiled and tried in {}. Now:\n  solvent solve {}{}\n",
               order.output, *name, human_seconds(clock.seconds()), here ? "./" : "", order.output);
  }
  return kAnswered;
}

int game(const GameFileArguments& a) {
  if (a.action == "build") return build(a);
  if (a.action != "new")
    return complain(fmt::format("game {}: there are new and build", text::quoted(a.action)));
  if (!a.output.empty()) return complain("--output belongs to game build, not to game new");
  return begin(a);
}

}  // namespace

void add_game(Command& app, int& exit_status) {
  Command* verb = app.add_subcommand("game", "a game of your own in one file: new, build");
  verb->footer(
      "A file NAME.hpp has the rules and the notation of one game, in C++ (docs/plugins.md). Built "
      "into\n"
      "NAME.so it is written ./NAME.so, or ./NAME.so:PARAMETERS, wherever a GAME is asked for.\n"
      "Only load files that you trust: the code in them runs with your rights.\n"
      "Examples:\n"
      "  solvent game new nim                                 writes nim.hpp, a small game to "
      "begin with\n"
      "  solvent game build nim.hpp                           compiles it into nim.so, and tries "
      "it\n"
      "  solvent solve ./nim.so --proof nim.proof             the answer, with a certificate\n"
      "  solvent-check --game ./nim.so nim.proof              verifies it");
  auto arguments = std::make_shared<GameFileArguments>();
  verb->add_option("ACTION", arguments->action, "new or build")->required();
  verb->add_option("NAME|FILE", arguments->what, "new: the game's name; build: the file NAME.hpp")
      ->required();
  verb->add_option("--output", arguments->output, "build: the shared object (default NAME.so)")
      ->type_name("FILE");
  verb->add_flag("--quiet", arguments->quiet, "say only what is wrong");
  verb->callback([=, &exit_status] { exit_status = game(*arguments); });
}

}  // namespace solvent::cli
