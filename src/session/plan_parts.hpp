// The questions that make a plan, each answered by a file of its own; plan.cpp asks them in turn.
#pragma once

#include <optional>

#include "session/plan.hpp"

namespace solvent::session {

inline constexpr std::string_view kSaffidine = "saffidine2012";  // the profile for any game

// plan_choice.cpp: which algorithm? Sets the name, the reason and the design's algorithms.
std::optional<Error> choose_algorithm(const AnyGame& game, const Options& options, Plan& plan);

// plan_checks.cpp: do the options fit together, the algorithm and the game?
std::optional<Error> find_error(const AnyGame& game, const Options& options, const Plan& plan);

// plan_memory.cpp: how much memory may be used, and for what?
std::uint64_t memory_limit(const Options& options);
void share_memory(const Options& options, search::Design& design);

// plan_design.cpp: what do options without errors make of the search?
void apply_options(const Options& options, search::Design& design);

// The meaning of `second_level`: first-tree, descents, fraction or fraction:A,B; nothing if it is
// none of these.
struct SecondLevelChoice {
  search::Second second = search::Second::Fraction;
  std::optional<std::pair<double, double>> fraction;  // A and B, if given
};
std::optional<SecondLevelChoice> read_second_level(std::string_view text);

}  // namespace solvent::session
