// A published experiment: tasks that measure, and a report that sets what they measured beside what
// was published. Tasks are independent of each other, so that they run in parallel and in any
// order, and a run that was stopped goes on with those that are missing.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "solvent/result.hpp"

namespace solvent::experiments {

// Quick for the tests, usual for an afternoon, full for the papers' own sizes.
enum class Size : std::uint8_t { Quick, Usual, Full };

struct Setting {
  Size size = Size::Usual;
  std::uint64_t seed = 1;
  // Of the studies that have them: positions a stage, and what a search may spend on one.
  std::optional<std::uint64_t> positions{}, nodes{};
  std::optional<double> seconds{};
};

// What a task measured, by name. Counts are exact; seconds are CPU time.
using Record = nlohmann::ordered_json;
using Records = std::map<std::string, Record>;  // by the task's key

// What a task may use.
struct Bench {
  const std::atomic<bool>* stop;  // ends the task, which then has no record
  std::uint64_t memory;           // bytes, its share
  std::string folder;             // for databases and the like, kept from run to run
};

struct Task {
  std::string key;  // says what is measured and all that shapes it: equal keys, equal counts
  double weight;    // about how long it takes, in seconds
  std::function<Result<std::optional<Record>>(const Bench&)> run;
};

class Experiment {
 public:
  virtual ~Experiment() = default;
  virtual std::string name() const = 0;     // as on the command line
  virtual std::string summary() const = 0;  // one line
  virtual std::vector<Task> tasks(const Setting& setting) const = 0;
  // Of the records that are there; it says what is missing.
  virtual report::Report report(const Setting& setting, const Records& records) const = 0;
};

// In the order of the papers.
std::vector<std::unique_ptr<Experiment>> all_experiments();

}  // namespace solvent::experiments
