#include "trace_file.hpp"

#include "answer_json.hpp"

namespace solvent::cli {

void TraceFile::write(const Iteration& i) {
  constexpr std::size_t kTogether = std::size_t{1} << 16;
  buffer_ += to_json(i).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  if (buffer_.size() >= kTogether) flush();
}

void TraceFile::flush() {
  file_.append(buffer_.data(), buffer_.size());
  buffer_.clear();
}

bool TraceFile::finish() {
  flush();
  return file_.finish(false);
}

}  // namespace solvent::cli
