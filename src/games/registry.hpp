// All games by name. The list follows from the lines solvent_game(...) of src/CMakeLists.txt.
#pragma once

#include <string_view>
#include <vector>

#include "game/family.hpp"

namespace solvent {

const std::vector<const GameFamily*>& families();

// The family of this name, or of another name that people know it by; null: there is none.
const GameFamily* find_family(std::string_view name);

// A game from NAME or NAME:PARAMETERS and the name of an outcome scale (empty: the game's default).
Result<GamePtr> make_game(std::string_view spec, std::string_view scale);

}  // namespace solvent
