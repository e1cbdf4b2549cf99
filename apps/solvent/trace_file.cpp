#include "trace_file.hpp"

#include <cmath>

#include "answer_json.hpp"

namespace solvent::cli {

void TraceFile::write(const Iteration& i) {
  const auto finite = [](double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); };
  Json efforts = Json::array();
  for (const Iteration::Effort& e : i.efforts)
    efforts.push_back(Json{
        {"at_least", e.at_least}, {"proof", finite(e.proof)}, {"disproof", finite(e.disproof)}});
  const Json line{{"iteration", i.number}, {"path", i.path},   {"at_least", i.asked},
                  {"created", i.created},  {"lower", i.lower}, {"upper", i.upper},
                  {"efforts", efforts}};
  constexpr std::size_t kTogether = std::size_t{1} << 16;
  buffer_ += line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
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
