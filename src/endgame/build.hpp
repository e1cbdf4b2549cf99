// Building a database slice by slice. Each finished slice is a file, so a build that was
// interrupted, or one that is to go further, begins where the last one ended.
#pragma once

#include <functional>

#include "endgame/tables.hpp"

namespace solvent::endgame {

struct Building {
  int slice, highest;
  std::uint64_t positions, later;  // of the slice, and of those after it
  std::uint64_t opened, settled;   // of the slice, so far
  bool writing;
  double seconds;  // spent on this slice
};

struct BuildOrder {
  std::string folder;  // made if it is not there
  int highest = 0;     // slice
  int threads = 1;
  std::uint64_t memory = 0;                         // bytes
  const std::atomic<bool>* stop = nullptr;          // set to true, it ends the build
  std::function<void(const Building&)> progress{};  // called now and then, from another thread
};

// What stands in the way of a build by so many ranks, if anything does; the folder is made.
std::optional<Error> prepare(const Tables& tables, const BuildOrder& order, int ranks);
bool is_there(const Tables& tables, const std::string& folder, int slice);
std::uint64_t positions_between(const Tables& tables, int lowest, int highest);  // slices

// False if it was stopped.
Result<bool> build(const Tables& tables, const BuildOrder& order);

// Reads the slices of a database one by one and checks each; calls `checked(slice, fixed_point)`
// after each. An error names the first thing that is wrong. False if it was stopped.
struct VerifyOrder {
  int threads = 1;
  std::uint64_t memory = 0;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(int slice, bool fixed_point)> checked{};
};
Result<bool> verify(const Tables& tables, const Database& database, const VerifyOrder& order);

}  // namespace solvent::endgame
