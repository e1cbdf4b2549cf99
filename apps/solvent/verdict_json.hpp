// What the checker found, as a JSON object.
#pragma once

#include <nlohmann/json.hpp>

#include "check/check.hpp"

namespace solvent::cli {

using Json = nlohmann::ordered_json;

std::uint64_t layers_of(const check::CheckResult& result);

Json to_json(const check::CheckResult& result, double seconds, bool stats);

}  // namespace solvent::cli
