// Verdicts as JSON objects.
#pragma once

#include <nlohmann/json.hpp>

#include "check/check.hpp"

namespace solvent::cli {

using Json = nlohmann::ordered_json;

std::uint64_t layers_of(const check::CheckResult& verdict);

Json to_json(const check::CheckResult& verdict, double seconds, bool stats);

}  // namespace solvent::cli
