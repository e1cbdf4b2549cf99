// What `solvent serve` was told: where to listen, and what a request may cost.
#pragma once

#include <cstdint>
#include <string>

namespace solvent::serve {

struct Settings {
  std::string bind = "127.0.0.1";
  int port = 8080;  // 0: any that is free
  std::string endgame, store;
  int threads = 1;                                  // in each lane
  std::size_t queue = 256;                          // requests that wait in each lane
  double seconds = 60;                              // a request
  std::uint64_t nodes = 10'000'000'000;             // a request
  std::uint64_t memory = std::uint64_t{512} << 20;  // a request
};

// What is kept of trees, jobs, searches and proofs: so many of each, the oldest idle one goes.
inline constexpr std::size_t kMostKept = 64;
inline constexpr std::size_t kMostStreams = 64;                   // of events, at a time
inline constexpr std::size_t kMostUploads = 4;                    // of certificates, at a time
inline constexpr std::size_t kMostBody = std::size_t{1} << 20;    // bytes
inline constexpr std::size_t kMostProof = std::size_t{64} << 20;  // bytes
inline constexpr int kConnections = 384;  // 200 clients, those who wait, the streams, and some

}  // namespace solvent::serve
