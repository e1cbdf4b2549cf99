// All games by name. Adding one (HACKING.md has the recipe): its folder, and a line in registry.cpp
// (by name), registry_rules.hpp (by type) and engines.cpp (searches).
#pragma once

#include <string_view>
#include <vector>

#include "game/family.hpp"

namespace solvent {

const std::vector<const Family*>& families();

// A game from NAME or NAME:PARAMETERS and the name of an outcome scale (empty: the game's default).
Result<GamePtr> make_game(std::string_view spec, std::string_view scale);

}  // namespace solvent
