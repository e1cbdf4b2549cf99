// Measurements on disk, a JSON object a line, appended as they are made: what a run has measured
// stays measured, however the run ends.
//
//   {"run": {"date": …, "command": …, "version": …, "machine": …}}            one for every run
//   {"experiment": …, "key": …, "version": …, "seconds": …, "record": {…}}    one for every task
//
// Records of another version of the program stay in the file and are not used.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "experiments/experiment.hpp"

namespace solvent::experiments {

class Journal {
 public:
  // Reads what is there. A last line that was not written to its end is dropped; an error if the
  // file is something else, or if another run is writing to it.
  static Result<std::unique_ptr<Journal>> open(const std::string& path);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const Records& of(const std::string& experiment) { return records_[experiment]; }
  std::size_t of_other_versions() const { return of_other_versions_; }

  // False if the file cannot be written; `problem` says why.
  bool begin_run(const Record& circumstances);
  bool add(const std::string& experiment, const std::string& key, double seconds, Record record);
  std::string problem() const;

 private:
  explicit Journal(int file) : file_(file) {}
  Result<bool> read(const std::string& path);
  bool write(const Record& line);

  int file_;
  int error_ = 0;
  std::size_t of_other_versions_ = 0;
  std::map<std::string, Records> records_;
  std::mutex writing_;
};

}  // namespace solvent::experiments
