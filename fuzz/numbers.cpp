// The text tools under every parser, against plain definitions of what they do.
#include <optional>

#include "base/text.hpp"
#include "check.hpp"

namespace solvent::fuzz {
namespace {

// An optional sign and decimal digits, without from_chars. Nothing if it does not fit.
std::optional<std::int64_t> plain_int(std::string_view s) {
  __extension__ using Wide = __int128;
  const bool negative = s.starts_with('-');
  if (negative || s.starts_with('+')) s.remove_prefix(1);
  if (s.empty()) return std::nullopt;
  Wide value = 0;
  for (const char c : s) {
    if (c < '0' || c > '9') return std::nullopt;
    value = std::min<Wide>(10 * value + (c - '0'), Wide{1} << 64);
  }
  if (negative) value = -value;
  if (value < INT64_MIN || value > INT64_MAX) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

void check_numbers(std::string_view s) {
  require(text::to_int(s) == plain_int(s), "to_int reads whole numbers", s);
  const Result<std::uint64_t> bytes = text::to_bytes(s);
  if (!bytes) return check_message(bytes.message());
  const bool suffix = !s.empty() && (s.back() < '0' || s.back() > '9');
  const auto number = plain_int(s.substr(0, s.size() - (suffix ? 1 : 0)));
  require(number && *number >= 0, "a number of bytes begins with a number", s);
  std::uint64_t unit = 1;
  if (suffix) {
    const std::size_t power = std::string_view("kmgt").find(text::lower(s).back());
    require(power != std::string_view::npos, "a unit is one of K, M, G and T", s);
    unit <<= 10 * (power + 1);
  }
  require(*bytes / unit == static_cast<std::uint64_t>(*number) && *bytes % unit == 0,
          "to_bytes multiplies without overflow", s);
}

void check_quoted(std::string_view s) {
  const std::string quoted = text::quoted(s);
  require(is_printable(quoted), "a quotation is printable", quoted);
  require(quoted.size() <= 50, "a quotation is short", quoted);
  const bool ends =
      quoted.ends_with('\'') || quoted.ends_with("'...");  // the whole, or its beginning
  require(quoted.starts_with('\'') && ends && quoted.size() >= 2, "a quotation has quotation marks",
          quoted);
  if (s.size() <= 40 && is_printable(s))
    require(quoted == "'" + std::string(s) + "'", "short plain text is quoted as it is", quoted);
}

void check_fields(std::string_view s) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::string joined;
  for (const std::string_view field : text::split(s, ',')) {
    require(field.find(',') == field.npos, "fields have no separator", field);
    joined += std::string(field) + ",";
  }
  joined.pop_back();
  require(joined == s, "fields joined are the text", s);

  std::string dense(s), words;
  std::erase_if(dense, [&](char c) { return kSpace.find(c) != kSpace.npos; });
  for (const std::string_view word : text::words(s)) {
    require(!word.empty() && word.find_first_of(kSpace) == word.npos, "words have no space", word);
    words += word;
  }
  require(words == dense, "words are all that is not space", s);
  const std::string_view trimmed = text::trim(s);
  require(trimmed.empty() || (kSpace.find(trimmed.front()) == kSpace.npos &&
                              kSpace.find(trimmed.back()) == kSpace.npos),
          "trimmed text begins and ends with a word", s);
}

void check(std::string_view s) {
  check_numbers(s);
  check_quoted(s);
  check_fields(s);
  const std::vector<std::string> names = {"alphabeta", "negascout", "mnk", ""};
  if (const auto name = text::nearest(s, names))
    require(std::find(names.begin(), names.end(), *name) != names.end(), "a name of the list");
  const Result<Expectation> expected = last_field_expectation(s);
  if (!expected) return check_message(expected.message());
  const auto again =
      last_field_expectation(expected->position + " " + std::to_string(expected->value));
  require(again && again->position == expected->position && again->value == expected->value,
          "an expectation reads back", s);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
