// The parser of a command line: verbs, their arguments, options and flags. It stands between the
// programs and CLI11, whose header alone takes seconds to compile: parser.cpp is the one file that
// includes it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solvent/result.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace solvent::cli {

// Something that a command takes: an option, a flag, or an argument known by its place.
class Parameter {
 public:
  explicit Parameter(CLI::Option& option) : option_(&option) {}
  Parameter* type_name(const std::string& name);  // what stands for its value in the help
  Parameter* group(const std::string& title);     // the heading above it in the help
  Parameter* required();
  Parameter* expected(int least, int most);  // so many values

 private:
  CLI::Option* option_;
};

// A program, or one of its verbs. What is read is written to the variables named here, which have
// to live until then.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* add_subcommand(const std::string& name, const std::string& summary);
  Parameter* add_option(const std::string& name, std::string& value, const std::string& help);
  Parameter* add_option(const std::string& name, std::vector<std::string>& values,
                        const std::string& help);
  Parameter* add_flag(const std::string& name, bool& value, const std::string& help);
  Parameter* get_option(const std::string& name);  // which has been added
  void footer(const std::string& text);            // at the end of the help
  void callback(std::function<void()> function);   // called when the command was given

 private:
  Parameter* add(CLI::Option* option);

  CLI::App* app_;
  std::deque<Command> verbs_;
  std::deque<Parameter> parameters_;
};

class Parser {
 public:
  // `version` is what --version prints.
  Parser(const std::string& name, const std::string& summary, const std::string& version);
  ~Parser();
  Command& program() { return program_; }
  // Reads the arguments and calls what belongs to the verb among them: true. Or prints the help or
  // the version: false. An error says which argument is wrong and where to read more.
  Result<bool> read(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
  Command program_;
};

// Boards may begin with '-', which looks like an option. A program with verbs marks such arguments
// before they are read; this takes the mark off where a position is read.
std::string unprotect(std::string argument);

}  // namespace solvent::cli
