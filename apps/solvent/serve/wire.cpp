#include "wire.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "settings.hpp"

namespace solvent::serve {

namespace {

std::string_view reason(int status) {
  switch (status) {
    case 200: return "OK";
    case 202: return "Accepted";
    case 400: return "Bad Request";
    case 404: return "Not Found";
    case 408: return "Request Timeout";
    case 422: return "Unprocessable Entity";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    default: return status < 500 ? "Refused" : "Internal Server Error";
  }
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& common_headers() {
  static const std::vector<std::pair<std::string, std::string>> kHeaders = {
      {"Content-Security-Policy",
       "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
       "frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-cache"}};
  return kHeaders;
}

std::size_t head_length(std::string_view bytes) {
  const std::size_t at = bytes.find("\n\r\n");
  return at == std::string_view::npos ? 0 : at + 3;
}

std::size_t most_body(std::string_view target) {
  return target.substr(0, target.find('?')) == "/api/proofs" ? kMostProof : kMostBody;
}

std::optional<std::size_t> to_length(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return {};
  const auto n = text::to_int(text);
  return n ? std::optional(static_cast<std::size_t>(*n)) : std::nullopt;
}

Head read_head(std::string_view head) {
  Head out;
  const auto lines = text::split(head, '\n');
  const auto words = text::words(lines[0]);
  if (words.size() != 3) return out;
  out.old = words[2] == "HTTP/1.0";
  std::optional<std::size_t> length;
  int lengths = 0;
  bool expects = false;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const std::size_t colon = lines[k].find(':');
    if (colon == std::string_view::npos) continue;
    const std::string name = text::lower(lines[k].substr(0, colon));
    const std::string_view value = text::trim(lines[k].substr(colon + 1));
    if (name == "content-length") {
      length = to_length(value);
      ++lengths;
    } else if (name == "transfer-encoding") {
      return out;
    } else if (name == "expect") {
      expects = text::lower(value) == "100-continue";
    }
  }
  if (words[0] == "GET" || words[0] == "HEAD" || lengths != 1 || !length ||
      *length > most_body(words[1]))
    return out;
  out.body = *length;
  out.expects_word = expects && out.body > 0;
  return out;
}

std::string answer_head(int status, std::string_view type, std::optional<std::size_t> length,
                        const std::string& more, const Head& asked, bool close) {
  std::string out = fmt::format("HTTP/1.1 {} {}\r\n", status, reason(status));
  for (const auto& [name, value] : common_headers()) out += fmt::format("{}: {}\r\n", name, value);
  out += fmt::format("Content-Type: {}\r\n", type) + more;
  if (length)
    out += fmt::format("Content-Length: {}\r\n", *length);
  else if (!asked.old)
    out += "Transfer-Encoding: chunked\r\n";
  return out + (close ? "Connection: close\r\n\r\n" : "\r\n");
}

std::string part(std::string_view text, const Head& asked) {
  if (text.empty() || asked.old) return std::string(text);
  return fmt::format("{:x}\r\n{}\r\n", text.size(), text);
}
std::string last_part(const Head& asked) { return asked.old ? "" : "0\r\n\r\n"; }

}  // namespace solvent::serve
