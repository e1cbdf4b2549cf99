// The first of two files that `solvent game build` compiles beside the file of a game: its engines.
#pragma once

#include "plugin/particulars.hpp"
#include "search/engines.hpp"

#define SOLVENT_GAME_ENGINES(game) \
  SOLVENT_GAME_PARTICULARS(game)   \
  SOLVENT_ENGINES(::game::Rules, ::game::Knowledge)
