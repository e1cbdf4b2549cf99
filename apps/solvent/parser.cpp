#include "parser.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

#include "base/text.hpp"

namespace solvent::cli {

namespace {

// --- boards that look like options ---

constexpr char kMark = '\x01';

bool is_board(std::string_view argument) {
  // Every option has letters that no board has; a longer board may have a slip in it.
  std::size_t strange = 0;
  for (const char c : argument.substr(0, 16))
    strange += std::string_view("-.*XxOo /|").find(c) == std::string_view::npos;
  return argument.starts_with('-') && argument.size() >= 4 &&
         strange <= (argument.size() < 8 ? 0U : 1U);
}

std::vector<std::string> protect_boards(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int k = argc - 1; k > 0; --k) {  // in reverse, as CLI11 takes them
    std::string argument = argv[k];
    if (is_board(argument)) argument.insert(argument.begin(), kMark);
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

// --- the layout of the help ---

bool is_flag(const CLI::Option& option) { return option.get_items_expected_min() == 0; }

class HelpLayout final : public CLI::Formatter {
 public:
  HelpLayout() {
    label("Positionals", "Arguments");
    label("SUBCOMMAND", "VERB");
  }
  std::string make_option_usage(const CLI::Option* o) const override {
    return o->get_required() ? o->get_name(true) : "[" + o->get_name(true) + "]";
  }
  std::string make_option_opts(const CLI::Option* o) const override {
    return o->get_positional() || is_flag(*o) ? "" : " " + o->get_type_name();
  }
  // One empty line between groups of options, not two.
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::string out = CLI::Formatter::make_help(app, std::move(name), mode);
    for (std::size_t at = 0; (at = out.find("\n\n\n", at)) != std::string::npos;) out.erase(at, 1);
    return out;
  }
};

// --- what is wrong with a command line, in our own words; what passes goes to CLI11 ---

bool looks_like_option(std::string_view argument) {
  const bool negative = argument.size() > 1 && '0' <= argument[1] && argument[1] <= '9';
  return argument.size() > 1 && argument.front() == '-' && !negative && !is_board(argument);
}

std::string hint(std::string_view word, const std::vector<std::string>& known) {
  const auto meant = text::nearest(word, known);
  return meant ? fmt::format(" (did you mean {}?)", *meant) : std::string();
}

std::string unknown_option(const CLI::App& of, const std::string& name, const std::string& where) {
  std::vector<std::string> options;
  for (const CLI::Option* o : of.get_options())
    for (const std::string& known : o->get_lnames()) options.push_back("--" + known);
  return fmt::format("{} has no option {}{}; {} --help", of.get_name(), text::quoted(name),
                     hint(name, options), where);
}

std::optional<std::string> error_after(const CLI::App& verb,
                                       const std::vector<std::string>& words) {
  const std::string command = "solvent " + verb.get_name();
  int places = 0;
  for (const CLI::Option* o : verb.get_options())
    if (o->get_positional()) places += o->get_expected_max();
  std::set<const CLI::Option*> given;
  bool options_ended = false;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string& word = words[k];
    if (options_ended || !looks_like_option(word)) {
      if (--places < 0)
        return fmt::format("{} is one argument too many (see {} --help; quote what has spaces)",
                           text::quoted(word), command);
      continue;
    }
    if (word == "--") {
      options_ended = true;
      continue;
    }
    const std::string name = word.substr(0, word.find('='));
    const CLI::Option* o = verb.get_option_no_throw(name);
    if (o == nullptr) return unknown_option(verb, name, "see " + command);
    if (o == verb.get_help_ptr()) return std::nullopt;
    const bool flag = is_flag(*o), has_value = name.size() < word.size();
    if (flag && has_value) return fmt::format("{} takes no value", name);
    const bool missing = has_value ? name.size() + 1 == word.size()
                                   : !flag && (++k == words.size() || words[k].empty());
    if (missing) return fmt::format("{} needs a value: {} {}", name, name, o->get_type_name());
    if (!given.insert(o).second && !flag) return fmt::format("{} is given twice", name);
  }
  return std::nullopt;
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  return verbs;
}
Error no_such_verb(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> verbs = verbs_of(app);
  return Error{fmt::format("no verb is called {}{}; there are {}", text::quoted(word),
                           hint(word, verbs), text::list(verbs))};
}

std::optional<std::string> usage_error(const CLI::App& app, int argc, char** argv) {
  if (argc < 2)
    return fmt::format("say what to do: {} (see solvent --help)", text::list(verbs_of(app), "or"));
  const std::string first = argv[1];
  if (looks_like_option(first)) {
    const std::string name = first.substr(0, first.find('='));
    if (app.get_option_no_throw(name) != nullptr) return std::nullopt;
    return unknown_option(app, name, "a verb's options follow it, see solvent");
  }
  for (const CLI::App* verb : app.get_subcommands({}))
    if (verb->get_name() == first)
      return error_after(*verb, std::vector<std::string>(argv + 2, argv + argc));
  return no_such_verb(app, first).message;
}

}  // namespace

std::string unprotect(std::string argument) {
  if (!argument.empty() && argument.front() == kMark) argument.erase(argument.begin());
  return argument;
}

Parameter* Parameter::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}
Parameter* Parameter::group(const std::string& title) {
  option_->group(title);
  return this;
}
Parameter* Parameter::required() {
  option_->required();
  return this;
}
Parameter* Parameter::expected(int least, int most) {
  option_->expected(least, most);
  return this;
}

Parameter* Parameter::choices(std::vector<std::string> words) {
  choices_ = std::move(words);
  return this;
}
Description::Taken Parameter::describe() const {
  const bool argument = option_->get_positional();
  return {.name = argument ? option_->get_name(true) : "--" + option_->get_lnames().front(),
          .value = argument || is_flag(*option_) ? "" : option_->get_type_name(),
          .help = option_->get_description(),
          .group = option_->get_group(),
          .choices = choices_,
          .required = option_->get_required()};
}

Parameter* Command::add(CLI::Option* option) { return &parameters_.emplace_back(*option); }

Command* Command::add_subcommand(const std::string& name, const std::string& summary) {
  return &verbs_.emplace_back(*app_->add_subcommand(name, summary)->group("Verbs"));
}
Parameter* Command::add_option(const std::string& name, std::string& value,
                               const std::string& help) {
  return add(app_->add_option(name, value, help));
}
Parameter* Command::add_option(const std::string& name, std::vector<std::string>& values,
                               const std::string& help) {
  return add(app_->add_option(name, values, help));
}
Parameter* Command::add_flag(const std::string& name, bool& value, const std::string& help) {
  return add(app_->add_flag(name, value, help));
}
Parameter* Command::get_option(const std::string& name) {
  for (Parameter& p : parameters_)
    if (p.describe().name == name) return &p;
  throw std::logic_error(name + " has not been added");
}
void Command::footer(const std::string& text) { app_->footer(text); }
void Command::callback(std::function<void()> function) { app_->callback(std::move(function)); }

Description Command::describe() const {
  Description d{app_->get_name(), app_->get_description(), app_->get_footer(), {}, {}, {}};
  for (const Parameter& p : parameters_) {
    Description::Taken taken = p.describe();
    (taken.name.starts_with("--") ? d.options : d.arguments).push_back(std::move(taken));
  }
  for (const Command& verb : verbs_) d.verbs.push_back(verb.describe());
  return d;
}

namespace {

constexpr const char* kHelpAs = "--help-as";

}  // namespace

Parser::Parser(const std::string& name, const std::string& summary, const std::string& version)
    : app_(std::make_unique<CLI::App>(summary)), program_(*app_) {
  app_->name(name);
  app_->formatter(std::make_shared<HelpLayout>());  // before there are verbs, which take it over
  program_.add(app_->set_version_flag("--version", version));
}
Parser::~Parser() = default;

void Parser::add_help() {
  static std::string taken_by_read;
  Command* help = program_.add_subcommand("help", "what a verb does and takes, as VERB --help");
  help->footer("Examples:\n  " + app_->get_name() + " help\n  " + app_->get_name() + " help solve");
  help->add_option("VERB", taken_by_read, "a verb (default: all of them, in short)")
      ->choices(verbs_of(*app_));
}

// help [VERB], of which nothing is wrong but perhaps the verb.
Result<bool> Parser::print_help_of(const std::vector<std::string>& words) {
  const std::vector<std::string> verbs = verbs_of(*app_);
  if (words.size() == 2 && !looks_like_option(words[1]) &&
      std::find(verbs.begin(), verbs.end(), words[1]) == verbs.end())
    return no_such_verb(*app_, words[1]);
  std::vector<std::string> asked = {"--help"};  // in reverse, as CLI11 takes them
  if (words.size() == 2) asked.push_back(looks_like_option(words[1]) ? words[0] : words[1]);
  try {
    app_->parse(asked);
  } catch (const CLI::Success& help) { app_->exit(help); }
  return false;
}

Result<bool> Parser::print_help_as(const std::vector<std::string>& words) {
  const Description program = program_.describe();
  const Description* verb = nullptr;
  if (words.size() == 3) {  // VERB --help-as man
    for (const Description& v : program.verbs)
      if (v.name == words.front()) verb = &v;
    if (verb == nullptr) return no_such_verb(*app_, words.front());
  }
  const Result<std::string> text = help_as_(program, verb, words.back());
  if (!text) return text.error();
  fmt::print("{}", *text);
  return false;
}

void Parser::offer_help_as(HelpAs help_as, const std::string& forms) {
  static std::string taken_by_read;
  help_as_ = help_as;
  program_.add_option(kHelpAs, taken_by_read, forms)->type_name("FORM");
}

Result<bool> Parser::read(int argc, char** argv) {
  const bool has_verbs = !app_->get_subcommands({}).empty();
  if (has_verbs) add_help();
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const std::size_t n = words.size();
  if (help_as_ != nullptr && (n == 2 || n == 3) && words[n - 2] == kHelpAs)
    return print_help_as(words);
  if (has_verbs) {
    app_->require_subcommand(1);
    if (const auto complaint = usage_error(*app_, argc, argv)) return Error{*complaint};
    if (words.front() == "help") return print_help_of(words);
  }
  try {
    if (has_verbs)
      app_->parse(protect_boards(argc, argv));
    else
      app_->parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    app_->exit(asked);
    return false;
  } catch (const CLI::ParseError& e) {
    return Error{fmt::format("{} (see {}{} --help)", e.what(), app_->get_name(),
                             has_verbs ? std::string(" ") + argv[1] : "")};
  }
  return true;
}

}  // namespace solvent::cli
