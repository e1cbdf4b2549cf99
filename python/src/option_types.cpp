#include "option_types.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "session/options.hpp"

namespace solvent::python {

namespace {

using session::Option;
using session::Unit;

constexpr session::Dialect kPython{[](const Option& option) { return std::string(option.name); },
                                   "True", "False", "None"};

std::string type_of(const Option& option) {
  return session::with_type(option, [&]<class T, bool optional>() {
    const bool path = option.unit == Unit::Folder || option.unit == Unit::File;
    const std::string type = path                                     ? "Union[str, PathLike[str]]"
                             : option.unit == Unit::Bytes             ? "Union[int, str]"
                             : std::is_same_v<T, bool>                ? "bool"
                             : std::is_same_v<T, double>              ? "float"
                             : std::is_same_v<T, std::string>         ? "str"
                             : std::is_same_v<T, std::pair<int, int>> ? "Tuple[int, int]"
                                                                      : "int";
    return optional ? "Optional[" + type + "]" : type;
  });
}

std::string help_of(const Option& option) {
  std::string help = session::help_text(option, kPython);
  if (session::is_on(option, {})) help += " (default True)";
  return help;
}

// Words in lines of at most so many letters, each after `indent`.
std::string wrapped(const std::string& words, std::size_t most, const std::string& indent) {
  std::string out, line;
  for (const std::string_view word : text::words(words)) {
    if (!line.empty() && indent.size() + line.size() + 1 + word.size() > most) {
      out += indent + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  return out + indent + line + "\n";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> option_types() {
  std::vector<std::pair<std::string, std::string>> types;
  for (const Option& option : session::kOptions) types.emplace_back(option.name, type_of(option));
  return types;
}

std::string option_help() {
  std::string out =
      "The options of solve, solve_many, Solver and Position.value; all are keyword arguments.\n";
  std::optional<session::Group> group;
  for (const Option& option : session::kOptions) {
    if (group != option.group) out += fmt::format("\n{}\n", title(option.group));
    group = option.group;
    out += fmt::format("  {}: {}\n", option.name, type_of(option));
    out += wrapped(help_of(option), 98, "      ");
  }
  return out;
}

std::string options_stub() {
  std::string out =
      "# Made from the table of options in the library.\n"
      "from os import PathLike\n"
      "from typing import Optional, Tuple, TypedDict, Union\n\n"
      "class Options(TypedDict, total=False):\n";
  for (const Option& option : session::kOptions) {
    out += fmt::format("    {}: {}\n", option.name, type_of(option));
    std::string help = help_of(option);
    for (std::size_t at = 0; (at = help.find('\\', at)) != help.npos; at += 2)
      help.insert(at, "\\");
    out += wrapped("\"\"\"" + help + "\"\"\"", 98, "    ");
  }
  return out;
}

}  // namespace solvent::python
