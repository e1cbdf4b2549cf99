// A small strict reader of markup: enough to say whether a page or a drawing of ours is well
// formed.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace solvent::report {

// Lines of a page, each as clean as it should be.
inline std::string printable_lines(const std::string& text) {
  for (const char c : text)
    if (c >= 0 && c < ' ' && c != '\n') return "a control character";
  return text;
}

namespace markup {

inline const std::set<std::string, std::less<>> kEmptyElements = {"meta", "br", "hr", "img"};

// What is wrong with it, or "". Every element is closed in its turn, every attribute quoted and
// given once, & begins an entity, and < and > are nothing but the ends of tags.
inline std::string complaint(std::string_view text) {
  std::vector<std::string> open;
  constexpr std::string_view kDoctype = "<!DOCTYPE html>";
  if (text.starts_with(kDoctype)) text.remove_prefix(kDoctype.size());
  const auto where = [&](std::size_t at) { return ": " + std::string(text.substr(at, 60)); };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '>') return "a stray >" + where(at);
    if (text[at] == '&') {
      const std::size_t end = text.find(';', at);
      if (end == std::string_view::npos || end - at > 8) return "a stray &" + where(at);
    }
    if (text[at] != '<') {
      ++at;
      continue;
    }
    std::size_t p = at + 1;
    const bool closing = p < text.size() && text[p] == '/';
    p += closing;
    std::string name;
    while (p < text.size() && std::isalnum(static_cast<unsigned char>(text[p]))) name += text[p++];
    if (name.empty()) return "a stray <" + where(at);
    std::set<std::string> given;
    bool empty = kEmptyElements.contains(name);
    for (;;) {
      while (p < text.size() && std::isspace(static_cast<unsigned char>(text[p]))) ++p;
      if (p >= text.size()) return "an unfinished tag" + where(at);
      if (text[p] == '>') break;
      if (text.substr(p).starts_with("/>")) {
        empty = true;
        ++p;
        break;
      }
      std::string attribute;
      while (p < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[p])) || text[p] == '-'))
        attribute += text[p++];
      if (closing || attribute.empty() || !text.substr(p).starts_with("=\""))
        return "a bad attribute" + where(at);
      if (attribute.starts_with("on")) return "a handler" + where(at);
      if (!given.insert(attribute).second) return attribute + " twice" + where(at);
      const std::size_t end = text.find('"', p + 2);
      if (end == std::string_view::npos) return "an open quote" + where(at);
      if (text.substr(p + 2, end - p - 2).find_first_of("<>") != std::string_view::npos)
        return "a tag in an attribute" + where(at);
      p = end + 1;
      if (p < text.size() && text[p] != '>' && text[p] != '/' && text[p] != ' ')
        return "no space between attributes" + where(at);
    }
    at = p + 1;
    if (closing) {
      if (open.empty() || open.back() != name)
        return "closes what is not open: " + name + where(at);
      open.pop_back();
    } else if (!empty) {
      open.push_back(name);
      if (name == "style") {  // its text is not markup
        at = text.find("</style>", at);
        if (at == std::string_view::npos) return "an open style";
      }
    }
  }
  return open.empty() ? "" : "never closed: " + open.back();
}

// The values of all attributes of this name.
inline std::vector<std::string> attributes(std::string_view text, const std::string& name) {
  std::vector<std::string> values;
  const std::string start = " " + name + "=\"";
  for (std::size_t at = text.find(start); at != std::string_view::npos; at = text.find(start, at)) {
    at += start.size();
    values.emplace_back(text.substr(at, text.find('"', at) - at));
  }
  return values;
}

}  // namespace markup
}  // namespace solvent::report
