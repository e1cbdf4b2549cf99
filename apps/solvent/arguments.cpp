#include "arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "base/text.hpp"
#include "console.hpp"

namespace solvent::cli {

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
  const auto seconds = text::to_number(text);
  if (seconds && *seconds >= 0) return *seconds;
  return Error{fmt::format("{} {}: write seconds, such as 10 or 0.5", option, text::quoted(text))};
}

Result<int> read_outcome(std::string_view option, std::string_view text) {
  const auto n = text::to_int(text);
  if (n && std::abs(*n) <= 1'000'000) return static_cast<int>(*n);
  return Error{
      fmt::format("{} {}: write a whole number, for the side to move", option, text::quoted(text))};
}

void GameArguments::add_to(Command& app, bool with_position) {
  std::vector<std::string> names;
  for (const GameDescription& g : games()) {
    names.push_back(g.name);
    names.insert(names.end(), g.aliases.begin(), g.aliases.end());
  }
  app.add_option("GAME", game,
                 "NAME or NAME:PARAMETERS (see 'solvent games'), or a file: ./NAME.so:PARAMETERS")
      ->required()
      ->choices(std::move(names));
  if (with_position)
    app.add_option(
        "POSITION", position,
        "a position in the game's notation, or 'moves:' followed by moves, or - for a line "
        "of standard input (default: the start position)");
  app.add_option("--outcomes", outcomes, "what to tell apart: wld (win, draw, loss) or score")
      ->type_name("SCALE")
      ->choices({"wld", "score"});
}

Result<Ruleset> GameArguments::make_game() const {
  const Result<std::string> name = load_if_file(game);
  if (!name) return name.error();
  return Ruleset::make(*name, outcomes);
}

std::string shared_folder() {
  std::error_code unknown;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  return (program.parent_path() / "../share/solvent").lexically_normal().string();
}

Result<std::string> store_folder(const std::string& given) {
  if (given == "none") return std::string();
  if (given != "builtin") return given;
  std::error_code unknown;
  const std::string folder = shared_folder() + "/stores";
  if (std::filesystem::exists(folder + "/sealed.sqlite", unknown)) return folder;
  return Error{fmt::format("--store builtin: there is none in {}", text::quoted(folder))};
}

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

void SolveArguments::add_to(Command& app, std::uint8_t doors) {
  options.add_to(app, doors);
  app.get_option("--outcomes")->group(std::string(title(session::Group::Question)));
  app.add_flag("--json", json, "one JSON object a line")->group("Output");
  app.add_flag("--quiet", quiet, "no progress line, no summary")->group("Output");
  app.add_flag("--progress", progress, "show progress even if standard error is not a terminal")
      ->group("Output");
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
