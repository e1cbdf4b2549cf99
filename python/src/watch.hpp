// Searches without the interpreter's lock, that still hear Ctrl-C and speak to Python.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "common.hpp"

namespace solvent::python {

// Keeps the first thing that went wrong in Python while a search ran, and stops the search.
class Vigil {
 public:
  const std::atomic<bool>* stop() const { return &stop_; }
  // Runs what needs the interpreter, from whichever thread; does nothing once stopped.
  template <class Work>
  void in_python(Work work) {
    if (stop_) return;
    const py::gil_scoped_acquire lock;
    if (stop_) return;  // by another thread, while this one waited
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      work();
    } catch (...) {
      thrown_ = std::current_exception();
      stop_ = true;
    }
  }
  void end() { stop_ = true; }
  void rethrow() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  std::atomic<bool> stop_ = false;
  std::exception_ptr thrown_;
};

// Runs `work` in a thread of its own while this one, without the lock, looks for signals and calls
// `meanwhile` 20 times a second. For all that takes longer than starting a thread.
template <class Work, class Meanwhile>
void run_apart(Vigil& vigil, Work work, Meanwhile meanwhile) {
  std::exception_ptr failed;
  {
    const py::gil_scoped_release others;
    std::mutex mutex;
    std::condition_variable change;
    bool done = false;
    std::thread worker([&] {
      try {
        work();
      } catch (...) { failed = std::current_exception(); }
      const std::lock_guard lock(mutex);
      done = true;
      change.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!change.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
      lock.unlock();
      vigil.in_python(meanwhile);
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  vigil.rethrow();
  if (failed) std::rethrow_exception(failed);
}

}  // namespace solvent::python
