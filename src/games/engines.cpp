#include "games/engines.hpp"

#include <algorithm>

#include "games/registry_rules.hpp"
#include "search/make_machine.hpp"

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

std::unique_ptr<search::Machine> make_machine(const AnyGame& game, const search::Design& design,
                                              const ProbeBase* probe,
                                              const search::TableHandle& table) {
  if (design.profile != nullptr) return design.profile->make(game, design, probe);
  return visit_rules<std::unique_ptr<search::Machine>>(game, [&]<Game G>(const G& rules) {
    return search::Engines<G>::make(rules, design, dynamic_cast<const AnyProbe<G>*>(probe), table);
  });
}

}  // namespace solvent
