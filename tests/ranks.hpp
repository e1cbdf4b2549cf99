// Ranks that are threads of this process, for tests; and what has to hold of all Ranks.
#pragma once

#include <fmt/format.h>

#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/rng.hpp"
#include "solvent/ranks.hpp"

namespace solvent::testing_ranks {

// A mailbox for each rank.
class Post {
 public:
  explicit Post(int ranks) : boxes_(static_cast<std::size_t>(ranks)) {}
  int size() const { return static_cast<int>(boxes_.size()); }
  void put(int to, Ranks::Message message) {
    const std::lock_guard lock(mutex_);
    boxes_.at(static_cast<std::size_t>(to)).push_back(std::move(message));
  }
  std::optional<Ranks::Message> take(int rank) {
    const std::lock_guard lock(mutex_);
    auto& box = boxes_.at(static_cast<std::size_t>(rank));
    if (box.empty()) return std::nullopt;
    Ranks::Message first = std::move(box.front());
    box.pop_front();
    return first;
  }

 private:
  std::mutex mutex_;
  std::vector<std::deque<Ranks::Message>> boxes_;
};

class ThreadRanks : public Ranks {
 public:
  ThreadRanks(Post& post, int rank) : post_(post), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return post_.size(); }
  int on_this_machine() const override { return post_.size(); }
  void send(int to, Bytes bytes) override { post_.put(to, {rank_, std::move(bytes)}); }
  std::optional<Message> receive() override { return post_.take(rank_); }
  std::size_t unsent() override { return 0; }

 private:
  Post& post_;
  int rank_;
};

// Calls work(ranks) on so many ranks at once, and passes on the first exception.
inline void on_ranks(int number, const std::function<void(Ranks&)>& work) {
  Post post(number);
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(number));
  {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < number; ++rank)
      threads.emplace_back([&, rank] {
        ThreadRanks ranks(post, rank);
        try {
          work(ranks);
        } catch (...) { thrown[static_cast<std::size_t>(rank)] = std::current_exception(); }
      });
  }
  for (const std::exception_ptr& e : thrown)
    if (e) std::rethrow_exception(e);
}

inline Bytes letter(int from, int to, int number) {
  Rng rng(static_cast<std::uint64_t>(from) << 40 | static_cast<std::uint64_t>(to) << 20 |
          static_cast<std::uint64_t>(number));
  Bytes bytes(number % 10 == 9 ? 100'000 + rng.below(100'000) : rng.below(64));
  for (std::byte& b : bytes) b = static_cast<std::byte>(rng.below(256));
  return bytes;
}

// Everybody writes to everybody, and to itself. What is wrong with what arrives here, if anything
// is.
inline std::string talk(Ranks& ranks, int letters) {
  const int n = ranks.size(), self = ranks.rank();
  std::vector<int> seen(static_cast<std::size_t>(n));
  const auto take = [&](double seconds) -> std::string {
    const auto message = ranks.receive_within(seconds);
    if (!message) return seconds > 0 ? "a message has not arrived" : "";
    if (message->from < 0 || message->from >= n) return "a message is from nobody";
    int& number = seen[static_cast<std::size_t>(message->from)];
    if (message->bytes != letter(message->from, self, number++))
      return fmt::format("message {} from {} to {} is not what was sent", number, message->from,
                         self);
    return "";
  };
  for (int k = 0; k < letters; ++k)
    for (int to = 0; to < n; ++to) {
      ranks.send(to, letter(self, to, k));
      if (const std::string wrong = take(0); !wrong.empty()) return wrong;
    }
  for (const int& number : seen)
    while (number < letters)
      if (const std::string wrong = take(30); !wrong.empty()) return wrong;
  for (int k = 0; ranks.unsent() > 0; ++k) {
    if (k > 30'000) return "what has arrived counts as unsent";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return "";
}

}  // namespace solvent::testing_ranks
