#include "games/engines.hpp"

#include <algorithm>

#include "games/engines_jobs.hpp"
#include "games/registry_rules.hpp"
#include "parallel/takeover.hpp"
#include "search/functions.hpp"

namespace solvent {

std::vector<const Profile*> profiles() {
  std::vector<const Profile*> all;
  const auto add = [&](const std::vector<const Profile*>& some) {
    for (const Profile* profile : some)
      if (std::find(all.begin(), all.end(), profile) == all.end()) all.push_back(profile);
  };
  [&]<Game... Rules, class... Texts>(Types<ErasedGame<Rules, Texts>...>) {
    (add(search::Engines<Rules>::profiles()), ...);
  }
  (AllGames{});
  return all;
}

const Profile* find_profile(std::string_view name) {
  for (const Profile* profile : profiles())
    if (profile->name == name) return profile;
  return nullptr;
}

namespace {
std::unique_ptr<search::Machine> make_engine(const AnyGame& game, const search::Design& design,
                                             const ProbeBase* probe,
                                             const search::TableHandle& table) {
  return functions_of<search::Functions>(game).make(game, design, probe, table);
}
}  // namespace

// A large best-first search goes on by jobs if there are threads for it. With one thread it is the
// same machine, so that a checkpoint may be resumed with any number.
std::unique_ptr<search::Machine> make_machine(const AnyGame& game, const search::Design& design,
                                              const ProbeBase* probe,
                                              const search::TableHandle& table) {
  if (design.profile != nullptr) return design.profile->make(game, design, probe);
  if (!jobs_can_do(design)) return make_engine(game, design, probe, table);
  return std::make_unique<parallel::Takeover>(
      [&game, design, probe] { return make_engine(game, design, probe, nullptr); },
      design.threads > 1 || design.helpers != nullptr ? design.alone : parallel::Takeover::kNever,
      [&game, design, probe] { return make_job_search(game, design, probe); });
}

}  // namespace solvent
