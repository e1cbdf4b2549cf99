// Threads that several Solvers have in common: so many, whoever uses them.
//
//   const auto pool = std::make_shared<solvent::Pool>(8);
//   auto solver = solvent::Solver::make(game, options, pool);  // one for each thread of yours
//   const solvent::Pool::Permit permit(*pool);                 // while this thread is at work
//   solver->solve(position);
//
// Who has work of his own gets a permit at once, and nobody ever waits for one. Permits that nobody
// has are lent to searches with more than one of Options::threads, for a step at a time: so within
// about ten milliseconds they are there for those who come.
#pragma once

#include <cstddef>
#include <mutex>

namespace solvent {

class Pool {
 public:
  explicit Pool(std::size_t permits) : permits_(permits) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  class Permit {
   public:
    explicit Permit(Pool& pool);
    ~Permit();
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;

   private:
    Pool& pool_;
  };

  // What a search that works already may have for its next step: at most so many, and no more than
  // its fair share of what others borrow too. Without a pool it is as many as are asked for.
  class Loan {
   public:
    Loan(Pool* pool, std::size_t most);
    ~Loan();
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    std::size_t size() const { return size_; }

   private:
    Pool* pool_;
    std::size_t size_;
  };

 private:
  const std::size_t permits_;
  std::mutex mutex_;  // of the rest
  std::size_t working_ = 0, lent_ = 0, borrowers_ = 0;
};

}  // namespace solvent
