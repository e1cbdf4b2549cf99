#include "guard.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace solvent::serve {

namespace {

std::string host_name(std::string_view host) {
  if (host.starts_with('[')) return std::string(host.substr(0, host.find(']') + 1));
  return text::lower(host.substr(0, host.find(':')));
}

bool loopback(const std::string& address) {
  return address.starts_with("127.") || address == "localhost" || address == "::1";
}

}  // namespace

std::optional<Reply> refused(const httplib::Request& req, const Settings& settings) {
  const std::string host = req.get_header_value("Host");
  // A page elsewhere may give its own name this machine's address, to read what we answer.
  if (loopback(settings.bind)) {
    const std::string name = host_name(host);
    if (name != "localhost" && name != "[::1]" && !loopback(name) && name != settings.bind)
      return failed(403, fmt::format("the host {} is not this server", text::quoted(host)));
  }
  if (req.has_header("Origin") && req.get_header_value("Origin") != "http://" + host)
    return failed(403, "requests of other pages are not answered");
  if (req.has_header("Transfer-Encoding"))
    return failed(411, "a request has to say how long it is, in Content-Length");
  if (req.has_header("Content-Encoding"))
    return failed(415, "the body of a request cannot be compressed");
  const std::string_view form = "multipart/";
  if (text::lower(req.get_header_value("Content-Type")).starts_with(form))
    return failed(415, "the body of a request is JSON or a certificate, not a form");
  const bool body = req.method == "POST" || req.method == "PUT" || req.method == "PATCH" ||
                    req.method == "DELETE" || req.method == "PRI";
  if (!req.has_header("Content-Length")) {
    if (body && req.method != "DELETE")
      return failed(411, "a request has to say how long it is, in Content-Length");
    return std::nullopt;
  }
  const auto length = text::to_int(req.get_header_value("Content-Length"));
  if (!length || *length < 0 || req.get_header_value_count("Content-Length") > 1)
    return failed(400, "Content-Length is not a number");
  const std::size_t most = req.path == "/api/proofs" ? kMostProof : kMostBody;
  if (static_cast<std::size_t>(*length) > most)
    return failed(413, fmt::format("the body of this request may have {} bytes", most));
  if (!body && *length > 0) return failed(400, "a request of this kind has no body");
  return std::nullopt;
}

std::string in_words(int status, const httplib::Request& req) {
  switch (status) {
    case 404:
      return fmt::format("there is no {} {}", text::quoted(req.method), text::quoted(req.path));
    case 413: return "the request is too large";
    case 414: return "the address of the request is too long";
    default: return "the request cannot be read";
  }
}

std::string quoted_for_regex(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (std::string_view(".^$|()[]{}*+?\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace solvent::serve
