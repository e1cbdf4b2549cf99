// How the page looks.
#pragma once

#include <string_view>

namespace solvent::report {

extern const std::string_view kStyle;  // of a style element

}  // namespace solvent::report
