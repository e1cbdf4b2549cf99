#include "games/registry.hpp"

#include <algorithm>

#include "generated/games.hpp"

namespace solvent {

const std::vector<const GameFamily*>& families() {
  static const std::vector<const GameFamily*> kFamilies = [] {
    std::vector<const GameFamily*> all;
    for (const auto& of_folder : kFamiliesOfFolders)
      for (const GameFamily& family : of_folder()) all.push_back(&family);
    return all;
  }();
  return kFamilies;
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
