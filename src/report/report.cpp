#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/letters.hpp"

namespace solvent::report {

std::string_view name(Comparison verdict) {
  constexpr std::string_view kNames[] = {"equal", "within", "differs", "holds",
                                         "fails", "ours",   "agrees",  "not comparable"};
  static_assert(std::size(kNames) == kComparisons);
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string with_commas(std::int64_t n) {
  std::string digits = std::to_string(n).substr(n < 0 ? 1 : 0);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return n < 0 ? "-" + digits : digits;
}

std::string shown(const Cell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return with_commas(*count);
  const Number& n = std::get<Number>(cell);
  if (!std::isfinite(n.value)) return "–";
  std::string digits = fmt::format("{:.{}f}", std::abs(n.value), std::max(0, n.decimals));
  const std::size_t point = std::min(digits.find('.'), digits.size());
  for (std::size_t at = point; at > 3; at -= 3) digits.insert(at - 3, ",");
  const bool zero = digits.find_first_of("123456789") == std::string::npos;
  return n.value < 0 && !zero ? "-" + digits : digits;
}

bool is_numeric(const Table& table, std::size_t column) {
  bool numbers = false, words = false;
  for (const auto& row : table.rows) {
    if (column >= row.size()) continue;
    const auto* text = std::get_if<std::string>(&row[column]);
    if (text == nullptr) return true;
    if (looks_like_a_number(*text))
      numbers = true;
    else if (!text->empty() && *text != "-" && *text != "–")
      words = true;
  }
  return numbers && !words;
}

bool is_numeric(const std::vector<Figure>& figures, std::string Figure::*field) {
  return std::any_of(figures.begin(), figures.end(),
                     [&](const Figure& f) { return looks_like_a_number(f.*field); });
}

std::pair<std::string, std::string> judgement(const Figure& figure) {
  const std::string verdict(name(figure.verdict));
  if (figure.verdict != Comparison::Within || !figure.comment.starts_with("within "))
    return {verdict, figure.comment};
  // The comment begins with how far within.
  const std::size_t end = std::min(figure.comment.find_first_of(";:,"), figure.comment.size());
  const std::size_t rest = figure.comment.find_first_not_of(";:, ", end);
  return {figure.comment.substr(0, end),
          rest == std::string::npos ? std::string() : figure.comment.substr(rest)};
}

Figure compare(std::string what, std::int64_t published, std::int64_t ours, double per_cent,
               std::string why) {
  Figure f{std::move(what), with_commas(published), with_commas(ours), Comparison::Equal, {}};
  if (published == ours) return f;
  const double off =
      100 * std::abs(static_cast<double>(ours - published)) / static_cast<double>(published);
  f.verdict = off <= per_cent ? Comparison::Within : Comparison::Differs;
  const std::string size = off < 0.1 ? "0.1 %" : fmt::format("{:.1f} %", std::ceil(10 * off) / 10);
  f.comment = f.verdict == Comparison::Within ? "within " + size : std::move(why);
  return f;
}

Figure compare(std::string what, std::string published, std::string ours, std::string why) {
  const bool equal = published == ours;
  return {std::move(what), std::move(published), std::move(ours),
          equal ? Comparison::Equal : Comparison::Differs, equal ? std::string() : std::move(why)};
}

Figure claim(std::string what, std::string published, std::string ours, bool holds,
             std::string comment) {
  return {std::move(what), std::move(published), std::move(ours),
          holds ? Comparison::Holds : Comparison::Fails, std::move(comment)};
}

Figure beside_program(std::string what, std::string theirs, std::string ours) {
  const bool equal = theirs == ours;
  Figure f{std::move(what), std::move(theirs), std::move(ours),
           equal ? Comparison::Agrees : Comparison::Differs, equal ? "" : "must be equal"};
  f.by_program = true;
  return f;
}
Figure beside_program(std::string what, std::int64_t theirs, std::int64_t ours) {
  return beside_program(std::move(what), with_commas(theirs), with_commas(ours));
}

Figure incomparable(std::string what, std::string published, std::string ours, std::string why) {
  return {std::move(what), std::move(published), std::move(ours), Comparison::Incomparable,
          std::move(why)};
}

Figure finding(Figure figure) {
  figure.finding = true;
  return figure;
}

Figure ours_alone(std::string what, std::string ours, std::string comment) {
  return {std::move(what), "", std::move(ours), Comparison::Ours, std::move(comment)};
}

}  // namespace solvent::report
