// The settings of `solvent serve`: where to listen, and what requests may cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace solvent::serve {

struct Settings {
  std::string bind = "127.0.0.1";
  int port = 8080;  // 0: any that is free
  std::string endgame, store;
  int threads = 1;                       // in each lane, and for one question in the slow one
  std::size_t queue = 256;               // requests that wait in each lane
  double seconds = 60;                   // a request
  std::uint64_t nodes = 10'000'000'000;  // a request

  // Bytes, for all requests together. Every worker has a part of its own, so that nobody waits for
  // memory. Of the rest a part is for what comes and goes, so that there is some for small requests
  // whatever is kept: trees, searches, proofs, and certificates on their way.
  std::uint64_t memory = std::uint64_t{1} << 30;
  std::uint64_t for_request() const { return memory / 2 / workers(); }
  std::uint64_t for_moment() const {
    return std::min(std::uint64_t{32} << 20, memory / 4 / workers());
  }
  std::uint64_t for_traffic() const { return rest() / 4; }
  std::uint64_t for_kept() const { return rest() - for_traffic(); }

 private:
  std::uint64_t rest() const { return memory - workers() * (for_request() + for_moment()); }
  std::uint64_t workers() const { return static_cast<std::uint64_t>(threads); }
};

inline constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20;  // for each thread

// What is kept of trees, jobs, searches and proofs: so many of each, the oldest idle one goes.
inline constexpr std::size_t kMostKept = 64;
inline constexpr std::size_t kMostStreams = 64;                   // of events, at a time
inline constexpr std::size_t kMostStreamsEach = 48;               // of one client
inline constexpr std::size_t kMostBody = std::size_t{1} << 20;    // bytes
inline constexpr std::size_t kMostProof = std::size_t{64} << 20;  // bytes
inline constexpr std::size_t kSmallBody = std::size_t{1} << 16;   // bytes
inline constexpr std::size_t kMostHead = std::size_t{1} << 14;    // bytes
inline constexpr std::size_t kMostConnections = 800;              // of all clients

// Who is slower than this, in either direction, is not waited for.
inline constexpr double kPatience = 10;          // seconds, before anything counts
inline constexpr double kSlowest = 64 * 1024.0;  // bytes a second, from then on

}  // namespace solvent::serve
