// Boards of four words.
#include "games/mnk/knowledge.hpp"
#include "search/engines.hpp"
#include "threats/engines.hpp"

SOLVENT_ENGINES(mnk::Rules<4>, mnk::Knowledge<4>)
