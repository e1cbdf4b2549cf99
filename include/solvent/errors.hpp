// What a solve throws when something outside the program is wrong in the middle of it: one line for
// the user. What can be found before a solve is an Error instead.
#pragma once

#include <stdexcept>

namespace solvent {

// A file of an endgame database turns out to be damaged.
struct DamagedTable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Two things known of one position exclude each other: an endgame database, a store or the rules of
// a game of one's own are wrong.
struct Contradiction : std::runtime_error {
  using std::runtime_error::runtime_error;
  Contradiction() : runtime_error("two things known of one position exclude each other") {}
};

}  // namespace solvent
