// Who is let in: requests that are well formed and small enough, from this machine's own pages.
#pragma once

#include <httplib.h>

#include <optional>

#include "reply.hpp"

namespace solvent::serve {

// Where the server can be reached, and so which names of it are believed.
struct Whereabouts {
  bool loopback = true;  // from this machine only
  std::string bind;      // as it was given
};
// Of a socket that listens.
Whereabouts whereabouts(int socket, const std::string& bind);

// May a request be for this host? The header names a host and perhaps a port. Of a server that
// listens on this machine only: localhost, an address of it in full, or what --bind named.
bool is_ours(std::string_view host, const Whereabouts& here);

// Why a request is not even read, if it is not.
std::optional<Reply> refused(const httplib::Request& req, const Whereabouts& here);
// What a status means, where nobody has said more.
std::string in_words(int status, const httplib::Request& req);
std::string quoted_for_regex(std::string_view name);

}  // namespace solvent::serve
