#include "solvent/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/clock.hpp"

namespace solvent {

// MPI has no way to sleep until something comes. So it looks again and again, at once at first, and
// then after pauses as long as a part of what it has waited already.
std::optional<Ranks::Message> Ranks::receive_within(double seconds) {
  constexpr double kLongest = 0.001, kPart = 0.1;
  const Stopwatch clock;
  for (;;) {
    if (auto message = receive()) return message;
    const double waited = clock.seconds();
    if (waited >= seconds) return std::nullopt;
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::min({kPart * waited, kLongest, seconds - waited})));
  }
}

}  // namespace solvent
