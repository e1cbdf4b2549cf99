// A question as a request asks it, checked before anything is spent on it.
#pragma once

#include "games.hpp"

namespace solvent::serve {

struct AskedQuestion {
  Position position;
  std::string text;  // of the position, as it was given
  Options options;   // within the server's limits
};

// The fields game, position and outcomes, the options of these doors, and those named in `more`,
// which the caller reads; no others.
Result<AskedQuestion> read_question(const Json& body, std::uint8_t doors,
                                    const std::vector<std::string>& more, Games& games,
                                    const Settings& settings);
// The options of these doors, for forms.
Json options_json(std::uint8_t doors);
// The body of a request: a JSON object.
Result<Json> read_object(const std::string& body);
Result<std::uint64_t> read_number(const Json& body, const std::string& field, std::uint64_t least,
                                  std::uint64_t most, std::uint64_t otherwise);

// The program, its algorithms and options, and its limits.
Json about_json(const Settings& settings);

// The proof and disproof numbers of a tree, {text, at_least}.
Reply numbers_asked(const std::string& body);

}  // namespace solvent::serve
