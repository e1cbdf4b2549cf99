// All games by name. The list follows from the lines solvent_game(...) of src/CMakeLists.txt.
#pragma once

#include <string_view>
#include <vector>

#include "game/family.hpp"

namespace solvent {

const std::vector<const GameFamily*>& families();

// A game from NAME or NAME:PARAMETERS and the name of an outcome scale (empty: the game's default).
Result<GamePtr> make_game(std::string_view spec, std::string_view scale);

}  // namespace solvent
