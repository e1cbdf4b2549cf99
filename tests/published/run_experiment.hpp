// Runs an experiment's tasks for a test, and looks at its report.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "experiments/experiment.hpp"

namespace solvent::experiments {

inline Records run_all(const Experiment& experiment, const Setting& setting,
                       const std::function<bool(const Task&)>& wanted = {},
                       const std::string& folder = {}) {
  Records records;
  const std::atomic<bool> stop{false};
  for (const Task& task : experiment.tasks(setting)) {
    if (wanted && !wanted(task)) continue;
    const auto record = task.run({&stop, std::uint64_t{4} << 30, folder});
    EXPECT_TRUE(record) << record.message();
    if (!record || !*record) continue;
    EXPECT_TRUE(records.emplace(task.key, **record).second) << "twice: " << task.key;
  }
  return records;
}

// The figure that is called so.
inline report::Figure figure(const report::Report& report, const std::string& what) {
  const auto found = std::find_if(report.figures.begin(), report.figures.end(),
                                  [&](const report::Figure& f) { return f.what == what; });
  EXPECT_NE(found, report.figures.end()) << what;
  return found == report.figures.end() ? report::Figure{} : *found;
}

// Every table is rectangular, every bar has its parts, every exhibit a name of its own.
inline void expect_sound(const report::Report& report) {
  std::set<std::string> names;
  for (const report::Exhibit& exhibit : report.exhibits) {
    std::visit([&](const auto& e) { EXPECT_TRUE(names.insert(e.name).second) << e.name; }, exhibit);
    if (const auto* table = std::get_if<report::Table>(&exhibit)) {
      for (const auto& row : table->rows) EXPECT_EQ(row.size(), table->columns.size());
    }
    if (const auto* plot = std::get_if<report::BarPlot>(&exhibit)) {
      for (const auto& bar : plot->bars) EXPECT_EQ(bar.sizes.size(), plot->parts.size());
    }
  }
  EXPECT_FALSE(report.question.empty());
  EXPECT_FALSE(report.protocol.empty());
}

}  // namespace solvent::experiments
