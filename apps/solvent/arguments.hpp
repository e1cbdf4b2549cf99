// The arguments that several verbs take, and how they become games, positions and options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "option_arguments.hpp"
#include "parser.hpp"
#include "solvent/solvent.hpp"

namespace solvent::cli {

struct GameArguments {
  std::string game, outcomes;
  std::string position;  // as given, once make_position has read it

  void add_to(Command& app, bool with_position = true);
  // A game in a file is loaded first.
  Result<Ruleset> make_game() const;
  // What was given, or read from standard input if that is "-".
  Result<std::string> read_position();
  // The start if no position is given.
  Result<Position> make_position(const Ruleset& game);
};

struct SolveArguments {
  OptionArguments options;
  bool json = false, quiet = false, progress = false;

  void add_to(Command& app, std::uint8_t doors);
  bool shows_progress() const;
};

// The values of options that are whole numbers from 0 on, or seconds.
Result<std::uint64_t> read_count(std::string_view option, std::string_view text);
// How many threads: `otherwise` if nothing is given.
Result<int> read_threads(std::string_view text, unsigned otherwise);
Result<double> read_seconds(std::string_view option, std::string_view text);
// A whole number on the scale of a game, the value of an option.
Result<int> read_outcome(std::string_view option, std::string_view text);

// Where what the program shares with others is installed, or lies in the build tree: templates,
// stores.
std::string shared_folder();
// The folder of the store that is meant: `builtin` is the one that comes with the program, `none`
// is none.
Result<std::string> store_folder(const std::string& given);

// What is wrong with a position, after the position itself, which some games name in their own
// words.
std::string bad_position(std::string_view position, const std::string& message);

// What was to be read, without its final line end.
Result<std::string> read_line_from_stdin();

}  // namespace solvent::cli
