// Loops on oneTBB that ThreadSanitizer understands.
//
// oneTBB sees to it that a task sees what was done before it was begun, and that who waits for it
// sees what it did. But its library is not built for ThreadSanitizer, to which every task handed
// from one thread to another therefore looks like a race. So the same order is declared to it here;
// what is left are reports about oneTBB's own headers, which tests/tsan-suppressions.txt names.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstdint>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SOLVENT_THREAD_SANITIZER 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define SOLVENT_THREAD_SANITIZER 1
#endif
#ifdef SOLVENT_THREAD_SANITIZER
extern "C" {                         // by its run-time library
void __tsan_acquire(void* address);  // NOLINT(bugprone-reserved-identifier)
void __tsan_release(void* address);  // NOLINT(bugprone-reserved-identifier)
}
#define SOLVENT_UNWATCHED __attribute__((no_sanitize("thread")))
#else
#define SOLVENT_UNWATCHED
#endif

namespace solvent::endgame {

// Whoever calls see() sees all that was done before earlier calls of show(); a hint to the
// sanitizer only.
class Handover {
 public:
  void show() {
#ifdef SOLVENT_THREAD_SANITIZER
    __tsan_release(this);
#endif
  }
  void see() {
#ifdef SOLVENT_THREAD_SANITIZER
    __tsan_acquire(this);
#endif
  }
};

// Calls body(k) for k = 0..count-1, on all threads of the arena.
template <class Body>
void parallel_for(tbb::task_arena& arena, std::uint64_t count, const Body& body) {
  Handover begun, done;
  begun.show();
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::uint64_t>(0, count, 1),
        // This function object lies in a task of oneTBB's; what it calls is watched again.
        [&](const auto& range) SOLVENT_UNWATCHED {
          begun.see();
          for (std::uint64_t k = range.begin(); k < range.end(); ++k) body(k);
          done.show();
        },
        tbb::simple_partitioner());
  });
  done.see();
}

}  // namespace solvent::endgame
