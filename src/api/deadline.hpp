// A limit of time for those who look at a flag only.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "base/alarm.hpp"

namespace solvent {

// A stop flag that is set when another is, or when the time is over.
class Deadline {
 public:
  Deadline(const std::atomic<bool>* stop, double seconds) : stop_(stop) {
    if (seconds < Alarm::kNever)
      watcher_ = std::jthread([this, seconds](const std::stop_token& done) {
        Alarm alarm(stop_, seconds);
        while (!done.stop_requested() && !alarm.rings())
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
        over_ = true;
      });
  }
  const std::atomic<bool>* flag() const { return watcher_.joinable() ? &over_ : stop_; }

 private:
  const std::atomic<bool>* stop_;
  std::atomic<bool> over_ = false;
  std::jthread watcher_;
};

}  // namespace solvent
