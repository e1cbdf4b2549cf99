// The server: HTTP in front of games, jobs, searches and proofs (docs/serve.md names the routes).
#pragma once

#include <atomic>
#include <memory>

#include "reply.hpp"
#include "settings.hpp"

namespace solvent::serve {

class Server {
 public:
  explicit Server(const Settings& settings);
  ~Server();
  // The address that it listens at, "http://127.0.0.1:8080/".
  Result<std::string> open();
  // Serves until the flag is set, then ends what is going on.
  void run(const std::atomic<bool>& stop);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace solvent::serve
