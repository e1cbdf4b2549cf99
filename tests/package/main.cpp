// Uses the installed library as a stranger would, through its public headers only.
#include <solvent/solvent.hpp>

int main() {
  if (solvent::kVersion != PACKAGE_VERSION) return 1;
  const auto game = solvent::Ruleset::make("connect4:4x4");
  if (!game) return 2;
  auto solver = solvent::Solver::make(*game, {});
  if (!solver) return 3;
  return solver->solve(game->start()).value == 0 ? 0 : 4;  // a draw
}
