// Answers as JSON objects, their fields in the order of the interface.
#pragma once

#include <nlohmann/json.hpp>

#include "solvent/solvent.hpp"

namespace solvent::cli {

using Json = nlohmann::ordered_json;

// One object, one line; bytes that are not UTF-8 (in the name of a file) are replaced.
void print_json(const Json& json);

// A round of a best-first search. Effort that is infinite (given up for want of memory) is null.
Json to_json(const Iteration& iteration);

Json to_json(const Position& position, const std::string& position_text, const Answer& answer,
             bool with_line, bool with_moves);

// Null for a side without a win by threats.
Json to_json(const Position& position, const Threats& threats);

}  // namespace solvent::cli
