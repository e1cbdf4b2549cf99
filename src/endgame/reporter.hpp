// Calls back several times a second while it lives.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace solvent::endgame {

class Reporter {
 public:
  explicit Reporter(std::function<void()> report) : report_(std::move(report)) {
    if (report_) thread_ = std::jthread([this](const std::stop_token& ended) { run(ended); });
  }

 private:
  void run(const std::stop_token& ended) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any wake;
    while (!wake.wait_for(lock, ended, std::chrono::milliseconds(200), [] { return false; })) {
      if (ended.stop_requested()) return;
      report_();
    }
  }
  std::function<void()> report_;
  std::jthread thread_;
};

}  // namespace solvent::endgame
