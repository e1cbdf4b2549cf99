// Processes that work on one thing together, on one machine or on many. Each has a number, its
// rank; that of rank 0 asks, the others help. What carries their messages is behind this interface:
// MPI in solvent-mpi, threads in tests, or something of your own.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace solvent {

using Bytes = std::vector<std::byte>;

// For one thread of each process.
class Ranks {
 public:
  struct Message {
    int from;
    Bytes bytes;
  };

  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual int on_this_machine() const = 0;  // ranks that share its memory, this one among them
  // Sends a message, to itself too, and does not wait until it has arrived.
  virtual void send(int to, Bytes bytes) = 0;
  // The next message that has arrived, if there is one. Those of one sender come in order.
  virtual std::optional<Message> receive() = 0;
  // Bytes sent that have not left yet, and take up memory here. Whoever sends much looks at it, and
  // goes on receiving meanwhile.
  virtual std::size_t unsent() = 0;

  // Waits for a message, at most so long, without keeping a processor busy for it.
  std::optional<Message> receive_within(double seconds);

  // Ranks that others have found not to answer any more. Nobody waits for them at the end.
  void lose(int rank) { lost_.insert(rank); }
  bool lost(int rank) const { return lost_.contains(rank); }
  bool all_there() const { return lost_.empty(); }

 private:
  std::set<int> lost_;
};

// What a rank other than 0 does while rank 0 solves with the help of all (Solver::make): it takes
// search jobs until rank 0 lets it go.
void help_solve(Ranks& ranks);

}  // namespace solvent
