#include "parser.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <set>

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

std::optional<std::string> usage_error(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  if (argc < 2)
    return fmt::format("say what to do: {} (see solvent --help)", text::list(verbs, "or"));
  const std::string first = argv[1];
  if (looks_like_option(first)) {
    const std::string name = first.substr(0, first.find('='));
    if (app.get_option_no_throw(name) != nullptr) return std::nullopt;
    return unknown_option(app, name, "a verb's options follow it, see solvent");
  }
  for (const CLI::App* verb : app.get_subcommands({}))
    if (verb->get_name() == first)
      return error_after(*verb, std::vector<std::string>(argv + 2, argv + argc));
  return fmt::format("no verb is called {}{}; there are {}", text::quoted(first),
                     hint(first, verbs), text::list(verbs));
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
Parameter* Command::get_option(const std::string& name) { return add(app_->get_option(name)); }
void Command::footer(const std::string& text) { app_->footer(text); }
void Command::callback(std::function<void()> function) { app_->callback(std::move(function)); }

Parser::Parser(const std::string& name, const std::string& summary, const std::string& version)
    : app_(std::make_unique<CLI::App>(summary)), program_(*app_) {
  app_->name(name);
  app_->formatter(std::make_shared<HelpLayout>());  // before there are verbs, which take it over
  app_->set_version_flag("--version", version);
}
Parser::~Parser() = default;

Result<bool> Parser::read(int argc, char** argv) {
  const bool has_verbs = !app_->get_subcommands({}).empty();
  if (has_verbs) {
    app_->require_subcommand(1);
    if (const auto complaint = usage_error(*app_, argc, argv)) return Error{*complaint};
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
