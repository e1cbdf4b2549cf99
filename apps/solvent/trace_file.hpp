// The rounds of a best-first search, a line of JSON each:
//   {"iteration":3,"path":["4","3"],"at_least":1,"created":21,"lower":-1,"upper":1,
//    "efforts":[{"at_least":0,"proof":2,"disproof":5},{"at_least":1,"proof":3,"disproof":4}]}
// Effort that is infinite (given up for want of memory) is null.
#pragma once

#include <string>

#include "base/new_file.hpp"
#include "solvent/solvent.hpp"

namespace solvent::cli {

class TraceFile {
 public:
  explicit TraceFile(const std::string& path) : file_(path) {}
  std::string problem() const { return file_.problem(); }
  void write(const Iteration& iteration);
  bool finish();

 private:
  void flush();

  NewFile file_;
  std::string buffer_;
};

}  // namespace solvent::cli
