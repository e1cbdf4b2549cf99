// What the server keeps under an id: a bounded number of things, of which the oldest idle one goes
// when another comes.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

namespace solvent::serve {

// Nobody should find other people's things by counting.
inline std::string new_id() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

template <class T>
class Shelf {
 public:
  explicit Shelf(std::size_t most) : most_(most) {}

  // Its id; empty if everything that is there is in use (`idle` says what is not).
  template <class Idle>
  std::string add(std::shared_ptr<T> thing, Idle idle) {
    const std::lock_guard lock(mutex_);
    while (things_.size() >= most_)
      if (!drop_oldest(idle)) return "";
    std::string id = new_id();
    things_[id] = {std::move(thing), ++clock_};
    return id;
  }
  std::shared_ptr<T> find(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto at = things_.find(id);
    if (at == things_.end()) return nullptr;
    at->second.used = ++clock_;
    return at->second.thing;
  }
  std::shared_ptr<T> take(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto at = things_.find(id);
    if (at == things_.end()) return nullptr;
    auto thing = std::move(at->second.thing);
    things_.erase(at);
    return thing;
  }
  std::vector<std::shared_ptr<T>> all() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<T>> out;
    for (const auto& [id, kept] : things_) out.push_back(kept.thing);
    return out;
  }
  // Drops the oldest until `enough()`.
  template <class Idle, class Enough>
  void shrink(Idle idle, Enough enough) {
    const std::lock_guard lock(mutex_);
    while (!things_.empty() && !enough(things_))
      if (!drop_oldest(idle)) return;
  }

 private:
  struct Kept {
    std::shared_ptr<T> thing;
    std::uint64_t used = 0;
  };
  template <class Idle>
  bool drop_oldest(Idle idle) {
    auto oldest = things_.end();
    for (auto at = things_.begin(); at != things_.end(); ++at)
      if (idle(*at->second.thing) &&
          (oldest == things_.end() || at->second.used < oldest->second.used))
        oldest = at;
    if (oldest == things_.end()) return false;
    things_.erase(oldest);
    return true;
  }

  mutable std::mutex mutex_;
  std::unordered_map<std::string, Kept> things_;
  std::size_t most_;
  std::uint64_t clock_ = 0;
};

}  // namespace solvent::serve
