#include "games/registry.hpp"

#include <algorithm>
#include <optional>

#include "generated/games.hpp"

namespace solvent {

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

const std::vector<const GameFamily*>& families() {
  static const std::vector<const GameFamily*> kFamilies = [] {
    std::vector<const GameFamily*> all;
    for (const auto& of_folder : kFamiliesOfFolders)
      for (const GameFamily& family : of_folder()) all.push_back(&family);
    return all;
  }();
  return kFamilies;
}

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
