#include "option_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arguments.hpp"
#include "base/text.hpp"
#include "console.hpp"

namespace solvent::cli {

namespace {

using session::Option;
using session::Unit;

std::string flag_name(const Option& option) {
  std::string name = (session::is_on(option, {}) ? "--no-" : "--") + std::string(option.name);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// What to write instead.
std::string wanted(const Option& option) {
  if (option.unit == Unit::Seconds) return "seconds, such as 10 or 0.5";
  if (option.unit == Unit::Minutes) return "minutes, such as 5 or 0.5";
  std::string words = session::with_type(option, [&]<class T, bool>() -> std::string {
    if constexpr (std::is_same_v<T, bool>)
      return fmt::format("{}, {} or {}", command_line().on, command_line().off,
                         command_line().open);
    if constexpr (std::is_same_v<T, std::pair<int, int>>)
      return fmt::format("{} in whole numbers", option.value);
    return session::accepted(option);
  });
  if (!option.example.empty()) words += fmt::format(", such as {}", option.example);
  return words;
}

// Of each type; false if the text says no such thing.
bool parse(const Option&, std::string_view text, std::string& out) {
  out = text;
  return true;
}
bool parse(const Option&, std::string_view text, bool& out) {
  out = text == command_line().on;
  return out || text == command_line().off;
}
bool parse(const Option&, std::string_view text, int& out) {
  const auto n = text::to_int(text);
  if (!n || std::abs(*n) > 1'000'000) return false;
  out = static_cast<int>(*n);
  return true;
}
bool parse(const Option& option, std::string_view text, std::pair<int, int>& out) {
  const std::size_t dots = text.find("..");
  return dots != text.npos && parse(option, text.substr(0, dots), out.first) &&
         parse(option, text.substr(dots + 2), out.second);
}
bool parse(const Option&, std::string_view text, std::uint64_t& out) {
  const auto n = text::to_int(text);
  if (!n || *n < 0) return false;
  out = static_cast<std::uint64_t>(*n);
  return true;
}
bool parse(const Option& option, std::string_view text, double& out) {
  const auto x = text::to_number(text);
  if (!x || *x < 0) return false;
  out = option.unit == Unit::Minutes ? 60 * *x : *x;
  return true;
}

template <class T>
std::optional<Error> read(const Option& option, const std::string& text, T& out) {
  if constexpr (std::is_same_v<T, std::uint64_t>)
    if (option.unit == Unit::Bytes) {
      const auto bytes = text::to_bytes(text);
      if (!bytes) return session::say_of(option, ": " + bytes.message());
      out = *bytes;
      return std::nullopt;
    }
  if (parse(option, text, out)) return std::nullopt;
  return session::say_of(option, fmt::format(" {}: write {}", text::quoted(text), wanted(option)));
}
template <class T>
std::optional<Error> read(const Option& option, const std::string& text, std::optional<T>& out) {
  if (std::is_same_v<T, bool> && text == command_line().open) return std::nullopt;
  return read(option, text, out.emplace());
}

// The values that a shell can offer.
std::vector<std::string> completions(const Option& option) {
  if (option.name == "algorithm") {
    std::vector<std::string> names;
    for (const AlgorithmDescription& a : algorithms()) names.push_back(a.name);
    return names;
  }
  if (std::holds_alternative<session::Member<std::optional<bool>>>(option.member)) {
    const session::Dialect& words = command_line();
    return {std::string(words.on), std::string(words.off), std::string(words.open)};
  }
  return session::choices_of(option);
}

}  // namespace

const session::Dialect& command_line() {
  static constexpr session::Dialect kDialect{flag_name, "on", "off", "auto", true};
  return kDialect;
}

int complain(const Error& error) { return complain(session::in_dialect(error, command_line())); }

Parameter* OptionArguments::add(Command& app, const Option& option, const std::string& help) {
  Argument& argument = arguments_.emplace_back(Argument{&option, {}});
  if (session::is_flag(option)) return app.add_flag(flag_name(option), argument.flag, help);
  return app.add_option(flag_name(option), argument.text, help)
      ->type_name(std::string(option.value))
      ->choices(completions(option));
}

void OptionArguments::add_to(Command& app, std::uint8_t doors) {
  for (const Option& option : session::kOptions) {
    if ((option.doors & doors) == 0) continue;
    std::string help = session::help_text(option, command_line());
    if (session::is_on(option, {})) help = "do not " + help;
    add(app, option, help)->group(std::string(title(option.group)));
  }
}

void OptionArguments::add_to(Command& app, std::string_view name, const std::string& help) {
  add(app, *session::table::find(name), help);
}

bool OptionArguments::given(std::string_view name) const {
  return std::any_of(arguments_.begin(), arguments_.end(), [&](const Argument& a) {
    return a.option->name == name && (a.flag || !a.text.empty());
  });
}

Result<Options> OptionArguments::read() const {
  if (const auto error =
          session::left_alone([&](const Option& option) { return given(option.name); }))
    return *error;
  Options options;
  for (const Argument& a : arguments_) {
    if (!given(a.option->name)) continue;
    const auto error =
        session::visit(*a.option, options, [&]<class T>(T& member) -> std::optional<Error> {
          if constexpr (std::is_same_v<T, bool>)
            return member = !member, std::nullopt;  // to what it is not by default
          else
            return cli::read(*a.option, a.text, member);
        });
    if (error) return *error;
  }
  const Result<std::string> folder = store_folder(options.store);
  if (!folder) return folder.error();
  options.store = *folder;
  return options;
}

}  // namespace solvent::cli
