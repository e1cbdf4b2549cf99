// Many positions at the same time, with solvers of its own for each thread, who have a pool in
// common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <optional>
#include <thread>
#include <vector>

#include "base/memory.hpp"
#include "solvent/pool.hpp"
#include "solvent/solve.hpp"

namespace solvent {

// For each of so many solvers: together they have the memory that one would have.
inline Options shared_by(std::size_t threads, Options options) {
  options.limits.memory = options.limits.memory.value_or(physical_memory() / 2) / threads;
  return options;
}

// Calls work(t, k) for all k below `count`. Thread t takes every T-th of them, so that what is
// learnt on one helps the next, and node counts depend on the number of threads but never on
// timing, except where others help. A thread has a permit of the pool until it has done its share,
// even while it has not begun yet. If its work throws it ends; the exception is thrown on when all
// have ended.
template <class Work>
void deal_out(std::size_t count, std::size_t threads, Pool& pool, const Work& work) {
  threads = std::min(threads, count);
  std::vector<std::exception_ptr> thrown(threads);
  std::vector<std::optional<Pool::Permit>> permits(threads);
  for (auto& permit : permits) permit.emplace(pool);
  const auto take_turns = [&](std::size_t t) {
    try {
      for (std::size_t k = t; k < count; k += threads) work(t, k);
    } catch (...) { thrown[t] = std::current_exception(); }
    permits[t].reset();
  };
  if (threads > 0) {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < threads; ++t) others.emplace_back(take_turns, t);
    take_turns(0);
  }
  for (const std::exception_ptr& e : thrown)
    if (e) std::rethrow_exception(e);
}

}  // namespace solvent
