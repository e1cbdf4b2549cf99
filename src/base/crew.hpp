// Threads that do one piece of work together, again and again: the caller and so many others, who
// sleep in between.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace solvent {

class Crew {
 public:
  explicit Crew(std::size_t threads);  // with the caller
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  std::size_t size() const { return others_.size() + 1; }
  // Calls work(0) here and work(1).. on the others, and returns when all have. What one throws is
  // thrown here then.
  void run(const std::function<void(std::size_t)>& work);
  // The processor time that the others have taken so far.
  std::uint64_t others_nanoseconds() const;

 private:
  void serve(std::size_t who);
  void do_part(std::size_t who);

  std::vector<std::exception_ptr> thrown_;
  std::vector<std::uint64_t> nanoseconds_;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::atomic<std::uint32_t> round_ = 0;    // counts the pieces of work
  std::atomic<std::uint32_t> working_ = 0;  // others who are not through with it
  bool over_ = false;
  std::vector<std::thread> others_;
};

}  // namespace solvent
