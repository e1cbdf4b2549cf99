// Boards of one word; each other width has a file of its own, so that they compile side by side.
#include "search/engines.hpp"
#include "games/mnk/knowledge.hpp"
#include "threats/engines.hpp"

SOLVENT_ENGINES(mnk::Rules<1>, mnk::Knowledge<1>)
