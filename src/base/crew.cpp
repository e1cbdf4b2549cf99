#include "base/crew.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "base/clock.hpp"

namespace solvent {

Crew::Crew(std::size_t threads) : thrown_(threads), nanoseconds_(threads) {
  others_.reserve(threads - 1);
  for (std::size_t who = 1; who < threads; ++who) others_.emplace_back([this, who] { serve(who); });
}

Crew::~Crew() {
  over_ = true;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Crew::run(const std::function<void(std::size_t)>& work) {
  work_ = &work;
  working_.store(static_cast<std::uint32_t>(others_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  do_part(0);
  for (std::uint32_t left; (left = working_.load(std::memory_order_acquire)) > 0;)
    working_.wait(left, std::memory_order_acquire);
  for (std::exception_ptr& e : thrown_)
    if (e) std::rethrow_exception(std::exchange(e, nullptr));
}

std::uint64_t Crew::others_nanoseconds() const {
  return std::accumulate(nanoseconds_.begin(), nanoseconds_.end(), std::uint64_t{0});
}

void Crew::serve(std::size_t who) {
  for (std::uint32_t seen = 0;; ++seen) {
    round_.wait(seen, std::memory_order_acquire);
    if (over_) return;
    const Stopwatch clock;
    do_part(who);
    nanoseconds_[who] += static_cast<std::uint64_t>(std::llround(1e9 * clock.cpu_seconds()));
    if (working_.fetch_sub(1, std::memory_order_release) == 1) working_.notify_one();
  }
}

void Crew::do_part(std::size_t who) {
  try {
    (*work_)(who);
  } catch (...) { thrown_[who] = std::current_exception(); }
}

}  // namespace solvent
