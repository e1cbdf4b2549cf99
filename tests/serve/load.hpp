// Many clients at a time, each with one connection, each asking for the next easy position as soon
// as it has the value of the last.
#pragma once

#include <algorithm>
#include <iostream>
#include <mutex>

#include "base/rng.hpp"
#include "serving.hpp"

namespace solvent::test {

struct Load {
  std::size_t requests = 0, errors = 0;
  double seconds = 0;
  double median = 0, p99 = 0, longest = 0;  // milliseconds
  std::string last_error;
  std::uint64_t resident_early = 0, resident_late = 0;
};

inline Json easy_question(Rng& rng) {
  const std::pair<const char*, const char*> easy[] = {
      {"connect4", "4455"},
      {"connect4:5x4", "3333"},
      {"connect4", "2252576253462244111563365343671351441"},
      {"mnk", ""},
      {"mnk:4,3,3", "b2"},
      {"othello:4", ""},
      {"kalah:3,2", ""},
      {"woodpush:6,2", ""},
      {"awari", "0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S"},
      {"tree:@minimax", ""}};
  const auto& [game, position] = easy[rng.below(10)];
  return {{"game", game}, {"position", position}};
}

inline Load load(const Serving& server, int clients, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
  };
  std::mutex mutex;
  std::vector<double> times;
  Load out;
  const auto began = Clock::now();
  std::vector<std::thread> threads;
  for (int n = 0; n < clients; ++n)
    threads.emplace_back([&, n] {
      Rng rng(static_cast<std::uint64_t>(n));
      auto client = server.client();
      client.set_keep_alive(true);
      std::vector<double> mine;
      std::size_t errors = 0;
      while (since(began) < seconds) {
        const auto asked = Clock::now();
        const auto answer =
            client.Post("/api/solve", easy_question(rng).dump(), "application/json");
        mine.push_back(1000 * since(asked));
        const bool good = answer && answer->status == 200 &&
                          answer->body.find("\"status\":\"solved\"") != std::string::npos;
        errors += !good;
        if (!good) {
          const std::lock_guard lock(mutex);
          out.last_error = answer ? std::to_string(answer->status) + " " + answer->body
                                  : httplib::to_string(answer.error());
        }
      }
      const std::lock_guard lock(mutex);
      times.insert(times.end(), mine.begin(), mine.end());
      out.errors += errors;
    });
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds / 3));
  out.resident_early = server.resident();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds / 3 * 2 - 0.3));
  out.resident_late = server.resident();
  for (std::thread& thread : threads) thread.join();
  out.seconds = since(began);
  out.requests = times.size();
  std::sort(times.begin(), times.end());
  if (!times.empty()) {
    out.median = times[times.size() / 2];
    out.p99 = times[times.size() * 99 / 100];
    out.longest = times.back();
  }
  std::cout << clients << " clients, " << out.seconds << " s: " << out.requests << " requests ("
            << static_cast<double>(out.requests) / out.seconds << "/s), " << out.errors
            << " errors " << out.last_error.substr(0, 200) << "; ms: median " << out.median
            << ", p99 " << out.p99 << ", longest " << out.longest
            << "; resident MB: " << (out.resident_early >> 20) << ", then "
            << (out.resident_late >> 20) << "\n";
  return out;
}

// 200 easy questions, one after the other, while all threads of the server that are idle search a
// hard one together.
inline Load load_beside_a_hard_question(const Serving& server) {
  Json hard;
  std::thread other([&] {
    auto client = server.client();
    hard =
        post(client, "/api/solve", {{"game", "connect4"}, {"position", "44"}, {"seconds", 6}}).json;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  Load out;
  std::vector<double> times;
  Rng rng(1);
  auto client = server.client();
  client.set_keep_alive(true);
  for (int n = 0; n < 200; ++n) {
    const auto asked = std::chrono::steady_clock::now();
    const Got answer = post(client, "/api/solve", easy_question(rng));
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - asked)
            .count());
    EXPECT_EQ(answer["status"], "solved");
    EXPECT_EQ(answer["threads"], 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(15));  // for the hard one to get on
  }
  other.join();
  EXPECT_EQ(hard.value("threads", 0), 2) << hard;
  std::sort(times.begin(), times.end());
  out.requests = times.size();
  out.median = times[times.size() / 2];
  out.p99 = times[times.size() * 99 / 100];
  out.longest = times.back();
  std::cout << out.requests << " easy questions beside a hard one of " << hard["created"]
            << " nodes; ms: median " << out.median << ", p99 " << out.p99 << ", longest "
            << out.longest << "\n";
  return out;
}

}  // namespace solvent::test
