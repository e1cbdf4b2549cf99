// What the server keeps under an id: a bounded number of things, of which the oldest idle one goes
// when another comes.
#pragma once

#include <atomic>
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

inline std::uint64_t now() {
  static std::atomic<std::uint64_t> clock = 0;
  return ++clock;
}

template <class T>
class Shelf {
 public:
  explicit Shelf(std::size_t most) : most_(most) {}

  // Its id; empty if everything that is there is in use (`idle` says what is not).
  template <class Idle>
  std::string add(std::shared_ptr<T> thing, Idle idle) {
    const std::string id = new_id();
    return put(id, std::move(thing), idle) ? id : "";
  }
  template <class Idle>
  bool put(const std::string& id, std::shared_ptr<T> thing, Idle idle) {
    const std::lock_guard lock(mutex_);
    while (things_.size() >= most_)
      if (!drop_oldest(idle)) return false;
    things_[id] = {std::move(thing), now()};
    return true;
  }
  std::shared_ptr<T> find(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto at = things_.find(id);
    if (at == things_.end()) return nullptr;
    at->second.used = now();
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
  // When the idle one that is oldest was last used, by a clock that all shelves have in common; 0
  // if there is none.
  template <class Idle>
  std::uint64_t oldest(Idle idle) const {
    const std::lock_guard lock(mutex_);
    std::uint64_t out = 0;
    for (const auto& [id, kept] : things_)
      if (idle(*kept.thing) && (out == 0 || kept.used < out)) out = kept.used;
    return out;
  }
  template <class Idle>
  bool drop(Idle idle) {
    const std::lock_guard lock(mutex_);
    return drop_oldest(idle);
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
};

}  // namespace solvent::serve
