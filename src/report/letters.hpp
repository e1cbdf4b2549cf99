// Words on their way to a reader: made printable, measured, wrapped, escaped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace solvent::report {

// UTF-8 without control characters: what is broken becomes U+FFFD, white space a single space.
std::string printable(std::string_view text);
// How many columns of a terminal it takes. Of what reports contain nothing is wider than one.
std::size_t columns(std::string_view utf8);
// In lines of at most so many columns, broken at spaces if there are any.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);
// About how wide it is on a page, in ems of a sans serif: rather too much than too little.
double ems(std::string_view utf8);

// For an element or a quoted attribute.
std::string escaped(std::string_view text);
// Escaped, and `what is in backquotes` as code.
std::string prose(std::string_view text);
// Letters, digits and hyphens only: fit for an id or a file.
std::string slug(std::string_view text);

// Digits and what goes with them, such as ">500,000,000", "16 / 222 / 18" or "1.4 %".
bool looks_like_a_number(std::string_view text);

}  // namespace solvent::report
