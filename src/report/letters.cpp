#include "report/letters.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace solvent::report {

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// How many bytes the character at the front takes, or 0 if it is not UTF-8.
std::size_t length_of_first(std::string_view s) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(s[k]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t n = byte(0) >= 0xC2 && byte(0) < 0xE0   ? 2
                        : byte(0) >= 0xE0 && byte(0) < 0xF0 ? 3
                        : byte(0) >= 0xF0 && byte(0) < 0xF5 ? 4
                                                            : 0;
  if (n == 0 || s.size() < n) return 0;
  for (std::size_t k = 1; k < n; ++k)
    if (!continues(s[k])) return 0;
  // Longer than need be, half of a pair, or beyond the last character.
  if (byte(0) == 0xE0 && byte(1) < 0xA0) return 0;
  if (byte(0) == 0xED && byte(1) >= 0xA0) return 0;
  if (byte(0) == 0xF0 && byte(1) < 0x90) return 0;
  if (byte(0) == 0xF4 && byte(1) >= 0x90) return 0;
  return n;
}

std::vector<std::string_view> characters(std::string_view s) {
  std::vector<std::string_view> out;
  while (!s.empty()) {
    const std::size_t n = std::max<std::size_t>(1, length_of_first(s));
    out.push_back(s.substr(0, n));
    s.remove_prefix(n);
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t n = length_of_first(text);
    const std::string_view c = text.substr(0, std::max<std::size_t>(1, n));
    const auto first = static_cast<unsigned char>(c[0]);
    const bool control =
        first == 0x7F || (n == 2 && first == 0xC2 && static_cast<unsigned char>(c[1]) < 0xA0);
    if (n == 0 || control) {
      out += "\xEF\xBF\xBD";
    } else if (n == 1 && first <= 0x20) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += c;
    }
    text.remove_prefix(c.size());
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::size_t columns(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return !continues(c); }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(1, width);
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  const std::string clean = printable(text) + " ";
  std::size_t begin = 0;
  for (std::size_t end = clean.find(' '); end != std::string::npos; end = clean.find(' ', begin)) {
    const std::string_view word = std::string_view(clean).substr(begin, end - begin);
    begin = end + 1;
    const std::size_t size = columns(word);
    if (used > 0 && used + 1 + size > width) {
      lines.emplace_back();
      used = 0;
    }
    if (used > 0) {
      lines.back() += ' ';
      ++used;
    }
    for (const std::string_view c : characters(word)) {
      if (used == width) {
        lines.emplace_back();
        used = 0;
      }
      lines.back() += c;
      ++used;
    }
  }
  return lines;
}

double ems(std::string_view utf8) {
  double sum = 0;
  for (const std::string_view c : characters(utf8)) {
    if (c.size() > 1)
      sum += 0.75;
    else if (std::string_view("iljI.,:;'|!() ").find(c[0]) != std::string_view::npos)
      sum += 0.39;
    else if (std::string_view("mwMW%@").find(c[0]) != std::string_view::npos)
      sum += 0.98;
    else
      sum += c[0] >= 'A' && c[0] <= 'Z' ? 0.72 : 0.63;
  }
  return sum;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string prose(std::string_view text) {
  std::string out;
  const std::string safe = escaped(text);
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = safe.find('`', at);
    const std::size_t close = open == std::string::npos ? open : safe.find('`', open + 1);
    if (close == std::string::npos) return out += safe.substr(at);
    out +=
        safe.substr(at, open - at) + "<code>" + safe.substr(open + 1, close - open - 1) + "</code>";
    at = close + 1;
  }
}

std::string slug(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (plain)
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (out.ends_with('-')) out.pop_back();
  return out.empty() ? "unnamed" : out;
}

bool looks_like_a_number(std::string_view text) {
  static constexpr std::array<std::string_view, 22> kCompany = {
      ",", ".", " ", "%", "+", "-", "/", "^", "(", ")", "<",
      ">", "~", "=", "×", "−", "–", "≈", "≥", "≤", "±", ":"};
  bool digit = false;
  for (const std::string_view c : characters(text)) {
    const bool is_digit = c[0] >= '0' && c[0] <= '9';
    digit |= is_digit;
    // "3.2×" is a number and "4×5" is a board.
    if (c == "×" && c.data() + c.size() != text.data() + text.size()) return false;
    if (!is_digit && std::find(kCompany.begin(), kCompany.end(), c) == kCompany.end()) return false;
  }
  return digit;
}

}  // namespace solvent::report
