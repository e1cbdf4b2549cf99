#include "base/alarm.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>

namespace solvent {

namespace {

std::int64_t now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

std::int64_t after(double seconds, std::int64_t never) {
  constexpr double kLongest = 1e9;  // thirty years
  if (!(seconds < kLongest)) return never;
  return now() + std::llround(std::max(seconds, 0.0) * 1e9);
}

}  // namespace

Alarm::Alarm(const std::atomic<bool>* stop, double seconds)
    : stop_(stop), end_(after(seconds, kUnset)) {}

void Alarm::set(double seconds) {
  moment_ = after(seconds, kUnset);
  last_look_ = now();
  counts_ = rang_ = false;
  left_ = pieces_;
}

void Alarm::set_pieces(std::uint32_t pieces) {
  set(kNever);
  counts_ = true;
  left_ = pieces + 1;
}

bool Alarm::look() {
  constexpr std::int64_t kSoon = 50'000, kLate = 200'000;
  const std::int64_t t = now();
  if (t - last_look_ < kSoon) pieces_ = std::min(2 * pieces_, kMostPieces);
  if (t - last_look_ > kLate) pieces_ = std::max(pieces_ / 4, 1U);
  last_look_ = t;
  left_ = pieces_;
  ended_ = ended_ || t >= end_ || (stop_ != nullptr && stop_->load(std::memory_order_relaxed));
  rang_ = rang_ || ended_ || counts_ || t >= moment_ ||
          (enough_ != nullptr && enough_->load(std::memory_order_relaxed));
  return rang_;
}

}  // namespace solvent
