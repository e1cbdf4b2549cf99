// Runs an experiment as `solvent reproduce` does, in one thread, and looks at its report.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "experiments/experiment.hpp"

namespace solvent::experiments {

inline Records run_all(const Experiment& experiment, const Setting& setting) {
  const std::atomic<bool> stop = false;
  Records records;
  std::set<std::string> keys;
  for (const Task& task : experiment.tasks(setting)) {
    EXPECT_TRUE(keys.insert(task.key).second) << "twice: " << task.key;
    EXPECT_GT(task.weight, 0) << task.key;
    const auto record = task.run({&stop, std::uint64_t{256} << 20, ""});
    EXPECT_TRUE(record) << task.key << ": " << record.message();
    if (record && *record) records[task.key] = **record;
  }
  return records;
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
