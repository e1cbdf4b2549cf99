// Small strict text tools for parsers: nothing is trimmed, skipped or guessed unless its name says
// so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solvent/result.hpp"

namespace solvent::text {

std::string_view trim(std::string_view s);
std::vector<std::string_view> split(std::string_view s, char separator);  // keeps empty fields
std::vector<std::string_view> words(std::string_view s);                  // by white space
// By white space and commas, and before every letter: cells such as b2 or b31 need nothing between.
std::vector<std::string_view> split_at_letters(std::string_view s);
std::string lower(std::string_view s);
// All of `s` as a decimal number (an optional sign), or nothing: no spaces, no overflow.
std::optional<std::int64_t> to_int(std::string_view s);
// All of `s` as a decimal number that may have a fraction or an exponent, or nothing.
std::optional<double> to_number(std::string_view s);
// Is it UTF-8 without control characters?
bool is_printable(std::string_view s);
// For error lines: the text in quotes, shortened and made printable if need be.
std::string quoted(std::string_view s);
// "a, b and c".
std::string list(const std::vector<std::string>& items, std::string_view last = "and");
// The candidate nearest in edit distance, if it is near enough to be what was meant.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

// 512, 64K, 200M, 2G (powers of 1024), as a number of bytes.
Result<std::uint64_t> to_bytes(std::string_view s);

}  // namespace solvent::text
