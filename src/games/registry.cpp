#include "games/registry.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

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

namespace {

// What of a name counts when it is another one than the family's own.
std::string letters_and_digits(std::string_view name) {
  std::string out;
  for (const char c : text::lower(name))
    if (('a' <= c && c <= 'z') || ('0' <= c && c <= '9')) out += c;
  return out;
}

struct Meant {
  const GameFamily* family;
  const Alias* alias;  // null: the family's own name
};
std::optional<Meant> meant_by(std::string_view name) {
  for (const GameFamily* family : families())
    if (family->name == name) return Meant{family, nullptr};
  const std::string letters = letters_and_digits(name);
  for (const GameFamily* family : families()) {
    if (letters_and_digits(family->name) == letters) return Meant{family, nullptr};
    for (const Alias& alias : family->aliases)
      if (letters_and_digits(alias.name) == letters) return Meant{family, &alias};
  }
  return std::nullopt;
}

}  // namespace

const GameFamily* find_family(std::string_view name) {
  const auto meant = meant_by(name);
  return meant ? meant->family : nullptr;
}

namespace {
Error no_such_game(std::string_view name) {
  std::vector<std::string> names, known;
  for (const GameFamily* family : families()) {
    known.push_back(family->name);
    for (const Alias& alias : family->aliases) names.push_back(alias.name);
  }
  names.insert(names.begin(), known.begin(), known.end());
  const auto nearest = text::nearest(name, names);
  return Error{"no game is called " + text::quoted(name) +
               (nearest ? "; did you mean " + *nearest + "? Known: " : "; known: ") +
               text::list(known)};
}
}  // namespace

Result<GamePtr> make_game(std::string_view spec, std::string_view scale) {
  const std::size_t colon = spec.find(':');
  const std::string_view name = spec.substr(0, colon);
  const std::string_view parameters =
      colon == std::string_view::npos ? std::string_view() : spec.substr(colon + 1);

  const std::optional<Meant> meant = meant_by(name);
  if (!meant) return no_such_game(name);
  const GameFamily& family = *meant->family;
  const auto& scales = family.scales;
  if (!scale.empty() && std::find(scales.begin(), scales.end(), scale) == scales.end())
    return Error{"outcomes " + text::quoted(scale) + ": " + family.name + " has " +
                 text::list(scales)};
  const bool one_game = meant->alias != nullptr && !meant->alias->parameters.empty();
  if (one_game && colon != std::string_view::npos)
    return Error{"game " + text::quoted(spec) + ": " + meant->alias->name + " is " + family.name +
                 ":" + meant->alias->parameters + "; write " + family.name + ":" +
                 "PARAMETERS for others"};
  return family.make(Parameters(family.name, one_game ? meant->alias->parameters : parameters),
                     scale.empty() ? scales.front() : scale);
}

}  // namespace solvent
