// The library's options at the command line: --at-least for at_least, --no-knowledge for knowledge.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "parser.hpp"
#include "session/options.hpp"

namespace solvent::cli {

// How options are written here.
const session::Dialect& command_line();
// One line on standard error about an error of the library; the exit status for bad input.
int complain(const Error& error);

class OptionArguments {
 public:
  // All options that are given through these doors.
  void add_to(Command& app, std::uint8_t doors);
  // One of them, with words that fit the verb.
  void add_to(Command& app, std::string_view name, const std::string& help);
  // An error if a text cannot be read, or if an option needs another that is not given.
  Result<Options> read() const;
  bool given(std::string_view name) const;

 private:
  struct Argument {
    const session::Option* option;
    std::string text;  // empty: not given
    bool flag = false;
  };
  Parameter* add(Command& app, const session::Option& option, const std::string& help);

  std::deque<Argument> arguments_;  // where the parser writes to
};

}  // namespace solvent::cli
