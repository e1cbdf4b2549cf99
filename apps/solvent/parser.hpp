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

// What a program or a verb takes, as data: of this manual pages and completion are made.
struct Description {
  struct Taken {
    std::string name, value, help, group;  // --nodes N; a flag has no value, nor has an argument
    std::vector<std::string> choices;      // of its value, if they are known
    bool required = false;
  };
  std::string name, summary, footer;
  std::vector<Taken> arguments, options;
  std::vector<Description> verbs;
};

// Something that a command takes: an option, a flag, or an argument known by its place.
class Parameter {
 public:
  explicit Parameter(CLI::Option& option) : option_(&option) {}
  Parameter* choices(std::vector<std::string> words);  // for completion; they are not checked
  Parameter* type_name(const std::string& name);       // what stands for its value in the help
  Parameter* group(const std::string& title);          // the heading above it in the help
  Parameter* required();
  Parameter* expected(int least, int most);  // so many values
  Description::Taken describe() const;

 private:
  CLI::Option* option_;
  std::vector<std::string> choices_;
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
  Parameter* get_option(const std::string& name);  // which has been added here
  void footer(const std::string& text);            // at the end of the help
  void callback(std::function<void()> function);   // called when the command was given
  Description describe() const;

 private:
  friend class Parser;
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
  // Adds the option --help-as: the help of the program, or of a verb if one is named before it, in
  // another form. `forms` says which there are.
  using HelpAs = Result<std::string> (*)(const Description& program, const Description* verb,
                                         const std::string& form);
  void offer_help_as(HelpAs help_as, const std::string& forms);
  // Reads the arguments and calls what belongs to the verb among them: true. Or prints the help or
  // the version: false. An error says which argument is wrong and where to read more.
  Result<bool> read(int argc, char** argv);

 private:
  void add_help();  // the verb `help`
  Result<bool> print_help_of(const std::vector<std::string>& words);
  Result<bool> print_help_as(const std::vector<std::string>& words);

  std::unique_ptr<CLI::App> app_;
  Command program_;
  HelpAs help_as_ = nullptr;
};

// Boards may begin with '-', which looks like an option. A program with verbs marks such arguments
// before they are read; this takes the mark off where a position is read.
std::string unprotect(std::string argument);

}  // namespace solvent::cli
