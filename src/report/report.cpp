#include "report/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace solvent::report {

std::string_view name(Verdict verdict) {
  constexpr std::string_view kNames[] = {"equal", "within", "differs", "holds", "fails", "ours"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string with_commas(std::int64_t n) {
  std::string digits = std::to_string(std::abs(n));
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return n < 0 ? "-" + digits : digits;
}

std::string shown(const Cell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return with_commas(*count);
  const Number& n = std::get<Number>(cell);
  return fmt::format("{:.{}f}", n.value, n.decimals);
}

Figure compare(std::string what, std::int64_t published, std::int64_t ours, double per_cent,
               std::string why) {
  Figure f{std::move(what), with_commas(published), with_commas(ours), Verdict::Equal, {}};
  if (published == ours) return f;
  const double off =
      100 * std::abs(static_cast<double>(ours - published)) / static_cast<double>(published);
  f.verdict = off <= per_cent ? Verdict::Within : Verdict::Differs;
  const std::string size = off < 0.1 ? "0.1 %" : fmt::format("{:.1f} %", std::ceil(10 * off) / 10);
  f.comment = f.verdict == Verdict::Within ? "within " + size : std::move(why);
  return f;
}

Figure compare(std::string what, std::string published, std::string ours, std::string why) {
  const bool equal = published == ours;
  return {std::move(what), std::move(published), std::move(ours),
          equal ? Verdict::Equal : Verdict::Differs, equal ? std::string() : std::move(why)};
}

Figure claim(std::string what, std::string published, std::string ours, bool holds,
             std::string comment) {
  return {std::move(what), std::move(published), std::move(ours),
          holds ? Verdict::Holds : Verdict::Fails, std::move(comment)};
}

Figure ours_alone(std::string what, std::string ours, std::string comment) {
  return {std::move(what), "", std::move(ours), Verdict::Ours, std::move(comment)};
}

}  // namespace solvent::report
