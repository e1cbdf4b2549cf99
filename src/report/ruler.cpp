#include "report/ruler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace solvent::report {

namespace {

using Range = std::pair<double, double>;
using Room = std::function<double(const std::string&)>;

// Beyond these a plot says nothing, and differences and quotients stay finite within.
constexpr double kHuge = 1e100;

bool can_show(Scaling scaling, double value) {
  if (!std::isfinite(value) || std::abs(value) > kHuge) return false;
  return scaling == Scaling::Linear || value >= 1 / kHuge;
}

double unscaled(Scaling scaling, double value) {
  return scaling == Scaling::Linear ? value
         : scaling == Scaling::Log2 ? std::log2(value)
                                    : std::log10(value);
}

double power_of_ten(int exponent) { return std::pow(10.0, exponent); }
int floor_of(double x) { return static_cast<int>(std::floor(x + 1e-9)); }
int ceiling_of(double x) { return static_cast<int>(std::ceil(x - 1e-9)); }

// The least of 1, 2, 5, 10, ... that is no smaller.
double round_step(double at_least) {
  const double unit = power_of_ten(floor_of(std::log10(at_least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * unit >= at_least * (1 - 1e-9)) return factor * unit;
  return 10 * unit;
}

// The greatest of them that is no greater.
double round_down(double at_most) {
  const double unit = power_of_ten(floor_of(std::log10(at_most)));
  for (const double factor : {5.0, 2.0})
    if (factor * unit <= at_most * (1 + 1e-9)) return factor * unit;
  return unit;
}

// Labels of a linear axis share their unit and their decimals.
std::vector<Tick> linear_ticks(double low, double high, double step) {
  std::vector<Tick> ticks;
  const double largest = std::max(std::abs(low), std::abs(high));
  const bool plain = largest < 1e12 && step >= 1e-6;
  const auto [unit, suffix] = largest >= 1e9   ? std::pair(1e9, " G")
                              : largest >= 1e6 ? std::pair(1e6, " M")
                                               : std::pair(1.0, "");
  const int decimals = plain ? std::max(0, -floor_of(std::log10(step / unit))) : 0;
  const double first = std::ceil(low / step - 1e-6), last = std::floor(high / step + 1e-6);
  for (double k = first; k <= last && ticks.size() < 50; ++k) {
    const double value = std::clamp(k * step, low, high);
    ticks.push_back({value, k == 0  ? "0"
                            : plain ? shown(Number{k * step / unit, decimals}) + suffix
                                    : fmt::format("{:.3g}", k * step)});
  }
  return ticks;
}

bool there_is_room(const Ruler& ruler, const Room& room) {
  double taken = -kHuge;  // up to here
  for (const Tick& tick : ruler.ticks) {
    if (tick.label.empty()) continue;
    const double at = std::abs(ruler.place(tick.value) - ruler.from), half = room(tick.label) / 2;
    if (at - half < taken) return false;
    taken = at + half;
  }
  return true;
}

void set_linear(Ruler& ruler, bool fixed, const Room& room) {
  if (!fixed) {
    const double size = std::max(std::abs(ruler.low), std::abs(ruler.high));
    if (ruler.high - ruler.low <= std::max(1e-9 * size, 1 / kHuge)) {
      const double around = size > 1 / kHuge ? size / 10 : 1;
      ruler.low -= around;
      ruler.high += around;
    }
    // Lengths are compared from zero unless that would hide everything.
    if (ruler.low > 0 && ruler.low < 0.3 * ruler.high) ruler.low = 0;
  }
  const Range needed{ruler.low, ruler.high};
  for (int most = 7; most >= 1; --most) {
    const double step = round_step((needed.second - needed.first) / most);
    if (!fixed) {
      ruler.low = std::min(needed.first, std::floor(needed.first / step + 1e-6) * step);
      ruler.high = std::max(needed.second, std::ceil(needed.second / step - 1e-6) * step);
    }
    ruler.ticks = linear_ticks(ruler.low, ruler.high, step);
    if (there_is_room(ruler, room)) return;
  }
}

std::string power(int base, int exponent, bool small) {
  if (small) {
    const double value = std::pow(base, exponent);
    return exponent >= 0 ? with_commas(static_cast<std::int64_t>(value))
                         : fmt::format("{:g}", value);
  }
  return fmt::format("{}^{}", base, exponent);
}

void set_log2(Ruler& ruler, bool fixed, const Room& room) {
  int low = floor_of(std::log2(ruler.low)), high = ceiling_of(std::log2(ruler.high));
  if (!fixed && low == high) --low, ++high;
  const bool small = low >= -4 && high <= 12;
  for (int each = std::max(1, (high - low) / 10);; ++each) {
    const int from = each > 6 ? each * floor_of(1.0 * low / each) : low;
    const int to = each > 6 ? each * ceiling_of(1.0 * high / each) : high;
    if (!fixed) {
      ruler.low = std::exp2(from);
      ruler.high = std::exp2(to);
    }
    ruler.ticks.clear();
    for (int k = from; k <= to; ++k) {
      const bool labelled = k % each == 0;
      if (ruler.shows(std::exp2(k)) && (labelled || each <= 6))
        ruler.ticks.push_back({std::exp2(k), labelled ? power(2, k, small) : std::string()});
    }
    if (each > high - low || there_is_room(ruler, room)) return;
  }
}

void set_log10(Ruler& ruler, bool fixed, const Room& room) {
  if (!fixed) {
    const bool one_value = ruler.high <= 1.5 * ruler.low;
    ruler.low = round_down(one_value ? 0.6 * ruler.low : ruler.low);
    ruler.high = round_step(one_value ? 1.7 * ruler.high : ruler.high);
  }
  const int low = floor_of(std::log10(ruler.low)), high = ceiling_of(std::log10(ruler.high));
  const bool small = low >= -3 && high <= 4;
  const bool decade = std::ceil(std::log10(ruler.low) - 1e-9) <= std::log10(ruler.high) + 1e-9;
  bool between = std::log10(ruler.high / ruler.low) < 2;  // 2 and 5 are labelled as well
  for (int each = std::max(1, (high - low) / 10);;) {
    ruler.ticks.clear();
    for (int k = low; k <= high; ++k)
      for (int digit = 1; digit <= 9; ++digit) {
        const double value = digit * power_of_ten(k);
        if (!ruler.shows(value)) continue;
        const bool labelled = digit == 1 ? k % each == 0 : between && (digit == 2 || digit == 5);
        // Few decades have room for what lies between; of many, the ends are marked.
        const bool end = value <= ruler.low * (1 + 1e-9) || value >= ruler.high * (1 - 1e-9);
        if (!labelled && !end && (digit > 1 ? high - low > 9 : each > 6)) continue;
        ruler.ticks.push_back(
            {value, !labelled         ? ""
                    : digit == 1      ? power(10, k, small)
                    : small && k >= 0 ? with_commas(static_cast<std::int64_t>(std::llround(value)))
                    : small           ? fmt::format("{:g}", value)
                                      : fmt::format("{}·10^{}", digit, k)});
      }
    if (there_is_room(ruler, room)) break;
    if (between && decade)
      between = false;
    else if (each < high - low)
      ++each;
    else
      break;
  }
  const auto labels = std::count_if(ruler.ticks.begin(), ruler.ticks.end(),
                                    [](const Tick& tick) { return !tick.label.empty(); });
  if (!fixed || labels >= 2) return;
  // Less than a step between the ends: as on a linear axis, if that is better.
  Ruler other = ruler;
  for (int most = 5; most >= 1; --most) {
    other.ticks = linear_ticks(ruler.low, ruler.high, round_step((ruler.high - ruler.low) / most));
    if (other.ticks.size() < 2 || !there_is_room(other, room)) continue;
    ruler.ticks = other.ticks;
    return;
  }
}

bool is_range(const Axis& axis) {
  if (!axis.range) return false;
  const auto [low, high] = *axis.range;
  if (!can_show(axis.scaling, low) || !can_show(axis.scaling, high)) return false;
  return high - low > std::max(1e-9 * std::max(std::abs(low), std::abs(high)), 1 / kHuge);
}

}  // namespace

bool Ruler::shows(double value) const {
  if (!std::isfinite(value) || (scaling != Scaling::Linear && value <= 0)) return false;
  const double slack = 1e-9 * (scaling == Scaling::Linear ? high - low : value);
  return value >= low - slack && value <= high + slack;
}

double Ruler::place(double value) const {
  const double a = unscaled(scaling, low), b = unscaled(scaling, high);
  const double part = (unscaled(scaling, value) - a) / (b - a);
  return from + (to - from) * std::clamp(part, 0.0, 1.0);
}

std::optional<Range> extent(Scaling scaling, const std::vector<double>& values) {
  std::optional<Range> range;
  for (const double value : values) {
    if (!can_show(scaling, value)) continue;
    if (!range) range = Range(value, value);
    range->first = std::min(range->first, value);
    range->second = std::max(range->second, value);
  }
  return range;
}

Ruler make_ruler(const Axis& axis, const std::optional<Range>& values, double from, double to,
                 const Room& room) {
  const bool fixed = is_range(axis);
  const Range empty = axis.scaling == Scaling::Linear ? Range(0, 1) : Range(1, 10);
  const auto [low, high] = fixed ? *axis.range : values.value_or(empty);
  Ruler ruler{axis.scaling, low, high, from, to, {}};
  switch (axis.scaling) {
    case Scaling::Linear: set_linear(ruler, fixed, room); break;
    case Scaling::Log2: set_log2(ruler, fixed, room); break;
    case Scaling::Log10: set_log10(ruler, fixed, room); break;
  }
  return ruler;
}

}  // namespace solvent::report
