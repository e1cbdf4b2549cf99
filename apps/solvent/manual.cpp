#include "manual.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace solvent::cli {

namespace {

using Taken = Description::Taken;

// A text that troff prints as it stands: a backslash and a dash mean something else to it, and so
// do a dot or an apostrophe that begin a line.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() || out.back() == '\n')
      if (c == '.' || c == '\'') out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}
std::string upper(std::string text) {
  for (char& c : text)
    if ('a' <= c && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

void add_taken(std::string& out, const Taken& t) {
  const std::string value = t.value.empty() ? "" : fmt::format(" \\fI{}\\fR", plain(t.value));
  out += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", plain(t.name), value, plain(t.help));
}

void add_options(std::string& out, const Description& d) {
  std::vector<std::string> groups;
  for (const Taken& t : d.options)
    if (std::find(groups.begin(), groups.end(), t.group) == groups.end()) groups.push_back(t.group);
  for (const std::string& group : groups) {
    out += fmt::format(".SH {}\n", plain(upper(group)));
    for (const Taken& t : d.options)
      if (t.group == group) add_taken(out, t);
  }
}

}  // namespace

std::string manual_page(const Description& program, const Description* verb) {
  const Description& d = verb == nullptr ? program : *verb;
  const std::string name = verb == nullptr ? program.name : program.name + "-" + verb->name;
  std::string out = fmt::format(
      ".TH {} 1 \"\" \"{}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n"
      "\\fB{}\\fR",
      plain(upper(name)), program.name, plain(name), plain(d.summary),
      plain(verb == nullptr ? program.name : program.name + " " + verb->name));
  if (!d.verbs.empty()) out += " \\fIVERB\\fR";
  for (const Taken& t : d.arguments) {
    const auto [open, close] = t.required ? std::pair("", "") : std::pair("[", "]");
    out += fmt::format(" {}\\fI{}\\fR{}", open, plain(t.name), close);
  }
  out += d.options.empty() ? "\n" : " [\\fIOPTIONS\\fR]\n";
  if (!d.arguments.empty()) {
    out += ".SH ARGUMENTS\n";
    for (const Taken& t : d.arguments) add_taken(out, t);
  }
  if (!d.verbs.empty()) {
    out += ".SH VERBS\n";
    for (const Description& v : d.verbs)
      out += fmt::format(".TP\n\\fB{}\\fR\n{}; see \\fB{}\\-{}\\fR(1)\n", plain(v.name),
                         plain(v.summary), plain(program.name), plain(v.name));
  }
  add_options(out, d);
  // The footer: notes and examples, line by line as they are.
  if (!d.footer.empty())
    out += fmt::format(".SH NOTES AND EXAMPLES\n.nf\n{}\n.fi\n", plain(d.footer));
  if (verb != nullptr) out += fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", plain(program.name));
  return out;
}

Result<std::string> help_as(const Description& program, const Description* verb,
                            const std::string& form) {
  if (form == "man") return manual_page(program, verb);
  if (verb != nullptr)
    return Error{fmt::format("--help-as {}: a verb has a manual page: man", text::quoted(form))};
  if (form == "bash") return bash_completion(program);
  if (form == "zsh") return zsh_completion(program);
  return Error{fmt::format("--help-as {}: there are man, bash and zsh", text::quoted(form))};
}

}  // namespace solvent::cli
