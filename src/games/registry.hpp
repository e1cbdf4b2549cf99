// All games by name. The list follows from the lines solvent_game(...) of src/CMakeLists.txt; games
// from files of their own (src/plugin/) join it when they are loaded.
#pragma once

#include <string_view>
#include <vector>

#include "game/family.hpp"
#include "games/brought.hpp"

namespace solvent {

std::vector<const GameFamily*> families();

// From now on it is one of them, for ever. An error if another one has its name. Any thread may
// call this.
std::optional<Error> add_family(const GameFamily& family, const Brought& brought);
// What was compiled for the game elsewhere; null for games of this program.
const Brought* brought_along(const AnyGame& game);

// The family of this name, or of another name that people know it by; null: there is none.
const GameFamily* find_family(std::string_view name);

// A game from NAME or NAME:PARAMETERS and the name of an outcome scale (empty: the game's default).
Result<GamePtr> make_game(std::string_view spec, std::string_view scale);

}  // namespace solvent
