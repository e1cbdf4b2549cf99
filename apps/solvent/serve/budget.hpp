// Memory that requests have in common: who wants some takes a share first, or does without.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace solvent::serve {

class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : all_(bytes), left_(static_cast<std::int64_t>(bytes)) {}
  // How to get something back: drops what can be missed most easily, false if there is nothing.
  void reclaim_with(std::function<bool()> reclaim) { reclaim_ = std::move(reclaim); }

  std::uint64_t all() const { return all_; }
  bool take(std::uint64_t bytes) {
    if (bytes > all_) return false;
    const auto n = static_cast<std::int64_t>(bytes);
    while (left_.fetch_sub(n) < n) {
      left_ += n;
      if (!reclaim_ || !reclaim_()) return false;
    }
    return true;
  }
  void give(std::uint64_t bytes) { left_ += static_cast<std::int64_t>(bytes); }

 private:
  const std::uint64_t all_;
  std::atomic<std::int64_t> left_;
  std::function<bool()> reclaim_;
};

// A part of a budget, given back by whoever holds it last.
class Share {
 public:
  Share() = default;
  explicit Share(Budget& budget) : budget_(&budget) {}
  Share(Share&& other) noexcept { swap(other); }
  Share& operator=(Share&& other) noexcept {
    Share(std::move(other)).swap(*this);
    return *this;
  }
  ~Share() {
    if (budget_ != nullptr) budget_->give(bytes_);
  }
  // False if there is not so much; then it stays as it is.
  bool resize(std::uint64_t bytes) {
    if (bytes > bytes_ && !budget_->take(bytes - bytes_)) return false;
    if (bytes < bytes_) budget_->give(bytes_ - bytes);
    bytes_ = bytes;
    return true;
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  void swap(Share& other) {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
  }
  Budget* budget_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace solvent::serve
