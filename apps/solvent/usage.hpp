// The layout of the help, and what is wrong with a command line in our own words: which argument,
// what was probably meant, where to read more. What passes here goes to CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

namespace solvent::cli {

std::shared_ptr<CLI::Formatter> make_help_layout();
std::optional<std::string> usage_error(const CLI::App& app, int argc, char** argv);

}  // namespace solvent::cli
