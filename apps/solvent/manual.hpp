// What a program says of itself, as a manual page and as completion for shells. All of it follows
// from the description that its parser gives.
#pragma once

#include <string>

#include "parser.hpp"

namespace solvent::cli {

// For Parser::offer_help_as.
inline constexpr const char* kHelpForms =
    "this help, or that of a verb before it, as a manual page; or completion for a shell: man, "
    "bash or zsh";
Result<std::string> help_as(const Description& program, const Description* verb,
                            const std::string& form);

// In troff with the macros of man(7): of the program, or of one of its verbs.
std::string manual_page(const Description& program, const Description* verb = nullptr);

std::string bash_completion(const Description& program);
std::string zsh_completion(const Description& program);

}  // namespace solvent::cli
