#pragma once

#include <string_view>

namespace solvent {

inline constexpr std::string_view kVersion = "0.2.0";

}  // namespace solvent
