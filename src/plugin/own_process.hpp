// Code that nobody knows yet runs in a process of its own first.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace solvent::plugin {

// What is wrong in the words of `work`, or how it crashed; nothing if it came to its end in time
// and had nothing to say.
std::optional<std::string> in_own_process(const std::function<std::optional<std::string>()>& work,
                                          unsigned seconds);

}  // namespace solvent::plugin
