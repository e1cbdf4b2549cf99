#include "trace_file.hpp"

#include "answer_json.hpp"

namespace solvent::cli {

void TraceFile::write(const Iteration& i) {
  file_ << to_json(i).dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

bool TraceFile::finish() {
  file_.close();
  return !file_.fail();
}

}  // namespace solvent::cli
