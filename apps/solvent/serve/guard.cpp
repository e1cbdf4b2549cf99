#include "guard.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <cstring>

#include "base/text.hpp"
#include "wire.hpp"

namespace solvent::serve {

namespace {

// Addresses are compared as numbers, never as text: 127.evil.example begins like one.
bool is_loopback(const in_addr& address) { return ntohl(address.s_addr) >> 24 == 127; }
bool is_loopback(const in6_addr& address) {
  if (!IN6_IS_ADDR_V4MAPPED(&address)) return IN6_IS_ADDR_LOOPBACK(&address);
  in_addr four;
  std::memcpy(&four, address.s6_addr + 12, sizeof four);
  return is_loopback(four);
}
bool is_loopback(const std::string& address, bool six) {
  in_addr a4;
  in6_addr a6;
  return six ? ::inet_pton(AF_INET6, address.c_str(), &a6) == 1 && is_loopback(a6)
             : ::inet_pton(AF_INET, address.c_str(), &a4) == 1 && is_loopback(a4);
}

struct Host {
  std::string name;
  bool six = false;  // it stood in brackets
};
std::optional<Host> read_host(std::string_view host) {
  Host out{std::string(host), host.starts_with('[')};
  const std::size_t end = out.six ? host.find(']') : host.find(':');
  if (out.six && end == std::string_view::npos) return {};
  if (end != std::string_view::npos) {
    out.name = host.substr(out.six, end - out.six);
    const std::string_view rest = host.substr(end + out.six);
    const auto port = rest.empty() ? std::nullopt : to_length(rest.substr(1));
    if (!rest.empty() && (rest[0] != ':' || !port || *port > 65535)) return {};
  }
  out.name = text::lower(out.name);
  return out;
}

}  // namespace

Whereabouts whereabouts(int socket, const std::string& bind) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  Whereabouts out{false, text::lower(bind)};
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return out;
  if (address.ss_family == AF_INET)
    out.loopback = is_loopback(reinterpret_cast<sockaddr_in&>(address).sin_addr);
  if (address.ss_family == AF_INET6)
    out.loopback = is_loopback(reinterpret_cast<sockaddr_in6&>(address).sin6_addr);
  return out;
}

bool is_ours(std::string_view host, const Whereabouts& here) {
  if (!here.loopback) return true;  // it may be known by any name
  const auto read = read_host(host);
  if (!read) return false;
  if (is_loopback(read->name, read->six)) return true;
  return !read->six &&
         (read->name == "localhost" || read->name == "localhost." || read->name == here.bind);
}

std::optional<Reply> refused(const httplib::Request& req, const Whereabouts& here) {
  const std::string host = req.get_header_value("Host");
  // A page elsewhere may give its own name this machine's address, to read what we answer.
  if (req.get_header_value_count("Host") != 1 || !is_ours(host, here))
    return failed(403, fmt::format("the host {} is not this server", text::quoted(host)));
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
  const auto length = to_length(req.get_header_value("Content-Length"));
  if (!length || req.get_header_value_count("Content-Length") > 1)
    return failed(400, "Content-Length is not a number");
  const std::size_t most = most_body(req.target);
  if (*length > most)
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
