// Answers to requests as values: JSON and a status, or an error in one clear sentence.
#pragma once

#include <optional>
#include <string>

#include "../answer_json.hpp"
#include "session/options.hpp"

namespace solvent::serve {

using cli::Json;

inline constexpr const char* kJson = "application/json";

inline std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

struct Reply {
  int status = 200;
  Json json;
};
inline Reply failed(int status, std::string sentence) {
  return {status, Json{{"error", std::move(sentence)}}};
}
// How options are written in requests.
const session::Dialect& in_json();
inline Reply failed(int status, const Error& error) {
  return failed(status, session::in_dialect(error, in_json()));
}
inline Reply no_memory() { return failed(503, "there is not enough memory for this now"); }
inline Reply busy() { return failed(503, "the server is busy: try again in a second"); }
inline Reply not_there(const std::string& kind, const std::string& id) {
  return failed(404, "there is no " + kind + " " + id.substr(0, 32) +
                         ": it was dropped, or the server was started anew");
}

}  // namespace solvent::serve
