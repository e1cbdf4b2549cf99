// Boards of two words.
#include "games/mnk/knowledge.hpp"
#include "search/engines.hpp"
#include "threats/engines.hpp"

SOLVENT_ENGINES(mnk::Rules<2>, mnk::Knowledge<2>)
