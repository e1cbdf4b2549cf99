#include <fmt/format.h>

#include "manual.hpp"

namespace solvent::cli {

namespace {

using Taken = Description::Taken;

// What a word may be: one of some, a file or a folder, or anything.
enum class Words : std::uint8_t { Listed, Files, Folders, Free };
Words words_of(const Taken& t) {
  if (!t.choices.empty()) return Words::Listed;
  const std::string& what = t.value.empty() ? t.name : t.value;
  if (what.find("FILE") != what.npos || what.find("CERTIFICATE") != what.npos) return Words::Files;
  return what.find("DIR") != what.npos ? Words::Folders : Words::Free;
}

std::string in_single_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  return out + "'";
}

std::string identifier(std::string text) {
  for (char& c : text)
    if (c == '-') c = '_';
  return text;
}

// With the options of every command: --help is CLI11's own.
std::vector<std::string> option_names(const Description& d) {
  std::vector<std::string> names = {"--help"};
  for (const Taken& t : d.options) names.push_back(t.name);
  return names;
}

std::string bash_words(const Taken& t) {
  switch (words_of(t)) {
    case Words::Listed:
      return fmt::format("COMPREPLY=($(compgen -W {} -- \"$cur\"))",
                         in_single_quotes(fmt::format("{}", fmt::join(t.choices, " "))));
    case Words::Files: return "COMPREPLY=($(compgen -f -- \"$cur\"))";
    case Words::Folders: return "COMPREPLY=($(compgen -d -- \"$cur\"))";
    case Words::Free: return ":";
  }
  return ":";
}

// The options of a command with their values, and its arguments by their places.
std::string bash_command(const Description& d) {
  std::string out = "      case $prev in\n";
  std::string with_value;
  for (const Taken& t : d.options) {
    if (t.value.empty()) continue;
    out += fmt::format("        {}) {}; return ;;\n", t.name, bash_words(t));
    with_value += (with_value.empty() ? "" : "|") + t.name;
  }
  out += fmt::format(
      "      esac\n"
      "      if [[ $cur == -* ]]; then\n"
      "        COMPREPLY=($(compgen -W {} -- \"$cur\"))\n"
      "        return\n"
      "      fi\n",
      in_single_quotes(fmt::format("{}", fmt::join(option_names(d), " "))));
  if (d.arguments.empty()) return out;
  out += fmt::format("      _{}_place {}\n      case $place in\n", "solvent",
                     in_single_quotes(with_value));
  for (std::size_t k = 0; k < d.arguments.size(); ++k)
    out += fmt::format("        {}) {} ;;\n", k + 1 < d.arguments.size() ? std::to_string(k) : "*",
                       bash_words(d.arguments[k]));
  return out + "      esac\n";
}

}  // namespace

std::string bash_completion(const Description& program) {
  std::string out = fmt::format(
      R"(# Completion of {0} for bash, made by `{0} --help-as bash`.

# place: how many arguments stand before the cursor, from word $first on. Options and their values
# ($1: those that have one) are none; and bash takes a colon for a word, which it is not here.
_solvent_place() {{
  local k skip=
  place=0
  for ((k = first; k < COMP_CWORD; ++k)); do
    if [[ $skip ]]; then skip=
    elif [[ ${{COMP_WORDS[k]}} == : ]]; then ((place = place > 0 ? place - 1 : 0))
    elif [[ -n $1 && ${{COMP_WORDS[k]}} == @($1) ]]; then skip=1
    elif [[ ${{COMP_WORDS[k]}} != -?* ]]; then ((++place))
    fi
  done
  [[ ${{COMP_WORDS[COMP_CWORD]}} != : && ${{COMP_WORDS[COMP_CWORD - 1]}} != : ]] || ((--place))
}}

_{1}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} place first
  COMPREPLY=()
  if [[ $prev == : || $cur == : ]]; then  # tree:FILE
    [[ $cur != : ]] || cur=
    COMPREPLY=($(compgen -f -- "$cur"))
    return
  fi
)",
      program.name, identifier(program.name));
  if (program.verbs.empty()) {
    out += "  first=1\n  case x in\n    x)\n" + bash_command(program) + "      ;;\n  esac\n";
  } else {
    std::vector<std::string> first = option_names(program);
    for (const Description& verb : program.verbs) first.push_back(verb.name);
    out += fmt::format(
        "  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W {} -- \"$cur\"))\n    return\n"
        "  fi\n  first=2\n  case ${{COMP_WORDS[1]}} in\n",
        in_single_quotes(fmt::format("{}", fmt::join(first, " "))));
    for (const Description& verb : program.verbs)
      out += fmt::format("    {})\n{}      ;;\n", verb.name, bash_command(verb));
    for (const Taken& t : program.options)
      if (!t.value.empty()) out += fmt::format("    {}) {} ;;\n", t.name, bash_words(t));
    out += "  esac\n";
  }
  return out + fmt::format("}}\nshopt -s extglob\ncomplete -o filenames -F _{} {}\n",
                           identifier(program.name), program.name);
}

namespace {

// Within the brackets of _arguments.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}
std::string zsh_words(const Taken& t) {
  switch (words_of(t)) {
    case Words::Listed: {
      std::string words;
      for (const std::string& word : t.choices)
        words += (words.empty() ? "" : " ") + zsh_text(word);
      return "(" + words + ")";
    }
    case Words::Files: return "_files";
    case Words::Folders: return "_files -/";
    case Words::Free: return "";
  }
  return "";
}
std::string zsh_arguments(const Description& d) {
  std::string out = "_arguments -S \\\n    '(-h --help)'{-h,--help}'[print what there is to say]'";
  for (const Taken& t : d.options) {
    std::string spec = fmt::format("{}[{}]", t.name, zsh_text(t.help));
    if (!t.value.empty()) spec += fmt::format(":{}:{}", zsh_text(t.value), zsh_words(t));
    out += " \\\n    " + in_single_quotes(spec);
  }
  for (std::size_t k = 0; k < d.arguments.size(); ++k) {
    const Taken& t = d.arguments[k];
    out += " \\\n    " + in_single_quotes(fmt::format("{}{}:{}:{}", k + 1, t.required ? "" : ":",
                                                      zsh_text(t.name), zsh_words(t)));
  }
  return out + "\n";
}

}  // namespace

std::string zsh_completion(const Description& program) {
  const std::string name = identifier(program.name);
  std::string out = fmt::format(
      "#compdef {0}\n# Completion of {0} for zsh, made by `{0} --help-as zsh`.\n\n_{1}() {{\n",
      program.name, name);
  if (program.verbs.empty())
    return out + "  " + zsh_arguments(program) + fmt::format("}}\n\n_{} \"$@\"\n", name);
  out += "  local -a verbs\n  verbs=(\n";
  for (const Description& verb : program.verbs)
    out += "    " + in_single_quotes(verb.name + ":" + verb.summary) + "\n";
  out += fmt::format(
      "  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe 'verb' verbs\n"
      "    _values 'option' --help --version --help-as\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $words[1] in\n");
  for (const Description& verb : program.verbs)
    out += fmt::format("  {}) {}  ;;\n", verb.name, zsh_arguments(verb));
  return out + fmt::format("  esac\n}}\n\n_{} \"$@\"\n", name);
}

}  // namespace solvent::cli
