#include "experiments/allis/classes.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace solvent::experiments {

namespace {

int class_of(std::uint64_t nodes) {
  int number = 0;
  while (nodes >= 8) {
    nodes /= 8;
    ++number;
  }
  return number;
}

struct Mean {
  double logs = 0;
  int count = 0;
  void add(std::uint64_t alpha_beta, std::optional<std::uint64_t> other) {
    if (!other) return;
    logs += std::log(static_cast<double>(alpha_beta) / static_cast<double>(*other));
    ++count;
  }
  std::optional<double> value() const {
    return count == 0 ? std::nullopt : std::optional(std::exp(logs / count));
  }
};

// Places from the smallest on; equals share the mean of theirs.
std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<double> out;
  for (const double v : values) {
    const auto smaller =
        std::count_if(values.begin(), values.end(), [&](double w) { return w < v; });
    const auto equal = std::count(values.begin(), values.end(), v);
    out.push_back(static_cast<double>(smaller) + static_cast<double>(equal - 1) / 2);
  }
  return out;
}

}  // namespace

std::vector<AllisClass> allis_classes(std::span<const AllisNodes> positions) {
  struct Members {
    std::size_t count = 0;
    Mean with_table, pns;
  };
  std::map<int, Members> classes;
  for (const AllisNodes& p : positions) {
    if (!p.alpha_beta) continue;
    Members& members = classes[class_of(*p.alpha_beta)];
    ++members.count;
    members.with_table.add(*p.alpha_beta, p.with_table);
    members.pns.add(*p.alpha_beta, p.pns);
  }
  std::vector<AllisClass> out;
  for (const auto& [number, m] : classes)
    out.push_back({number, m.count, m.with_table.value(), m.pns.value()});
  return out;
}

double middle(const AllisClass& c) { return std::pow(8.0, c.number + 0.5); }

std::optional<double> rank_correlation(std::span<const std::pair<double, double>> pairs) {
  if (pairs.size() < 3) return std::nullopt;
  std::vector<double> x, y;
  for (const auto& [a, b] : pairs) {
    x.push_back(a);
    y.push_back(b);
  }
  x = ranks(x);
  y = ranks(y);
  const double mean = static_cast<double>(pairs.size() - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xy += (x[k] - mean) * (y[k] - mean);
    xx += (x[k] - mean) * (x[k] - mean);
    yy += (y[k] - mean) * (y[k] - mean);
  }
  if (xx == 0 || yy == 0) return std::nullopt;
  return xy / std::sqrt(xx * yy);
}

}  // namespace solvent::experiments
