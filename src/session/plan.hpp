// From options as a person gives them to a plan a machine can carry out: which algorithm, how large
// a table, which window. Everything that can be wrong with options is found here, before a search
// starts.
#pragma once

#include "question/inquiry.hpp"
#include "session/option.hpp"
#include "solvent/solve.hpp"

namespace solvent::session {

struct Plan {
  std::string algorithm;  // what `auto` became
  std::string reason;     // and why
  search::Design design;
};

Result<Plan> make_plan(const AnyGame& game, const Options& options);

// The window of a question for the side to move, or the answer if the scale alone gives it.
struct Asked {
  search::Window window;
  std::optional<bool> settled;  // an at_least that is off the scale's end
};
Result<Asked> make_window(const AnyGame& game, Side to_move, const Options& options);

}  // namespace solvent::session
