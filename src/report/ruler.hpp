// An axis in its place: from values to coordinates, with its ticks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/report.hpp"

namespace solvent::report {

struct Tick {
  double value;
  std::string label;  // "10^6" is a power; without one it is a minor tick
};

struct Ruler {
  Scaling scaling;
  double low, high;  // the values at both ends
  double from, to;   // and their coordinates
  std::vector<Tick> ticks;

  bool shows(double value) const;    // there is a place for it
  double place(double value) const;  // of what it shows
};

// The least and the greatest of the values that this scaling can show, if there are any.
std::optional<std::pair<double, double>> extent(Scaling scaling, const std::vector<double>& values);

// The axis's own range if it is a range at all, else one that holds the values and ends at ticks.
// `room` says how much of the axis a label needs; as many are set as there is room for.
Ruler make_ruler(const Axis& axis, const std::optional<std::pair<double, double>>& values,
                 double from, double to, const std::function<double(const std::string&)>& room);

}  // namespace solvent::report
