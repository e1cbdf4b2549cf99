// Solvent: the exact value of a position in a two-player, zero-sum, perfect-information game.
#pragma once

#include "solvent/custom.hpp"
#include "solvent/endgame.hpp"
#include "solvent/explore.hpp"
#include "solvent/fill.hpp"
#include "solvent/game.hpp"
#include "solvent/outcome.hpp"
#include "solvent/plugin.hpp"
#include "solvent/pool.hpp"
#include "solvent/proof.hpp"
#include "solvent/result.hpp"
#include "solvent/solve.hpp"
#include "solvent/store.hpp"
#include "solvent/threats.hpp"
#include "solvent/version.hpp"
