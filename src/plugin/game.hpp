// What the file of a game includes: the concept that its rules model, and what its text and its
// family are made of. docs/plugins.md says what else belongs into the file.
#pragma once

#include <fmt/format.h>

#include "base/text.hpp"
#include "game/family.hpp"
#include "game/game.hpp"
