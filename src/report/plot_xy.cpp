// Points and lines between two axes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.hpp"
#include "report/drawing.hpp"
#include "report/letters.hpp"

namespace solvent::report {

namespace {

using Point = std::pair<double, double>;

// Around the origin, about as large as a circle of radius one.
constexpr std::string_view kShapes[] = {
    "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z", "M-.9-.9h1.8v1.8h-1.8z", "M0-1.2l1.15 2h-2.3z",
    "M0-1.3l1.3 1.3-1.3 1.3-1.3-1.3z",    "M0 1.2l1.15-2h-2.3z",   "M-.5-1.1h1v2.2h-1z",
};
constexpr std::string_view kDashes[] = {"", "9 3", "12 3 2 3", "5 2"};
constexpr std::string_view kPublishedDashes[] = {"3 3", "1.5 2.5", "5 3 1 3", "2 4"};
constexpr std::size_t kMany = 150;        // points that need small marks
constexpr std::size_t kMarksOnLine = 16;  // of a line with more points only some are marked

// How a series looks. The k-th published one shares hue and shape with the k-th of ours, hollow and
// dashed, a little larger, so that a point that agrees is a dot in a ring.
struct Look {
  const Series* series;
  std::size_t k;  // among those published, or among ours
  bool many;
  std::string id;
  double size() const {
    return (many && !series->line ? 2.1 : 3.2) + (series->published ? 1.2 : 0);
  }
  std::string marker() const {
    const double r = size();
    return fmt::format(
        "<marker id=\"{}\" viewBox=\"-2 -2 4 4\" markerUnits=\"userSpaceOnUse\" markerWidth=\"{}\" "
        "markerHeight=\"{}\"><path d=\"{}\" style=\"{}\" stroke=\"currentColor\" {}/></marker>",
        id, px(4 * r), px(4 * r), kShapes[k % std::size(kShapes)], hue(k),
        series->published
            ? fmt::format("stroke-width=\"{:.2f}\" fill=\"none\"", 1.3 / r)
            : fmt::format("stroke-width=\"{:.2f}\" fill=\"currentColor\" fill-opacity=\"{}\"",
                          0.7 / r, series->line ? ".9" : ".45"));
  }
  std::string stroke() const {
    const auto& dashes = series->published ? kPublishedDashes : kDashes;
    const std::string_view dash = dashes[k % std::size(dashes)];
    return fmt::format(
        "fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-linejoin=\"round\"{}",
        dash.empty() ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", dash));
  }
};

std::vector<Look> looks_of(const XyPlot& plot, const std::string& id) {
  std::vector<Look> looks;
  std::size_t ours = 0, published = 0;
  const bool many = std::any_of(plot.series.begin(), plot.series.end(), [](const Series& series) {
    return !series.line && series.points.size() > kMany;
  });
  for (const Series& series : plot.series)
    looks.push_back({&series, series.published ? published++ : ours++, many,
                     fmt::format("{}-mark-{}", id, looks.size())});
  return looks;
}

std::string marked(const Look& look, const std::vector<Point>& places) {
  if (places.empty()) return "";
  std::string d;
  for (const auto& [x, y] : places)
    d += fmt::format("{}{} {}", d.empty() ? "M" : " ", px(x), px(y));
  if (places.size() == 1) d += "h0";
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"none\" marker-start=\"url(#{})\" "
      "marker-mid=\"url(#{})\" marker-end=\"url(#{})\"/>\n",
      d, look.id, look.id, look.id);
}

struct Frame {
  Ruler x, y;
  bool shows(const Point& p) const { return x.shows(p.first) && y.shows(p.second); }
  Point place(const Point& p) const { return {x.place(p.first), y.place(p.second)}; }
};

std::string drawn(const Look& look, const Frame& frame) {
  std::string line, last;
  std::vector<Point> places;
  bool joined = false;
  for (const Point& point : look.series->points) {
    if (!frame.shows(point)) {
      joined = false;  // a line does not leap over what is missing
      continue;
    }
    places.push_back(frame.place(point));
    const std::string here = px(places.back().first) + " " + px(places.back().second);
    if (!joined || here != last) line += (joined ? " " : "M") + here;
    last = here;
    joined = true;
  }
  if (!look.series->line) return marked(look, places);
  if (places.size() > kMarksOnLine) {
    std::vector<Point> some;
    for (std::size_t k = 0; k < kMarksOnLine; ++k)
      some.push_back(places[k * (places.size() - 1) / (kMarksOnLine - 1)]);
    places = some;
  }
  const std::string path = line.empty() ? line
                                        : fmt::format("<path d=\"{}\" style=\"{}\" {}/>\n", line,
                                                      hue(look.k), look.stroke());
  return path + marked(look, places);
}

std::string grid(const Frame& frame) {
  std::string lines, marks, labels;
  const double left = frame.x.from, right = frame.x.to, bottom = frame.y.from, top = frame.y.to;
  for (const Tick& tick : frame.x.ticks) {
    const double x = frame.x.place(tick.value);
    marks += fmt::format("M{} {}v{}", px(x), px(bottom), tick.label.empty() ? 3 : 5);
    if (tick.label.empty()) continue;
    lines += fmt::format("M{} {}V{}", px(x), px(bottom), px(top));
    labels += words(x, bottom + 18, {tick.label}, Anchor::Middle);
  }
  for (const Tick& tick : frame.y.ticks) {
    const double y = frame.y.place(tick.value);
    marks += fmt::format("M{} {}h-{}", px(left), px(y), tick.label.empty() ? 3 : 5);
    if (tick.label.empty()) continue;
    lines += fmt::format("M{} {}H{}", px(left), px(y), px(right));
    labels += words(left - 8, y + 4, {tick.label}, Anchor::End);
  }
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".13\"/>\n"
      "<path d=\"M{} {}V{}H{}{}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".6\"/>\n"
      "<g>{}</g>\n",
      lines, px(left), px(top), px(bottom), px(right), marks, labels);
}

std::string diagonal(const Frame& frame) {
  const double low = std::max(frame.x.low, frame.y.low),
               high = std::min(frame.x.high, frame.y.high);
  if (!(low < high)) return "";
  // A curve where the scalings are not the same.
  constexpr int kSteps = 32;
  const int steps = frame.x.scaling == frame.y.scaling ? 1 : kSteps;
  std::string d;
  for (int k = 0; k <= steps; ++k) {
    const double from = frame.x.place(low), to = frame.x.place(high);
    const double part = static_cast<double>(k) / steps;
    // The value whose horizontal place this is.
    double value = low + (high - low) * part;
    if (frame.x.scaling != Scaling::Linear) value = low * std::pow(high / low, part);
    d += fmt::format("{}{} {}", d.empty() ? "M" : " ", px(from + (to - from) * part),
                     px(frame.y.place(value)));
  }
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".7\"/>\n", d);
}

std::string described(const Axis& axis, const Ruler& ruler) {
  const auto number = [](double v) { return fmt::format("{:.6g}", v); };
  return fmt::format("{} from {} to {}{}", axis.label, number(ruler.low), number(ruler.high),
                     axis.scaling == Scaling::Linear ? "" : ", logarithmic");
}

std::string description(const XyPlot& plot, const Frame& frame) {
  std::string text = fmt::format("Across: {}. Upwards: {}.", described(plot.x, frame.x),
                                 described(plot.y, frame.y));
  for (const Series& series : plot.series)
    text += fmt::format(" {}: {}{}.", series.name, counted(series.points.size(), "point"),
                        series.published ? ", published" : "");
  return text;
}

Frame framed(const XyPlot& plot, double top, double* height) {
  std::vector<double> xs, ys;
  for (const Series& series : plot.series)
    for (const auto& [x, y] : series.points) {
      // A point that one axis cannot show widens neither.
      if (!extent(plot.x.scaling, {x}) || !extent(plot.y.scaling, {y})) continue;
      xs.push_back(x);
      ys.push_back(y);
    }
  const bool square = plot.diagonal && plot.x.scaling == plot.y.scaling;
  if (square && !plot.x.range && !plot.y.range) {
    xs.insert(xs.end(), ys.begin(), ys.end());
    ys = xs;
  }
  const auto across = [](const std::string& label) { return width_of(label) + 10; };
  const auto upwards = [](const std::string&) { return 1.6 * kLine; };
  const auto x_values = extent(plot.x.scaling, xs), y_values = extent(plot.y.scaling, ys);
  // How much the labels on the left need depends on how high it is, and a square on what they
  // leave.
  double left = 60, side = square ? kDrawingWidth - left - 24 : 280;
  Ruler y = make_ruler(plot.y, y_values, top + side, top, upwards);
  double widest = 0;
  for (const Tick& tick : y.ticks) widest = std::max(widest, width_of(tick.label));
  const double label =
      kLine *
      static_cast<double>(plot.y.label.empty() ? 0 : lines_within(plot.y.label, side).size());
  left = label + widest + 14;
  Ruler x = make_ruler(plot.x, x_values, left, kDrawingWidth - 24, across);
  if (square) y = make_ruler(plot.y, y_values, top + x.to - x.from, top, upwards);
  *height = y.from - y.to;
  return {std::move(x), std::move(y)};
}

}  // namespace

std::string drawing(const XyPlot& plot, const std::string& id) {
  const std::vector<Look> looks = looks_of(plot, id);
  std::vector<std::string> names;
  for (const Series& series : plot.series) names.push_back(series.name);
  if (plot.diagonal) names.push_back("equal");
  const bool legend_needed = names.size() > 1;
  const Legend legend(legend_needed ? names : std::vector<std::string>());

  double side = 0;
  const Frame frame = framed(plot, legend.height() + 12, &side);
  const double left = frame.x.from, right = frame.x.to, bottom = frame.y.from;
  const auto x_label = lines_within(plot.x.label, right - left);
  double height = bottom + 24;
  std::string axes = words((left + right) / 2, height + 12, x_label, Anchor::Middle);
  height += kLine * static_cast<double>(plot.x.label.empty() ? 0 : x_label.size());
  if (!plot.y.label.empty())
    axes +=
        fmt::format("<g transform=\"translate(12 {}) rotate(-90)\">{}</g>\n", px(bottom - side / 2),
                    words(0, 0, lines_within(plot.y.label, side), Anchor::Middle));
  std::size_t missing = 0;
  for (const Series& series : plot.series)
    for (const Point& point : series.points) missing += !frame.shows(point);
  if (missing > 0) {
    height += kLine;
    axes += words(left, height,
                  {fmt::format("Without {} that the axes cannot show.", counted(missing, "point"))},
                  Anchor::Start);
  }

  std::string out = opened(id, height + 8, plot.caption, description(plot, frame)) + "<defs>";
  for (const Look& look : looks) out += look.marker();
  out += "</defs>\n" + grid(frame) + axes;
  if (plot.diagonal) out += diagonal(frame);
  // Rings lie above dots.
  for (const bool published : {false, true})
    for (const Look& look : looks)
      if (look.series->published == published) out += drawn(look, frame);
  for (std::size_t k = 0; k < legend.places().size(); ++k) {
    const auto& place = legend.places()[k];
    const double end = place.x + Legend::kSample;
    if (k == looks.size()) {
      out += fmt::format("<path d=\"M{} {}H{}\" stroke=\"currentColor\" stroke-opacity=\".7\"/>\n",
                         px(place.x), px(place.y), px(end));
      continue;
    }
    if (looks[k].series->line)
      out += fmt::format("<path d=\"M{} {}H{}\" style=\"{}\" {}/>\n", px(place.x), px(place.y),
                         px(end), hue(looks[k].k), looks[k].stroke());
    out += marked(looks[k], {{place.x + Legend::kSample / 2, place.y}});
  }
  return out + legend.text() + "</svg>\n";
}

}  // namespace solvent::report
