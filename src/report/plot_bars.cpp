// Stacked bars. They lie on their side, which leaves room for what they are called.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/drawing.hpp"
#include "report/letters.hpp"

namespace solvent::report {

namespace {

constexpr double kBar = 18;

// Stripes of the k-th part, on a tile of eight by eight; the first part is plain.
constexpr std::string_view kStripes[] = {"",
                                         "M-2 2l4-4M0 8l8-8M6 10l4-4",
                                         "M2 1v2M6 5v2",
                                         "M0 2h8M0 6h8",
                                         "M0 0l8 8M0 8l8-8",
                                         "M2 0v8M6 0v8"};

std::string pattern(const std::string& id, std::size_t k) {
  const std::string_view stripes = kStripes[k % std::size(kStripes)];
  if (stripes.empty()) return "";
  return fmt::format(
      "<pattern id=\"{}-part-{}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
      "<g style=\"{}\"><path d=\"M0 0h8v8H0z\" fill=\"currentColor\" fill-opacity=\".14\"/>"
      "<path d=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\"/></g></pattern>",
      id, k, hue(k), stripes);
}

std::string box(const std::string& id, std::size_t k, double x, double y, double width,
                double height) {
  const bool plain = kStripes[k % std::size(kStripes)].empty();
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" style=\"{}\" fill=\"{}\" "
      "stroke=\"currentColor\"/>",
      px(x), px(y), px(width), px(height), hue(k),
      plain ? std::string("currentColor") : fmt::format("url(#{}-part-{})", id, k));
}

double size_of(const BarPlot::Bar& bar, std::size_t part) {
  if (part >= bar.sizes.size()) return 0;
  const double size = bar.sizes[part];
  return std::isfinite(size) ? std::clamp(size, 0.0, 1e90) : 0;
}

// Short, as it stands beside a bar: tables have the figures in full.
std::string brief(double size) {
  if (size >= 1e12) return fmt::format("{:.3g}", size);
  for (const auto& [unit, suffix] : {std::pair(1e9, " G"), std::pair(1e6, " M")})
    if (size >= unit) return fmt::format("{:.4g}{}", size / unit, suffix);
  if (size == std::round(size) || size >= 1'000) return with_commas(std::llround(size));
  return size < 0.05 ? fmt::format("{:.2g}", size) : fmt::format("{:.1f}", size);
}

std::string sizes_of(const BarPlot& plot, const BarPlot::Bar& bar) {
  std::string out;
  for (std::size_t k = 0; k < plot.parts.size(); ++k)
    out += (k > 0 ? " / " : "") + brief(size_of(bar, k));
  return out;
}

std::string description(const BarPlot& plot) {
  std::string text = fmt::format("Stacked bars, {}:", plot.label);
  for (std::size_t k = 0; k < plot.parts.size(); ++k) text += (k > 0 ? " / " : " ") + plot.parts[k];
  text += ".";
  for (const auto& bar : plot.bars) text += fmt::format(" {}: {}.", bar.label, sizes_of(plot, bar));
  return text;
}

}  // namespace

std::string drawing(const BarPlot& plot, const std::string& id) {
  const Legend legend(plot.parts);
  double labels = 0, values = 0, longest = 0;
  for (const auto& bar : plot.bars) {
    double sum = 0;
    for (std::size_t k = 0; k < plot.parts.size(); ++k) sum += size_of(bar, k);
    longest = std::max(longest, sum);
    labels = std::max(labels, width_of(bar.label));
    values = std::max(values, width_of(sizes_of(plot, bar)));
  }
  labels = std::min(labels, 170.0);
  values = std::min(values, 230.0);
  const double left = labels + 10, right = kDrawingWidth - values - 10;
  const Ruler ruler =
      make_ruler({plot.label}, std::pair(0.0, longest > 0 ? longest : 1), left, right,
                 [](const std::string& label) { return width_of(label) + 10; });

  const double top = legend.height() + 10;
  double y = top;
  std::string bars, words_of_bars;
  for (const auto& bar : plot.bars) {
    const std::vector<std::string> lines = lines_within(bar.label, labels);
    const double height = std::max(kBar + 8, kLine * static_cast<double>(lines.size()) + 6);
    const double middle = y + height / 2;
    words_of_bars += words(left - 8, middle + 4 - kLine * static_cast<double>(lines.size() - 1) / 2,
                           lines, Anchor::End);
    double sum = 0;
    for (std::size_t k = 0; k < plot.parts.size(); ++k) {
      const double from = ruler.place(sum);
      sum += size_of(bar, k);
      if (size_of(bar, k) > 0)
        bars += box(id, k, from, middle - kBar / 2, ruler.place(sum) - from, kBar);
    }
    words_of_bars += words(right + 8, middle + 4, {sizes_of(plot, bar)}, Anchor::Start);
    bars += '\n';
    y += height;
  }
  y += 2;
  std::string lines, marks, ticks;
  for (const Tick& tick : ruler.ticks) {
    const double x = ruler.place(tick.value);
    lines += fmt::format("M{} {}V{}", px(x), px(top), px(y));
    marks += fmt::format("M{} {}v5", px(x), px(y));
    ticks += words(x, y + 18, {tick.label}, Anchor::Middle);
  }
  const auto label = lines_within(plot.label, kDrawingWidth - left);
  const double height = y + 30 + kLine * static_cast<double>(label.size());

  std::string out = opened(id, height, plot.caption, description(plot)) + "<defs>";
  for (std::size_t k = 0; k < plot.parts.size(); ++k) out += pattern(id, k);
  out += fmt::format(
      "</defs>\n<path d=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".13\"/>\n{}"
      "<path d=\"M{} {}V{}H{}{}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".6\"/>\n"
      "{}{}{}\n",
      lines, bars, px(left), px(top), px(y), px(right), marks, words_of_bars, ticks,
      words((left + right) / 2, y + 36, label, Anchor::Middle));
  for (std::size_t k = 0; k < plot.parts.size(); ++k)
    out += box(id, k, legend.places()[k].x + 2, legend.places()[k].y - 6, Legend::kSample - 4, 12);
  return out + legend.text() + "</svg>\n";
}

}  // namespace solvent::report
