// Wall-clock and processor time since construction.
#pragma once

#include <time.h>

namespace solvent {

class Stopwatch {
 public:
  double seconds() const { return now(CLOCK_MONOTONIC) - wall_; }
  double cpu_seconds() const { return now(CLOCK_THREAD_CPUTIME_ID) - cpu_; }  // of this thread

 private:
  static double now(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
  double wall_ = now(CLOCK_MONOTONIC);
  double cpu_ = now(CLOCK_THREAD_CPUTIME_ID);
};

}  // namespace solvent
