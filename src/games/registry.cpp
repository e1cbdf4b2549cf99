#include "games/registry.hpp"

#include <algorithm>
#include <mutex>

#include "generated/games.hpp"

namespace solvent {

namespace {

// What a game is called is known to the whole process, as is the code that was loaded for it.
struct Registry {
  struct Entry {
    const GameFamily* family;
    const Brought* brought;
  };
  std::mutex mutex;
  std::vector<Entry> entries;

  Registry() {
    for (const auto& of_folder : kFamiliesOfFolders)
      for (const GameFamily& family : of_folder()) entries.push_back({&family, nullptr});
  }
  const Entry* find(const GameFamily* family) const {
    for (const Entry& entry : entries)
      if (entry.family == family) return &entry;
    return nullptr;
  }
};
Registry& registry() {
  static Registry all;
  return all;
}

}  // namespace

std::vector<const GameFamily*> families() {
  const std::lock_guard lock(registry().mutex);
  std::vector<const GameFamily*> all;
  for (const auto& entry : registry().entries) all.push_back(entry.family);
  return all;
}

std::optional<Error> add_family(const GameFamily& family, const Brought& brought) {
  const std::lock_guard lock(registry().mutex);
  if (registry().find(&family) != nullptr) return std::nullopt;
  for (const auto& entry : registry().entries)
    if (entry.family->name == family.name)
      return Error{"there is another game called " + text::quoted(family.name)};
  registry().entries.push_back({&family, &brought});
  return std::nullopt;
}

const Brought* brought_along(const AnyGame& game) {
  if (game.family() == nullptr) return nullptr;
  const std::lock_guard lock(registry().mutex);
  const Registry::Entry* entry = registry().find(game.family());
  return entry == nullptr ? nullptr : entry->brought;
}

Result<GamePtr> make_game(std::string_view spec, std::string_view scale) {
  const std::size_t colon = spec.find(':');
  const std::string_view name = spec.substr(0, colon);
  const std::string_view parameters =
      colon == std::string_view::npos ? std::string_view() : spec.substr(colon + 1);

  std::vector<std::string> names;
  for (const GameFamily* family : families()) {
    names.push_back(family->name);
    if (family->name != name) continue;
    const auto& scales = family->scales;
    if (!scale.empty() && std::find(scales.begin(), scales.end(), scale) == scales.end())
      return Error{"outcomes " + text::quoted(scale) + ": " + family->name + " has " +
                   text::list(scales)};
    return family->make(Parameters(name, parameters), scale.empty() ? scales.front() : scale);
  }
  const auto meant = text::nearest(name, names);
  return Error{"no game is called " + text::quoted(name) +
               (meant ? "; did you mean " + *meant + "? Known: " : "; known: ") +
               text::list(names)};
}

}  // namespace solvent
