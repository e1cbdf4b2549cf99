// Axes and drawings.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "report/drawing.hpp"
#include "report/letters.hpp"
#include "report/ruler.hpp"
#include "report_markup.hpp"

namespace solvent::report {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr Scaling kScalings[] = {Scaling::Linear, Scaling::Log2, Scaling::Log10};

double room(const std::string& label) { return width_of(label) + 10; }

rc::Gen<double> any_number() {
  return rc::gen::map(rc::gen::tuple(rc::gen::inRange(-1000, 1000), rc::gen::inRange(-120, 120),
                                     rc::gen::inRange(0, 12)),
                      [](const std::tuple<int, int, int>& t) {
                        const auto [mantissa, exponent, kind] = t;
                        switch (kind) {
                          case 0: return 0.0;
                          case 1: return std::nan("");
                          case 2: return kInf;
                          case 3: return -kInf;
                          case 4: return std::numeric_limits<double>::denorm_min();
                          case 5: return -std::numeric_limits<double>::max();
                          case 6: return mantissa * std::pow(10, exponent);
                          default: return mantissa * std::pow(10, exponent / 20);
                        }
                      });
}

std::vector<double> labelled(const Ruler& ruler) {
  std::vector<double> values;
  for (const Tick& tick : ruler.ticks)
    if (!tick.label.empty()) values.push_back(tick.value);
  return values;
}

RC_GTEST_PROP(Ruler, TicksCoverTheValuesAndHaveRoom, ()) {
  const Scaling scaling =
      *rc::gen::elementOf(std::vector<Scaling>(std::begin(kScalings), std::end(kScalings)));
  const auto values = *rc::gen::container<std::vector<double>>(any_number());
  const double length = *rc::gen::inRange(150, 500);
  const bool downwards = *rc::gen::arbitrary<bool>();
  const auto range = extent(scaling, values);
  const Ruler ruler =
      make_ruler({"x", scaling}, range, downwards ? length : 0, downwards ? 0 : length, room);
  RC_ASSERT(ruler.low < ruler.high);
  RC_ASSERT(ruler.ticks.size() >= 2u);
  RC_ASSERT(ruler.ticks.size() < 120u);
  RC_ASSERT(labelled(ruler).size() >= 1u);
  RC_ASSERT(std::is_sorted(ruler.ticks.begin(), ruler.ticks.end(),
                           [](const Tick& a, const Tick& b) { return a.value < b.value; }));
  if (range) {
    const double slack = 1e-6 * (ruler.high - ruler.low);
    RC_ASSERT(ruler.ticks.front().value <= range->first + slack);
    RC_ASSERT(ruler.ticks.back().value >= range->second - slack);
    RC_ASSERT(ruler.shows(range->first) && ruler.shows(range->second));
  }
  double taken = -kInf;
  for (const Tick& tick : ruler.ticks) {
    RC_ASSERT(ruler.shows(tick.value));
    const double at = ruler.place(tick.value);
    RC_ASSERT(at >= 0 && at <= length);
    if (tick.label.empty()) continue;
    const double along = downwards ? length - at : at;
    if (labelled(ruler).size() > 2) RC_ASSERT(along - room(tick.label) / 2 >= taken - 1e-6);
    taken = along + room(tick.label) / 2;
  }
  for (const double value : values)
    if (ruler.shows(value)) RC_ASSERT(std::isfinite(ruler.place(value)));
}

std::string labels(const Axis& axis, double low, double high) {
  std::string all;
  for (const Tick& tick : make_ruler(axis, std::pair(low, high), 0, 450, room).ticks)
    if (!tick.label.empty()) all += tick.label + "|";
  return all;
}

TEST(Ruler, LabelsAsOneWouldWriteThem) {
  EXPECT_EQ(labels({"x"}, 0, 200), "0|50|100|150|200|");
  EXPECT_EQ(labels({"x"}, 0, 1), "0|0.2|0.4|0.6|0.8|1.0|");
  EXPECT_EQ(labels({"x"}, 18, 40), "15|20|25|30|35|40|");
  EXPECT_EQ(labels({"x"}, 3, 40), "0|10|20|30|40|");
  EXPECT_EQ(labels({"x"}, 0, 2'400'000), "0|0.5 M|1.0 M|1.5 M|2.0 M|2.5 M|");
  EXPECT_EQ(labels({"x", Scaling::Log2}, 0.6, 60), "0.5|1|2|4|8|16|32|64|");
  EXPECT_EQ(labels({"x", Scaling::Log10}, 3, 800), "10|100|1,000|");
  EXPECT_EQ(labels({"x", Scaling::Log10}, 100, 3e6), "10^2|10^3|10^4|10^5|10^6|");
  EXPECT_EQ(labels({"x", Scaling::Log10}, 30, 90), "20|50|100|");
  EXPECT_EQ(labels({"x", Scaling::Linear, std::pair(0.0, 100.0)}, 7, 8), "0|20|40|60|80|100|");
}

TEST(Ruler, ARangeThatIsNoneIsIgnored) {
  for (const auto& range : {std::pair(1.0, 1.0), std::pair(5.0, 1.0), std::pair(0.0, 10.0),
                            std::pair(1.0, kInf), std::pair(std::nan(""), 1.0)}) {
    const Ruler ruler =
        make_ruler({"x", Scaling::Log10, range}, std::pair(20.0, 3000.0), 0, 400, room);
    EXPECT_EQ(ruler.low, 20);
    EXPECT_EQ(ruler.high, 5000);
  }
}

// Absolute coordinates of a path: after M in pairs, after V and H alone.
std::string outside(const std::string& path, double width, double height) {
  bool absolute = false, across = true, alternate = true;
  for (std::size_t at = 0; at < path.size();) {
    const char c = path[at];
    if (std::isalpha(static_cast<unsigned char>(c))) {
      absolute = c == 'M' || c == 'V' || c == 'H';
      across = c != 'V';
      alternate = c == 'M';
      ++at;
    } else if (c == ' ') {
      ++at;
    } else {
      std::size_t used = 0;
      const double value = std::stod(path.substr(at), &used);
      at += used;
      if (absolute && !(value >= 0 && value <= (across ? width : height))) return path;
      if (alternate) across = !across;
    }
  }
  return "";
}

// What is wrong with a drawing, or "". Words may say what they like; numbers are finite and plain,
// and lie inside.
std::string fault(const std::string& svg) {
  if (const std::string wrong = markup::complaint(svg); !wrong.empty()) return wrong;
  for (const char* name : {"d", "x", "y", "width", "height", "viewBox", "transform"})
    for (const std::string& value : markup::attributes(svg, name))
      for (const char* word : {"nan", "inf", "e+", "e-"})
        if (value.find(word) != std::string::npos) return value;
  double left = 0, top = 0, width = 0, height = 0;
  std::istringstream(markup::attributes(svg, "viewBox").at(0)) >> left >> top >> width >> height;
  if (width != kDrawingWidth || !(height < 3000)) return "its size";
  const std::string drawn = svg.substr(svg.find("</defs>"));
  for (const std::string& path : markup::attributes(drawn, "d"))
    if (const std::string wrong = outside(path, width, height); !wrong.empty()) return wrong;
  // What is turned has coordinates of its own.
  const std::size_t turned = drawn.find("<g transform"), end = drawn.find("</g>", turned);
  const std::string level =
      turned == std::string::npos ? drawn : drawn.substr(0, turned) + drawn.substr(end);
  for (const auto& [name, most] : {std::pair("x", width), std::pair("y", height)})
    for (const std::string& value : markup::attributes(level, name))
      if (!(std::stod(value) >= 0 && std::stod(value) <= most)) return name + value;
  return "";
}

RC_GTEST_PROP(XyPlot, IsSoundWhateverThePoints, ()) {
  const auto scaling = [] {
    return *rc::gen::elementOf(std::vector<Scaling>(std::begin(kScalings), std::end(kScalings)));
  };
  XyPlot plot{"p", "c", {"x", scaling()}, {"y", scaling()}, {}, *rc::gen::arbitrary<bool>()};
  const auto count = *rc::gen::inRange(0, 5);
  for (int k = 0; k < count; ++k)
    plot.series.push_back({"s" + std::to_string(k),
                           *rc::gen::container<std::vector<std::pair<double, double>>>(
                               rc::gen::pair(any_number(), any_number())),
                           *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()});
  if (*rc::gen::arbitrary<bool>()) plot.x.range = std::pair(*any_number(), *any_number());
  RC_ASSERT(fault(as_svg(plot)) == "");
}

TEST(XyPlot, ARangeOfNothingIsNoRange) {
  const double least = std::numeric_limits<double>::denorm_min();
  XyPlot plot{"p", "c", {"x"}, {"y"}, {{"s", {{1, 1}, {2, 3}}}}, false};
  const std::string free = as_svg(plot);
  for (const auto& range : {std::pair(0.0, least), std::pair(-least, least), std::pair(3.0, 3.0)}) {
    plot.x.range = range;
    EXPECT_EQ(as_svg(plot), free);
  }
}

TEST(XyPlot, SaysHowManyPointsItCannotShow) {
  const XyPlot plot{"p",
                    "c",
                    {"x", Scaling::Log10},
                    {"y"},
                    {{"s", {{0, 1}, {-3, 2}, {kInf, 1}, {10, 2}, {100, 3}}}},
                    false};
  EXPECT_NE(as_svg(plot).find("Without 3 points that the axes cannot show."), std::string::npos);
}

TEST(XyPlot, LongWordsAreWrapped) {
  std::string words;
  for (int k = 0; k < 20; ++k) words += "nodes created, ";
  EXPECT_EQ(
      fault(as_svg(XyPlot{"p", words, {words}, {words}, {{words, {{1, 1}}}, {words, {}}}, true})),
      "");
  EXPECT_EQ(fault(as_svg(BarPlot{"p", words, words, {words, words}, {{words, {1e9, 2.5}}}})), "");
}

TEST(XyPlot, ThousandsOfPointsStaySmall) {
  Series scatter{"s", {}}, line{"l", {}, true};
  for (int k = 1; k <= 5000; ++k) {
    scatter.points.emplace_back(k, std::sqrt(k) * (k % 7));
    line.points.emplace_back(k, k % 100);
  }
  const std::string svg = as_svg(XyPlot{"p", "c", {"x"}, {"y"}, {scatter, line}, false});
  EXPECT_LT(svg.size(), 150'000u);
}

// Without colours: a shape or a filling, and for lines a dash pattern, of its own.
TEST(XyPlot, SeriesDifferInMoreThanColour) {
  XyPlot plot{"p", "c", {"x"}, {"y"}, {}, false};
  for (int k = 0; k < 8; ++k)
    plot.series.push_back({std::to_string(k), {{1, k}, {2, k}}, true, k >= 4});
  const std::string svg = as_svg(plot), defs = svg.substr(0, svg.find("</defs>"));
  std::set<std::string> looks;
  for (std::size_t at = defs.find("<path "); at != std::string::npos;
       at = defs.find("<path ", at + 1)) {
    const std::string mark = defs.substr(at, defs.find("/>", at) - at);
    looks.insert(markup::attributes(mark, "d").at(0) + markup::attributes(mark, "fill").at(0));
  }
  EXPECT_EQ(looks.size(), 8u);
  const auto dashes = markup::attributes(svg, "stroke-dasharray");
  EXPECT_EQ(std::set<std::string>(dashes.begin(), dashes.end()).size(), 7u);  // one is solid
}

RC_GTEST_PROP(BarPlot, IsSoundWhateverTheSizes, ()) {
  BarPlot plot{"p", "c", "label", {}, {}};
  const auto parts = *rc::gen::inRange(0, 8), bars = *rc::gen::inRange(0, 12);
  for (int k = 0; k < parts; ++k) plot.parts.push_back("part " + std::to_string(k));
  for (int k = 0; k < bars; ++k)
    plot.bars.push_back(
        {"bar " + std::to_string(k), *rc::gen::container<std::vector<double>>(any_number())});
  RC_ASSERT(fault(as_svg(plot)) == "");
}

TEST(BarPlot, SaysItsSizes) {
  const std::string svg = as_svg(
      BarPlot{"p", "c", "positions", {"won", "lost"}, {{"PNS", {78, 1'323'719}}, {"x", {0.5}}}});
  EXPECT_NE(svg.find(">78 / 1.324 M<"), std::string::npos);
  EXPECT_NE(svg.find(">0.5 / 0<"), std::string::npos);
  EXPECT_NE(svg.find("PNS: 78 / 1.324 M."), std::string::npos);  // for who cannot see it
}

}  // namespace
}  // namespace solvent::report
