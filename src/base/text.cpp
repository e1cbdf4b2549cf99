#include "base/text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace solvent::text {

namespace {
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
}  // namespace

std::string_view trim(std::string_view s) {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

std::vector<std::string_view> split(std::string_view s, char separator) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t at = s.find(separator);
    fields.push_back(s.substr(0, at));
    if (at == std::string_view::npos) return fields;
    s.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> words(std::string_view s) {
  std::vector<std::string_view> found;
  for (std::size_t at = 0; at < s.size();) {
    if (is_space(s[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < s.size() && !is_space(s[end])) ++end;
    found.push_back(s.substr(at, end - at));
    at = end;
  }
  return found;
}

std::vector<std::string_view> split_at_letters(std::string_view s) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::vector<std::string_view> out;
  for (const std::string_view part : split(s, ','))
    for (std::string_view word : words(part))
      while (!word.empty()) {
        std::size_t end = 1;
        while (end < word.size() && !is_letter(word[end])) ++end;
        out.push_back(word.substr(0, end));
        word.remove_prefix(end);
      }
  return out;
}

std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::optional<double> to_number(std::string_view s) {
  double value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error != std::errc() || end != s.data() + s.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<std::int64_t> to_int(std::string_view s) {
  if (s.starts_with('+')) {
    s.remove_prefix(1);
    if (s.starts_with('-')) return std::nullopt;
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error != std::errc() || end != s.data() + s.size() || s.empty()) return std::nullopt;
  return value;
}

namespace {
// The length of the printable character that s begins with, in UTF-8 (Unicode, table 3-7); 0 if it
// begins with a control character or with none at all.
std::size_t printable_length(std::string_view s) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(s[k]); };
  const unsigned first = byte(0);
  if (first < 0x80) return first < 32 || first == 127 ? 0 : 1;
  const std::size_t length = first < 0xC2   ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || length > s.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xC0) != 0x80) return 0;
  const unsigned second = byte(1);
  const bool control = first == 0xC2 && second < 0xA0;
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second > 0x9F, too_large = first == 0xF4 && second > 0x8F;
  return control || overlong || surrogate || too_large ? 0 : length;
}
}  // namespace

bool is_printable(std::string_view s) {
  while (!s.empty()) {
    const std::size_t length = printable_length(s);
    if (length == 0) return false;
    s.remove_prefix(length);
  }
  return true;
}

std::string quoted(std::string_view s) {
  constexpr std::size_t kLongest = 40;
  std::string out = "'";
  while (!s.empty() && out.size() <= kLongest) {
    const std::size_t length = printable_length(s);
    out += length == 0 ? std::string_view("?") : s.substr(0, length);
    s.remove_prefix(std::max<std::size_t>(1, length));
  }
  return out + (s.empty() ? "'" : "'...");  // outside: a position may be full of dots itself
}

std::string list(const std::vector<std::string>& items, std::string_view last) {
  std::string out;
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (k > 0) out += k + 1 == items.size() ? " " + std::string(last) + " " : ", ";
    out += items[k];
  }
  return out;
}

namespace {
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}
}  // namespace

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  if (word.size() > 64) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(lower(word), candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

Result<std::uint64_t> to_bytes(std::string_view s) {
  const Error bad{"size " + quoted(s) + " is not a number of bytes: write 4096, 64K, 200M or 2G"};
  std::string_view digits = s;
  int shift = 0;
  if (!digits.empty()) {
    switch (digits.back()) {
      case 'k':
      case 'K': shift = 10; break;
      case 'm':
      case 'M': shift = 20; break;
      case 'g':
      case 'G': shift = 30; break;
      case 't':
      case 'T': shift = 40; break;
      default: break;
    }
    if (shift > 0) digits.remove_suffix(1);
  }
  if (digits.empty() || !std::isdigit(static_cast<unsigned char>(digits.front()))) return bad;
  const auto number = to_int(digits);
  if (!number || *number > (std::numeric_limits<std::int64_t>::max() >> shift)) return bad;
  return static_cast<std::uint64_t>(*number) << shift;
}

}  // namespace solvent::text
