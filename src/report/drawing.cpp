#include "report/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/letters.hpp"

namespace solvent::report {

std::string px(double coordinate) {
  std::string text = fmt::format("{:.1f}", coordinate);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string hue(std::size_t k) {
  static constexpr std::string_view kHues[] = {"#0072b2", "#d55e00", "#009e73", "#a6498a",
                                               "#b07a00", "#3a9bdc", "#444444"};
  k %= std::size(kHues);
  return fmt::format("color:var(--hue-{},{})", k, kHues[k]);
}

double width_of(std::string_view label) { return kLetter * ems(label); }

std::vector<std::string> lines_within(std::string_view text, double width) {
  return wrapped(text, static_cast<std::size_t>(std::max(8.0, width / (0.64 * kLetter))));
}

std::string words(double x, double y, const std::vector<std::string>& lines, Anchor anchor) {
  std::string out;
  for (const std::string& line : lines) {
    std::string text = escaped(line);
    // Of labels only: digits, a caret, digits.
    const std::size_t caret = line.find('^');
    if (caret != std::string::npos && caret > 0 && caret + 1 < line.size() &&
        line.find_first_not_of("-0123456789", caret + 1) == std::string::npos)
      text = fmt::format("{}<tspan dy=\"-4\" font-size=\"9\">{}</tspan>",
                         escaped(line.substr(0, caret)), escaped(line.substr(caret + 1)));
    out += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>", px(x), px(y),
                       anchor == Anchor::Start    ? ""
                       : anchor == Anchor::Middle ? " text-anchor=\"middle\""
                                                  : " text-anchor=\"end\"",
                       text);
    y += kLine;
  }
  return out;
}

Legend::Legend(const std::vector<std::string>& names) {
  double x = 0, y = 0, row = 0;
  for (const std::string& name : names) {
    const std::vector<std::string> lines = lines_within(name, kDrawingWidth - kSample - 6);
    double width = 0;
    for (const std::string& line : lines) width = std::max(width, width_of(line));
    if (x > 0 && x + kSample + 6 + width > kDrawingWidth) {
      x = 0;
      y += row;
      row = 0;
    }
    places_.push_back({x, y + kLine / 2, lines});
    x += kSample + 6 + width + 14;
    row = std::max(row, kLine * static_cast<double>(lines.size()) + 2);
  }
  height_ = y + row;
}

std::string Legend::text() const {
  std::string out;
  for (const Place& place : places_)
    out += words(place.x + kSample + 6, place.y + 4, place.lines, Anchor::Start);
  return out;
}

std::string opened(const std::string& id, double height, const std::string& title,
                   const std::string& description) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" "
      "aria-labelledby=\"{}-title {}-desc\" font-family=\"system-ui,sans-serif\" "
      "font-size=\"{}\" fill=\"currentColor\">\n<title id=\"{}-title\">{}</title>\n"
      "<desc id=\"{}-desc\">{}</desc>\n",
      px(kDrawingWidth), px(height), id, id, px(kLetter), id, escaped(title), id,
      escaped(description));
}

std::string as_svg(const XyPlot& plot) { return drawing(plot, slug(plot.name)); }
std::string as_svg(const BarPlot& plot) { return drawing(plot, slug(plot.name)); }

}  // namespace solvent::report
