#include "session/plan.hpp"

#include "session/plan_parts.hpp"

namespace solvent::session {

Result<Plan> make_plan(const AnyGame& game, const Options& options) {
  Plan plan;
  if (const auto error = choose_algorithm(game, options, plan)) return *error;
  if (const auto error = find_error(game, options, plan)) return *error;
  share_memory(options, plan.design);
  apply_options(options, plan.design);
  return plan;
}

}  // namespace solvent::session
