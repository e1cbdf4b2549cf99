#include "session/option_words.hpp"

#include <algorithm>

namespace solvent::session {

Error put_together(std::string_view words, const std::vector<Error>& values) {
  Error out;
  std::size_t next = 0;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t open = std::min(words.find('{', at), words.size());
    out.message += words.substr(at, open - at);
    if (open == words.size()) break;
    const std::size_t close = words.find('}', open);
    const std::string_view name = words.substr(open + 1, close - open - 1);
    at = close + 1;
    if (!name.empty()) {
      out.mentions.push_back({out.message.size(), name});
      out.message += name;
    } else if (next < values.size()) {
      const Error& value = values[next++];
      for (const Error::Mention& m : value.mentions)
        out.mentions.push_back({out.message.size() + m.at, m.option});
      out.message += value.message;
    }
  }
  if (!out.mentions.empty()) out.field = out.mentions.front().option;
  return out;
}

}  // namespace solvent::session
